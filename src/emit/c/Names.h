// The names things have in the emitted file, and what its headers allow us to write.
#pragma once

#include "ir/Program.h"

#include <map>

namespace costate::emit::c {

class Names {
public:
  const std::string &of(const ir::Symbol *s) const {
    auto found = symbols.find(s);
    return found == symbols.end() ? s->name : found->second;
  }
  const std::string &of(const ir::RecordType *r) const {
    auto found = records.find(r);
    return found == records.end() ? r->name : found->second;
  }
  const std::string &of(const ir::AliasType *a) const {
    auto found = aliases.find(a);
    return found == aliases.end() ? a->name : found->second;
  }

  void rename(const ir::Symbol *s, std::string name) { symbols[s] = std::move(name); }
  void rename(const ir::RecordType *r, std::string name) { records[r] = std::move(name); }
  void rename(const ir::AliasType *a, std::string name) { aliases[a] = std::move(name); }

  bool hasBool = false;    ///< <stdbool.h> is included
  bool hasComplex = false; ///< <complex.h> is included
  bool hasNull = false;    ///< a header that defines NULL is included

private:
  std::map<const ir::Symbol *, std::string> symbols;
  std::map<const ir::RecordType *, std::string> records;
  std::map<const ir::AliasType *, std::string> aliases;
};

} // namespace costate::emit::c
