// The types a C file declares, as text.
//
// Where several files become one, two of them may mean different things by one tag, typedef or
// enumerator: the later one gets a name of its own.
#pragma once

#include "emit/c/Expressions.h"

namespace costate::emit::c {

class FileTypes {
public:
  FileTypes(const ir::Program &, Names &, Expressions &);

  /// Complete declarations in source order; what an earlier unit has declared alike is left out.
  std::vector<std::string> declarations(const ir::Unit &);

private:
  struct Item;
  std::string text(const Item &);
  bool clashes(const Item &, const std::string &text) const;
  void giveNewNames(const Item &);
  void remember(const Item &, const std::string &text);
  /// The names an item takes: `struct tag`, `enum tag`, a typedef's name, enumerators.
  std::vector<std::string> namesOf(const Item &) const;
  std::string fresh(const std::string &name);

  Names &names;
  Expressions &expressions;
  std::set<std::string> words;                  ///< every name of the program
  std::set<std::string> printed;                ///< declarations so far
  std::map<std::string, std::string> meanings;  ///< names so far, with their declarations
};

} // namespace costate::emit::c
