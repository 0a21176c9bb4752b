// Which variables may share memory, in one coarse partition (Steensgaard's: one class a variable,
// pointers together with all they reach).
//
// Sound because every way to make two variables reach the same memory unites their classes: pointer
// assignment and address-of, pointers stored in or read from memory, COMMON and EQUIVALENCE
// overlap, C names declared in several files, and what a called procedure does to its arguments
// (classes of its parameters that are one make the actual arguments' classes one). Arguments are not
// united with parameters: a procedure may be called with different memory from different places.
#pragma once

#include "analysis/CallGraph.h"
#include "analysis/External.h"

namespace costate::analysis {

class MemoryClasses {
public:
  MemoryClasses(ir::Program &, const Externals &);

  /// One symbol that stands for the class.
  const ir::Symbol *of(const ir::Symbol *) const;

  /// The classes of the memory a place or pointer expression may reach; constants reach none.
  std::vector<const ir::Symbol *> reached(const ir::Expr *) const;

  /// Procedures a call may run: one where it is known, several for a pointer or dummy procedure,
  /// none where no source is given.
  const std::vector<ir::Procedure *> &targets(const ir::Call &c) const { return graph.targets(c); }

  /// What is known of the procedure a call runs where its source is not given.
  const ExternalUse &external(const ir::Call &) const;
  /// A procedure without source that a call through a pointer or dummy procedure may run besides;
  /// null: none.
  const ir::Symbol *unknownTarget(const ir::Call &c) const { return graph.unknownTarget(c); }

private:
  void uniteStorage(ir::Program &);
  void findExternals(ir::Program &, const Externals &);
  bool uniteCalls(ir::Procedure &);
  void uniteStatements(ir::Procedure &);
  void uniteInitial(const ir::Symbol *, const ir::Expr *initial);
  bool unite(const ir::Symbol *, const ir::Symbol *);
  bool uniteAll(const std::vector<const ir::Symbol *> &);

  CallGraph graph;
  mutable std::map<const ir::Symbol *, const ir::Symbol *> parent;
  std::map<const ir::Call *, ExternalUse> externalCalls;
};

} // namespace costate::analysis
