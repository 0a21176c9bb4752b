// Statements other than loops and switch, and the effects of expressions.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

// ---- The body ---------------------------------------------------------------------------------

BodyReader::BodyReader(UnitReader &unit, Procedure *procedure)
    : unit(unit), procedure(procedure), block(procedure ? &procedure->body : &scratch),
      outerExtent(unit.variableExtent) {
  unit.variableExtent = [this](const clang::VariableArrayType *a) -> const Expr * {
    auto known = extents.find(a->getSizeExpr());
    return known != extents.end() ? known->second : value(a->getSizeExpr());
  };
}

BodyReader::~BodyReader() { unit.variableExtent = outerExtent; }

void BodyReader::declareParameter(const clang::ParmVarDecl *decl) {
  Symbol *s = addSymbol(procedure->scope, decl->getNameAsString(), SymbolKind::Variable,
                        type(decl->getType()), location(decl->getLocation()));
  s->storage = Storage::Argument;
  s->owner = procedure;
  s->byValue = true;
  s->isRegister = decl->getStorageClass() == clang::SC_Register;
  s->isVolatile = decl->getType().isVolatileQualified();
  procedure->parameters.push_back(s);
  locals[decl] = s;
  // After the symbol: the extents may name parameters before it.
  auto *written = unit.ast.getAsArrayType(decl->getOriginalType());
  if (written && written->getSizeModifier() == clang::ArraySizeModifier::Normal &&
      !written->getIndexTypeCVRQualifiers())
    s->writtenArray = type(decl->getOriginalType());
}

void BodyReader::readBody(const clang::FunctionDecl *decl) {
  for (unsigned i = 0; i < decl->getNumParams(); ++i)
    locals[decl->getParamDecl(i)] = procedure->parameters[i];
  for (const clang::Decl *d : decl->decls())
    if (auto *named = llvm::dyn_cast<clang::NamedDecl>(d))
      names.insert(named->getNameAsString());
  names.insert(procedure->name);
  facts = findFacts(decl->getBody());
  procedure->hasBody = true;
  if (procedure->kind == ProcedureKind::Function) {
    Symbol *result =
        addSymbol(procedure->scope, uniqueName("result"), SymbolKind::Variable,
                  type(decl->getReturnType().getUnqualifiedType()), location(decl->getLocation()));
    result->storage = Storage::Result;
    result->owner = procedure;
    procedure->result = result;
  }
  statement(decl->getBody());
  Block &body = procedure->body;
  if (!body.empty() && llvm::isa<Return>(*body.back()))
    body.pop_back();
  else if (decl->isMain() && procedure->result) // C says: as if it returned 0
    append(unit.builder.assign(procedure->result, unit.builder.constant(unit.integer(), 0),
                               location(decl->getBody()->getEndLoc())));
}

Symbol *BodyReader::local(const clang::VarDecl *decl) {
  if (auto found = locals.find(decl); found != locals.end())
    return found->second;
  return nullptr;
}

// ---- Effects ----------------------------------------------------------------------------------

void BodyReader::append(StmtPtr s) { block->push_back(std::move(s)); }

void BodyReader::postpone(const clang::Expr *changed, StmtPtr s) {
  const clang::VarDecl *variable = nullptr;
  if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(changed->IgnoreParens()))
    variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  postponed.push_back({variable, std::move(s)});
}

void BodyReader::flush() {
  for (Postponed &p : postponed)
    append(std::move(p.statement));
  postponed.clear();
}

BodyReader::SequenceScope::SequenceScope(BodyReader &reader)
    : reader(reader), outer(std::move(reader.postponed)) {
  reader.postponed.clear();
}

BodyReader::SequenceScope::~SequenceScope() {
  for (Postponed &p : reader.postponed)
    outer.push_back(std::move(p));
  reader.postponed = std::move(outer);
}

const Expr *BodyReader::keep(const Expr *e, SourceLocation at) {
  if (e->isConstant())
    return e;
  const Type *t = e->type;
  while (auto *qualified = llvm::dyn_cast<QualifiedType>(t))
    t = qualified->underlying;
  Symbol *s = temporary("t", t);
  append(unit.builder.assign(s, e, location(at)));
  return unit.builder.variable(s, location(at));
}

std::string BodyReader::uniqueName(const std::string &base) {
  auto taken = [&](const std::string &name) { return names.count(name) || !unit.nameIsFree(name); };
  std::string name = base;
  unsigned &n = nextNumber[base];
  while (taken(name))
    name = base + std::to_string(++n);
  names.insert(name);
  return name;
}

Symbol *BodyReader::temporary(const std::string &base, const Type *t) {
  if (!procedure) { // an initial value with effects: refused by its reader
    Symbol *s = unit.madeGlobal(base, t, {});
    s->temporary = true;
    return s;
  }
  Symbol *s =
      addSymbol(procedure->scope, uniqueName(base), SymbolKind::Variable, t, procedure->location);
  s->owner = procedure;
  s->temporary = true;
  return s;
}

// ---- Statements -------------------------------------------------------------------------------

/// Reads a statement and gives the first of ours the comments above it. Comments above something
/// that leaves no statement (a declaration) wait for the next one.
void BodyReader::statement(const clang::Stmt *s) {
  if (auto *compound = llvm::dyn_cast<clang::CompoundStmt>(s)) {
    const clang::CompoundStmt *outer = enclosing;
    SourceLocation outerEnd = scopeEnd;
    enclosing = compound;
    scopeEnd = compound->getEndLoc();
    for (const clang::Stmt *child : compound->body())
      statement(child);
    enclosing = outer;
    scopeEnd = outerEnd;
    return;
  }
  std::vector<std::string> comments = std::move(carriedComments);
  carriedComments.clear();
  for (std::string &line : unit.commentsAbove(s->getBeginLoc()))
    comments.push_back(std::move(line));
  size_t before = block->size();
  Block *here = block;
  statementParts(s);
  if (here->size() > before)
    (*here)[before]->comments = std::move(comments);
  else
    carriedComments = std::move(comments);
}

void BodyReader::into(Block &target, const clang::Stmt *s) {
  BlockScope scope(*this, target);
  if (s)
    statement(s);
}

void BodyReader::statementParts(const clang::Stmt *s) {
  SourceLocation at = s->getBeginLoc();
  if (assertion(s))
    return;
  if (auto *e = llvm::dyn_cast<clang::Expr>(s)) {
    discard(e);
    flush();
    return;
  }
  switch (s->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return;
  case clang::Stmt::DeclStmtClass:
    for (const clang::Decl *d : llvm::cast<clang::DeclStmt>(s)->decls())
      if (auto *v = llvm::dyn_cast<clang::VarDecl>(d))
        declaration(v);
      else if (auto *alias = llvm::dyn_cast<clang::TypedefDecl>(d))
        captureExtents(alias->getUnderlyingType(), alias->getBeginLoc());
    return;
  case clang::Stmt::IfStmtClass:
    return ifStatement(llvm::cast<clang::IfStmt>(s));
  case clang::Stmt::WhileStmtClass:
    return whileLoop(llvm::cast<clang::WhileStmt>(s));
  case clang::Stmt::DoStmtClass:
    return doLoop(llvm::cast<clang::DoStmt>(s));
  case clang::Stmt::ForStmtClass:
    return forLoop(llvm::cast<clang::ForStmt>(s));
  case clang::Stmt::SwitchStmtClass:
    return switchStatement(llvm::cast<clang::SwitchStmt>(s));
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    return switchLabel(llvm::cast<clang::SwitchCase>(s));
  case clang::Stmt::ReturnStmtClass:
    return returnStatement(llvm::cast<clang::ReturnStmt>(s));
  case clang::Stmt::GotoStmtClass:
    return append(
        std::make_unique<Goto>(labelOf(llvm::cast<clang::GotoStmt>(s)->getLabel()), location(at)));
  case clang::Stmt::LabelStmtClass: {
    auto *label = llvm::cast<clang::LabelStmt>(s);
    append(std::make_unique<Label>(labelOf(label->getDecl()), location(at)));
    return statement(label->getSubStmt());
  }
  case clang::Stmt::BreakStmtClass:
    return append(std::make_unique<Exit>(jump.breakLoop, location(at)));
  case clang::Stmt::ContinueStmtClass:
    if (jump.continueExits)
      return append(std::make_unique<Exit>(jump.continueLoop, location(at)));
    return append(std::make_unique<Cycle>(jump.continueLoop, location(at)));
  case clang::Stmt::AttributedStmtClass:
    return statement(llvm::cast<clang::AttributedStmt>(s)->getSubStmt());
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    return unit.refuse(at, "inline assembly is not supported");
  case clang::Stmt::IndirectGotoStmtClass:
    return unit.refuse(at, "a goto to a computed label is not supported",
                       "use a switch over an integer");
  default:
    return unit.refuse(at, std::string("the statement '") + s->getStmtClassName() +
                               "' is not supported");
  }
}

unsigned BodyReader::labelOf(const clang::LabelDecl *label) {
  unsigned &number = labels[label];
  if (!number)
    number = procedure->newLabel();
  return number;
}

/// Whether evaluating this changes a variable by its own operators, not only through calls.
static bool hasAssignment(const clang::Stmt *s) {
  if (!s || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(s))
    return false;
  if (auto *b = llvm::dyn_cast<clang::BinaryOperator>(s); b && b->isAssignmentOp())
    return true;
  if (auto *u = llvm::dyn_cast<clang::UnaryOperator>(s); u && u->isIncrementDecrementOp())
    return true;
  return llvm::any_of(s->children(), hasAssignment);
}

/// `if (a && (x = f()))` without else nests: `if (a) { x = f(); if (x) ... }`.
bool BodyReader::nestedIf(const clang::Expr *c, const clang::Stmt *then, SourceLocation at) {
  auto *both = llvm::dyn_cast<clang::BinaryOperator>(withoutParentheses(c));
  if (!both || both->getOpcode() != clang::BO_LAnd || !hasAssignment(both->getRHS()))
    return false;
  const Expr *outer = sequencedCondition(both->getLHS());
  Block inside;
  {
    BlockScope scope(*this, inside);
    const Expr *inner = sequencedCondition(both->getRHS());
    Block body;
    into(body, then);
    append(std::make_unique<If>(inner, std::move(body), Block{}, location(at)));
  }
  append(std::make_unique<If>(outer, std::move(inside), Block{}, location(at)));
  return true;
}

void BodyReader::ifStatement(const clang::IfStmt *s) {
  if (!s->getElse() && nestedIf(s->getCond(), s->getThen(), s->getBeginLoc()))
    return;
  const Expr *c = sequencedCondition(s->getCond());
  Block thenBlock, elseBlock;
  into(thenBlock, s->getThen());
  into(elseBlock, s->getElse());
  append(std::make_unique<If>(c, std::move(thenBlock), std::move(elseBlock),
                              location(s->getBeginLoc())));
}

void BodyReader::returnStatement(const clang::ReturnStmt *s) {
  SourceLocation at = s->getBeginLoc();
  if (const clang::Expr *e = s->getRetValue()) {
    if (procedure->result)
      assign(unit.builder.variable(procedure->result, location(at)), e, at);
    else
      discard(e);
    flush();
  }
  append(std::make_unique<Return>(location(at)));
}

/// `assert(c)` of a system header stays an assertion: expanded, it would be a page of glibc.
bool BodyReader::assertion(const clang::Stmt *s) {
  SourceLocation at = s->getBeginLoc();
  if (!at.isMacroID())
    return false;
  while (unit.sources.getImmediateMacroCallerLoc(at).isMacroID())
    at = unit.sources.getImmediateMacroCallerLoc(at);
  if (unit.macroName(at) != "assert" || !unit.fromSystem(unit.sources.getSpellingLoc(at)))
    return false;
  // The condition is what the macro tests first, whatever it does then.
  std::function<const clang::Expr *(const clang::Stmt *)> tested =
      [&](const clang::Stmt *part) -> const clang::Expr * {
    if (!part)
      return nullptr;
    if (auto *i = llvm::dyn_cast<clang::IfStmt>(part))
      return i->getCond();
    if (auto *c = llvm::dyn_cast<clang::ConditionalOperator>(part))
      return c->getCond();
    for (const clang::Stmt *child : part->children())
      if (!child || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(child))
        continue;
      else if (const clang::Expr *found = tested(child))
        return found;
    return nullptr;
  };
  const clang::Expr *c = tested(s);
  if (!c)
    return false;
  const Expr *holds = sequencedCondition(c);
  append(std::make_unique<Opaque>(
      std::vector<OpaquePiece>{{"assert(", nullptr, OpaquePiece::Effect::None},
                               {{}, holds, OpaquePiece::Effect::Reads},
                               {")", nullptr, OpaquePiece::Effect::None}},
      location(s->getBeginLoc())));
  return true;
}

/// Larger arrays that never change are declared with their values, as if they were const; smaller
/// ones are assigned like any other variable.
static constexpr uint64_t smallTable = 16;

// ---- Declarations -----------------------------------------------------------------------------

/// Whether a typedef brings a `const` the emitter could not leave out where the variable is
/// declared before it gets its value.
static bool constInsideTypedef(QualType q) {
  while (const clang::ArrayType *a = q->getAsArrayTypeUnsafe())
    q = a->getElementType();
  return q.isConstQualified() && !q.isLocalConstQualified();
}

void BodyReader::declaration(const clang::VarDecl *decl) {
  SourceLocation at = decl->getLocation();
  if (decl->isLocalExternDecl())
    return; // stands for something at file scope
  unit.nameAnonymous(decl->getType(), decl->getNameAsString());
  unit.refuseUnsupported(decl->getType(), at);
  captureExtents(decl->getType(), decl->getBeginLoc());
  bool constant = keepsInitial(decl) && decl->getType().isConstant(unit.ast);
  auto *array = unit.ast.getAsConstantArrayType(decl->getType());
  bool table = array && array->getZExtSize() > smallTable && keepsInitial(decl);
  QualType declared = decl->getType();
  clang::Qualifiers hidden;
  if (decl->hasLocalStorage() && !constant && constInsideTypedef(declared))
    declared = unit.ast.getUnqualifiedArrayType(declared, hidden);
  Symbol *s = addSymbol(procedure->scope, decl->getNameAsString(), SymbolKind::Variable,
                        type(declared), location(at));
  s->owner = procedure;
  s->isRegister = decl->getStorageClass() == clang::SC_Register;
  s->isVolatile = decl->getType().isVolatileQualified();
  s->storage = decl->isStaticLocal() ? Storage::Saved : Storage::Local;
  s->scopeEnd = location(scopeEnd);
  locals[decl] = s;
  if (!decl->hasInit())
    return;
  if (decl->isStaticLocal() || constant || table) {
    s->initial = constantInitialiser(decl->getInit());
    return;
  }
  initialise(unit.builder.variable(s, location(at)), decl->getInit(), at);
  flush();
}

/// A local that keeps a constant initial value is declared with it, wherever the emitter puts the
/// declaration. The value names no other variable: that one may be declared later.
bool BodyReader::keepsInitial(const clang::VarDecl *decl) {
  if (!decl->hasInit() || !decl->hasLocalStorage() || !facts.neverChanges(decl) ||
      !decl->getInit()->isConstantInitializer(unit.ast, false))
    return false;
  std::function<bool(const clang::Stmt *)> namesVariable = [&](const clang::Stmt *s) {
    // The operand of sizeof is not evaluated; canonical source spells its type instead.
    if (!s || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(s))
      return false;
    auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(s);
    return (reference && llvm::isa<clang::VarDecl>(reference->getDecl())) ||
           llvm::any_of(s->children(), namesVariable);
  };
  return !namesVariable(decl->getInit());
}

/// The extents of a variable-length array are fixed where it is declared. They are named directly
/// where nothing they read changes while the array lives.
void BodyReader::captureExtents(QualType q, SourceLocation at) {
  if (!q->isVariablyModifiedType())
    return;
  FunctionFacts lifetime = enclosing ? findFacts(enclosing) : facts;
  std::function<bool(const clang::Stmt *)> stable = [&](const clang::Stmt *s) {
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(s))
      if (auto *v = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
        return facts.onlyByName(v) && !lifetime.modified.count(v);
    if (auto *e = llvm::dyn_cast<clang::Expr>(s); e && e->HasSideEffects(unit.ast))
      return false;
    return llvm::all_of(s->children(), stable);
  };
  for (;;) {
    if (auto *a = unit.ast.getAsVariableArrayType(q); a && a->getSizeExpr()) {
      const clang::Expr *size = a->getSizeExpr();
      if (!extents.count(size)) {
        const Expr *extent = value(size);
        if (!stable(size)) {
          Symbol *fixed = temporary("extent", extent->type);
          fixed->temporary = false; // the array's type names it for as long as it lives
          append(unit.builder.assign(fixed, extent, location(at)));
          extent = unit.builder.variable(fixed, location(at));
        }
        flush();
        extents[size] = extent;
      }
    }
    if (q->isArrayType())
      q = unit.ast.getAsArrayType(q)->getElementType();
    else if (q->isPointerType())
      q = q->getPointeeType();
    else
      return;
  }
}

} // namespace costate::frontend::c
