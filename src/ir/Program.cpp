#include "ir/Program.h"

namespace costate::ir {

Symbol *addSymbol(Scope &scope, std::string name, SymbolKind kind, const Type *type, Location at) {
  auto symbol = std::make_unique<Symbol>();
  symbol->name = std::move(name);
  symbol->kind = kind;
  symbol->type = type;
  symbol->location = at;
  scope.symbols.push_back(std::move(symbol));
  return scope.symbols.back().get();
}

bool Procedure::isTaken(const std::string &candidate) {
  for (; indexedSymbols < scope.symbols.size(); ++indexedSymbols)
    names.insert(scope.symbols[indexedSymbols]->name);
  return candidate == name || names.count(candidate) || (host && host->isTaken(candidate));
}

Symbol *Procedure::makeTemporary(const std::string &base, const Type *type) {
  unsigned &next = nextSuffix[base];
  std::string unique = next ? base + std::to_string(next) : base;
  while (isTaken(unique))
    unique = base + std::to_string(++next);
  ++next;
  Symbol *s = addSymbol(scope, unique, SymbolKind::Variable, type, location);
  s->owner = this;
  s->temporary = true;
  return s;
}

CommonBlock *Program::common(const std::string &name) {
  for (auto &block : commons)
    if (block->name == name)
      return block.get();
  commons.push_back(std::make_unique<CommonBlock>());
  commons.back()->name = name;
  return commons.back().get();
}

namespace {

void collect(Procedure &p, std::vector<Procedure *> &out) {
  out.push_back(&p);
  for (auto &inner : p.internal)
    collect(*inner, out);
}

} // namespace

std::vector<Procedure *> procedures(Unit &unit) {
  std::vector<Procedure *> out;
  for (auto &p : unit.procedures)
    collect(*p, out);
  return out;
}

std::vector<Procedure *> procedures(Program &program) {
  std::vector<Procedure *> out;
  for (auto &unit : program.units)
    for (Procedure *p : procedures(*unit))
      out.push_back(p);
  return out;
}

} // namespace costate::ir
