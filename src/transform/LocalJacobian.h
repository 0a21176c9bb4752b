// Code for the local Jacobian of a computational graph: partial derivatives of its statements, where their values are
// at hand, then the elimination.
//
// Every statement gets before it the partial derivatives of its operations, of the values that it reads there: later
// statements may overwrite those. Costly parts are computed once for the value and for the derivatives; the value is
// computed by the same operations as before, to the last bit. An entry is computed where it is asked for, from the
// partial derivatives of statements so far: all paths to what a statement computes are in it and before it.
#pragma once

#include "analysis/Flattening.h"
#include "graph/Elimination.h"
#include "ir/Builder.h"

#include <map>

namespace costate::transform {

class LocalJacobian {
public:
  /// `marked`: the code will be differentiated, and partial derivatives are passive in it (rules/Marks.h).
  LocalJacobian(ir::Program &, ir::Procedure &, const analysis::Subgraph &, const graph::Accumulation &,
                const analysis::RunContext &, bool marked);

  /// Where a label is to be stored as soon as it is known; the first place counts. Nothing else writes or reads it.
  void store(graph::LabelId id, const ir::Expr *place) { stores.emplace(id, place); }

  /// Appends what computes the partial derivatives of the next statement; returns its value, as an expression that
  /// reads what was kept on the way. With `after`, what reads the result (the derivative of exp) reads it where the
  /// statement put it, if it stays there, and goes into that block.
  const ir::Expr *begin(const ir::Assign &, ir::Block &out, ir::Block *after = nullptr);

  /// Appends what computes an entry; returns a variable, its opposite, or a constant. All statements up to that of the row
  /// have begun.
  const ir::Expr *entry(const graph::Accumulation::Entry &, ir::Block &out);

  /// All entries are asked for before statement `position` of the graph writes: labels may be read from places till then.
  void askedBefore(size_t position) { end = position; }

  /// Whether a place has one value from statement `first` of the graph up to `last`, and names the same memory.
  bool stays(const analysis::PlaceUse &, size_t first, size_t last) const;

  /// `x`, `a2`, `p_mass`: for names of variables.
  static std::string nameOf(const ir::Expr *place);

private:
  using Wanted = std::map<unsigned, std::vector<graph::LabelId>>; ///< labels by argument

  const ir::Expr *value(const ir::Expr *, ir::Block &out);
  const ir::Expr *operation(const ir::Expr *, const Wanted &, ir::Block &out);
  const ir::Expr *keep(const ir::Expr *value, const std::string &name, ir::Block &out);
  const ir::Expr *keepLabel(graph::LabelId, const ir::Expr *value, const std::string &name, ir::Block &out);
  const ir::Expr *held(const ir::Expr *value, ir::Block &out);
  bool resultStays() const;
  void define(const std::vector<graph::LabelId> &, const ir::Expr *partial, const std::string &name, bool isAfter,
              ir::Block &out);
  void compute(graph::LabelId, const std::string &name, ir::Block &out);
  const ir::Expr *product(graph::LabelId, graph::LabelId);
  const ir::Expr *sum(graph::LabelId, graph::LabelId);
  const ir::Expr *wider(ir::BinaryOp, const ir::Expr *, const ir::Expr *);
  const ir::Expr *negated(const ir::Expr *);
  const ir::Expr *constant(int64_t) const;
  static std::string derivativeName(const ir::Expr *of, const ir::Expr *by);
  std::string partialName(const ir::Expr *operation, unsigned argument) const;
  /// Comparing every place with every statement is for these.
  bool isShort() const { return graph.statements.size() <= 100; }
  bool isStep(graph::LabelId id) const { return id >= graph.graph.labels.size(); }

  ir::Program &program;
  ir::Procedure &procedure;
  const analysis::Subgraph &graph;
  const graph::Accumulation &accumulation;
  const analysis::RunContext &context;
  bool marked;
  ir::Builder b;
  const ir::Type *real = nullptr; ///< of constants that no operation gave a type
  std::map<const ir::Assign *, std::map<const ir::Expr *, Wanted>> wanted;
  std::vector<const ir::Expr *> labels; ///< by number, where they have been computed
  std::vector<unsigned> uses;           ///< by steps and entries
  std::map<graph::LabelId, const ir::Expr *> stores;
  // Of the statement at hand
  const ir::Assign *current = nullptr;
  ir::Block *behind = nullptr; ///< `after` of begin
  size_t position = 0; ///< of it
  size_t end;          ///< of what labels must outlive
  std::vector<std::pair<const ir::Expr *, const ir::Expr *>> known; ///< values, the variables that hold them
};

} // namespace costate::transform
