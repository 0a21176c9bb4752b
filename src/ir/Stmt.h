// The statements of the canonical program, and the few raw ones a front end may leave behind.
//
// The canonical statements are Assign, Call, If, For, While, Allocate, Free and Opaque: structured,
// one entry, one exit each. A procedure ends at the end of its body and nowhere else.
//
// The raw statements (Label, Goto, MultiwayGoto, Exit, Cycle, Return, Loop) exist only between a
// front end and `frontend/structure`, which removes every one of them; the verifier checks that.
#pragma once

#include "ir/Symbol.h"

namespace costate::ir {

enum class StmtKind {
  Assign,
  Call,
  If,
  For,
  While,
  Allocate,
  Free,
  Opaque,
  // Raw
  Label,
  Goto,
  MultiwayGoto,
  Exit,
  Cycle,
  Return,
  Loop,
};

class Stmt;
using StmtPtr = std::unique_ptr<Stmt>;
using Block = std::vector<StmtPtr>;

class Stmt {
public:
  StmtKind kind() const { return kindValue; }
  bool isRaw() const { return kindValue >= StmtKind::Label; }

  Location location;
  /// Comment lines that stood before the statement, without comment marks, outer blanks trimmed;
  /// directives of other tools (`$omp`, `$ad`) included as written.
  std::vector<std::string> comments;

  virtual ~Stmt() = default;

protected:
  Stmt(StmtKind k, Location at) : location(at), kindValue(k) {}

private:
  StmtKind kindValue;
};

/// place := value. In Fortran both may be arrays (the value may be scalar), `mask` (a Logical array
/// or null) is WHERE's, and assigning a whole allocatable (re)allocates it. The value is evaluated
/// before the place is written, as both languages say. C structs are assigned whole.
class Assign : public Stmt {
public:
  Assign(const Expr *place, const Expr *value, Location at = {}, const Expr *mask = nullptr)
      : Stmt(StmtKind::Assign, at), place(place), value(value), mask(mask) {}
  const Expr *place, *value, *mask;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Assign; }
};

/// One actual argument. Null value: an absent optional argument.
struct Argument {
  const Expr *value = nullptr; ///< a place is passed by reference in Fortran
  std::string keyword;         ///< Fortran: set where the source used it and positions cannot say it
};

/// [result :=] callee(arguments), arguments in the order of the callee's parameters.
/// Exactly one of `callee` (a Procedure symbol: external, module, internal or dummy procedure) and
/// `pointer` (a place of procedure pointer type) is set.
class Call : public Stmt {
public:
  Call(Symbol *callee, std::vector<Argument> arguments, const Expr *result, Location at = {})
      : Stmt(StmtKind::Call, at), callee(callee), arguments(std::move(arguments)),
        result(result) {}
  Symbol *callee;
  const Expr *pointer = nullptr;
  std::vector<Argument> arguments;
  const Expr *result; ///< null: a subroutine, or a function whose result nobody wants
  /// Fortran: how the source named the callee where `callee` itself cannot be named here (a generic
  /// with private specifics: `foo`; a binding: `%area`, argument 0 then being the object).
  std::string written;
  Symbol *generic = nullptr; ///< where `written` is a generic: the unit's symbol of that name
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Call; }
};

class If : public Stmt {
public:
  If(const Expr *condition, Block thenBlock, Block elseBlock, Location at = {})
      : Stmt(StmtKind::If, at), condition(condition), thenBlock(std::move(thenBlock)),
        elseBlock(std::move(elseBlock)) {}
  const Expr *condition; ///< scalar Logical
  Block thenBlock, elseBlock;
  /// For the emitters: the source returned at the end of the then-branch, and what followed the
  /// statement is the else-branch. Holds only where nothing follows this statement.
  bool thenReturned = false;
  /// For the emitters: this If began as one branch of a SELECT CASE or switch.
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::If; }
};

/// A counted loop. On entry lower, bound and step are evaluated once and
///   trips = max(0, number of k >= 0 such that lower + k*step has not passed bound)
/// The variable takes lower, lower+step, ... and after the loop has lower + trips*step. The body
/// does not assign it. Steps are never zero.
class For : public Stmt {
public:
  enum class Direction { Up, Down, BySignOfStep };
  For(Symbol *variable, const Expr *lower, const Expr *bound, const Expr *step, Block body,
      Location at = {})
      : Stmt(StmtKind::For, at), variable(variable), lower(lower), bound(bound), step(step),
        body(std::move(body)) {}
  Symbol *variable; ///< an integer or (C) a pointer, whose steps count elements
  const Expr *lower;
  const Expr *bound;
  const Expr *step; ///< null: 1. With Direction::Down of C, the (negative) step itself
  bool inclusive = true; ///< `bound` is still executed (`<=`); false: not (`<`, `!=`)
  Direction direction = Direction::BySignOfStep;
  Block body;
  unsigned id = 0; ///< raw: what Exit and Cycle name
  /// The source promised independent iterations (DO CONCURRENT).
  bool concurrent = false;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::For; }
};

/// for (;;) { head; if (!condition) break; body }
/// With an empty head it is a while loop, with an empty body a do-while loop; otherwise the loop
/// exits in the middle. No loop needs its head or body duplicated for its shape.
class While : public Stmt {
public:
  While(Block head, const Expr *condition, Block body, Location at = {})
      : Stmt(StmtKind::While, at), head(std::move(head)), condition(condition),
        body(std::move(body)) {}
  Block head;
  const Expr *condition;
  Block body;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::While; }
};

/// One object of an Allocate.
struct Allocation {
  const Expr *place = nullptr; ///< an allocatable or pointer place
  std::vector<Dimension> shape; ///< Fortran bounds; empty for a scalar or where `source` shapes it
  const Type *characterType = nullptr; ///< Fortran type-spec `character(len=n) ::`; else null
};

/// Fortran ALLOCATE; in C `place = malloc(bytes)` and its kin. The new memory is undefined unless
/// `zeroed` or `source` is given.
class Allocate : public Stmt {
public:
  enum class How { Fortran, Malloc, Calloc, Realloc };
  Allocate(How how, std::vector<Allocation> objects, Location at = {})
      : Stmt(StmtKind::Allocate, at), how(how), objects(std::move(objects)) {}
  How how;
  std::vector<Allocation> objects;
  // Fortran
  const Expr *source = nullptr, *mold = nullptr;
  const Expr *status = nullptr, *message = nullptr; ///< stat= and errmsg= places
  // C: malloc(size), calloc(count, size), realloc(old, size); size in bytes as written
  const Expr *count = nullptr, *size = nullptr, *old = nullptr;
  const Expr *alignment = nullptr; ///< of Malloc: aligned_alloc(alignment, size)
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Allocate; }
};

/// DEALLOCATE (several places), free (one pointer expression).
class Free : public Stmt {
public:
  Free(std::vector<const Expr *> places, Location at = {})
      : Stmt(StmtKind::Free, at), places(std::move(places)) {}
  std::vector<const Expr *> places;
  const Expr *status = nullptr, *message = nullptr;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Free; }
};

/// A statement the middle end only moves: I/O, STOP, calls of printf. Text with holes; each hole is
/// an expression that is read, a place that is written, or both.
struct OpaquePiece {
  enum class Effect { None, Reads, Writes, ReadsAndWrites };
  std::string text;            ///< where `value` is null
  const Expr *value = nullptr; ///< printed in the language of the procedure
  Effect effect = Effect::None;
};

class Opaque : public Stmt {
public:
  Opaque(std::vector<OpaquePiece> pieces, Location at = {})
      : Stmt(StmtKind::Opaque, at), pieces(std::move(pieces)) {}
  std::vector<OpaquePiece> pieces;
  bool noReturn = false; ///< STOP, ERROR STOP, exit(), abort()
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Opaque; }
};

// ---- Raw statements -------------------------------------------------------------------------

/// A label as a statement of its own, before the statement it labels. Numbers are per procedure;
/// a front end numbers C labels itself.
class Label : public Stmt {
public:
  explicit Label(unsigned label, Location at = {}) : Stmt(StmtKind::Label, at), label(label) {}
  unsigned label;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Label; }
};

class Goto : public Stmt {
public:
  explicit Goto(unsigned label, Location at = {}) : Stmt(StmtKind::Goto, at), label(label) {}
  unsigned label;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Goto; }
};

/// Goes to the label of the first case that holds the selector's value, else to `otherwise`
/// (0: falls through to the next statement). Computed and assigned GOTO, switch with fallthrough.
/// The selector has no side effect and is evaluated once.
class MultiwayGoto : public Stmt {
public:
  struct Case {
    const Expr *lower, *upper; ///< constants; the same object for a single value
    unsigned label;
  };
  MultiwayGoto(const Expr *selector, std::vector<Case> cases, unsigned otherwise,
               Location at = {})
      : Stmt(StmtKind::MultiwayGoto, at), selector(selector), cases(std::move(cases)),
        otherwise(otherwise) {}
  const Expr *selector;
  std::vector<Case> cases;
  unsigned otherwise;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::MultiwayGoto; }
};

/// Leaves the For or Loop with this id (break, EXIT).
class Exit : public Stmt {
public:
  explicit Exit(unsigned loop, Location at = {}) : Stmt(StmtKind::Exit, at), loop(loop) {}
  unsigned loop;
  Symbol *flag = nullptr; ///< the structurer's: a flag, set just before, that tells this exit
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Exit; }
};

/// Goes on with the next iteration of the For or Loop with this id (continue, CYCLE): runs the
/// Loop's `step` first; with `testAtEnd` goes to the test.
class Cycle : public Stmt {
public:
  explicit Cycle(unsigned loop, Location at = {}) : Stmt(StmtKind::Cycle, at), loop(loop) {}
  unsigned loop;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Cycle; }
};

/// Ends the procedure; a function's result variable has been assigned before.
class Return : public Stmt {
public:
  explicit Return(Location at = {}) : Stmt(StmtKind::Return, at) {}
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Return; }
};

/// Any loop but a Fortran counted DO:
///   for (;;) { head; if (!condition) break; body; step }          a while or C for loop
///   do { body; step; head } while (condition)                     with testAtEnd
/// `head` computes what the condition needs (hoisted calls); a null condition is true. C's counted
/// loops arrive like this too (after an Assign of the variable) and become For in the structurer.
/// A labelled block that is only ever left (C switch, Fortran named constructs) is a Loop with
/// `once` set: it runs its body once, and Exit leaves it.
class Loop : public Stmt {
public:
  Loop(unsigned id, Block head, const Expr *condition, Block body, Block step, Location at = {})
      : Stmt(StmtKind::Loop, at), id(id), head(std::move(head)), condition(condition),
        body(std::move(body)), step(std::move(step)) {}
  unsigned id; ///< from Procedure::newLoopId()
  Block head;
  const Expr *condition;
  Block body, step;
  bool testAtEnd = false;
  bool once = false;
  static bool classof(const Stmt *s) { return s->kind() == StmtKind::Loop; }
};

/// The blocks directly inside a statement, in order.
std::vector<Block *> blocks(Stmt &);
std::vector<const Block *> blocks(const Stmt &);

/// The expressions directly in a statement (not in its blocks), null ones left out. Places that are
/// written are among them.
std::vector<const Expr *> expressions(const Stmt &);

/// Calls `visit(Stmt&)` on every statement of a block and below, outer before inner.
template <typename B, typename Visit> void forEachStmt(B &block, Visit &&visit) {
  for (auto &stmt : block) {
    visit(*stmt);
    for (auto *inner : blocks(*stmt))
      forEachStmt(*inner, visit);
  }
}

StmtPtr clone(const Stmt &);
Block clone(const Block &);

} // namespace costate::ir
