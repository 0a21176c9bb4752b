#include "transform/CallNumbers.h"

#include "ir/Constants.h"
#include "transform/HeadElements.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Variant;

namespace {

/// Of one call. More are for vector tangents of the whole.
constexpr size_t mostInputs = 64, mostPartials = 1000;

bool isPlainReal(const Type *type) {
  auto *real = llvm::dyn_cast<RealType>(type->strip());
  return real && (real->realKind == 4 || real->realKind == 8);
}

/// How many elements there are from where a pointer of C leads to the end of its array; nothing
/// where that is not known.
std::optional<int64_t> elementsBehind(const Expr *pointer) {
  if (auto *sum = llvm::dyn_cast<PointerAdd>(pointer)) {
    auto all = elementsBehind(sum->pointer);
    auto offset = constantValue(sum->offset);
    return all && offset ? std::optional(sum->negative ? *all + *offset : *all - *offset)
                         : std::nullopt;
  }
  if (auto *cast = llvm::dyn_cast<Convert>(pointer))
    return elementsBehind(cast->operand);
  if (auto *v = llvm::dyn_cast<Variable>(pointer)) {
    auto *written = v->symbol->writtenArray
                        ? llvm::dyn_cast<ArrayType>(v->symbol->writtenArray->strip())
                        : nullptr;
    const Expr *extent = written ? written->dimensions.front().extent : nullptr;
    return extent ? constantValue(extent) : std::nullopt;
  }
  auto *address = llvm::dyn_cast<AddressOf>(pointer);
  if (auto *behind = address ? llvm::dyn_cast<Dereference>(address->place) : nullptr) {
    auto all = elementsBehind(behind->pointer),
         offset = behind->offset ? constantValue(behind->offset) : 0;
    return all && offset ? std::optional(*all - *offset) : std::nullopt;
  }
  auto *element = address ? llvm::dyn_cast<Element>(address->place) : nullptr;
  if (!element)
    return address && !address->place->type->isArray() ? std::optional<int64_t>(1) : std::nullopt;
  auto *array = llvm::dyn_cast<ArrayType>(element->base->type->strip());
  size_t last = element->subscripts.size() - 1;
  const Expr *extent =
      array && last < array->dimensions.size() ? array->dimensions[last].extent : nullptr;
  auto count = extent ? constantValue(extent) : std::nullopt,
       at = constantValue(element->subscripts[last]);
  return count && at ? std::optional(*count - *at) : std::nullopt;
}

/// The same where the procedure itself says it: it uses the pointer with constant subscripts alone.
std::optional<int64_t> elementsUsed(const Procedure &p, const Symbol *pointer) {
  int64_t count = 0;
  std::set<const Expr *> counted;
  bool isKnown = true;
  forEachStmt(p.body, [&](const Stmt &s) {
    counted.clear();
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *target = llvm::dyn_cast<Dereference>(x);
        auto *v = target ? llvm::dyn_cast<Variable>(target->pointer) : nullptr;
        auto offset = target && target->offset ? constantValue(target->offset) : 0;
        if (v && v->symbol == pointer && offset && *offset >= 0) {
          count = std::max(count, *offset + 1);
          counted.insert(v);
        }
      });
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *v = llvm::dyn_cast<Variable>(x);
        isKnown = isKnown && (!v || v->symbol != pointer || counted.count(v));
      });
  });
  return isKnown && count ? std::optional(count) : std::nullopt;
}

} // namespace

CallNumbers::CallNumbers(Program &program, Procedure &caller, const Call &call, Procedure &target,
                         const Known &known, const CallerFacts &facts)
    : program(program), b(program), caller(caller), call(call), target(target), known(known),
      binding(program, caller, target, call, facts) {
  for (auto &s : caller.scope.symbols)
    users.insert(s.get());
}

std::string CallNumbers::find(Block &before) {
  if (!findVariants() || target.language != caller.language || call.pointer)
    return "nothing is known of what it calls";
  if (call.arguments.size() != target.parameters.size())
    return "it has another number of arguments";
  std::string why = usesOthers();
  if (why.empty())
    why = binding.bindArguments(before);
  for (size_t i = 0; i < target.parameters.size() && why.empty(); ++i)
    why = addArgument(i);
  if (why.empty())
    why = addResult();
  return why.empty() ? count() : why;
}

bool CallNumbers::findVariants() {
  for (auto &v : known.varied.variants())
    if (v->head && v->procedure == &caller)
      if (auto found = v->calls.find({&call, &target}); found != v->calls.end())
        variants.push_back(found->second);
  return !variants.empty();
}

bool CallNumbers::varies(const Symbol *s) const {
  return std::any_of(variants.begin(), variants.end(),
                     [&](const Variant *v) { return known.varied.varies(*v, s); });
}
bool CallNumbers::entersVarying(size_t parameter) const {
  return std::any_of(variants.begin(), variants.end(),
                     [&](const Variant *v) { return v->entry[parameter]; });
}

std::set<const Symbol *> CallNumbers::symbolsOf(const analysis::CellBits &cells) const {
  std::set<const Symbol *> out;
  for (analysis::CellId id : cells)
    out.insert(known.memory.symbolOf(id));
  return out;
}

/// Derivatives may go through its arguments alone.
std::string CallNumbers::usesOthers() {
  const analysis::Effects &effects = known.effects.of(&target);
  for (const analysis::CellBits *cells : {&effects.reads, &effects.writes})
    for (analysis::CellId id : *cells)
      if (const Symbol *s = known.memory.isShared(id) ? known.memory.symbolOf(id) : nullptr;
          s && varies(s))
        return "derivatives go through '" + s->name + "', which is no argument";
  read = symbolsOf(effects.reads);
  written = symbolsOf(effects.writes);
  killed = symbolsOf(effects.kills);
  return {};
}

std::string CallNumbers::addArgument(size_t i) {
  const Symbol *dummy = target.parameters[i];
  bool isScalarValue = dummy->byValue && !dummy->type->isPointer();
  CallSlot slot;
  slot.dummy = dummy;
  slot.isWritten = !isScalarValue && written.count(dummy);
  slot.isRead = entersVarying(i) &&
                (isScalarValue || read.count(dummy) || (slot.isWritten && !killed.count(dummy)));
  slot.isWritten = slot.isWritten && varies(dummy);
  if (!slot.isRead && !slot.isWritten)
    return {};
  auto pointee = [&] {
    auto *pointer = llvm::dyn_cast<PointerType>(dummy->type->strip());
    return pointer && !pointer->fortran ? pointer->pointee->strip() : nullptr;
  }();
  const Type *type = pointee ? pointee : dummy->type->strip();
  if (!isPlainReal(type->scalar()) || dummy->allocatable || dummy->optional)
    return "its argument '" + dummy->name + "' is not of real numbers";
  const Expr *whole = b.variable(const_cast<Symbol *>(dummy));
  std::optional<std::vector<Axis>> axes =
      pointee           ? behindPointer(*dummy, pointee, call.arguments[i].value)
      : type->isArray() ? arrayAxes(*dummy, call.arguments[i].value)
                        : std::optional(std::vector<Axis>());
  if (!axes)
    return "nothing is known of the extents of its argument '" + dummy->name + "'";
  for (const Axis &axis : *axes)
    slot.extents.push_back(axis.extent);
  bool isNamed = true;
  forEachElement(*axes, [&](const std::vector<const Expr *> &at) {
    const Expr *place = whole;
    if (pointee && at.size() == 1)
      place = program.exprs.make<Dereference>(pointee, whole, at[0]);
    else if (pointee)
      place = program.exprs.make<Element>(pointee->scalar(),
                                          program.exprs.make<Dereference>(pointee, whole, at[0]),
                                          std::vector<const Expr *>(at.begin() + 1, at.end()));
    else if (!at.empty())
      place = program.exprs.make<Element>(type->scalar(), whole, at);
    place = isNamed ? binding.inCaller(place) : nullptr;
    // A pointer that had to be copied leads to what has another name.
    isNamed = isNamed && place &&
              (isScalarValue || !place->isPlace() ||
               (nameOf(place) && (!pointee || users.count(originOf(place)))));
    slot.places.push_back(place);
  });
  if (!isNamed)
    return "what is passed as '" + dummy->name + "' is no plain part of the caller's";
  if (slot.places.size() == 1 && !slot.places[0]->isPlace())
    return {}; // a constant
  slots.push_back(std::move(slot));
  return {};
}

std::optional<std::vector<Axis>>
CallNumbers::behindPointer(const Symbol &dummy, const Type *pointee, const Expr *actual) {
  auto *written =
      dummy.writtenArray ? llvm::dyn_cast<ArrayType>(dummy.writtenArray->strip()) : nullptr;
  const Expr *extent = written ? written->dimensions.front().extent : nullptr;
  auto count = extent ? constantValue(extent) : elementsUsed(target, &dummy);
  if (!count)
    count = elementsBehind(actual);
  if (!count || *count < 1 || *count > (int64_t)mostPartials)
    return std::nullopt;
  std::vector<Axis> out{{0, *count, 1}};
  if (auto *array = llvm::dyn_cast<ArrayType>(pointee))
    for (const Dimension &d : array->dimensions) {
      auto inner = d.extent ? constantValue(d.extent) : std::nullopt;
      if (!inner)
        return std::nullopt;
      out.push_back({0, *inner, 1});
    }
  return out;
}

/// As the dummy argument counts them. One whose extents are known only at run time has no more
/// elements than what is passed; along one dimension they lie there in the same order.
std::optional<std::vector<Axis>> CallNumbers::arrayAxes(const Symbol &dummy, const Expr *actual) {
  if (auto own = constantAxes(b.variable(const_cast<Symbol *>(&dummy))))
    return own;
  auto &dimensions = llvm::cast<ArrayType>(dummy.type->strip())->dimensions;
  auto passed = actual->isPlace() && actual->type->isArray() ? constantAxes(actual) : std::nullopt;
  bool isAssumed = dimensions.front().form == Dimension::Form::Assumed;
  if (!passed || passed->size() != dimensions.size() || (!isAssumed && dimensions.size() > 1))
    return std::nullopt;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    auto lower = dimensions[i].lower ? constantValue(dimensions[i].lower) : 1;
    if (!lower)
      return std::nullopt;
    (*passed)[i] = {*lower, (*passed)[i].extent, 1};
  }
  return passed;
}

std::string CallNumbers::addResult() {
  const Type *type = target.result ? target.result->type->strip() : nullptr;
  if (!type || (!isPlainReal(type) && !varies(target.result)))
    return {};
  if (!isPlainReal(type))
    return "its result is not a real number";
  if (call.result && !nameOf(call.result))
    return "its result goes to an element that is not known";
  CallSlot slot;
  slot.dummy = target.result;
  slot.isWritten = true;
  if (call.result) {
    slot.places.push_back(call.result);
  } else {
    Symbol *ignored = caller.makeTemporary("ignored", type);
    ignored->temporary = false;
    slot.places.push_back(b.variable(ignored));
  }
  slots.push_back(std::move(slot));
  return {};
}

/// Numbers that two arguments have in common may only be read.
std::string CallNumbers::count() {
  std::map<ElementName, bool> writtenNames;
  for (const CallSlot &slot : slots)
    for (const Expr *place : slot.places) {
      inputs += slot.isRead;
      outputs += slot.isWritten;
      if (slot.dummy == target.result)
        continue;
      auto [known, isNew] = writtenNames.try_emplace(*nameOf(place), slot.isWritten);
      if (!isNew && (known->second || slot.isWritten))
        return "two of its arguments are the same number";
    }
  if (inputs > mostInputs || inputs * outputs > mostPartials)
    return "it has more than " + std::to_string(mostInputs) + " inputs, or " +
           std::to_string(mostPartials) + " partial derivatives";
  return {};
}

/// In storage order.
void CallNumbers::forEachElement(
    const std::vector<Axis> &axes,
    const std::function<void(const std::vector<const Expr *> &)> &visit) {
  int64_t count = 1;
  for (const Axis &axis : axes)
    count *= axis.extent;
  for (int64_t k = 0; k < count; ++k) {
    std::vector<const Expr *> at(axes.size());
    int64_t rest = k;
    for (size_t j = 0; j < axes.size(); ++j) {
      size_t i = caller.language == Language::C ? axes.size() - 1 - j : j;
      at[i] = b.constant(b.integer(caller.language), axes[i].lower + rest % axes[i].extent);
      rest /= axes[i].extent;
    }
    visit(at);
  }
}

} // namespace costate::transform
