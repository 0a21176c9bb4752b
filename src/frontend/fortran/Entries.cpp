#include "frontend/fortran/Entries.h"

#include <algorithm>

namespace costate::frontend::fortran {

namespace {

const semantics::SubprogramDetails &detailsOf(const EntryPoint &point) {
  return point.symbol->get<semantics::SubprogramDetails>();
}

class EntryBuilder {
public:
  EntryBuilder(Translation &t, EntryGroup &group) : t(t), group(group) {}

  void run() {
    completeMaster();
    int64_t number = 0;
    for (EntryPoint &point : group.points)
      wrap(point, ++number);
  }

private:
  void completeMaster() {
    ir::Procedure &master = *group.master;
    for (const EntryPoint &point : group.points)
      for (const SemSymbol *dummy : detailsOf(point).dummyArgs()) {
        if (!dummy) {
          t.refuse(master.location, "alternate returns are not supported");
          continue;
        }
        ir::Symbol *parameter = t.symbol(*dummy);
        parameter->storage = ir::Storage::Argument;
        if (std::find(master.parameters.begin(), master.parameters.end(), parameter) ==
            master.parameters.end())
          master.parameters.push_back(parameter);
      }
    for (const EntryPoint &point : group.points)
      if (detailsOf(point).isFunction()) {
        ir::Symbol *result = t.symbol(detailsOf(point).result());
        result->storage = ir::Storage::Argument;
        if (std::find(master.parameters.begin(), master.parameters.end(), result) ==
            master.parameters.end())
          master.parameters.push_back(result);
      }
    master.kind = ir::ProcedureKind::Subroutine;
    master.result = nullptr;
    master.resultType = t.program.types.voidType();
    const ir::Type *integer = t.build.integer(ir::Language::Fortran);
    group.selector = t.makeVariable(master, "entry", integer);
    group.selector->storage = ir::Storage::Argument;
    master.parameters.insert(master.parameters.begin(), group.selector);
  }

  /// A wrapper hands arguments on: of an array it need not know more than where it begins.
  const ir::Type *handedOn(const ir::Symbol &parameter) {
    const ir::Type *element = parameter.type->scalar();
    if (auto *character = llvm::dyn_cast<ir::CharacterType>(element->strip()))
      if (character->length && !character->length->isConstant())
        element = t.program.types.character(character->charKind, nullptr);
    auto *array = llvm::dyn_cast<ir::ArrayType>(parameter.type->strip());
    if (!array)
      return element;
    for (const ir::Dimension &d : array->dimensions)
      if (d.form != ir::Dimension::Form::Explicit && d.form != ir::Dimension::Form::Star)
        t.refuse(parameter.location, "an assumed-shape argument of a procedure with ENTRY is not "
                                     "supported",
                 "write separate procedures");
    ir::Dimension star;
    star.form = ir::Dimension::Form::Star;
    return t.program.types.array(element, {star}, false);
  }

  /// The type of a local that stands for an argument the entry does not have.
  const ir::Type *standIn(const ir::Symbol &parameter) {
    const ir::Type *element = parameter.type->scalar();
    if (auto *character = llvm::dyn_cast<ir::CharacterType>(element->strip()))
      if (!character->length || !character->length->isConstant())
        element = t.characterOfLength(character->charKind, 1);
    auto *array = llvm::dyn_cast<ir::ArrayType>(parameter.type->strip());
    if (!array)
      return element;
    bool constant = true;
    for (const ir::Dimension &d : array->dimensions)
      constant = constant && d.upper && d.upper->isConstant() && (!d.lower || d.lower->isConstant());
    if (constant)
      return parameter.type;
    ir::Dimension one;
    one.upper = t.build.constant(t.build.integer(ir::Language::Fortran), 1);
    return t.program.types.array(element, {one}, false);
  }

  ir::Symbol *parameterOf(ir::Procedure &wrapper, const ir::Symbol &original) {
    ir::Symbol *own = ir::addSymbol(wrapper.scope, original.name, original.kind, original.type,
                                    original.location);
    own->owner = &wrapper;
    own->storage = ir::Storage::Argument;
    own->intent = original.intent;
    own->byValue = original.byValue;
    own->optional = original.optional;
    own->hasImplicitInterface = original.hasImplicitInterface;
    own->procedure = original.procedure;
    if (original.kind != ir::SymbolKind::Procedure)
      own->type = handedOn(original);
    wrapper.parameters.push_back(own);
    return own;
  }

  const ir::Expr *valueOf(ir::Symbol *s) {
    if (s->kind == ir::SymbolKind::Procedure)
      return t.program.exprs.make<ir::ProcedureReference>(s->type, s, s->location);
    return t.build.variable(s, s->location);
  }

  void wrap(EntryPoint &point, int64_t number) {
    ir::Procedure &wrapper = *point.wrapper;
    Location at = wrapper.location;
    std::map<ir::Symbol *, ir::Symbol *> own;
    for (const SemSymbol *dummy : detailsOf(point).dummyArgs())
      if (dummy)
        own[t.symbol(*dummy)] = parameterOf(wrapper, *t.symbol(*dummy));
    if (detailsOf(point).isFunction()) {
      ir::Symbol *common = t.symbol(detailsOf(point).result());
      wrapper.result = ir::addSymbol(wrapper.scope, wrapper.name, ir::SymbolKind::Variable,
                                     common->type, at);
      wrapper.result->owner = &wrapper;
      wrapper.result->storage = ir::Storage::Result;
      wrapper.resultType = common->type;
      own[common] = wrapper.result;
    }
    std::vector<ir::Argument> arguments;
    arguments.push_back(
        {t.build.constant(t.build.integer(ir::Language::Fortran), number, at), {}});
    for (size_t i = 1; i < group.master->parameters.size(); ++i) {
      ir::Symbol *parameter = group.master->parameters[i];
      ir::Symbol *&argument = own[parameter];
      if (!argument)
        argument = absent(wrapper, *parameter);
      if (argument)
        arguments.push_back({valueOf(argument), {}});
    }
    wrapper.body.push_back(
        std::make_unique<ir::Call>(masterName(wrapper), std::move(arguments), nullptr, at));
  }

  ir::Symbol *absent(ir::Procedure &wrapper, const ir::Symbol &parameter) {
    if (parameter.kind == ir::SymbolKind::Procedure || parameter.type->isPointer()) {
      t.refuse(wrapper.location, "entry '" + wrapper.name + "' lacks the argument '" +
                                     parameter.name + "', for which nothing can stand in",
               "write separate procedures");
      return nullptr;
    }
    ir::Symbol *own = t.makeVariable(wrapper, parameter.name, standIn(parameter));
    own->allocatable = parameter.allocatable;
    if (own->type->isInteger()) // it may be the bound of an array
      wrapper.body.push_back(t.build.assign(own, t.build.constant(own->type, 1), wrapper.location));
    return own;
  }

  ir::Symbol *masterName(ir::Procedure &wrapper) {
    ir::Procedure *master = group.master;
    if (master->unit->kind != ir::UnitKind::FortranFile)
      return master->symbol;
    ir::Symbol *s = ir::addSymbol(wrapper.scope, master->name, ir::SymbolKind::Procedure,
                                  t.program.types.procedure(master->resultType), master->location);
    s->owner = &wrapper;
    s->isExternalProcedure = s->hasImplicitInterface = true;
    s->procedure = master;
    return s;
  }

  Translation &t;
  EntryGroup &group;
};

} // namespace

void shareResults(Translation &t, EntryGroup &group) {
  const auto &main = detailsOf(group.points[0]);
  if (!main.isFunction())
    return;
  ir::Symbol *result = t.symbol(main.result());
  for (const EntryPoint &point : group.points) {
    const auto &details = detailsOf(point);
    if (!details.isFunction() || &details.result() == &main.result())
      continue;
    auto mine = evaluate::DynamicType::From(main.result());
    auto other = evaluate::DynamicType::From(details.result());
    if (mine && other && *mine == *other && details.result().Rank() == main.result().Rank())
      t.alias(details.result(), result);
  }
}

void buildEntries(Translation &t, EntryGroup &group) { EntryBuilder(t, group).run(); }

} // namespace costate::frontend::fortran
