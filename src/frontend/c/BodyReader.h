// One function body: Clang's statements and expressions become our raw statements.
//
// C expressions have effects, ours have none. Reading one returns a pure value and leaves its
// effects in two places:
// - statements appended to the current block: calls, assignments, prefix `++`;
// - postponed statements: postfix `++` and `--`. The value is the variable itself, still unchanged,
//   and the change is appended at the next sequence point. So `*p++ = *q++` becomes
//   `*p = *q; p = p + 1; q = q + 1`.
// Unsequenced effects may run in any order (C leaves it open, or the behaviour is undefined);
// effects before a sequence point (`&&`, `||`, `?:`, comma, a call's arguments, the end of a full
// expression) are complete before what follows it. Where a value is needed beyond its sequence
// point it is copied to a temporary first.
#pragma once

#include "frontend/c/FunctionFacts.h"
#include "frontend/c/UnitReader.h"

#include <optional>

namespace costate::frontend::c {

/// Under parentheses and under Clang's marks of a full expression.
const clang::Expr *withoutParentheses(const clang::Expr *);
/// Whether a library function of this name is an expression of ours, not a call.
bool isIntrinsic(llvm::StringRef function);
/// +1 or -1 where a statement steps an integer variable by that.
std::optional<int> stepOf(const ir::Stmt &);
/// malloc and its kin.
bool isAllocator(llvm::StringRef function);

class BodyReader {
public:
  /// `procedure` is null for initial values at file scope.
  BodyReader(UnitReader &, ir::Procedure *procedure);
  ~BodyReader();

  void declareParameter(const clang::ParmVarDecl *);
  void readBody(const clang::FunctionDecl *);

  /// The value of an initialiser that C requires to be constant.
  const ir::Expr *constantInitialiser(const clang::Expr *);

private:
  // ---- Statements (Statements.cpp, Loops.cpp, Switch.cpp) -----------------------------------
  void statement(const clang::Stmt *);
  void statementParts(const clang::Stmt *);
  void into(ir::Block &, const clang::Stmt *);
  void declaration(const clang::VarDecl *);
  bool keepsInitial(const clang::VarDecl *);
  /// `at`: where the declaration begins, before the array's own name.
  void captureExtents(QualType, SourceLocation at);
  void ifStatement(const clang::IfStmt *);
  bool nestedIf(const clang::Expr *condition, const clang::Stmt *then, SourceLocation);
  void returnStatement(const clang::ReturnStmt *);
  bool assertion(const clang::Stmt *);
  unsigned labelOf(const clang::LabelDecl *);

  void whileLoop(const clang::WhileStmt *);
  void doLoop(const clang::DoStmt *);
  void forLoop(const clang::ForStmt *);
  struct LoopParts {
    const clang::Expr *condition = nullptr;
    const clang::Stmt *body = nullptr;
    const clang::Expr *increment = nullptr;
    SourceLocation at;
  };
  void loop(const LoopParts &);
  void emitLoop(const LoopParts &, ir::Block head, const ir::Expr *condition, ir::Block bodyFirst,
                ir::Block stepLast);
  bool guardedCountdownLoop(const LoopParts &);
  void oneTrip(const clang::Stmt *body, SourceLocation);
  void stepBeforeLoop(const ir::Expr *variable, const ir::Expr *next, SourceLocation);

  struct SwitchGroup;
  void switchStatement(const clang::SwitchStmt *);
  bool splitSwitch(const clang::SwitchStmt *, std::vector<SwitchGroup> &);
  void switchAsIfs(const clang::SwitchStmt *, std::vector<SwitchGroup> &, const ir::Expr *selector);
  void switchAsGotos(const clang::SwitchStmt *, const ir::Expr *selector);
  const ir::Expr *caseTest(const clang::CaseStmt *, const ir::Expr *selector);
  void switchLabel(const clang::SwitchCase *);

  // ---- Expressions (Expressions.cpp, Literals.cpp) ------------------------------------------
  const ir::Expr *value(const clang::Expr *);
  const ir::Expr *condition(const clang::Expr *);
  bool unusedOnPurpose(const clang::CastExpr *);
  void discard(const clang::Expr *);
  void sequencedDiscard(const clang::Expr *);
  const ir::Expr *cast(const clang::CastExpr *);
  const ir::Expr *convert(const clang::Expr *, const ir::Expr *operand, bool written);
  const ir::Expr *integerLiteral(const clang::IntegerLiteral *);
  const ir::Expr *characterLiteral(const clang::CharacterLiteral *);
  const ir::Expr *realLiteral(const clang::FloatingLiteral *);
  const ir::Expr *imaginaryLiteral(const clang::ImaginaryLiteral *);
  const ir::Expr *stringLiteral(const clang::StringLiteral *);
  const ir::Expr *sizeOf(const clang::UnaryExprOrTypeTraitExpr *);
  const ir::Expr *sizeOf(QualType, SourceLocation);
  const ir::Expr *reference(const clang::DeclRefExpr *);
  const ir::Expr *statementExpression(const clang::StmtExpr *);
  const ir::Expr *foldedInteger(const clang::Expr *);
  std::string spelling(SourceLocation) const;

  // ---- Places (Places.cpp) ------------------------------------------------------------------
  const ir::Expr *place(const clang::Expr *);
  const ir::Expr *member(const clang::MemberExpr *);
  const ir::Expr *dereference(const ir::Expr *pointer, const ir::Expr *offset, const ir::Type *,
                              SourceLocation);
  const ir::Expr *decay(const ir::Expr *array, QualType pointer, SourceLocation);
  const ir::Expr *addressOf(const clang::UnaryOperator *);
  const ir::Expr *compoundLiteralPlace(const clang::CompoundLiteralExpr *);
  /// The value as a place: itself, or a temporary that holds it.
  const ir::Expr *asPlace(const ir::Expr *value, SourceLocation);

  // ---- Operators (Operators.cpp, Conditions.cpp) --------------------------------------------
  const ir::Expr *binary(const clang::BinaryOperator *);
  /// The value of the left operand, which what the right one does no longer changes (EvaluationOrder.cpp).
  const ir::Expr *leftOperand(const clang::BinaryOperator *);
  bool mayChange(const clang::Expr *right, const clang::Expr *left);
  const ir::Expr *arithmetic(ir::BinaryOp, const ir::Type *, const ir::Expr *left,
                             const ir::Expr *right, SourceLocation);
  const ir::Expr *pointerArithmetic(const clang::BinaryOperator *);
  const ir::Expr *unary(const clang::UnaryOperator *);
  const ir::Expr *assignment(const clang::BinaryOperator *, bool wanted);
  const ir::Expr *compoundAssignment(const clang::CompoundAssignOperator *, bool wanted);
  const ir::Expr *increment(const clang::UnaryOperator *, bool wanted);
  const ir::Expr *incremented(const ir::Expr *place, QualType, bool down, SourceLocation);

  const ir::Expr *comparison(const clang::BinaryOperator *);
  const ir::Expr *shortCircuit(const clang::BinaryOperator *);
  const ir::Expr *conditional(const clang::AbstractConditionalOperator *, bool wanted);
  const ir::Expr *asLogical(const ir::Expr *, SourceLocation);
  const ir::Expr *fromLogical(const ir::Expr *, const clang::Expr *);
  /// Complete with its own postponed effects, as before a sequence point.
  const ir::Expr *sequencedCondition(const clang::Expr *);
  const ir::Expr *stepFirst(const ir::Expr *condition);
  /// The condition as it reads after the one postponed step of a variable; null where it would not
  /// be simpler than a copy.
  const ir::Expr *afterStep(const ir::Expr *condition, const ir::Assign &step);
  const ir::Expr *steppedBound(const ir::Type *, int64_t, Location);

  // ---- Assignments and initialisers (Assignments.cpp, Initialisers.cpp) ---------------------
  /// place := expression, choosing the statement that says it best.
  void assign(const ir::Expr *place, const clang::Expr *value, SourceLocation);
  bool assignConditional(const ir::Expr *place, const clang::Expr *value, SourceLocation);
  void store(const ir::Expr *place, const ir::Expr *value, SourceLocation);
  void initialise(const ir::Expr *place, const clang::Expr *init, SourceLocation);
  using Subscripts = std::vector<const ir::Expr *>;
  void initialiseArray(const ir::Expr *base, const Subscripts &outer, const clang::InitListExpr *,
                       SourceLocation);
  void initialiseRecord(const ir::Expr *place, const clang::InitListExpr *, SourceLocation);
  void initialiseString(const ir::Expr *base, const Subscripts &outer, const clang::StringLiteral *,
                        uint64_t size, SourceLocation);
  /// Elements first to size-1 of an array, or of the row that `outer` selects.
  void zeroElements(const ir::Expr *base, const Subscripts &outer, uint64_t first, uint64_t size,
                    SourceLocation);
  void zero(const ir::Expr *base, const Subscripts &outer, SourceLocation);
  const ir::Expr *aggregate(const clang::InitListExpr *);
  const ir::Expr *initialValue(const clang::Expr *);
  const ir::Expr *zeroValue(const ir::Type *, SourceLocation);

  // ---- Calls (Calls.cpp, Intrinsics.cpp, Allocation.cpp) ------------------------------------
  const ir::Expr *call(const clang::CallExpr *, bool wanted);
  /// The statement for a call, its arguments' effects already appended; the caller says where the
  /// result goes.
  std::unique_ptr<ir::Call> prepareCall(const clang::CallExpr *);
  /// A call statement and nothing else: no intrinsic, no allocation.
  bool isPlainCall(const clang::CallExpr *);
  std::vector<ir::Argument> arguments(const clang::CallExpr *);
  bool refusedCall(const clang::CallExpr *);
  bool opaqueCall(const clang::CallExpr *);
  /// The value of a function the language defines; null for other calls.
  const ir::Expr *intrinsic(const clang::CallExpr *);
  /// place := malloc(...) and its kin, casts looked through; false for other values.
  bool allocation(const ir::Expr *place, const clang::Expr *value, SourceLocation);
  /// New memory used where it is allocated: a temporary of the cast's type; null for other values.
  const ir::Expr *allocationValue(const clang::Expr *);
  /// The status of posix_memalign, which is 0 where nobody wants it; null for other calls.
  const ir::Expr *allocationThroughPointer(const clang::CallExpr *, bool wanted);
  bool release(const clang::CallExpr *);

  // ---- Effects ------------------------------------------------------------------------------
  struct Postponed {
    const clang::VarDecl *variable; ///< what changes, where it is a whole variable
    ir::StmtPtr statement;
  };
  void append(ir::StmtPtr);
  /// The postponed change of the variable that `place` is, or the end.
  std::vector<Postponed>::iterator postponedChange(const ir::Expr *place);
  void postpone(const clang::Expr *changed, ir::StmtPtr);
  /// Appends what was postponed, in order.
  void flush();
  /// Copies a value that must survive what is about to be appended.
  const ir::Expr *keep(const ir::Expr *, SourceLocation);
  ir::Symbol *temporary(const std::string &base, const ir::Type *);
  std::string uniqueName(const std::string &base);

  /// Runs with another current block; restores the old one.
  class BlockScope {
  public:
    BlockScope(BodyReader &reader, ir::Block &block) : reader(reader), saved(reader.block) {
      reader.block = &block;
    }
    ~BlockScope() { reader.block = saved; }

  private:
    BodyReader &reader;
    ir::Block *saved;
  };
  /// Starts with nothing postponed; what is left at the end joins what was postponed outside.
  class SequenceScope {
  public:
    explicit SequenceScope(BodyReader &reader);
    ~SequenceScope();

  private:
    BodyReader &reader;
    std::vector<Postponed> outer;
  };

  ir::Symbol *local(const clang::VarDecl *);
  const ir::Type *type(QualType t) { return unit.type(t); }
  Location location(SourceLocation at) { return unit.location(at); }
  template <typename T, typename... Args> const T *make(Args &&...args) {
    return unit.program.exprs.make<T>(std::forward<Args>(args)...);
  }
  /// Refuses and gives something to go on with, so that one run reports every problem.
  const ir::Expr *refusedValue(const clang::Expr *, const std::string &message,
                               const std::string &hint = {});

  UnitReader &unit;
  ir::Procedure *procedure; ///< null at file scope
  ir::Block scratch;        ///< where statements go at file scope; must stay empty
  ir::Block *block;
  std::vector<Postponed> postponed;
  FunctionFacts facts;
  std::map<const clang::VarDecl *, ir::Symbol *> locals;
  std::map<const clang::LabelDecl *, unsigned> labels;
  std::map<const clang::SwitchCase *, unsigned> caseLabels;
  std::map<const clang::Expr *, const ir::Expr *> extents;      ///< of variable-length arrays
  std::map<const clang::Expr *, const ir::Expr *> opaqueValues; ///< of `a ?: b`
  std::set<std::string> names;
  std::map<std::string, unsigned> nextNumber;
  /// What break and continue name now.
  struct Jump {
    unsigned breakLoop = 0, continueLoop = 0;
    bool continueExits = false; ///< in a one-trip loop continue leaves it too
  } jump;
  std::vector<std::string> carriedComments;
  const clang::CompoundStmt *enclosing = nullptr; ///< the block being read
  SourceLocation scopeEnd;                        ///< where what is declared now ends to exist
  std::function<const ir::Expr *(const clang::VariableArrayType *)> outerExtent;
};

} // namespace costate::frontend::c
