#include "transform/ExternalSteps.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::resultArgument;
using analysis::Step;
using analysis::StepCall;
using analysis::StepValue;

void ExternalSteps::run(const std::vector<Step> &steps) {
  bool kept = false, mentioned = false;
  for (const Step &s : steps) {
    bool plain = s.calls.size() == 1 && s.calls[0].callee.empty() && s.calls[0].replaced.empty();
    mentioned |= plain;
    if ((s.guard == Step::Guard::Otherwise && kept) || !holds(s) || !step(s))
      continue;
    kept |= !plain;
    originalDone |= s.instead;
  }
  if (site.resultDerivative && !resultAssigned) {
    const Type *type = site.resultDerivative->type;
    const Expr *zero = Duals(c).zero(type, site.call.location);
    site.out.push_back(std::make_unique<Assign>(site.resultDerivative, zero, site.call.location));
  }
  if (!mentioned && !originalDone)
    emit(StepCall{}, site.result);
}

void ExternalSteps::runAdjoint(const std::vector<Step> &steps) {
  bool kept = false;
  for (const Step &s : steps)
    if ((s.guard != Step::Guard::Otherwise || !kept) && holds(s))
      kept |= step(s);
}

const Expr *ExternalSteps::derivative(int argument) const {
  if (argument == resultArgument)
    return site.resultDerivative;
  size_t i = argument + site.first();
  return i < site.derivatives.size() ? site.derivatives[i] : nullptr;
}

bool ExternalSteps::holds(const Step &s) const {
  if (s.guard != Step::Guard::If && s.guard != Step::Guard::Unless)
    return true;
  bool any = std::any_of(s.guardedBy.begin(), s.guardedBy.end(),
                         [&](int argument) { return derivative(argument) != nullptr; });
  return any == (s.guard == Step::Guard::If);
}

/// A call that names the derivative of something passive would add nothing.
bool ExternalSteps::isKept(const StepCall &call) const {
  return std::all_of(call.arguments.begin(), call.arguments.end(), [&](const StepValue &v) {
    return v.kind != StepValue::Kind::Derivative || derivative(v.argument);
  });
}

bool ExternalSteps::step(const Step &s) {
  if (s.assignsResult)
    return assignResult(s);
  if (!isKept(s.calls[0]))
    return false;
  bool original = s.calls[0].callee.empty() && s.calls[0].replaced.empty();
  emit(s.calls[0], original ? site.result : nullptr);
  return true;
}

bool ExternalSteps::assignResult(const Step &s) {
  if (!site.resultDerivative)
    return false;
  const Expr *sum = nullptr;
  for (const StepCall &term : s.calls) {
    if (!isKept(term))
      continue;
    Symbol *t = c.procedure.makeTemporary("t", site.result->type->strip());
    const Expr *value = b.variable(t, site.call.location);
    emit(term, value);
    sum = sum ? b.binary(BinaryOp::Add, sum, value) : value;
  }
  if (!sum)
    return false;
  site.out.push_back(std::make_unique<Assign>(site.resultDerivative, sum, site.call.location));
  return resultAssigned = true;
}

// ---- Calls ------------------------------------------------------------------------------------

void ExternalSteps::emit(const StepCall &call, const Expr *result) {
  std::vector<Argument> arguments;
  if (call.callee.empty()) {
    for (size_t i = 0; i < site.values.size(); ++i)
      arguments.push_back({site.values[i], site.call.arguments[i].keyword});
    for (size_t i = 0; i < call.replaced.size(); ++i) {
      const Expr *&argument = arguments[call.replaced[i] + site.first()].value;
      argument = value(call.arguments[i], argument->type);
    }
  } else {
    for (unsigned i = 0; i < layoutOf(call); ++i)
      arguments.push_back({site.values[i], {}});
    for (const StepValue &v : call.arguments)
      arguments.push_back({value(v, nullptr), {}});
  }
  Symbol *procedure = callee(call, arguments, result ? result->type : c.program.types.voidType());
  auto out = std::make_unique<Call>(procedure, std::move(arguments), result, site.call.location);
  if (call.callee.empty()) {
    out->written = site.call.written;
    out->generic = site.call.generic;
  }
  site.out.push_back(std::move(out));
}

Symbol *ExternalSteps::callee(const StepCall &call, const std::vector<Argument> &arguments,
                              const Type *result) {
  if (call.callee.empty())
    return c.renaming.of(site.call.callee);
  if (Symbol *ours = c.helpers.use(call.callee, site.use, c.procedure, result)) {
    if (c.procedure.language == Language::Fortran)
      checkForHelper(call);
    return ours;
  }
  std::string name = site.use.named(call.callee);
  if (name == site.call.callee->name)
    return c.renaming.of(site.call.callee);
  std::vector<bool> written(layoutOf(call), false);
  for (const StepValue &v : call.arguments) {
    bool named = v.kind == StepValue::Kind::Argument || v.kind == StepValue::Kind::Derivative;
    written.push_back(named && (v.argument == resultArgument ||
                                site.spec().arguments[v.argument].writes));
  }
  return ExternalSymbols(c).procedure(name, site.call, result, arguments, written);
}

namespace {

/// An element that stands for the array from there on: allowed of arrays whose elements surely lie
/// side by side.
bool isLooseElement(const Expr *e) {
  auto *element = llvm::dyn_cast<Element>(e);
  if (!element || element->isSection())
    return false;
  if (llvm::isa<Dereference>(element->base))
    return true;
  auto *array = llvm::dyn_cast<ArrayType>(element->base->type->strip());
  return array && !array->dimensions.empty() &&
         array->dimensions[0].form == Dimension::Form::Assumed;
}

bool isScalarVariable(const Expr *e) {
  return (llvm::isa<Variable>(e) || llvm::isa<Field>(e)) && !e->type->isArray();
}

} // namespace

/// The helpers of Fortran have explicit interfaces, which forbid what a call of BLAS gets away with.
void ExternalSteps::checkForHelper(const StepCall &call) {
  bool scalars = site.spec().name == "?rotg"; // all of its arguments are
  for (const StepValue &v : call.arguments) {
    if (v.kind != StepValue::Kind::Argument || v.argument == resultArgument)
      continue;
    const auto &parameter = site.spec().arguments[v.argument];
    const Expr *actual = site.values[v.argument + site.first()];
    bool factor = scalars || parameter.name == "alpha" || parameter.name == "beta";
    if (!parameter.active || factor || !(isLooseElement(actual) || isScalarVariable(actual)))
      continue;
    c.diagnostics.error(site.call.location,
                        "cannot differentiate a call to '" + site.call.callee->name +
                            "' that passes a scalar, or an element of a pointer or assumed-shape "
                            "array, as the array '" + parameter.name + "'",
                        "pass an array, or declare it with explicit shape");
  }
}

/// CBLAS's matrix routines begin with the layout; of the vector routines, only ?axpy is called in their
/// derivatives.
unsigned ExternalSteps::layoutOf(const StepCall &call) const {
  return call.callee == "?axpy" ? 0 : site.first();
}

// ---- Values -----------------------------------------------------------------------------------

const Expr *ExternalSteps::value(const StepValue &v, const Type *like) {
  bool named = v.kind == StepValue::Kind::Argument || v.kind == StepValue::Kind::Derivative;
  if (!named)
    return constant(v, v.text, like);
  if (!v.later.empty() && !used.insert(v.argument).second)
    return constant(v, v.later, site.values[v.argument + site.first()]->type);
  const Expr *e = v.kind == StepValue::Kind::Derivative ? derivative(v.argument)
                  : v.argument == resultArgument        ? site.result
                                                        : site.values[v.argument + site.first()];
  bool address = v.argument == resultArgument && c.procedure.language == Language::C;
  if (address)
    return c.program.exprs.make<AddressOf>(c.program.types.pointer(e->type), e);
  if (v.asComplex)
    return asComplex(e);
  return v.negated ? negated(e) : e;
}

/// A real number where the callee takes a complex one.
const Expr *ExternalSteps::asComplex(const Expr *e) {
  auto &make = c.program.exprs;
  bool pointer = e->type->isPointer();
  if (auto *p = llvm::dyn_cast<PointerType>(e->type->strip()))
    e = make.make<Dereference>(p->pointee->strip(), e);
  const Type *type = c.program.types.complex(precisionKind());
  const Expr *number = make.make<Convert>(type, e, true, e->location);
  return pointer ? passed(number) : number;
}

const Expr *ExternalSteps::negated(const Expr *e) {
  auto &make = c.program.exprs;
  bool pointer = e->type->isPointer();
  if (auto *p = llvm::dyn_cast<PointerType>(e->type->strip()))
    e = make.make<Dereference>(p->pointee->strip(), e);
  const Expr *minus = make.make<Unary>(e->type->strip(), UnaryOp::Negate, e, e->location);
  return pointer ? passed(minus) : minus;
}

/// A scalar as C passes it by reference: in a variable of its own, which equal constants share.
const Expr *ExternalSteps::passed(const Expr *scalar) {
  Symbol *t = nullptr;
  for (auto &[value, variable] : constants)
    if (equal(value, scalar))
      t = variable;
  if (!t) {
    auto *real = llvm::dyn_cast<RealConstant>(scalar);
    const char *name = real && real->value == 1 ? "one" : real && real->value == 0 ? "zero" : "factor";
    t = c.procedure.makeTemporary(name, scalar->type->strip());
    t->temporary = false;
    site.out.push_back(b.assign(t, scalar, site.call.location));
    constants.emplace_back(scalar, t);
  }
  const Expr *variable = b.variable(t, site.call.location);
  return c.program.exprs.make<AddressOf>(c.program.types.pointer(t->type), variable);
}

const Type *ExternalSteps::realType(const Type *like) const {
  if (like) {
    if (auto *pointer = llvm::dyn_cast<PointerType>(like->strip()))
      like = pointer->pointee;
    return like->scalar()->strip();
  }
  char precision = site.use.precision;
  if (precision == 'c' || precision == 'z')
    return c.program.types.complex(precisionKind());
  return c.program.types.real(precisionKind());
}

unsigned ExternalSteps::precisionKind() const {
  return site.use.precision == 's' || site.use.precision == 'c' ? 4 : 8;
}

const Expr *ExternalSteps::constant(const StepValue &v, const std::string &text, const Type *like) {
  auto &make = c.program.exprs;
  Location at = site.call.location;
  Language language = c.procedure.language;
  bool byReference = language == Language::C &&
                     (like ? like->isPointer()
                           : site.use.style == analysis::ExternalUse::Style::Linked);
  if (v.kind == StepValue::Kind::Character) {
    const Type *one = c.program.types.character(1, b.constant(b.integer(language), 1));
    if (language == Language::Fortran)
      return make.make<StringConstant>(one, text, at);
    const Type *character = c.program.types.integer(1, true, "char");
    return make.make<Text>(c.program.types.pointer(character), "\"" + text + "\"", at);
  }
  const Expr *e = nullptr;
  const Type *type = text.find('.') == std::string::npos && !like ? b.integer(language)
                                                                  : realType(like);
  if (auto *complex = llvm::dyn_cast<ComplexType>(type)) {
    const Type *part = c.program.types.real(complex->realKind);
    const Expr *re = make.make<RealConstant>(part, text, std::stod(text), at);
    if (v.negated)
      re = make.make<Unary>(part, UnaryOp::Negate, re, at);
    e = make.make<MakeComplex>(type, re, make.make<RealConstant>(part, "0.0", 0.0, at), at);
    return byReference ? passed(e) : e;
  }
  if (type->isReal())
    e = make.make<RealConstant>(type, text, std::stod(text), at);
  else
    e = b.constant(type, std::stoll(text), at);
  if (v.negated)
    e = make.make<Unary>(type, UnaryOp::Negate, e, at);
  return byReference ? passed(e) : e;
}

} // namespace costate::transform
