#include "check/DriverProgram.h"

#include "check/DriverParts.h"

#include <algorithm>
#include <numeric>

namespace costate::check {

using namespace ir;

unsigned Buffer::freeCount() const {
  return std::count_if(dimensions.begin(), dimensions.end(), [](const Dimension &d) {
    return d.form != Dimension::Form::Explicit;
  });
}

int64_t Leaf::count() const {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>());
}

std::vector<int64_t> Leaf::strides(Language language) const {
  std::vector<unsigned> fastestFirst;
  unsigned outer = loops.size();
  for (unsigned d = rank; d-- > outer;)
    fastestFirst.push_back(d);
  if (language == Language::Fortran)
    std::reverse(fastestFirst.begin(), fastestFirst.end());
  for (unsigned d = outer; d-- > 0;)
    fastestFirst.push_back(d);
  std::vector<int64_t> out(rank);
  int64_t stride = 1;
  for (unsigned d : fastestFirst) {
    out[d] = stride;
    stride *= extents[d];
  }
  return out;
}

std::string elementName(const Leaf &leaf, size_t component, Language language) {
  int64_t at = component / leaf.element.parts();
  if (leaf.rank == 0)
    return leaf.name;
  if (leaf.late)
    return leaf.name + " (element " + std::to_string(at + 1) + ")";
  bool c = language == Language::C;
  std::vector<int64_t> strides = leaf.strides(language);
  std::string out = leaf.name + (c ? "" : "(");
  for (unsigned d = 0; d < leaf.rank; ++d) {
    int64_t subscript = at / strides[d] % std::max<int64_t>(1, leaf.extents[d]);
    out += c ? "[" + std::to_string(subscript) + "]"
             : (d ? "," : "") + std::to_string(subscript + 1);
  }
  return out + (c ? "" : ")");
}

namespace {

/// Nothing of the user's or the derivative program is emitted again; the driver names it only.
void emitNothing(Program &program) {
  for (auto &unit : program.units) {
    if (unit->kind != UnitKind::CFile) {
      unit->external = true;
      continue;
    }
    for (auto &p : unit->procedures) {
      p->hasBody = false;
      p->body.clear();
      unit->interfaces.push_back(std::move(p));
    }
    unit->procedures.clear();
    for (auto &s : unit->scope.symbols)
      if (s->kind == SymbolKind::Variable) {
        s->external = true;
        s->initial = nullptr;
        s->fromHeader |= s->internalLinkage;
      }
  }
}

/// External procedures are named through interfaces.
void makeInterface(Program &program, Procedure &p) {
  if (p.unit->kind != UnitKind::FortranFile)
    return;
  p.hasBody = false;
  p.symbol->hasImplicitInterface = false;
  const Type *result = p.result ? p.result->type : program.types.voidType();
  p.symbol->type = program.types.procedure(result, {}, false, &p);
}

} // namespace

Plan makeDriver(Program &program, const transform::DerivativeHead &derivative,
                std::optional<unsigned> directions, const Choices &choices, Diagnostics &diagnostics) {
  emitNothing(program);
  makeInterface(program, *derivative.head->procedure);
  if (derivative.derivative)
    makeInterface(program, *derivative.derivative);

  program.units.push_back(std::make_unique<Unit>());
  Unit &unit = *program.units.back();
  bool c = derivative.head->procedure->language == Language::C;
  unit.kind = c ? UnitKind::CFile : UnitKind::FortranFile;
  unit.procedures.push_back(std::make_unique<Procedure>());
  Procedure &driver = *unit.procedures.back();
  driver.name = c ? "main" : "costate_check";
  driver.kind = c ? ProcedureKind::Function : ProcedureKind::MainProgram;
  driver.language = derivative.head->procedure->language;
  driver.unit = &unit;
  driver.hasBody = true;
  driver.symbol = addSymbol(unit.scope, driver.name, SymbolKind::Procedure, nullptr);
  driver.symbol->unit = &unit;
  driver.symbol->procedure = &driver;

  Arguments arguments(program, derivative, directions, driver, choices, diagnostics);
  Plan plan = arguments.plan();
  if (diagnostics.hasErrors())
    return plan;
  std::unique_ptr<DriverText> text = c ? cDriverText(program, driver)
                                       : fortranDriverText(program, driver, plan.vector);
  writeDriver(plan, arguments, *text, driver);
  return plan;
}

} // namespace costate::check
