#include "analysis/VoidPointers.h"

#include "analysis/LibraryFunctions.h"

namespace costate::analysis {

using namespace ir;

bool isVoidPointer(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type->scalar()->strip());
  return pointer && !pointer->fortran && pointer->pointee->isVoid();
}

namespace {

/// What a typed pointer points to; null: nothing that is data of a known type.
const Type *dataBehind(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type->strip());
  const Type *to = pointer ? pointer->pointee->scalar()->strip() : nullptr;
  return to && !to->isVoid() && !to->isProcedure() ? to : nullptr;
}

} // namespace

bool VoidPointers::Types::add(const Types &other, bool isSure) {
  size_t before = sure.size() + possible.size();
  (isSure ? sure : possible).insert(other.sure.begin(), other.sure.end());
  possible.insert(other.possible.begin(), other.possible.end());
  return sure.size() + possible.size() != before;
}

VoidPointers::VoidPointers(Program &program, const MemoryClasses &memory) {
  for (auto &unit : program.units) {
    if (unit->kind != UnitKind::CFile)
      continue;
    for (auto &s : unit->scope.symbols)
      if (s->kind == SymbolKind::Variable && !s->internalLinkage)
        externals.try_emplace(s->name, s.get());
  }
  for (auto &unit : program.units) {
    if (unit->kind != UnitKind::CFile)
      continue;
    auto starts = [&](const Scope &scope) {
      for (auto &s : scope.symbols)
        if (s->initial && s->kind == SymbolKind::Variable) {
          if (isVoidPointer(s->type))
            flows.push_back({keyOf(s.get()), s->initial, {}});
          collect(nullptr, s->initial);
        }
    };
    starts(unit->scope);
    for (Procedure *p : procedures(*unit)) {
      starts(p->scope);
      collect(*p, memory);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Flow &flow : flows)
      changed |= types[flow.to].add(flow.value ? reached(flow.value) : at(flow.from), flow.sure);
  }
}

VoidPointers::Key VoidPointers::keyOf(const Symbol *s) const {
  if (!s->owner && !s->internalLinkage)
    if (auto found = externals.find(s->name); found != externals.end())
      s = found->second;
  return {s, 0};
}

VoidPointers::Key VoidPointers::keyOf(const Expr *place) const {
  if (auto *variable = llvm::dyn_cast<Variable>(place))
    return keyOf(variable->symbol);
  if (auto *element = llvm::dyn_cast<Element>(place))
    return keyOf(element->base);
  if (auto *field = llvm::dyn_cast<Field>(place))
    return {field->record, field->component + 1};
  return {};
}

VoidPointers::Types VoidPointers::at(Key key) const {
  auto found = types.find(key);
  return found == types.end() ? Types{} : found->second;
}

VoidPointers::Types VoidPointers::reached(const Expr *e) const {
  Types out;
  if (auto *convert = llvm::dyn_cast<Convert>(e))
    return convert->operand->type->isPointer() ? reached(convert->operand) : out;
  if (const Type *type = dataBehind(e->type))
    out.sure.insert(type);
  else if (auto *sum = llvm::dyn_cast<PointerAdd>(e))
    return reached(sum->pointer);
  else if (auto *choice = llvm::dyn_cast<Conditional>(e)) {
    out = reached(choice->whenTrue);
    out.add(reached(choice->whenFalse), true);
  } else if (auto *list = llvm::dyn_cast<ArrayConstructor>(e)) {
    for (const Expr *item : list->items)
      out.add(reached(item), true);
  } else if (e->isPlace() && isVoidPointer(e->type)) {
    Key key = keyOf(e);
    out.add(at(key), key.first && !key.second);
  }
  return out;
}

void VoidPointers::collect(Procedure &p, const MemoryClasses &memory) {
  forEachStmt(p.body, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && isVoidPointer(assign->place->type))
      flows.push_back({keyOf(assign->place), assign->value, {}});
    else if (auto *allocate = llvm::dyn_cast<Allocate>(&s);
             allocate && allocate->old && isVoidPointer(allocate->objects[0].place->type))
      flows.push_back({keyOf(allocate->objects[0].place), allocate->old, {}}); // realloc
    else if (auto *call = llvm::dyn_cast<Call>(&s))
      collect(*call, memory);
    for (const Expr *e : expressions(s))
      collect(&p, e);
  });
}

/// Expressions that give `void *` to memory.
void VoidPointers::collect(const Procedure *p, const Expr *e) {
  forEach(e, [&](const Expr *x) {
    if (auto *record = llvm::dyn_cast<RecordConstructor>(x)) {
      auto *type = llvm::dyn_cast<RecordType>(record->type->strip());
      for (size_t i = 0; type && i < record->values.size() && i < type->components.size(); ++i)
        if (record->values[i] && isVoidPointer(type->components[i].type))
          flows.push_back({{type, unsigned(i) + 1}, record->values[i], {}});
    } else if (auto *address = llvm::dyn_cast<AddressOf>(x); address && isVoidPointer(address->place->type)) {
      Key key = keyOf(address->place);
      flows.push_back({key, nullptr, Key{}, false});
      flows.push_back({Key{}, nullptr, key, false});
    } else if (auto *cast = llvm::dyn_cast<Convert>(x)) {
      const Type *from = dataBehind(cast->operand->type), *to = dataBehind(cast->type);
      if (from && to && isVoidPointer(to) && dataBehind(from)) // other pointers seen as `void *`
        types[Key{}].possible.insert(dataBehind(from));
      // What an allocation is used as; callers say what arguments are.
      auto *variable = llvm::dyn_cast<Variable>(cast->operand);
      if (variable && to && isVoidPointer(cast->operand->type) && variable->symbol->storage != Storage::Argument && p)
        types[keyOf(variable->symbol)].sure.insert(to);
    }
  });
}

void VoidPointers::collect(const Call &call, const MemoryClasses &memory) {
  auto &targets = memory.targets(call);
  bool sure = targets.size() == 1;
  for (const Procedure *target : targets) {
    for (size_t i = 0; i < target->parameters.size() && i < call.arguments.size(); ++i)
      if (call.arguments[i].value && isVoidPointer(target->parameters[i]->type))
        flows.push_back({keyOf(target->parameters[i]), call.arguments[i].value, {}, sure});
    if (!target->result || !call.result || !isVoidPointer(call.result->type))
      continue;
    Key to = keyOf(call.result);
    if (const Type *typed = dataBehind(target->result->type))
      types[to].sure.insert(typed);
    else
      flows.push_back({to, nullptr, keyOf(target->result), sure});
  }
  if (libraryEffect(call) == LibraryEffect::CopiesBytes) {
    const Expr *to = call.arguments[0].value;
    while (auto *convert = llvm::dyn_cast<Convert>(to))
      to = convert->operand;
    if (to->isPlace() && isVoidPointer(to->type))
      flows.push_back({keyOf(to), call.arguments[1].value, {}});
  }
}

} // namespace costate::analysis
