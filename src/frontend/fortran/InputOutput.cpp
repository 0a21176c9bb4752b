#include "frontend/fortran/InputOutput.h"

#include "frontend/fortran/LowerCase.h"

namespace costate::frontend::fortran {

void IoReader::text(const std::string &s) {
  if (!pieces.empty() && !pieces.back().value)
    pieces.back().text += s;
  else
    pieces.push_back({s, nullptr, Effect::None});
}

void IoReader::hole(const ir::Expr *e, Effect effect) { pieces.push_back({{}, e, effect}); }

void IoReader::item(const std::string &keyword) {
  text((first ? "" : ", ") + (keyword.empty() ? "" : keyword + "="));
  first = false;
}

// ---- Control items --------------------------------------------------------------------------------

void IoReader::unit(const parser::IoUnit &x, bool input) {
  const ir::Expr *value = nullptr;
  if (auto *variable = std::get_if<parser::Variable>(&x.u))
    value = expr.read(*variable);
  else if (auto *expression = std::get_if<fortran::common::Indirection<parser::Expr>>(&x.u))
    value = expr.read(expression->value());
  if (!value) {
    text("*");
    return;
  }
  bool internalFile = value->type->scalar()->isCharacter();
  hole(value, internalFile && !input ? Effect::Writes : Effect::Reads);
}

void IoReader::format(const parser::Format &x) {
  if (std::holds_alternative<parser::Star>(x.u)) {
    text("*");
  } else if (auto *label = std::get_if<parser::Label>(&x.u)) {
    text(std::to_string(*label));
  } else {
    auto &e = std::get<parser::Expr>(x.u);
    const ir::Expr *value = expr.read(e);
    auto *variable = llvm::dyn_cast<ir::Variable>(value);
    if (variable && value->type->isInteger()) {
      auto *designator = std::get_if<fortran::common::Indirection<parser::Designator>>(&e.u);
      assignedFormat(value, parser::GetLastName(designator->value()).symbol);
    } else {
      hole(value, Effect::Reads);
    }
  }
}

void IoReader::assignedFormat(const ir::Expr *variable, const SemSymbol *symbol) {
  formatVariable = variable;
  for (const AssignedLabel &assigned : s.declared.assigned)
    if (assigned.variable == &symbol->GetUltimate() &&
        std::find(formatLabels.begin(), formatLabels.end(), assigned.label) == formatLabels.end())
      formatLabels.push_back(assigned.label);
  if (formatLabels.empty())
    t.refuse(at, "no FORMAT label is ever assigned to '" + symbol->name().ToString() + "'");
  formatPiece = pieces.size();
  pieces.push_back({"", variable, Effect::Reads}); // replaced by each label in turn
}

void IoReader::control(const parser::IoControlSpec &x, bool input) {
  fortran::common::visit(
      fortran::common::visitors{
          [&](const parser::IoUnit &u) {
            item("unit");
            unit(u, input);
          },
          [&](const parser::Format &f) {
            item("fmt");
            format(f);
          },
          [&](const parser::Name &name) { item("nml"), text(name.ToString()); },
          [&](const parser::IoControlSpec::CharExpr &c) {
            auto &[kind, value] = c.t;
            item(lowerCase(parser::IoControlSpec::CharExpr::EnumToString(kind)));
            hole(expr.read(value), Effect::Reads);
          },
          [&](const parser::IoControlSpec::Asynchronous &c) {
            item("asynchronous");
            hole(expr.read(c.v), Effect::Reads);
          },
          [&](const parser::EndLabel &label) { endLabel = label.v; },
          [&](const parser::EorLabel &label) { recordLabel = label.v; },
          [&](const parser::ErrLabel &label) { errorLabel = label.v; },
          [&](const parser::IdVariable &v) { item("id"), hole(expr.read(v.v), Effect::Writes); },
          [&](const parser::MsgVariable &v) {
            item("iomsg");
            hole(expr.read(v.v), Effect::Writes);
          },
          [&](const parser::StatVariable &v) { status(v); },
          [&](const parser::IoControlSpec::Pos &v) {
            item("pos");
            hole(expr.read(v.v), Effect::Reads);
          },
          [&](const parser::IoControlSpec::Rec &v) {
            item("rec");
            hole(expr.read(v.v), Effect::Reads);
          },
          [&](const parser::IoControlSpec::Size &v) {
            item("size");
            hole(expr.read(v.v), Effect::Writes);
          },
          [&](const parser::ErrorRecovery &) {},
      },
      x.u);
}

void IoReader::controls(const std::list<parser::IoControlSpec> &list, bool input) {
  for (const parser::IoControlSpec &x : list)
    control(x, input);
}

void IoReader::status(const parser::StatVariable &v) {
  item("iostat");
  statusPlace = expr.read(v.v);
  userStatus = true;
  hole(statusPlace, Effect::Writes);
}

/// ERR=, END= and EOR= are tests of the status afterwards.
void IoReader::prepareStatus() {
  if ((!errorLabel && !endLabel && !recordLabel) || statusPlace)
    return;
  ir::Symbol *symbol = expr.temporary("iostat", t.build.integer(ir::Language::Fortran), at);
  symbol->temporary = false;
  statusPlace = t.build.variable(symbol, at);
  item("iostat");
  hole(statusPlace, Effect::Writes);
}

// ---- Lists ----------------------------------------------------------------------------------------

template <typename Item, typename Read>
const ir::Expr *IoReader::impliedDo(const std::list<Item> &items,
                                    const parser::IoImpliedDoControl &control, Read &&read) {
  return expr.impliedDo(control, [&] {
    std::vector<const ir::Expr *> values;
    for (const Item &x : items)
      values.push_back(read(x));
    return values;
  });
}

const ir::Expr *IoReader::output(const parser::OutputItem &x) {
  if (auto *e = std::get_if<parser::Expr>(&x.u))
    return expr.read(*e);
  auto &[items, control] =
      std::get<fortran::common::Indirection<parser::OutputImpliedDo>>(x.u).value().t;
  return impliedDo(items, control, [&](const parser::OutputItem &y) { return output(y); });
}

const ir::Expr *IoReader::input(const parser::InputItem &x) {
  if (auto *variable = std::get_if<parser::Variable>(&x.u))
    return expr.read(*variable);
  auto &[items, control] =
      std::get<fortran::common::Indirection<parser::InputImpliedDo>>(x.u).value().t;
  return impliedDo(items, control, [&](const parser::InputItem &y) { return input(y); });
}

void IoReader::outputs(const std::list<parser::OutputItem> &items) {
  const char *separator = " ";
  for (const parser::OutputItem &x : items) {
    const ir::Expr *value = output(x);
    text(separator);
    hole(value, Effect::Reads);
    separator = ", ";
  }
}

void IoReader::inputs(const std::list<parser::InputItem> &items) {
  const char *separator = " ";
  for (const parser::InputItem &x : items) {
    const ir::Expr *value = input(x);
    text(separator);
    hole(value, Effect::Writes);
    separator = ", ";
  }
}

// ---- Statements -----------------------------------------------------------------------------------

void IoReader::read(const parser::ReadStmt &x) {
  transfer = true;
  if (!x.iounit && x.controls.empty() && x.format) { // read fmt, items
    text("read ");
    format(*x.format);
    if (!x.items.empty())
      text(",");
    inputs(x.items);
    finish();
    return;
  }
  text("read(");
  if (x.iounit) {
    item("");
    unit(*x.iounit, true);
  }
  if (x.format) {
    item("");
    format(*x.format);
  }
  controls(x.controls, true);
  prepareStatus();
  text(")");
  inputs(x.items);
  finish();
}

void IoReader::write(const parser::WriteStmt &x) {
  transfer = true;
  text("write(");
  if (x.iounit) {
    item("");
    unit(*x.iounit, false);
  }
  if (x.format) {
    item("");
    format(*x.format);
  }
  controls(x.controls, false);
  prepareStatus();
  text(")");
  outputs(x.items);
  finish();
}

void IoReader::print(const parser::PrintStmt &x) {
  auto &[form, items] = x.t;
  text("print ");
  format(form);
  if (!items.empty())
    text(",");
  outputs(items);
  finish();
}

/// What OPEN, CLOSE, BACKSPACE and their like have in common.
template <typename Spec> bool IoReader::common(const Spec &x) {
  if constexpr (std::is_same_v<Spec, parser::FileUnitNumber>) {
    item("unit");
    hole(expr.read(x.v), Effect::Reads);
  } else if constexpr (std::is_same_v<Spec, parser::MsgVariable>) {
    item("iomsg");
    hole(expr.read(x.v), Effect::Writes);
  } else if constexpr (std::is_same_v<Spec, parser::StatVariable>) {
    status(x);
  } else if constexpr (std::is_same_v<Spec, parser::ErrLabel>) {
    errorLabel = x.v;
  } else if constexpr (std::is_same_v<Spec, parser::StatusExpr>) {
    item("status");
    hole(expr.read(x.v), Effect::Reads);
  } else {
    return false;
  }
  return true;
}

void IoReader::open(const parser::OpenStmt &x) {
  text("open(");
  for (const parser::ConnectSpec &spec : x.v)
    fortran::common::visit(
        fortran::common::visitors{
            [&](const parser::FileNameExpr &e) {
              item("file");
              hole(expr.read(e), Effect::Reads);
            },
            [&](const parser::ConnectSpec::CharExpr &c) {
              auto &[kind, value] = c.t;
              item(lowerCase(parser::ConnectSpec::CharExpr::EnumToString(kind)));
              hole(expr.read(value), Effect::Reads);
            },
            [&](const parser::ConnectSpec::Recl &r) {
              item("recl");
              hole(expr.read(r.v), Effect::Reads);
            },
            [&](const parser::ConnectSpec::Newunit &n) {
              item("newunit");
              hole(expr.read(n.v), Effect::Writes);
            },
            [&](const auto &other) { common(other); },
        },
        spec.u);
  prepareStatus();
  text(")");
  finish();
}

void IoReader::close(const parser::CloseStmt &x) {
  text("close(");
  for (const parser::CloseStmt::CloseSpec &spec : x.v)
    fortran::common::visit([&](const auto &y) { common(y); }, spec.u);
  prepareStatus();
  text(")");
  finish();
}

void IoReader::position(const char *keyword,
                        const std::list<parser::PositionOrFlushSpec> &specs) {
  text(std::string(keyword) + "(");
  for (const parser::PositionOrFlushSpec &spec : specs)
    fortran::common::visit([&](const auto &y) { common(y); }, spec.u);
  prepareStatus();
  text(")");
  finish();
}

void IoReader::wait(const parser::WaitStmt &x) {
  text("wait(");
  for (const parser::WaitSpec &spec : x.v)
    fortran::common::visit(
        fortran::common::visitors{
            [&](const parser::EndLabel &label) { endLabel = label.v; },
            [&](const parser::EorLabel &label) { recordLabel = label.v; },
            [&](const parser::IdExpr &e) { item("id"), hole(expr.read(e.v), Effect::Reads); },
            [&](const auto &other) { common(other); },
        },
        spec.u);
  prepareStatus();
  text(")");
  finish();
}

void IoReader::inquireSpec(const parser::InquireSpec &spec) {
  fortran::common::visit(
      fortran::common::visitors{
          [&](const parser::FileNameExpr &e) {
            item("file");
            hole(expr.read(e), Effect::Reads);
          },
          [&](const parser::InquireSpec::CharVar &c) {
            auto &[which, variable] = c.t;
            item(lowerCase(parser::InquireSpec::CharVar::EnumToString(which)));
            hole(expr.read(variable), Effect::Writes);
          },
          [&](const parser::InquireSpec::IntVar &c) {
            auto &[which, variable] = c.t;
            const ir::Expr *place = expr.read(variable);
            item(lowerCase(parser::InquireSpec::IntVar::EnumToString(which)));
            if (which == parser::InquireSpec::IntVar::Kind::Iostat) {
              statusPlace = place;
              userStatus = true;
            }
            hole(place, Effect::Writes);
          },
          [&](const parser::InquireSpec::LogVar &c) {
            auto &[which, variable] = c.t;
            item(lowerCase(parser::InquireSpec::LogVar::EnumToString(which)));
            hole(expr.read(variable), Effect::Writes);
          },
          [&](const parser::IdExpr &e) { item("id"), hole(expr.read(e.v), Effect::Reads); },
          [&](const auto &other) { common(other); },
      },
      spec.u);
}

void IoReader::inquire(const parser::InquireStmt &x) {
  text("inquire(");
  if (auto *length = std::get_if<parser::InquireStmt::Iolength>(&x.u)) {
    auto &[variable, items] = length->t;
    item("iolength");
    hole(expr.read(variable), Effect::Writes);
    text(")");
    outputs(items);
  } else {
    for (const parser::InquireSpec &spec : std::get<std::list<parser::InquireSpec>>(x.u))
      inquireSpec(spec);
    prepareStatus();
    text(")");
  }
  finish();
}

// ---- The statement and its branches -----------------------------------------------------------------

void IoReader::branch(const ir::Expr *condition, std::optional<parser::Label> label) {
  ir::Block body;
  if (label) {
    body.push_back(std::make_unique<ir::Goto>(static_cast<unsigned>(*label), at));
  } else {
    std::vector<ir::OpaquePiece> stop{{"error stop", nullptr, Effect::None}};
    auto opaque = std::make_unique<ir::Opaque>(std::move(stop), at);
    opaque->noReturn = true;
    body.push_back(std::move(opaque));
  }
  s.emit(std::make_unique<ir::If>(condition, std::move(body), ir::Block(), at));
}

void IoReader::finish() {
  if (formatVariable) {
    // One statement per FORMAT the variable may name.
    ir::Block *outer = expr.sink;
    for (parser::Label label : formatLabels) {
      std::vector<ir::OpaquePiece> own = pieces;
      own[formatPiece] = {std::to_string(label), nullptr, Effect::None};
      ir::Block body;
      body.push_back(std::make_unique<ir::Opaque>(std::move(own), at));
      const ir::Expr *number =
          t.build.constant(formatVariable->type, static_cast<int64_t>(label), at);
      auto choice = std::make_unique<ir::If>(
          t.build.compare(ir::BinaryOp::Equal, formatVariable, number, ir::Language::Fortran),
          std::move(body), ir::Block(), at);
      ir::Block *next = &choice->elseBlock;
      s.emit(std::move(choice));
      expr.sink = next;
    }
    expr.sink = outer;
  } else {
    s.emit(std::make_unique<ir::Opaque>(std::move(pieces), at));
  }
  if (!errorLabel && !endLabel && !recordLabel)
    return;
  const ir::Type *logical = t.build.defaultLogical();
  auto is = [&](const char *inquiry) -> const ir::Expr * {
    return expr.make<ir::Intrinsic>(logical, inquiry, std::vector<const ir::Expr *>{statusPlace},
                                    at);
  };
  const ir::Expr *zero = t.build.constant(statusPlace->type, 0, at);
  auto compare = [&](ir::BinaryOp op) {
    return t.build.compare(op, statusPlace, zero, ir::Language::Fortran);
  };
  if (endLabel)
    branch(is("is_iostat_end"), endLabel);
  if (recordLabel)
    branch(is("is_iostat_eor"), recordLabel);
  if (errorLabel)
    branch(compare(ir::BinaryOp::Greater), errorLabel);
  // What neither a label nor the program's own status catches still ends the program.
  if (!userStatus && !errorLabel)
    branch(compare(ir::BinaryOp::Greater), std::nullopt);
  if (!userStatus && transfer && !endLabel)
    branch(compare(ir::BinaryOp::Less), std::nullopt);
}

bool StatementReader::inputOutput(const parser::ActionStmt &statement, Location at) {
  IoReader io(*this, at);
  return common::visit(
      common::visitors{
          [&](const common::Indirection<parser::ReadStmt> &x) { return io.read(x.value()), true; },
          [&](const common::Indirection<parser::WriteStmt> &x) {
            return io.write(x.value()), true;
          },
          [&](const common::Indirection<parser::PrintStmt> &x) {
            return io.print(x.value()), true;
          },
          [&](const common::Indirection<parser::OpenStmt> &x) { return io.open(x.value()), true; },
          [&](const common::Indirection<parser::CloseStmt> &x) {
            return io.close(x.value()), true;
          },
          [&](const common::Indirection<parser::BackspaceStmt> &x) {
            return io.position("backspace", x.value().v), true;
          },
          [&](const common::Indirection<parser::EndfileStmt> &x) {
            return io.position("endfile", x.value().v), true;
          },
          [&](const common::Indirection<parser::RewindStmt> &x) {
            return io.position("rewind", x.value().v), true;
          },
          [&](const common::Indirection<parser::FlushStmt> &x) {
            return io.position("flush", x.value().v), true;
          },
          [&](const common::Indirection<parser::WaitStmt> &x) { return io.wait(x.value()), true; },
          [&](const common::Indirection<parser::InquireStmt> &x) {
            return io.inquire(x.value()), true;
          },
          [&](const auto &) { return false; },
      },
      statement.u);
}

} // namespace costate::frontend::fortran
