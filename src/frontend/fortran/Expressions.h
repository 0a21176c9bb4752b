// Expressions, designators and references of functions, from the parse tree.
//
// The parse tree, not Flang's folded expressions, decides the shape of what is built, so that named
// constants and the source's own order survive; Flang's typed expressions give types and the
// specific procedures behind generic names and operators.
//
// Calls of user functions are hoisted: they become Call statements at the end of the sink, and the
// expression reads a temporary.
#pragma once

#include "frontend/fortran/Translation.h"

#include <functional>

namespace costate::frontend::fortran {

/// What a procedure designator stands for.
struct Callee {
  ir::Symbol *symbol = nullptr;
  const ir::Expr *pointer = nullptr;    ///< a procedure pointer, instead of the symbol
  const SemSymbol *interface = nullptr; ///< with its dummy arguments, where known
  std::string written;                  ///< as in ir::Call
  ir::Symbol *generic = nullptr;
  const ir::Expr *passed = nullptr; ///< the object of a type-bound call
  unsigned passedIndex = 0;
};

class ExpressionReader {
public:
  /// `sink` takes hoisted calls; null where the language allows none (declarations).
  ExpressionReader(Translation &, ir::Procedure *, ir::Block *sink);

  // ---- Expressions (Expressions.cpp) ---------------------------------------------------------
  const ir::Expr *read(const parser::Expr &);
  const ir::Expr *read(const common::Indirection<parser::Expr> &e) { return read(e.value()); }
  template <typename T> const ir::Expr *read(const parser::Scalar<T> &e) { return read(e.thing); }
  template <typename T> const ir::Expr *read(const parser::Integer<T> &e) { return read(e.thing); }
  template <typename T> const ir::Expr *read(const parser::Logical<T> &e) { return read(e.thing); }
  template <typename T> const ir::Expr *read(const parser::Constant<T> &e) { return read(e.thing); }
  template <typename T> const ir::Expr *read(const parser::DefaultChar<T> &e) {
    return read(e.thing);
  }
  template <typename T> const ir::Expr *read(const common::Indirection<T> &e) {
    return read(e.value());
  }
  const ir::Expr *read(const parser::LiteralConstant &, const ir::Type *, Location);
  const ir::Expr *realLiteral(const parser::RealLiteralConstant &, const ir::Type *, Location);
  const ir::Expr *complexLiteral(const parser::ComplexLiteralConstant &, const ir::Type *,
                                 Location);
  /// The same value with the type's category and kind; `written` as in ir::Convert.
  const ir::Expr *convert(const ir::Expr *, const ir::Type *scalar, bool written = false);
  /// Type of a parse tree expression as Flang found it; void where it found none.
  const ir::Type *typeOf(const parser::Expr &);
  const ir::Expr *arrayConstructor(const parser::ArrayConstructor &, const parser::Expr &whole);
  const ir::Expr *structureConstructor(const parser::StructureConstructor &, Location);

  // ---- Designators (Designators.cpp) -----------------------------------------------------------
  /// A variable as a place; Fortran pointers are dereferenced.
  const ir::Expr *read(const parser::Variable &);
  const ir::Expr *designator(const parser::Designator &);
  /// The place itself, a POINTER as the pointer.
  const ir::Expr *raw(const parser::DataRef &);
  const ir::Expr *raw(const parser::Name &);
  const ir::Expr *raw(const parser::StructureComponent &);
  const ir::Expr *dereferenced(const ir::Expr *);
  /// What a pointer is set to: another pointer, the address of a target, or null.
  const ir::Expr *pointerValue(const parser::Expr &, const ir::Type *pointerType);
  const ir::Expr *field(const ir::Expr *base, const SemSymbol &component, Location);
  const ir::Expr *element(const ir::Expr *base, std::vector<const ir::Expr *> subscripts, Location);

  // ---- Calls (Calls.cpp, Arguments.cpp) ----------------------------------------------------------
  const ir::Expr *function(const parser::FunctionReference &, const SomeExpr *typed);
  /// Where the whole expression is a reference of a user function with the place's own type, calls
  /// it with the place as result.
  bool callInto(const ir::Expr *place, const parser::Expr &);
  Callee callee(const parser::ProcedureDesignator &, const evaluate::ProcedureRef *, Location);
  std::vector<ir::Argument> arguments(const std::list<parser::ActualArgSpec> &, const Callee &,
                                      Location);
  const ir::Expr *argument(const parser::Expr &, const SemSymbol *dummy);
  void emitCall(Callee, std::vector<ir::Argument>, const ir::Expr *result, Location);
  /// A function's value in a fresh temporary.
  const ir::Expr *callValue(Callee, std::vector<ir::Argument>, const ir::Type *, Location);
  /// A user-defined operator or assignment: the procedure Flang chose.
  Callee operatorCallee(const evaluate::ProcedureRef &, const std::string &generic,
                        const SemScope &, Location);
  bool isUserProcedure(const evaluate::ProcedureRef *) const;

  // ---- Intrinsics (IntrinsicCalls.cpp) ---------------------------------------------------------
  const ir::Expr *intrinsic(const std::string &name, const std::list<parser::ActualArgSpec> &,
                            const SomeExpr *typed, Location);

  const ir::Expr *pointerArgument(const parser::Expr &);

  void emit(ir::StmtPtr);
  ir::Symbol *temporary(const std::string &base, const ir::Type *, Location);
  /// Puts a value into a fresh temporary, unless a constant.
  const ir::Expr *saved(const ir::Expr *, const std::string &base);
  template <typename T, typename... A> const T *make(A &&...a) {
    return t.program.exprs.make<T>(std::forward<A>(a)...);
  }

  // ---- Implied DO (ImpliedDo.cpp) --------------------------------------------------------------
  /// Reads the items of an implied DO. Calls among them run in a loop before the statement, their
  /// results in an array over the index space.
  template <typename Bounds, typename Items>
  const ir::Expr *impliedDo(const Bounds &bounds, Items &&items) {
    return impliedDo(*bounds.name.thing.thing.symbol, read(bounds.lower), read(bounds.upper),
                     bounds.step ? read(*bounds.step) : nullptr, items,
                     t.locate(bounds.name.thing.thing.source));
  }

  Translation &t;
  ir::Procedure *procedure;
  ir::Block *sink;
  /// What names stand for inside ASSOCIATE and statement functions.
  std::map<const SemSymbol *, const ir::Expr *> substitutions;

private:
  struct ImpliedLoop {
    ir::Symbol *variable;
    const ir::Expr *lower, *upper, *step;
  };
  const ir::Expr *impliedDo(const SemSymbol &index, const ir::Expr *lower, const ir::Expr *upper,
                            const ir::Expr *step,
                            const std::function<std::vector<const ir::Expr *>()> &items, Location);
  const ir::Expr *resultPerIndex(const ir::Type *, Location);
  std::vector<ImpliedLoop> impliedLoops; ///< from the outermost
  ir::Block *beforeLoops = nullptr;      ///< the sink outside all of them

  template <typename Node> const ir::Expr *arithmetic(ir::BinaryOp, const Node &,
                                                      const parser::Expr &whole);
  template <typename Node> const ir::Expr *comparison(ir::BinaryOp, const Node &,
                                                      const parser::Expr &whole);
  template <typename Node> const ir::Expr *logical(ir::BinaryOp, const Node &,
                                                   const parser::Expr &whole);
  const ir::Expr *shortCircuit(ir::BinaryOp, const ir::Expr *left, const ir::Expr *right,
                               ir::Block rightCalls, Location);
  const ir::Expr *power(const parser::Expr::Power &, const parser::Expr &whole);
  const ir::Expr *userOperator(const std::string &spelling, std::vector<const parser::Expr *>,
                               const parser::Expr &whole);
  const ir::Expr *userOperatorOf(const parser::Expr &);
  const ir::Expr *readNode(const parser::Expr &);
  const ir::Expr *complexPart(const parser::ComplexPart &, const ir::Type *, Location);
  const ir::Expr *statementFunction(const parser::StmtFunctionStmt &, const parser::Call &,
                                    Location);
  const ir::Expr *subscript(const parser::SectionSubscript &);
  const ir::Expr *substring(const ir::Expr *base, const parser::SubstringRange &, Location);
  ir::Symbol *procedureSymbol(const SemSymbol &, Location);
  const SemSymbol *genericBehind(const parser::Name &);
  const ir::Expr *procedureValue(const parser::Name &, Location);
  Callee boundCallee(const parser::ProcComponentRef &, const evaluate::ProcedureRef *, Location);
  void refuseOverridden(const SemSymbol &called, const std::string &written, Location);
  void acValues(const std::list<parser::AcValue> &, std::vector<const ir::Expr *> &,
                const ir::Type *);
  const ir::Expr *conversionIntrinsic(const std::string &name,
                                      const std::vector<const ir::Expr *> &, const ir::Type *,
                                      Location);
  const ir::Expr *impureIntrinsic(const std::string &name, std::vector<const ir::Expr *>,
                                  std::vector<std::string> keywords, const ir::Type *, Location);
};

/// The type both operands of an arithmetic operation or comparison are converted to.
const ir::Type *promoted(ir::TypeTable &, const ir::Type *, const ir::Type *);

/// Equal category and kind (character lengths do not count).
bool sameElement(const ir::Type *, const ir::Type *);

/// Flang's expression behind a parse tree node; null where there is none.
const SomeExpr *typedExpr(const parser::Expr &);

} // namespace costate::frontend::fortran
