// The executable part of one procedure, from the parse tree to raw IR.
#pragma once

#include "frontend/fortran/Expressions.h"

namespace costate::frontend::fortran {

class StatementReader {
public:
  StatementReader(Translation &, ir::Procedure &, const DeclaredStatements &);

  void body(const parser::ExecutionPart &);

private:
  friend class IoReader;
  friend class ForallReader;

  /// A DO loop or named construct that EXIT and CYCLE may name.
  struct Construct {
    std::string name;
    bool isLoop = false;
    unsigned exitId = 0;  ///< what EXIT leaves
    unsigned cycleId = 0; ///< what CYCLE goes on with
    bool cycleExits = false; ///< CYCLE leaves `cycleId`, a block run once per iteration
    bool exitUsed = false, cycleUsed = false;
  };

  // ---- Statements.cpp --------------------------------------------------------------------------
  void dispatchEntries();
  void entry(const parser::EntryStmt &, Location);
  void read(const parser::Block &);
  ir::Block nested(const parser::Block &);
  void construct(const parser::ExecutionPartConstruct &);
  void executable(const parser::ExecutableConstruct &);
  void action(const parser::ActionStmt &, Location);
  /// Runs `work` with comments and label of the statement that stands there.
  template <typename Work>
  void statement(parser::CharBlock source, std::optional<parser::Label>, Work &&work);
  void emit(ir::StmtPtr s) { expr.emit(std::move(s)); }
  void placeLabel(std::optional<parser::Label>, Location);

  void assignment(const parser::AssignmentStmt &, Location);
  void pointerAssignment(const parser::PointerAssignmentStmt &, Location);
  void definedAssignment(const parser::AssignmentStmt &, const evaluate::ProcedureRef &, Location);
  void call(const parser::CallStmt &, Location);
  void intrinsicCall(const std::string &name, const parser::CallStmt &, Location);
  void nullify(const parser::NullifyStmt &, Location);
  void allocate(const parser::AllocateStmt &, Location);
  void deallocate(const parser::DeallocateStmt &, Location);
  const ir::Expr *raw(const parser::AllocateObject &);
  const ir::Type *characterType(const parser::TypeSpec &, unsigned kind);
  void status(const parser::StatOrErrmsg &, const ir::Expr *&status, const ir::Expr *&message);
  void stop(const parser::StopStmt &, Location);

  // ---- Branches.cpp ----------------------------------------------------------------------------
  void ifStatement(const parser::IfStmt &, Location);
  void ifConstruct(const parser::IfConstruct &);
  void arithmeticIf(const parser::ArithmeticIfStmt &, Location);
  void computedGoto(const parser::ComputedGotoStmt &, Location);
  void assignedGoto(const parser::AssignedGotoStmt &, Location);
  void assignLabel(const parser::AssignStmt &, Location);
  void exitStatement(const parser::ExitStmt &, Location);
  void cycleStatement(const parser::CycleStmt &, Location);
  void selectCase(const parser::CaseConstruct &);
  void selectLogical(const parser::CaseConstruct &, const ir::Expr *selector, Location);
  const ir::Expr *caseMatches(const ir::Expr *selector, const parser::CaseSelector &, Location);
  /// Runs `work` as a construct with this name; a block run once where some EXIT leaves it.
  template <typename Work>
  void named(const std::optional<parser::Name> &, Location, Work &&work);

  // ---- Loops.cpp -------------------------------------------------------------------------------
  void doConstruct(const parser::DoConstruct &);
  void countedLoop(const parser::DoConstruct &, const parser::LoopControl::Bounds &, Location);
  void realLoop(const parser::DoConstruct &, const parser::LoopControl::Bounds &,
                const ir::Expr *variable, Location);
  void whileLoop(const parser::DoConstruct &, const parser::ScalarLogicalExpr *, Location);
  void concurrentLoop(const parser::DoConstruct &, const parser::LoopControl::Concurrent &,
                      Location);
  ir::Block loopBody(const parser::DoConstruct &, Construct &);
  unsigned newLoop() { return procedure.newLoopId(); }

  // ---- ArrayStatements.cpp, Forall.cpp -----------------------------------------------------------
  void where(const parser::WhereStmt &, Location);
  void where(const parser::WhereConstruct &, const ir::Expr *outer);
  void whereBody(const std::list<parser::WhereBodyConstruct> &, const ir::Expr *mask);
  void maskedAssignment(const parser::AssignmentStmt &, const ir::Expr *mask, Location);
  void forall(const parser::ForallStmt &, Location);
  void forall(const parser::ForallConstruct &);

  // ---- Constructs.cpp ----------------------------------------------------------------------------
  void block(const parser::BlockConstruct &);
  void enterBlock(const SemScope &, Location);
  void associate(const parser::AssociateConstruct &);
  const ir::Expr *frozen(const ir::Expr *place);

  // ---- Opaque statements (InputOutput.cpp) -------------------------------------------------------
  bool inputOutput(const parser::ActionStmt &, Location);

  Translation &t;
  ir::Procedure &procedure;
  const DeclaredStatements &declared;
  ExpressionReader expr;
  std::vector<Construct *> constructs;
  std::vector<std::string> carriedComments;
};

template <typename Work>
void StatementReader::statement(parser::CharBlock source, std::optional<parser::Label> label,
                                Work &&work) {
  Location at = t.locate(source);
  std::vector<std::string> comments = t.commentsAbove(at);
  comments.insert(comments.begin(), carriedComments.begin(), carriedComments.end());
  carriedComments.clear();
  placeLabel(label, at);
  ir::Block *block = expr.sink;
  size_t first = block->size();
  work(at);
  // A statement that leaves nothing behind (CONTINUE) hands its comments to the next one.
  if (block->size() > first)
    (*block)[first]->comments = std::move(comments);
  else
    carriedComments = std::move(comments);
}

template <typename Work>
void StatementReader::named(const std::optional<parser::Name> &name, Location at, Work &&work) {
  if (!name) {
    work();
    return;
  }
  Construct self;
  self.name = name->ToString();
  self.exitId = newLoop();
  constructs.push_back(&self);
  ir::Block *outer = expr.sink;
  ir::Block inner;
  expr.sink = &inner;
  work();
  expr.sink = outer;
  constructs.pop_back();
  if (self.exitUsed) {
    auto once = std::make_unique<ir::Loop>(self.exitId, ir::Block(), nullptr, std::move(inner),
                                           ir::Block(), at);
    once->once = true;
    emit(std::move(once));
    return;
  }
  for (ir::StmtPtr &s : inner)
    emit(std::move(s));
}

} // namespace costate::frontend::fortran
