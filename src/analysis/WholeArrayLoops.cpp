#include "analysis/WholeArrayLoops.h"

#include "ir/Constants.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

const Expr *plain(const Expr *e) {
  while (auto *convert = llvm::dyn_cast_or_null<Convert>(e))
    e = convert->operand;
  return e;
}

bool isNumber(const Expr *e, int64_t value) { return e && constantValue(e) == value; }

} // namespace

CellSet WholeArrayLoops::of(const For &loop) {
  CellSet found, out;
  std::vector<const For *> around{&loop};
  find(loop.body, around, found);
  for (CellId id : found)
    if (!isRead(loop, id))
      insert(out, id);
  return out;
}

void WholeArrayLoops::find(const Block &b, std::vector<const For *> &around, CellSet &out) {
  for (const StmtPtr &s : b) {
    if (auto *assign = llvm::dyn_cast<Assign>(s.get()); assign && isWhole(*assign, around))
      insert(out, memory.variable(rootVariable(assign->place)));
    if (auto *inner = llvm::dyn_cast<For>(s.get())) {
      around.push_back(inner);
      find(inner->body, around, out);
      around.pop_back();
    }
  }
}

bool WholeArrayLoops::isWhole(const Assign &s, const std::vector<const For *> &around) {
  auto *element = llvm::dyn_cast<Element>(s.place);
  auto *array = element ? llvm::dyn_cast<Variable>(element->base) : nullptr;
  auto *type = array && array->type ? llvm::dyn_cast<ArrayType>(array->type->strip()) : nullptr;
  if (!type || s.mask || element->subscripts.size() != around.size() ||
      type->dimensions.size() != around.size() || !type->element->strip() || type->element->isRecord())
    return false;
  const Cell &cell = memory[memory.variable(array->symbol)];
  if (cell.overlaid || cell.kind != Cell::Kind::Variable || array->symbol->allocatable)
    return false;
  std::vector<const For *> left = around;
  for (size_t k = 0; k < around.size(); ++k) {
    auto *subscript = llvm::dyn_cast_or_null<Variable>(plain(element->subscripts[k]));
    auto loop = std::find_if(left.begin(), left.end(), [&](const For *l) {
      return subscript && l->variable == subscript->symbol && goesThrough(*l, type->dimensions[k], type->rowMajor);
    });
    if (loop == left.end())
      return false;
    left.erase(loop);
  }
  return true;
}

bool WholeArrayLoops::goesThrough(const For &loop, const Dimension &d, bool rowMajor) {
  if (d.form != Dimension::Form::Explicit || (loop.step && !isNumber(loop.step, 1)) ||
      loop.direction == For::Direction::Down)
    return false;
  bool first = d.lower ? isSame(loop.lower, d.lower) : isNumber(loop.lower, rowMajor ? 0 : 1);
  if (!rowMajor)
    return first && loop.inclusive && d.upper && isSame(loop.bound, d.upper);
  auto extent = d.extent ? constantValue(d.extent) : std::nullopt;
  bool last = loop.inclusive ? extent && isNumber(loop.bound, *extent - 1)
                             : d.extent && isSame(loop.bound, d.extent);
  return first && last;
}

bool WholeArrayLoops::isSame(const Expr *a, const Expr *b) {
  a = plain(a);
  b = plain(b);
  auto value = constantValue(b);
  return (value && isNumber(a, *value)) || (equal(a, b) && isFixed(a));
}

/// Constants, and variables that the procedure never writes.
bool WholeArrayLoops::isFixed(const Expr *e) {
  if (!written)
    written = accesses.writes(p, p->body);
  bool fixed = true;
  forEach(e, [&](const Expr *x) {
    if (x->isPlace() && !llvm::isa<Variable>(x))
      fixed = false;
    else if (auto *v = llvm::dyn_cast<Variable>(x); v && v->symbol->kind != SymbolKind::NamedConstant)
      fixed = fixed && !v->type->isArray() && !v->symbol->isVolatile && !written->test(memory.variable(v->symbol));
  });
  return fixed;
}

bool WholeArrayLoops::isRead(const For &loop, CellId id) {
  CellBits names;
  names.set(id);
  for (CellId other : memory.aliases(p, id))
    names.set(other);
  bool read = false;
  forEachStmt(loop.body, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    for (const Expr *e : expressions(s))
      if (!assign || e != assign->place)
        read = read || accesses.reads(p, e).intersects(names);
    if (assign)
      read = read || accesses.addressReads(p, assign->place).intersects(names);
    if (auto *call = llvm::dyn_cast<Call>(&s))
      read = read || accesses.calleeAccesses(p, *call).intersects(names);
  });
  return read;
}

} // namespace costate::analysis
