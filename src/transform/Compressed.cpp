#include "transform/Compressed.h"

#include "analysis/Differentiable.h"
#include "ir/Rewrite.h"
#include "transform/Shadows.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Head;
using analysis::HeadVariable;

namespace {

/// The argument is an array, or one number, of a real type.
bool isNumbers(const Symbol &s) {
  const Type *type = s.type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    type = pointer->fortran ? type : pointer->pointee->strip();
  auto *real = llvm::dyn_cast<RealType>(type->scalar()->strip());
  return real && (real->realKind == 4 || real->realKind == 8) && !s.allocatable && !s.optional;
}

bool isSingle(const Symbol &s) {
  const Type *type = s.type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    type = pointer->pointee;
  return llvm::cast<RealType>(type->scalar()->strip())->realKind == 4;
}

/// A pointer of C that the program uses as `*p` and in no other way points to one number.
bool isOneNumber(const Procedure &p, const Symbol &s) {
  unsigned uses = 0, direct = 0;
  auto names = [&](const Expr *e) {
    auto *v = e ? llvm::dyn_cast<Variable>(e) : nullptr;
    return v && v->symbol == &s;
  };
  forEachStmt(p.body, [&](const Stmt &statement) {
    for (const Expr *e : expressions(statement))
      forEach(e, [&](const Expr *x) {
        uses += names(x);
        auto *d = llvm::dyn_cast<Dereference>(x);
        direct += d && names(d->pointer) && !d->offset;
      });
  });
  return uses > 0 && uses == direct && !s.writtenArray;
}

/// No record of the program is an independent or dependent here.
class NoRecords : public RecordShadows {
public:
  const RecordType *shadowOf(const RecordType &, Location) override { return nullptr; }
};

/// One of the procedures in the making.
class Driver {
public:
  Driver(Program &program, const DerivativeHead &derivative, bool sets, SparseLibrary &library)
      : program(program), head(*derivative.head), original(*head.procedure), derivative(derivative), sets(sets),
        library(library), b(program), renaming(program), made(cloneProcedure(program, original, renaming)), p(*made),
        types(program, p.language, directions, noRecords), inC(p.language == Language::C) {
    p.body.clear();
    p.interfaces.clear();
    p.internal.clear();
    p.formats.clear();
    p.scope.equivalences.clear();
    p.scope.commons.clear();
    p.scope.namelists.clear();
    p.pure = p.elemental = p.impure = p.recursive = false;
    p.kind = ProcedureKind::Subroutine;
    p.resultType = program.types.voidType();
    directions.sets = sets;
  }

  std::unique_ptr<Procedure> plan(Generated &);
  std::unique_ptr<Procedure> evaluation(unsigned width, bool sum, Generated &);

private:
  /// An argument or result with a shadow.
  struct Active {
    Symbol *original, *own, *shadow = nullptr;
    const Expr *count = nullptr; ///< elements; null: it is a scalar
    const Expr *outer = nullptr; ///< of a C pointer: how many of what it points to
  };

  Symbol *local(const std::string &name, const Type *type) {
    Symbol *s = p.makeTemporary(name, type);
    s->temporary = false;
    return s;
  }
  Symbol *parameter(const std::string &name, const Type *, Intent);
  void parameters();
  void resultValue(bool passed);
  void countElements(Active &);
  const Expr *extent(const Dimension &, unsigned number, const Symbol &);
  const Expr *sizeArgument(const Active &);
  void makeShadow(Active &);
  void makeFortranShadow(Active &, const Type *scalar);
  void include(const std::string &line);
  void freeShadows();
  void runIfWide(Symbol *plan, Symbol *status, Block run);
  const Expr *data(const Active &);
  const Expr *times(const Expr *, const Expr *);
  const Expr *number(int n) { return b.constant(b.integer(p.language), n); }
  const Expr *countOf(const Active &a) { return a.count ? a.count : number(1); }
  const Expr *plus(const Expr *, const Expr *);
  const Expr *before(const std::vector<HeadVariable> &, const HeadVariable *);
  const Expr *firstOf(const std::vector<HeadVariable> &all, const HeadVariable &x) {
    return plus(before(all, &x), number(1));
  }
  void add(StmtPtr s) { body->push_back(std::move(s)); }
  void libraryCall(const std::string &name, std::vector<const Expr *> arguments, const Expr *result = nullptr) {
    add(library.call(p, name, std::move(arguments), result));
  }
  void seedSets();
  void seedDirections(Symbol *plan);
  void giveRows();
  void recover(Symbol *plan, Symbol *values, Symbol *status);
  void run();
  Active *find(const Symbol *);
  std::string sizes() const;
  void finish();
  Symbol *returned(const char *name);

  Program &program;
  const Head &head;
  Procedure &original;
  const DerivativeHead &derivative;
  bool sets;
  SparseLibrary &library;
  Builder b;
  Renaming renaming;
  std::unique_ptr<Procedure> made;
  Procedure &p;
  Directions directions;
  NoRecords noRecords;
  ShadowTypes types;
  bool inC;
  std::vector<Active> actives;
  std::vector<std::string> sizeNames;
  Symbol *value = nullptr; ///< of a function
  Block *body = &p.body;   ///< where statements go
};

Symbol *Driver::parameter(const std::string &name, const Type *type, Intent intent) {
  Symbol *s = local(name, type);
  s->storage = Storage::Argument;
  s->byValue = inC;
  s->intent = intent;
  p.parameters.push_back(s);
  return s;
}

/// The original's, each pointer or array of unknown extent followed by its number of elements.
void Driver::parameters() {
  p.parameters.clear();
  for (Symbol *s : original.parameters) {
    Symbol *own = renaming.of(s);
    p.parameters.push_back(own);
    if (!derivative.shadows.count(s))
      continue;
    actives.push_back({s, own});
    countElements(actives.back());
  }
}

const Expr *Driver::times(const Expr *a, const Expr *c) {
  auto *one = llvm::dyn_cast<IntegerConstant>(a);
  return one && one->value == 1 ? c : b.binary(BinaryOp::Multiply, a, c);
}

const Expr *Driver::sizeArgument(const Active &a) {
  Symbol *size = parameter(a.own->name + "_size", b.integer(p.language), Intent::In);
  sizeNames.push_back(size->name);
  return b.variable(size);
}

const Expr *Driver::extent(const Dimension &d, unsigned number, const Symbol &s) {
  const Type *integer = b.integer(p.language);
  if (d.form != Dimension::Form::Explicit) {
    std::vector<const Expr *> arguments{b.variable(const_cast<Symbol *>(&s)), b.constant(integer, number)};
    return program.exprs.make<Intrinsic>(integer, "size", arguments);
  }
  const Expr *extent = renaming(inC ? d.extent : d.upper);
  auto *lower = d.lower ? llvm::dyn_cast<IntegerConstant>(d.lower) : nullptr;
  if (!inC && d.lower && !(lower && lower->value == 1))
    extent = b.binary(BinaryOp::Add, b.binary(BinaryOp::Subtract, extent, renaming(d.lower)), this->number(1));
  if (inC && extent->type->strip() != integer)
    extent = program.exprs.make<Convert>(integer, extent, false);
  return extent;
}

void Driver::countElements(Active &a) {
  const Type *type = a.original->type->strip();
  auto *array = llvm::dyn_cast<ArrayType>(type);
  if (auto *pointer = llvm::dyn_cast<PointerType>(type)) {
    auto *written = a.original->writtenArray ? llvm::dyn_cast<ArrayType>(a.original->writtenArray->strip()) : nullptr;
    array = llvm::dyn_cast<ArrayType>(pointer->pointee->strip());
    bool isKnown = written && written->dimensions.front().form == Dimension::Form::Explicit &&
                   written->dimensions.front().extent;
    a.outer = isOneNumber(original, *a.original) ? number(1)
              : isKnown                          ? extent(written->dimensions.front(), 1, *a.own)
                                                 : sizeArgument(a);
    a.count = a.outer;
  }
  if (!array)
    return;
  if (!inC && array->dimensions.back().form == Dimension::Form::Star) {
    a.count = sizeArgument(a);
    return;
  }
  if (!a.count)
    a.count = number(1);
  for (unsigned k = 0; k < array->dimensions.size(); ++k)
    a.count = times(a.count, extent(array->dimensions[k], k + 1, *a.own));
}

/// A function's value leaves through an argument, or stays here.
void Driver::resultValue(bool passed) {
  if (!original.result)
    return;
  value = renaming.of(original.result);
  p.result = nullptr;
  value->storage = Storage::Local;
  if (passed && inC)
    value = parameter(original.name, program.types.pointer(original.result->type), Intent::Unknown);
  else if (passed) {
    value->storage = Storage::Argument;
    value->intent = Intent::Out;
    p.parameters.push_back(value);
  }
  if (derivative.shadows.count(original.result)) {
    actives.push_back({original.result, renaming.of(original.result)});
    if (!inC)
      countElements(actives.back());
  }
}

// ---- Shadows ------------------------------------------------------------------------------------

/// Memory for handles or directions, zero.
void Driver::makeShadow(Active &a) {
  std::string name = a.original->name + (sets ? "s" : "d");
  const Type *type = renaming(a.original->type);
  if (!inC)
    return makeFortranShadow(a, type->scalar()->strip());
  a.shadow = local(name, types.of(type->strip()));
  if (!a.outer)
    return; // a number by value: an int, or an array of directions
  auto allocate = std::make_unique<Allocate>(Allocate::How::Calloc,
                                             std::vector{Allocation{b.variable(a.shadow), {}, nullptr}});
  const Type *bytes = program.types.integer(8, false, "long");
  allocate->count = a.outer;
  allocate->size =
      program.exprs.make<SizeOf>(bytes, llvm::cast<PointerType>(a.shadow->type->strip())->pointee);
  add(std::move(allocate));
  include("#include <stdlib.h>");
}

/// Arrays of assumed shape in their shape, others as a list.
void Driver::makeFortranShadow(Active &a, const Type *scalar) {
  std::string name = a.original->name + (sets ? "s" : "d");
  const Type *element = sets ? b.integer(Language::Fortran) : scalar;
  auto *array = llvm::dyn_cast<ArrayType>(a.own->type->strip());
  std::vector<Dimension> shape;
  auto dimension = [&](const Expr *upper) {
    Dimension d;
    d.upper = upper;
    shape.push_back(d);
  };
  if (!sets)
    dimension(directions.count);
  if (array && array->dimensions.front().form == Dimension::Form::Assumed)
    for (unsigned k = 0; k < array->dimensions.size(); ++k)
      dimension(extent(array->dimensions[k], k + 1, *a.own));
  else if (array)
    dimension(a.count);
  if (shape.empty()) {
    a.shadow = local(name, element);
    add(b.assign(a.shadow, number(0)));
    return;
  }
  std::vector<Dimension> deferred(shape.size());
  for (Dimension &d : deferred)
    d.form = Dimension::Form::Deferred;
  a.shadow = local(name, program.types.array(element, deferred, false));
  a.shadow->allocatable = true;
  add(std::make_unique<Allocate>(Allocate::How::Fortran,
                                 std::vector{Allocation{b.variable(a.shadow), shape, nullptr}}));
  const Expr *zero = sets ? number(0) : program.exprs.make<RealConstant>(scalar, "0.0", 0.0);
  add(std::make_unique<Assign>(b.variable(a.shadow), zero));
}

void Driver::include(const std::string &line) {
  auto &lines = p.unit->preamble;
  if (std::find(lines.begin(), lines.end(), line) == lines.end())
    lines.push_back(line);
}

void Driver::freeShadows() {
  for (const Active &a : actives)
    if (a.outer) // Fortran does it by itself
      add(std::make_unique<Free>(std::vector{b.variable(a.shadow)}));
}

/// The shadow's memory, as the library takes it.
const Expr *Driver::data(const Active &a) {
  const Expr *shadow = b.variable(a.shadow);
  if (!inC)
    return shadow;
  const Expr *place = shadow;
  if (auto *pointer = llvm::dyn_cast<PointerType>(a.shadow->type->strip())) {
    if (!pointer->pointee->isArray())
      return shadow;
    place = program.exprs.make<Dereference>(pointer->pointee, shadow, number(0));
  }
  const Type *element = place->type->scalar();
  std::vector<const Expr *> zeros(place->type->rank(), number(0));
  return program.exprs.make<AddressOf>(program.types.pointer(element),
                                       program.exprs.make<Element>(element, place, zeros), true);
}

Driver::Active *Driver::find(const Symbol *s) {
  for (Active &a : actives)
    if (a.original == s)
      return &a;
  return nullptr;
}

// ---- Statements ---------------------------------------------------------------------------------

const Expr *Driver::plus(const Expr *a, const Expr *c) {
  auto *x = llvm::dyn_cast<IntegerConstant>(a), *y = llvm::dyn_cast<IntegerConstant>(c);
  if (x && y)
    return number(int(x->value + y->value));
  return x && x->value == 0 ? c : b.binary(BinaryOp::Add, a, c);
}

/// How many elements the variables before one of them have, or all (null).
const Expr *Driver::before(const std::vector<HeadVariable> &all, const HeadVariable *x) {
  const Expr *out = number(0);
  for (const HeadVariable &other : all) {
    if (&other == x)
      break;
    out = plus(out, countOf(*find(other.symbol)));
  }
  return out;
}

void Driver::seedSets() {
  for (const HeadVariable &x : head.independents) {
    const Active &a = *find(x.symbol);
    if (a.count)
      libraryCall("costate_seed_sets", {firstOf(head.independents, x), a.count, data(a)});
    else
      libraryCall("costate_single", {firstOf(head.independents, x)}, b.variable(a.shadow));
  }
}

void Driver::giveRows() {
  for (const HeadVariable &y : head.dependents) {
    const Active &a = *find(y.symbol);
    if (a.count)
      libraryCall("costate_rows", {a.count, data(a)});
    else
      libraryCall("costate_term", {b.variable(a.shadow)});
  }
}

void Driver::seedDirections(Symbol *plan) {
  for (const HeadVariable &x : head.independents) {
    const Active &a = *find(x.symbol);
    libraryCall(isSingle(*x.symbol) ? "costate_seed_single" : "costate_seed",
                {b.variable(plan), directions.count, firstOf(head.independents, x), countOf(a), data(a)});
  }
}

/// The first dependent that does not agree with the plan is what the status tells of.
void Driver::recover(Symbol *plan, Symbol *values, Symbol *status) {
  Symbol *other = head.dependents.size() > 1 ? local("other", b.integer(p.language)) : nullptr;
  bool first = true;
  for (const HeadVariable &y : head.dependents) {
    const Active &a = *find(y.symbol);
    libraryCall(isSingle(*y.symbol) ? "costate_recover_single" : "costate_recover",
                {b.variable(plan), directions.count, firstOf(head.dependents, y), countOf(a), data(a),
                 b.variable(values)},
                b.variable(first ? status : other));
    if (!first) {
      Block then;
      then.push_back(b.assign(status, b.variable(other)));
      add(std::make_unique<If>(b.compare(BinaryOp::Equal, b.variable(status), number(0), p.language),
                               std::move(then), Block{}));
    }
    first = false;
  }
}

/// The call of the pattern or the vector tangent: every argument followed by its shadow.
void Driver::run() {
  std::vector<Argument> arguments;
  bool passed = !sets && llvm::isa<Variable>(directions.count); // the number of directions
  if (passed && inC)
    arguments.push_back({directions.count, {}});
  for (Symbol *s : original.parameters) {
    arguments.push_back({b.variable(renaming.of(s)), {}});
    const Active *a = find(s);
    if (!a)
      continue;
    bool byValue = inC && !a->outer;
    arguments.push_back({byValue && !sets ? data(*a) : b.variable(a->shadow), {}});
  }
  const Active *result = original.result ? find(original.result) : nullptr;
  const Expr *into = nullptr;
  if (result) {
    const Expr *where = b.variable(value);
    if (inC && !value->type->isPointer())
      where = program.exprs.make<AddressOf>(program.types.pointer(value->type), where);
    arguments.push_back({where, {}});
    if (sets)
      into = b.variable(result->shadow);
    else
      arguments.push_back({data(*result), {}});
  }
  if (passed && !inC)
    arguments.push_back({directions.count, {}});
  add(std::make_unique<Call>(derivative.derivative->symbol, std::move(arguments), into));
}

// ---- Procedures ---------------------------------------------------------------------------------

std::string Driver::sizes() const {
  std::string out;
  for (const std::string &name : sizeNames)
    out += (out.empty() ? "" : ", ") + name;
  return out;
}

/// An int that C returns and Fortran gives through the last argument.
Symbol *Driver::returned(const char *name) {
  if (!inC)
    return parameter(name, b.integer(Language::Fortran), Intent::Out);
  p.kind = ProcedureKind::Function;
  p.resultType = b.integer(Language::C);
  p.result = local(name, p.resultType);
  p.result->storage = Storage::Result;
  return p.result;
}

/// Drops what the original declares beside its arguments.
void Driver::finish() {
  p.internalLinkage = p.symbol->internalLinkage = false;
  p.symbol->type = program.types.procedure(p.resultType);
  std::set<const Symbol *> kept(p.parameters.begin(), p.parameters.end());
  std::set<const Symbol *> inherited;
  for (auto &s : original.scope.symbols)
    inherited.insert(renaming.of(s.get()));
  auto &symbols = p.scope.symbols;
  auto isDropped = [&](const std::unique_ptr<Symbol> &s) {
    return inherited.count(s.get()) && !kept.count(s.get()) && s.get() != value &&
           s->kind != SymbolKind::NamedConstant;
  };
  auto dropped = std::stable_partition(symbols.begin(), symbols.end(), [&](auto &s) { return !isDropped(s); });
  std::move(dropped, symbols.end(), std::back_inserter(program.detachedSymbols));
  symbols.erase(dropped, symbols.end());
}

std::unique_ptr<Procedure> Driver::plan(Generated &generated) {
  generated.nameProcedure(original, p, "_plan");
  parameters();
  resultValue(false);
  Symbol *plan = returned("plan");
  for (Active &a : actives)
    makeShadow(a);
  seedSets();
  run();
  giveRows();
  libraryCall("costate_plan", {before(head.independents, nullptr)}, b.variable(plan));
  freeShadows();
  p.comments = {"Plans the sparse Jacobian of " + head.text + ": runs " + original.name + " once and gives",
                "the number of the plan, for all points where the pattern is the same.",
                "Link with -lcostate_sparse."};
  if (!sizeNames.empty())
    p.comments.insert(p.comments.begin() + 2, "Expects the numbers of elements in " + sizes() + ".");
  finish();
  return std::move(made);
}

/// All of it under the condition that the plan has no more directions than the vector tangent.
void Driver::runIfWide(Symbol *plan, Symbol *status, Block run) {
  body = &p.body;
  Symbol *needed = local("needed", b.integer(p.language));
  libraryCall("costate_plan_directions", {b.variable(plan)}, b.variable(needed));
  add(b.assign(status, program.exprs.make<Unary>(b.integer(p.language), UnaryOp::Negate, number(1))));
  add(std::make_unique<If>(b.compare(BinaryOp::LessEqual, b.variable(needed), directions.count, p.language),
                           std::move(run), Block{}));
}

std::unique_ptr<Procedure> Driver::evaluation(unsigned width, bool sum, Generated &generated) {
  generated.nameProcedure(original, p, sum ? "_gradient" : "_jacobian");
  Symbol *plan = local("plan", b.integer(p.language));
  plan->storage = Storage::Argument;
  plan->byValue = inC;
  plan->intent = Intent::In;
  Symbol *count = width ? nullptr : local("nbdirs", b.integer(p.language));
  directions.count = width ? number(int(width)) : b.variable(count);
  parameters();
  p.parameters.insert(p.parameters.begin(), plan);
  resultValue(true);
  const Type *list = program.types.real(8);
  Dimension any;
  any.form = Dimension::Form::Star;
  Symbol *values = parameter(sum ? "gradient" : "values",
                             inC ? static_cast<const Type *>(program.types.pointer(list))
                                 : program.types.array(list, {any}, false),
                             Intent::Unknown);
  values->intent = inC ? Intent::Unknown : Intent::InOut;
  Symbol *status = returned("status");
  Block enough;
  if (count)
    libraryCall("costate_plan_directions", {b.variable(plan)}, b.variable(count));
  else
    body = &enough;
  for (Active &a : actives)
    makeShadow(a);
  seedDirections(plan);
  if (sum)
    libraryCall("costate_gradient_begin", {b.variable(plan), b.variable(values)});
  run();
  if (sum) {
    const Active &a = *find(head.dependents[0].symbol);
    libraryCall(isSingle(*a.original) ? "costate_term_derivatives_single" : "costate_term_derivatives", {data(a)});
    libraryCall("costate_gradient_end", {}, b.variable(status));
  } else {
    recover(plan, values, status);
  }
  freeShadows();
  if (width)
    runIfWide(plan, status, std::move(enough));
  if (sum)
    p.comments = {"The gradient of " + head.text + ", through the sparse Jacobian of its terms by a plan."};
  else
    p.comments = {"The sparse Jacobian of " + head.text + ": its values in the order of the plan's pattern."};
  p.comments.push_back("Leaves the original results, too. The status is 0, or the number of a row (a term) that");
  p.comments.push_back("depends on more than the plan says: then plan again." +
                       std::string(width ? " It is -1 where the plan needs more than" : ""));
  if (width)
    p.comments.push_back(std::to_string(width) + " directions; then nothing is done.");
  finish();
  return std::move(made);
}

} // namespace

bool canCompress(const Head &head, Diagnostics &diagnostics) {
  const Procedure &p = *head.procedure;
  bool ok = true;
  auto refuse = [&](Location at, const std::string &what, const char *hint) {
    diagnostics.error(at, what, hint);
    ok = false;
  };
  for (auto *list : {&head.independents, &head.dependents})
    for (const HeadVariable &x : *list)
      if (x.symbol->owner != &p || !x.components.empty() || !isNumbers(*x.symbol))
        refuse(p.location, "no sparse Jacobian with '" + x.text + "', which is no argument or result of real numbers",
               "let a procedure with arguments that are arrays of real numbers call this one");
  for (const Symbol *s : p.parameters)
    if (s->isDummyProcedure())
      refuse(s->location, "no sparse Jacobian of a procedure with a dummy procedure, '" + s->name + "'",
             "let a procedure without it call this one");
  return ok;
}

bool canCompress(const DerivativeHead &pattern, Diagnostics &diagnostics) {
  bool ok = true;
  for (const Symbol *s : pattern.head->procedure->parameters)
    if (pattern.shadows.count(s) && !isNumbers(*s)) {
      diagnostics.error(s->location, "no sparse Jacobian of a procedure that writes '" + s->name +
                                         "', which holds other than real numbers",
                        "let a procedure with arguments that are arrays of real numbers call this one");
      ok = false;
    }
  return ok;
}

namespace {

bool isScalar(const Head &head, const Symbol &s) {
  const Type *type = s.type->strip();
  return !type->isArray() && (!type->isPointer() || isOneNumber(*head.procedure, s));
}

} // namespace

void remarkOnCosts(const Head &head, const SeparableTerms &terms, const OperationCounts &counts,
                   Diagnostics &diagnostics) {
  auto n = [](auto number) { return std::to_string(number); };
  std::string function = " operations, each statement counted once, where '" + head.procedure->name + "' has " +
                         n(counts.function);
  std::string other = "; reverse mode takes " + n(counts.adjoint()), hint;
  std::string each = n(counts.function + counts.partials) + " + " + n(counts.direction) + "*(colours + 1)";
  bool dense = std::all_of(head.dependents.begin(), head.dependents.end(),
                           [&](const HeadVariable &y) { return isScalar(head, *y.symbol); });
  std::string message;
  if (terms.isSum(head)) {
    auto widest = terms.widest(head);
    message = "the gradient of the sum '" + head.dependents[0].text + "' takes ";
    message += widest ? n(counts.tangent(*widest + 1)) + function + ", with the " + n(*widest) +
                            " colours that its terms need at least"
                      : each + function;
    message += other + " and what it records";
  } else if (dense) {
    message = "'" + head.dependents[0].text + "' is no sum of terms that is recognised, so its derivatives are one " +
              "row and take " + each + function + ", with a colour for each element it depends on" + other;
    hint = "use costate adjoint";
  } else {
    message = "the Jacobian takes " + each + function + other + " for each element of the dependents";
  }
  diagnostics.report({Severity::Note, head.procedure->location, 0, message, hint});
}

std::vector<std::unique_ptr<Procedure>> compressedProcedures(Program &program, const DerivativeHead &pattern,
                                                             const DerivativeHead &vector, unsigned width, bool sum,
                                                             Generated &generated, SparseLibrary &library) {
  std::vector<std::unique_ptr<Procedure>> out;
  out.push_back(Driver(program, pattern, true, library).plan(generated));
  out.push_back(Driver(program, vector, false, library).evaluation(width, sum, generated));
  return out;
}

} // namespace costate::transform
