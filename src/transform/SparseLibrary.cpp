#include "transform/SparseLibrary.h"

#include "support/Diagnostics.h"

namespace costate::transform {

using namespace ir;

namespace {

enum class Kind { Number, Handles, NewHandles, Doubles, NewDoubles, Floats, NewFloats };

struct Parameter {
  const char *name;
  Kind kind;
};

struct Function {
  bool returns; ///< an int
  std::vector<Parameter> parameters;
};

const Function &function(const std::string &name) {
  using enum Kind;
  static const Parameter plan{"number", Number}, width{"width", Number}, first{"first", Number}, count{"count", Number}, set{"set", Number};
  static const std::map<std::string, Function> functions = {
      {"costate_single", {true, {{"index", Number}}}},
      {"costate_seed_sets", {false, {first, count, {"sets", NewHandles}}}},
      {"costate_rows", {false, {count, {"sets", Handles}}}},
      {"costate_term", {false, {set}}},
      {"costate_plan", {true, {{"count", Number}}}},
      {"costate_plan_directions", {true, {plan}}},
      {"costate_seed", {false, {plan, width, first, count, {"seeds", NewDoubles}}}},
      {"costate_seed_single", {false, {plan, width, first, count, {"seeds", NewFloats}}}},
      {"costate_recover", {true, {plan, width, first, count, {"derivatives", Doubles}, {"entries", NewDoubles}}}},
      {"costate_recover_single", {true, {plan, width, first, count, {"derivatives", Floats}, {"entries", NewDoubles}}}},
      {"costate_gradient_begin", {false, {plan, {"total", NewDoubles}}}},
      {"costate_term_derivatives", {false, {{"derivatives", Doubles}}}},
      {"costate_term_derivatives_single", {false, {{"derivatives", Floats}}}},
      {"costate_gradient_end", {true, {}}},
  };
  auto found = functions.find(name);
  if (found == functions.end())
    internalError("libcostate_sparse has no '" + name + "'");
  return found->second;
}

const Type *element(Kind kind, Program &program, Language language) {
  if (kind == Kind::Doubles || kind == Kind::NewDoubles)
    return program.types.real(8);
  if (kind == Kind::Floats || kind == Kind::NewFloats)
    return program.types.real(4);
  return Builder(program).integer(language);
}

bool isOnlyRead(Kind kind) { return kind == Kind::Handles || kind == Kind::Doubles || kind == Kind::Floats; }

} // namespace

StmtPtr SparseLibrary::call(Procedure &caller, const std::string &name, std::vector<const Expr *> arguments,
                            const Expr *result) {
  std::vector<Argument> passed;
  for (const Expr *e : arguments)
    passed.push_back({e, {}});
  return std::make_unique<Call>(symbol(caller, name), std::move(passed), result);
}

Symbol *SparseLibrary::symbol(Procedure &caller, const std::string &name) {
  bool inC = caller.language == Language::C;
  Symbol *&found = known[{inC ? static_cast<const void *>(caller.unit) : &caller, name}];
  if (!found)
    found = inC ? prototype(*caller.unit, name) : interface(caller, name);
  return found;
}

/// Parameters and result.
void SparseLibrary::fill(Procedure &p, const std::string &name) {
  const Function &f = function(name);
  bool inC = p.language == Language::C;
  for (const Parameter &parameter : f.parameters) {
    const Type *type = element(parameter.kind, program, p.language);
    bool array = parameter.kind != Kind::Number;
    if (array && inC) {
      type = program.types.pointer(program.types.qualified(type, isOnlyRead(parameter.kind)));
    } else if (array) {
      Dimension any;
      any.form = Dimension::Form::Star;
      type = program.types.array(type, {any}, false);
    }
    Symbol *s = p.makeTemporary(parameter.name, type);
    s->temporary = false;
    s->storage = Storage::Argument;
    s->byValue = inC || !array;
    s->intent = !array || isOnlyRead(parameter.kind) ? Intent::In : Intent::InOut;
    p.parameters.push_back(s);
  }
  p.kind = f.returns ? ProcedureKind::Function : ProcedureKind::Subroutine;
  p.resultType = f.returns ? b.integer(p.language) : program.types.voidType();
  if (f.returns && !inC) {
    p.result = p.makeTemporary("answer", p.resultType);
    p.result->temporary = false;
    p.result->storage = Storage::Result;
  }
}

Symbol *SparseLibrary::prototype(Unit &unit, const std::string &name) {
  unit.interfaces.push_back(std::make_unique<Procedure>());
  Procedure &p = *unit.interfaces.back();
  p.name = name;
  p.language = Language::C;
  p.unit = &unit;
  fill(p, name);
  std::vector<const Type *> types;
  for (const Symbol *s : p.parameters)
    types.push_back(s->type);
  p.symbol = addSymbol(unit.scope, name, SymbolKind::Procedure, program.types.procedure(p.resultType, types));
  p.symbol->unit = &unit;
  p.symbol->procedure = &p;
  p.symbol->isExternalProcedure = true;
  return p.symbol;
}

Symbol *SparseLibrary::interface(Procedure &caller, const std::string &name) {
  caller.interfaces.push_back(std::make_unique<Procedure>());
  Procedure &p = *caller.interfaces.back();
  Symbol *s = caller.makeTemporary(name, nullptr);
  p.name = s->name;
  p.language = Language::Fortran;
  p.bindC = true;
  p.bindingName = name;
  p.unit = caller.unit;
  p.host = &caller;
  fill(p, name);
  p.symbol = s;
  s->kind = SymbolKind::Procedure;
  s->temporary = false;
  s->procedure = &p;
  s->isExternalProcedure = true;
  s->bindingName = name;
  s->type = program.types.procedure(p.resultType, {}, false, &p);
  return s;
}

} // namespace costate::transform
