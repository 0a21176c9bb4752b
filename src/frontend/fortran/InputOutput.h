// One input/output statement as an Opaque: text with holes.
#pragma once

#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

/// Builds the pieces, then the statement, then what ERR=, END= and EOR= do.
class IoReader {
public:
  IoReader(StatementReader &s, Location at) : s(s), t(s.t), expr(s.expr), at(at) {}

  void read(const parser::ReadStmt &);
  void write(const parser::WriteStmt &);
  void print(const parser::PrintStmt &);
  void open(const parser::OpenStmt &);
  void close(const parser::CloseStmt &);
  void position(const char *keyword, const std::list<parser::PositionOrFlushSpec> &);
  void wait(const parser::WaitStmt &);
  void inquire(const parser::InquireStmt &);

private:
  using Effect = ir::OpaquePiece::Effect;

  void text(const std::string &);
  void hole(const ir::Expr *, Effect);
  /// Begins the next control item: a comma where one is needed, and its keyword.
  void item(const std::string &keyword);
  void unit(const parser::IoUnit &, bool input);
  void format(const parser::Format &);
  void assignedFormat(const ir::Expr *variable, const SemSymbol *);
  void controls(const std::list<parser::IoControlSpec> &, bool input);
  void control(const parser::IoControlSpec &, bool input);
  void outputs(const std::list<parser::OutputItem> &);
  void inputs(const std::list<parser::InputItem> &);
  const ir::Expr *output(const parser::OutputItem &);
  const ir::Expr *input(const parser::InputItem &);
  template <typename Item, typename Read>
  const ir::Expr *impliedDo(const std::list<Item> &, const parser::IoImpliedDoControl &, Read &&);
  void inquireSpec(const parser::InquireSpec &);
  void status(const parser::StatVariable &);
  void prepareStatus();
  void finish();
  void branch(const ir::Expr *condition, std::optional<parser::Label>);
  template <typename Spec> bool common(const Spec &);

  StatementReader &s;
  Translation &t;
  ExpressionReader &expr;
  Location at;
  std::vector<ir::OpaquePiece> pieces;
  bool first = true; ///< no control item yet
  bool transfer = false;
  std::optional<parser::Label> errorLabel, endLabel, recordLabel;
  const ir::Expr *statusPlace = nullptr;
  bool userStatus = false;
  /// A format given by an ASSIGNed variable: which labels it may hold, and where they go.
  std::vector<parser::Label> formatLabels;
  const ir::Expr *formatVariable = nullptr;
  size_t formatPiece = 0;
};

} // namespace costate::frontend::fortran
