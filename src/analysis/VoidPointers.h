// What the memory behind C's `void *` is.
//
// For each place that holds a `void *`, the types of the memory whose address may have come there: from typed
// pointers that were converted, through assignments, calls and copies. An allocation is of no type; the first typed
// pointer to it says what it is. Components of records are told apart by their types alone, and so is what several
// procedures get through a pointer to procedures: what is known of those may belong to others.
#pragma once

#include "analysis/MemoryClasses.h"

namespace costate::analysis {

class VoidPointers {
public:
  VoidPointers(ir::Program &, const MemoryClasses &);

  struct Types {
    std::set<const ir::Type *> sure, possible; ///< of one element, stripped
    bool add(const Types &, bool sure);
  };
  /// What a pointer may lead to; of a typed one, what its type says.
  Types reached(const ir::Expr *pointer) const;
  /// What `void *` in memory without a name may lead to.
  Types inMemory() const { return types.count(Key{}) ? types.at(Key{}) : Types{}; }

private:
  /// A variable, a component of a record, or memory without a name.
  using Key = std::pair<const void *, unsigned>;
  /// What is known of one place is known of another.
  struct Flow {
    Key to;
    const ir::Expr *value = nullptr; ///< null: from `from`
    Key from;
    bool sure = true;
  };

  void collect(ir::Procedure &, const MemoryClasses &);
  void collect(const ir::Call &, const MemoryClasses &);
  void collect(const ir::Procedure *, const ir::Expr *);
  Key keyOf(const ir::Expr *place) const;
  Key keyOf(const ir::Symbol *) const;
  Types at(Key) const;

  std::map<std::string, const ir::Symbol *> externals; ///< globals of C that several files declare
  std::map<Key, Types> types;
  std::vector<Flow> flows;
};

/// C's `void *`.
bool isVoidPointer(const ir::Type *);

} // namespace costate::analysis
