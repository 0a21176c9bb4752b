// The execution part: the statements of the canonical program in the order of Stmt.h.
#pragma once

#include "emit/fortran/Expressions.h"
#include "emit/fortran/Layout.h"
#include "emit/fortran/Masks.h"

#include <optional>
#include <set>

namespace costate::emit::fortran {

class Statements {
public:
  Statements(ir::Program &program, Layout &layout, Expressions &expressions,
             const Unhoisted &unhoisted, const Masks &masks)
      : program(program), layout(layout), expressions(expressions), unhoisted(unhoisted),
        masks(masks) {}

  /// The execution part of a procedure.
  void body(const ir::Procedure &);

private:
  using List = std::vector<const ir::Stmt *>;

  /// `returns`: nothing follows the block in its procedure, and RETURN may be written.
  void block(const ir::Block &, bool returns);

  std::vector<std::string> comments(const ir::Stmt &);
  void statement(const ir::Stmt &, bool returns);
  /// The text of a statement that is one line, which an IF statement could hold.
  std::optional<std::string> simple(const ir::Stmt &);

  std::string assignment(const ir::Assign &);
  std::string call(const ir::Call &);
  std::string moldedShape(const ir::Allocation &, const ir::Expr *mold);
  std::string allocate(const ir::Allocate &);
  std::string deallocate(const ir::Free &);
  std::string opaque(const ir::Opaque &);

  void conditional(const ir::If &, bool returns);
  void earlyReturn(const ir::If &);
  bool oneLine(const ir::If &, const ir::Expr *condition, const ir::Block &);
  void elseBranches(const ir::Block &, bool returns);
  void counted(const ir::For &);
  void concurrent(const ir::For &);
  const ir::Expr *inclusiveBound(const ir::For &);
  void repeated(const ir::Stmt &);
  void nameLoops(const ir::Block &, std::vector<unsigned> &around);
  void loop(const ir::Stmt &, const std::string &header, const std::function<void()> &body);
  std::string jump(const char *word, unsigned loop) const;

  size_t where(const WhereConstruct &);
  size_t masked(const List &, size_t first);
  void maskedBranch(const List &, size_t first, size_t end);

  const ir::Expr *negated(const ir::Expr *);
  std::string condition(const ir::Stmt &, const ir::Expr *);

  const ir::Procedure *procedure = nullptr; ///< whose body it is
  ir::Program &program;
  Layout &layout;
  Expressions &expressions;
  const Unhoisted &unhoisted;
  const Masks &masks;
  std::map<unsigned, std::string> loopNames; ///< of loops that jumps inside other loops name
};

} // namespace costate::emit::fortran
