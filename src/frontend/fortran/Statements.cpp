#include "frontend/fortran/Statements.h"

#include "frontend/fortran/Entries.h"

namespace costate::frontend::fortran {

StatementReader::StatementReader(Translation &t, ir::Procedure &procedure,
                                 const DeclaredStatements &declared)
    : t(t), procedure(procedure), declared(declared), expr(t, &procedure, &procedure.body) {}

void StatementReader::body(const parser::ExecutionPart &part) {
  expr.sink = &procedure.body;
  for (ir::StmtPtr &s : t.prologues[&procedure])
    emit(std::move(s));
  dispatchEntries();
  read(part.v);
}

/// Begins where the selected entry stands; see Entries.h.
void StatementReader::dispatchEntries() {
  auto it = t.entries.find(&procedure);
  if (it == t.entries.end())
    return;
  const EntryGroup &group = *it->second;
  Location at = procedure.location;
  std::vector<ir::MultiwayGoto::Case> cases;
  int64_t number = 0;
  for (const EntryPoint &point : group.points) {
    const ir::Expr *value = t.build.constant(group.selector->type, ++number, at);
    if (point.executable)
      cases.push_back({value, value, point.label});
  }
  if (!cases.empty())
    emit(std::make_unique<ir::MultiwayGoto>(t.build.variable(group.selector, at),
                                            std::move(cases), 0, at));
}

void StatementReader::entry(const parser::EntryStmt &statement, Location at) {
  for (const EntryPoint &point : t.entries.at(&procedure)->points)
    if (point.statement == &statement)
      emit(std::make_unique<ir::Label>(point.label, at));
}

void StatementReader::read(const parser::Block &block) {
  for (const parser::ExecutionPartConstruct &c : block)
    construct(c);
}

ir::Block StatementReader::nested(const parser::Block &block) {
  ir::Block out;
  ir::Block *outer = expr.sink;
  expr.sink = &out;
  read(block);
  expr.sink = outer;
  return out;
}

void StatementReader::construct(const parser::ExecutionPartConstruct &c) {
  if (auto *executable = std::get_if<parser::ExecutableConstruct>(&c.u))
    this->executable(*executable);
  else if (auto *entry =
               std::get_if<parser::Statement<common::Indirection<parser::EntryStmt>>>(&c.u))
    this->entry(entry->statement.value(), t.locate(entry->source));
  // FORMAT, DATA and NAMELIST statements are declarations wherever they stand.
}

void StatementReader::placeLabel(std::optional<parser::Label> label, Location at) {
  if (label)
    emit(std::make_unique<ir::Label>(static_cast<unsigned>(*label), at));
}

void StatementReader::executable(const parser::ExecutableConstruct &c) {
  common::visit(
      common::visitors{
          [&](const parser::Statement<parser::ActionStmt> &s) {
            statement(s.source, s.label, [&](Location at) { action(s.statement, at); });
          },
          [&](const common::Indirection<parser::DoConstruct> &x) { doConstruct(x.value()); },
          [&](const common::Indirection<parser::IfConstruct> &x) { ifConstruct(x.value()); },
          [&](const common::Indirection<parser::CaseConstruct> &x) { selectCase(x.value()); },
          [&](const common::Indirection<parser::BlockConstruct> &x) { block(x.value()); },
          [&](const common::Indirection<parser::AssociateConstruct> &x) { associate(x.value()); },
          [&](const common::Indirection<parser::WhereConstruct> &x) {
            auto &begin = std::get<parser::Statement<parser::WhereConstructStmt>>(x.value().t);
            statement(begin.source, begin.label, [&](Location) { where(x.value(), nullptr); });
          },
          [&](const common::Indirection<parser::ForallConstruct> &x) {
            auto &begin = std::get<parser::Statement<parser::ForallConstructStmt>>(x.value().t);
            statement(begin.source, begin.label, [&](Location) { forall(x.value()); });
          },
          [&](const common::Indirection<parser::SelectTypeConstruct> &x) {
            auto &begin = std::get<parser::Statement<parser::SelectTypeStmt>>(x.value().t);
            t.refuse(t.locate(begin.source), "SELECT TYPE is not supported: the object's dynamic "
                                             "type is not known");
          },
          [&](const common::Indirection<parser::SelectRankConstruct> &x) {
            auto &begin = std::get<parser::Statement<parser::SelectRankStmt>>(x.value().t);
            t.refuse(t.locate(begin.source), "SELECT RANK is not supported");
          },
          [&](const common::Indirection<parser::CriticalConstruct> &x) {
            auto &begin = std::get<parser::Statement<parser::CriticalStmt>>(x.value().t);
            t.refuse(t.locate(begin.source), "coarrays are not supported");
          },
          [&](const common::Indirection<parser::ChangeTeamConstruct> &x) {
            auto &begin = std::get<parser::Statement<parser::ChangeTeamStmt>>(x.value().t);
            t.refuse(t.locate(begin.source), "coarrays are not supported");
          },
          [&](const auto &) {}, // directives of other tools
      },
      c.u);
}

void StatementReader::action(const parser::ActionStmt &s, Location at) {
  if (inputOutput(s, at))
    return;
  common::visit(
      common::visitors{
          [&](const common::Indirection<parser::AssignmentStmt> &x) { assignment(x.value(), at); },
          [&](const common::Indirection<parser::PointerAssignmentStmt> &x) {
            pointerAssignment(x.value(), at);
          },
          [&](const common::Indirection<parser::CallStmt> &x) { call(x.value(), at); },
          [&](const common::Indirection<parser::AllocateStmt> &x) { allocate(x.value(), at); },
          [&](const common::Indirection<parser::DeallocateStmt> &x) { deallocate(x.value(), at); },
          [&](const common::Indirection<parser::NullifyStmt> &x) { nullify(x.value(), at); },
          [&](const parser::ContinueStmt &) {},
          [&](const common::Indirection<parser::CycleStmt> &x) { cycleStatement(x.value(), at); },
          [&](const common::Indirection<parser::ExitStmt> &x) { exitStatement(x.value(), at); },
          [&](const common::Indirection<parser::GotoStmt> &x) {
            emit(std::make_unique<ir::Goto>(static_cast<unsigned>(x.value().v), at));
          },
          [&](const common::Indirection<parser::IfStmt> &x) { ifStatement(x.value(), at); },
          [&](const common::Indirection<parser::ReturnStmt> &x) {
            if (x.value().v)
              t.refuse(at, "alternate returns are not supported",
                       "return an integer code and branch on it in the caller");
            emit(std::make_unique<ir::Return>(at));
          },
          [&](const common::Indirection<parser::StopStmt> &x) { stop(x.value(), at); },
          [&](const common::Indirection<parser::WhereStmt> &x) { where(x.value(), at); },
          [&](const common::Indirection<parser::ForallStmt> &x) { forall(x.value(), at); },
          [&](const common::Indirection<parser::ComputedGotoStmt> &x) {
            computedGoto(x.value(), at);
          },
          [&](const common::Indirection<parser::ArithmeticIfStmt> &x) {
            arithmeticIf(x.value(), at);
          },
          [&](const common::Indirection<parser::AssignStmt> &x) { assignLabel(x.value(), at); },
          [&](const common::Indirection<parser::AssignedGotoStmt> &x) {
            assignedGoto(x.value(), at);
          },
          [&](const common::Indirection<parser::PauseStmt> &x) {
            std::vector<ir::OpaquePiece> pieces{{"pause", nullptr, {}}};
            emit(std::make_unique<ir::Opaque>(std::move(pieces), at));
          },
          [&](const auto &) { t.refuse(at, "coarrays are not supported"); },
      },
      s.u);
}

// ---- Assignment ---------------------------------------------------------------------------------

void StatementReader::assignment(const parser::AssignmentStmt &s, Location at) {
  auto &[variable, value] = s.t;
  if (s.typedAssignment && s.typedAssignment->v)
    if (auto *ref = std::get_if<evaluate::ProcedureRef>(&s.typedAssignment->v->u))
      return definedAssignment(s, *ref, at);
  const ir::Expr *place = expr.read(variable);
  if (expr.callInto(place, value))
    return;
  const ir::Expr *result = expr.convert(expr.read(value), place->type);
  emit(std::make_unique<ir::Assign>(place, result, at));
}

void StatementReader::definedAssignment(const parser::AssignmentStmt &s,
                                        const evaluate::ProcedureRef &ref, Location at) {
  auto &[variable, value] = s.t;
  Callee target = expr.operatorCallee(ref, "assignment(=)",
                                      t.session.context().FindScope(value.source), at);
  std::vector<ir::Argument> arguments;
  arguments.push_back({expr.read(variable), {}});
  // The right side is passed as a value: the procedure may change what it was computed from.
  const ir::Expr *right = expr.argument(value, nullptr);
  if (right->isPlace())
    right = expr.make<ir::Unary>(right->type, ir::UnaryOp::Parentheses, right, right->location);
  arguments.push_back({right, {}});
  expr.emitCall(std::move(target), std::move(arguments), nullptr, at);
}

void StatementReader::pointerAssignment(const parser::PointerAssignmentStmt &s, Location at) {
  auto &[data, bounds, value] = s.t;
  const ir::Expr *place = expr.raw(data);
  const ir::Type *type = place->type;
  if (!type->isPointer()) {
    t.refuse(at, "only pointers can be assigned with =>");
    return;
  }
  const ir::Expr *target = expr.pointerValue(value, type);
  std::vector<const ir::Expr *> ranges;
  if (auto *specs = std::get_if<std::list<parser::BoundsSpec>>(&bounds.u))
    for (const parser::BoundsSpec &spec : *specs)
      ranges.push_back(expr.make<ir::Range>(expr.read(spec.v), nullptr, nullptr, at));
  else
    for (const parser::BoundsRemapping &spec :
         std::get<std::list<parser::BoundsRemapping>>(bounds.u))
      ranges.push_back(expr.make<ir::Range>(expr.read(std::get<0>(spec.t)),
                                            expr.read(std::get<1>(spec.t)), nullptr, at));
  // `p(0:) => a` keeps the pointer's own type, which tells it from an assignment to a section.
  if (!ranges.empty())
    place = expr.make<ir::Element>(type, place, ranges, at);
  emit(std::make_unique<ir::Assign>(place, target, at));
}

void StatementReader::nullify(const parser::NullifyStmt &s, Location at) {
  for (const parser::PointerObject &object : s.v) {
    const ir::Expr *place =
        common::visit([&](const auto &x) -> const ir::Expr * { return expr.raw(x); }, object.u);
    emit(std::make_unique<ir::Assign>(place, expr.make<ir::NullPointer>(place->type, at), at));
  }
}

// ---- Calls --------------------------------------------------------------------------------------

void StatementReader::call(const parser::CallStmt &s, Location at) {
  auto &[designator, actuals] = s.call.t;
  const evaluate::ProcedureRef *ref = s.typedCall.get();
  auto *name = std::get_if<parser::Name>(&designator.u);
  bool fromIntrinsicModule =
      name && name->symbol && canonicalSymbol(*name->symbol).owner().kind() == SemScope::Kind::Module;
  if (name && ref && ref->proc().GetSpecificIntrinsic() && !fromIntrinsicModule)
    return intrinsicCall(name->ToString(), s, at);
  if (s.chevrons)
    t.refuse(at, "CUDA kernel launches are not supported");
  Callee target = expr.callee(designator, ref, at);
  std::vector<ir::Argument> arguments = expr.arguments(actuals, target, at);
  expr.emitCall(std::move(target), std::move(arguments), nullptr, at);
}

void StatementReader::intrinsicCall(const std::string &name, const parser::CallStmt &s,
                                    Location at) {
  auto &actuals = std::get<std::list<parser::ActualArgSpec>>(s.call.t);
  std::vector<ir::Argument> arguments;
  for (const parser::ActualArgSpec &spec : actuals) {
    auto &[keyword, actual] = spec.t;
    auto *value = std::get_if<common::Indirection<parser::Expr>>(&actual.u);
    if (!value) {
      t.refuse(at, "%VAL, %REF and alternate returns are not supported");
      return;
    }
    arguments.push_back({expr.pointerArgument(value->value()),
                         keyword ? keyword->v.ToString() : std::string()});
  }
  if (name == "exit" || name == "abort") {
    std::vector<ir::OpaquePiece> pieces{{"call " + name, nullptr, {}}};
    if (!arguments.empty()) {
      pieces.push_back({"(", nullptr, {}});
      pieces.push_back({{}, arguments[0].value, ir::OpaquePiece::Effect::Reads});
      pieces.push_back({")", nullptr, {}});
    }
    auto opaque = std::make_unique<ir::Opaque>(std::move(pieces), at);
    opaque->noReturn = true;
    emit(std::move(opaque));
    return;
  }
  ir::Symbol *symbol = t.intrinsicProcedure(
      &procedure, name, t.program.types.procedure(t.program.types.voidType()));
  emit(std::make_unique<ir::Call>(symbol, std::move(arguments), nullptr, at));
}

void StatementReader::stop(const parser::StopStmt &s, Location at) {
  auto &[kind, code, quiet] = s.t;
  std::vector<ir::OpaquePiece> pieces;
  pieces.push_back({kind == parser::StopStmt::Kind::Stop ? "stop" : "error stop", nullptr, {}});
  if (code) {
    pieces.push_back({" ", nullptr, {}});
    pieces.push_back({{}, expr.read(code->v), ir::OpaquePiece::Effect::Reads});
  }
  if (quiet) {
    pieces.push_back({code ? ", quiet=" : " , quiet=", nullptr, {}});
    pieces.push_back({{}, expr.read(*quiet), ir::OpaquePiece::Effect::Reads});
  }
  auto opaque = std::make_unique<ir::Opaque>(std::move(pieces), at);
  opaque->noReturn = true;
  emit(std::move(opaque));
}

// ---- ALLOCATE and DEALLOCATE ----------------------------------------------------------------------

const ir::Expr *StatementReader::raw(const parser::AllocateObject &object) {
  return common::visit([&](const auto &x) -> const ir::Expr * { return expr.raw(x); }, object.u);
}

void StatementReader::allocate(const parser::AllocateStmt &s, Location at) {
  auto &[typeSpec, allocations, options] = s.t;
  std::vector<ir::Allocation> objects;
  for (const parser::Allocation &allocation : allocations) {
    auto &[object, shape, coarray] = allocation.t;
    if (coarray)
      t.refuse(at, "coarrays are not supported");
    ir::Allocation out;
    out.place = raw(object);
    for (const parser::AllocateShapeSpec &spec : shape) {
      ir::Dimension d;
      if (auto &lower = std::get<0>(spec.t))
        d.lower = expr.read(*lower);
      d.upper = expr.read(std::get<1>(spec.t));
      out.shape.push_back(d);
    }
    if (typeSpec && typeSpec->declTypeSpec) {
      auto type = evaluate::DynamicType::From(*typeSpec->declTypeSpec);
      if (type && type->category() == TypeCategory::Character)
        out.characterType = characterType(*typeSpec, type->kind());
      else if (type && type->category() == TypeCategory::Derived) {
        const ir::Type *element = out.place->type->scalar();
        if (auto *pointer = llvm::dyn_cast<ir::PointerType>(element->strip()))
          element = pointer->pointee->scalar();
        if (t.elementType(*type, at) != element)
          t.refuse(at, "allocating an object of an extended type is not supported");
      }
    }
    objects.push_back(std::move(out));
  }
  auto out = std::make_unique<ir::Allocate>(ir::Allocate::How::Fortran, std::move(objects), at);
  for (const parser::AllocOpt &option : options)
    common::visit(
        common::visitors{
            [&](const parser::AllocOpt::Mold &x) { out->mold = expr.read(x.v); },
            [&](const parser::AllocOpt::Source &x) { out->source = expr.read(x.v); },
            [&](const parser::StatOrErrmsg &x) { status(x, out->status, out->message); },
            [&](const auto &) { t.refuse(at, "CUDA allocation is not supported"); },
        },
        option.u);
  emit(std::move(out));
}

const ir::Type *StatementReader::characterType(const parser::TypeSpec &spec, unsigned kind) {
  auto *intrinsic = std::get_if<parser::IntrinsicTypeSpec>(&spec.u);
  auto *character =
      intrinsic ? std::get_if<parser::IntrinsicTypeSpec::Character>(&intrinsic->u) : nullptr;
  const parser::TypeParamValue *value = nullptr;
  if (character && character->v) {
    if (auto *selector = std::get_if<parser::LengthSelector>(&character->v->u)) {
      value = std::get_if<parser::TypeParamValue>(&selector->u);
    } else {
      auto &both = std::get<parser::CharSelector::LengthAndKind>(character->v->u);
      if (auto &length = std::get<0>(both.t))
        value = &*length;
    }
  }
  auto *length = value ? std::get_if<parser::ScalarIntExpr>(&value->u) : nullptr;
  return length ? t.program.types.character(kind, expr.read(*length))
                : t.program.types.character(kind, nullptr, true);
}

void StatementReader::status(const parser::StatOrErrmsg &x, const ir::Expr *&status,
                             const ir::Expr *&message) {
  if (auto *stat = std::get_if<parser::StatVariable>(&x.u))
    status = expr.read(stat->v);
  else
    message = expr.read(std::get<parser::MsgVariable>(x.u).v);
}

void StatementReader::deallocate(const parser::DeallocateStmt &s, Location at) {
  auto &[objects, options] = s.t;
  std::vector<const ir::Expr *> places;
  for (const parser::AllocateObject &object : objects)
    places.push_back(raw(object));
  auto out = std::make_unique<ir::Free>(std::move(places), at);
  for (const parser::StatOrErrmsg &option : options)
    status(option, out->status, out->message);
  emit(std::move(out));
}

} // namespace costate::frontend::fortran
