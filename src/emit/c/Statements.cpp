#include "emit/c/Statements.h"

#include "emit/Directives.h"

#include "emit/TestedLoop.h"
#include "emit/c/Gather.h"
#include "emit/c/Literals.h"
#include "ir/LoopMarks.h"
#include "support/Diagnostics.h"

#include <algorithm>

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void Statements::printBody(const Braces &function) {
  expressions.use(&unhoisted);
  writer.indent();
  declare(function.declarations);
  bool separate = std::any_of(function.declarations.begin(), function.declarations.end(),
                              [](const Symbol *s) { return !s->initial; });
  if (separate && (!function.nodes.empty() || !unread.empty()))
    writer.blank();
  for (const Symbol *s : function.declarations)
    markUnread(s);
  for (const Symbol *parameter : procedure.parameters)
    markUnread(parameter);
  for (const Node &n : function.nodes)
    print(n);
  writer.outdent();
  expressions.use(nullptr);
  expressions.enter(nullptr);
}

void Statements::print(const Braces &braces) {
  writer.indent();
  declarations(braces.declarations);
  for (const Node &n : braces.nodes)
    print(n);
  writer.outdent();
}

// ---- Declarations -------------------------------------------------------------------------------

void Statements::declarations(const std::vector<const Symbol *> &symbols) {
  declare(symbols);
  for (const Symbol *s : symbols)
    markUnread(s);
}

/// Neighbours of one type share a declaration: `double x, y;`.
void Statements::declare(const std::vector<const Symbol *> &symbols) {
  for (size_t i = 0; i < symbols.size();) {
    const Symbol *s = symbols[i];
    std::string text = declaration(s);
    for (++i; i < symbols.size() && mayShare(s, symbols[i]); ++i)
      text += ", " + expressions.types().mutableParts(s->type, names.of(symbols[i])).declarator;
    writer.line(text + ";");
  }
}

/// By what is printed: a `const` that is left out keeps nobody apart.
bool Statements::mayShare(const Symbol *a, const Symbol *b) const {
  auto plain = [](const Symbol *x) { return x->storage != Storage::Saved && !x->initial; };
  if (!plain(a) || !plain(b))
    return false;
  Declarators::Parts first = expressions.types().mutableParts(a->type, "");
  Declarators::Parts second = expressions.types().mutableParts(b->type, "");
  return first.base == second.base && first.declarator == second.declarator;
}

/// A variable that is only written, or that only a sizeof named, is meant to be.
void Statements::markUnread(const Symbol *s) {
  if (unread.count(s))
    writer.line("(void)" + names.of(s) + ";");
}

std::string Statements::declaration(const Symbol *s) {
  std::string name = names.of(s);
  if (s->storage == Storage::Saved || s->initial) {
    std::string text = s->storage == Storage::Saved ? "static " : "";
    text += expressions.types().declare(s->type, name);
    return s->initial ? text + " = " + expressions.initialiser(s->initial) : text;
  }
  Declarators::Parts parts = expressions.types().mutableParts(s->type, name);
  return parts.base + " " + parts.declarator;
}

// ---- Statements ---------------------------------------------------------------------------------

void Statements::comments(const Node &n) {
  if (!n.stmt || n.kind == Node::Kind::BreakUnless)
    return;
  for (const std::string &text : unhoisted.comments(*n.stmt))
    if (text == eachDirection)
      writer.line(directionsMacro);
    else if (isDirective(text))
      writer.directive(directive(text, n));
    else
      writer.comment(text);
}

namespace {

/// Everything that is declared in a statement.
void declaredIn(const Node &n, std::set<const Symbol *> &out) {
  if (n.declares)
    out.insert(n.declares);
  for (const Braces *braces : {&n.body, &n.otherwise}) {
    out.insert(braces->declarations.begin(), braces->declarations.end());
    for (const Node &inner : braces->nodes) {
      out.insert(inner.before.begin(), inner.before.end());
      declaredIn(inner, out);
    }
  }
}

/// The variables of its statements, as they are printed.
void namedIn(const Node &n, std::set<const Symbol *> &out) {
  if (auto *loop = n.stmt ? llvm::dyn_cast<For>(n.stmt) : nullptr)
    out.insert(loop->variable);
  if (n.stmt)
    for (const Expr *e : expressions(*n.stmt))
      forEach(e, [&](const Expr *x) {
        if (auto *v = llvm::dyn_cast<Variable>(x))
          out.insert(v->symbol);
      });
  for (const Braces *braces : {&n.body, &n.otherwise})
    for (const Node &inner : braces->nodes)
      namedIn(inner, out);
}

} // namespace

/// What the loop itself declares is private anyway, and cannot be named before; a flag that has become a jump again is
/// nowhere.
std::string Statements::directive(const std::string &text, const Node &n) {
  std::set<const Symbol *> inside, named;
  declaredIn(n, inside);
  namedIn(n, named);
  auto nameOf = [&](size_t index) -> std::optional<std::string> {
    const Symbol *s = procedure.scope.symbols[index].get();
    return inside.count(s) || unhoisted.vanished(s) ? std::nullopt : std::optional(names.of(s));
  };
  return withNames(text, nameOf, [&](size_t index) {
    return named.count(procedure.scope.symbols[index].get()) ? nameOf(index) : std::nullopt;
  });
}

void Statements::print(const Node &n) {
  declarations(n.before);
  if (n.kind != Node::Kind::If)
    comments(n);
  expressions.enter(n.stmt);
  switch (n.kind) {
  case Node::Kind::Plain:
    plain(n);
    return markUnread(n.declares);
  case Node::Kind::ReturnValue:
    return returnValue(*n.stmt);
  case Node::Kind::Return:
    return writer.line(procedure.result ? "return " + names.of(procedure.result) + ";" : "return;");
  case Node::Kind::If:
    return ifElse(n);
  case Node::Kind::For:
    return block(forHeader(n), n.body);
  case Node::Kind::While:
    return block("while (" + expressions.condition(TestedLoop(*n.stmt).condition) + ")", n.body);
  case Node::Kind::DoWhile:
    return doWhile(n);
  case Node::Kind::Forever:
    return block("for (;;)", n.body);
  case Node::Kind::BreakUnless:
    writer.line("if (" + expressions.negated(TestedLoop(*n.stmt).condition) + ")");
    return writer.line("  break;");
  case Node::Kind::Break:
    return writer.line("break;");
  case Node::Kind::Continue:
    return writer.line("continue;");
  }
}

namespace {

/// Whether a plain node may print as more than one statement of C.
bool mayBeSeveral(const Node &n) {
  if (auto *assign = dyn_cast<Assign>(n.stmt))
    return n.initial || isa<ArrayConstructor>(assign->value);
  auto *opaque = dyn_cast<Opaque>(n.stmt);
  return opaque && std::any_of(opaque->pieces.begin(), opaque->pieces.end(), [](auto &piece) {
           return piece.text.find_first_of(";{") != std::string::npos;
         });
}

} // namespace

bool Statements::needsBraces(const Braces &braces) const {
  if (braces.nodes.size() != 1 || !braces.declarations.empty())
    return true;
  const Node &n = braces.nodes.front();
  bool simple = n.kind == Node::Kind::Plain || n.kind == Node::Kind::ReturnValue ||
                n.kind == Node::Kind::Return || n.kind == Node::Kind::Break ||
                n.kind == Node::Kind::Continue;
  if (!simple || n.declares || !n.before.empty())
    return true;
  if (!n.stmt)
    return false;
  return mayBeSeveral(n) || !unhoisted.comments(*n.stmt).empty();
}

void Statements::block(const std::string &header, const Braces &body) {
  braces(header, body, needsBraces(body));
}

void Statements::braces(const std::string &header, const Braces &body, bool wanted) {
  bool braced = wanted || needsBraces(body);
  writer.line(header + (braced ? " {" : ""));
  print(body);
  if (braced)
    writer.line("}");
}

void Statements::plain(const Node &n) {
  if (n.initial)
    return initialise(n);
  const Stmt &s = *n.stmt;
  if (auto *x = dyn_cast<Assign>(&s))
    return assign(*x, n.declares);
  if (auto *x = dyn_cast<Call>(&s)) {
    std::string text = expressions.call(*x) + ";";
    return writer.line(x->result ? target(x->result, n.declares) + " = " + text : text);
  }
  if (auto *x = dyn_cast<Allocate>(&s))
    return allocate(*x, n.declares);
  if (auto *x = dyn_cast<Free>(&s)) {
    for (const Expr *place : x->places)
      writer.line("free(" + expressions.assigned(place) + ");");
    return;
  }
  if (auto *x = dyn_cast<Opaque>(&s))
    return opaque(*x);
  internalError("a statement of Fortran, or a raw one, in a C procedure");
}

/// The left side of an assignment, or the declaration that stands there.
std::string Statements::target(const Expr *place, const Symbol *declares) {
  if (declares)
    return expressions.types().declare(declares->type, names.of(declares));
  return expressions.value(place);
}

void Statements::assign(const Assign &s, const Symbol *declares) {
  if (declares)
    return writer.line(target(s.place, declares) + " = " + expressions.initialiser(s.value) + ";");
  if (auto *array = dyn_cast<ArrayConstructor>(s.value))
    return assignArray(s.place, *array);
  if (auto compound = expressions.compound(s.place, s.value)) {
    std::string text = expressions.value(s.place);
    if (compound->right.empty()) // `*p++` would move the pointer
      return writer.line((text.front() == '*' ? "(" + text + ")" : text) + compound->op + ";");
    return writer.line(text + " " + compound->op + " " + compound->right + ";");
  }
  writer.line(expressions.value(s.place) + " = " + expressions.assigned(s.value) + ";");
}

namespace {

/// A list of characters nobody spelled one by one was a string.
std::optional<std::string> charactersOf(const Initialiser &list, const Type *type) {
  auto *array = type ? dyn_cast<ArrayType>(type->strip()) : nullptr;
  auto *element = array ? dyn_cast<IntegerType>(array->element->strip()) : nullptr;
  if (!element || element->spelling != "char" || array->dimensions.size() != 1)
    return std::nullopt;
  std::string text;
  for (const Initialiser &item : list.items) {
    auto *c = item.value ? dyn_cast<IntegerConstant>(item.value) : nullptr;
    if (!c || !c->spelling.empty())
      return std::nullopt;
    text += char(c->value);
  }
  while (!text.empty() && text.back() == 0)
    text.pop_back();
  return stringLiteral(StringConstant(type, text));
}

} // namespace

/// A variable by its parts: one initialiser where it is declared here, else one by one.
void Statements::initialise(const Node &n) {
  if (n.declares) {
    Declarators::Parts parts =
        expressions.types().mutableParts(n.declares->type, names.of(n.declares));
    writer.line(parts.base + " " + parts.declarator + " = " + text(*n.initial, n.declares->type) +
                ";");
    return;
  }
  for (Node part : n.parts) {
    if (part.kind == Node::Kind::For)
      declareCounters(part);
    print(part);
  }
}

/// The front end made the counters of such loops for these loops alone.
void Statements::declareCounters(Node &n) {
  if (n.kind != Node::Kind::For)
    return;
  n.declares = cast<For>(n.stmt)->variable;
  for (Node &inner : n.body.nodes)
    declareCounters(inner);
}

std::string Statements::text(const Initialiser &i, const Type *type) {
  if (i.value) {
    expressions.enter(i.at);
    return expressions.initialiser(i.value);
  }
  if (auto characters = charactersOf(i, type))
    return *characters;
  std::string out;
  for (const Initialiser &item : i.items)
    out += (out.empty() ? "" : ", ") + text(item, nullptr);
  return "{" + (out.empty() ? "0" : out) + "}";
}

/// C has no array assignment: one statement for each element.
void Statements::assignArray(const Expr *place, const ArrayConstructor &values) {
  for (size_t i = 0; i < values.items.size(); ++i)
    writer.line(expressions.value(place) + "[" + std::to_string(i) +
                "] = " + expressions.assigned(values.items[i]) + ";");
}

void Statements::returnValue(const Stmt &s) {
  if (auto *call = dyn_cast<Call>(&s))
    return writer.line("return " + expressions.call(*call) + ";");
  writer.line("return " + expressions.assigned(cast<Assign>(s).value) + ";");
}

void Statements::allocate(const Allocate &s, const Symbol *declares) {
  std::string text = target(s.objects.front().place, declares) + " = ";
  switch (s.how) {
  case Allocate::How::Malloc:
    text += s.alignment ? "aligned_alloc(" + expressions.assigned(s.alignment) + ", " : "malloc(";
    text += expressions.assigned(s.size);
    break;
  case Allocate::How::Calloc:
    text += "calloc(" + expressions.assigned(s.count) + ", " + expressions.assigned(s.size);
    break;
  case Allocate::How::Realloc:
    text += "realloc(" + expressions.assigned(s.old) + ", " + expressions.assigned(s.size);
    break;
  case Allocate::How::Fortran:
    internalError("ALLOCATE in a C procedure");
  }
  writer.line(text + ");");
}

void Statements::opaque(const Opaque &s) {
  std::string text;
  for (const OpaquePiece &piece : s.pieces)
    text += piece.value ? expressions.variadicArgument(piece.value) : piece.text;
  if (text.empty() || (text.back() != ';' && text.back() != '}'))
    text += ";";
  writer.line(text);
}

// ---- If -----------------------------------------------------------------------------------------

namespace {

/// The If an else-branch consists of: `else if`.
const Node *elseIf(const Node &n) {
  const Braces &rest = n.otherwise;
  bool chained = rest.nodes.size() == 1 && rest.nodes.front().kind == Node::Kind::If &&
                 rest.declarations.empty() && rest.nodes.front().before.empty();
  return chained ? &rest.nodes.front() : nullptr;
}

bool onlyElse(const Node &n) { return n.body.nodes.empty() && !n.otherwise.nodes.empty(); }

} // namespace

/// Braces round one part of a chain mean braces round all.
bool Statements::chainNeedsBraces(const Node &first) const {
  for (const Node *n = &first; n; n = elseIf(*n))
    if ((!n->body.nodes.empty() && needsBraces(n->body)) ||
        (!elseIf(*n) && !n->otherwise.nodes.empty() && needsBraces(n->otherwise)))
      return true;
  return false;
}

/// A chain of else-ifs is written flat; comments stand before the word they belong to.
void Statements::ifElse(const Node &first) {
  bool braced = chainNeedsBraces(first);
  std::string prefix;
  for (const Node *n = &first; n; n = elseIf(*n)) {
    comments(*n);
    expressions.enter(n->stmt);
    const Expr *condition = cast<If>(n->stmt)->condition;
    if (onlyElse(*n))
      return braces(prefix + "if (" + expressions.negated(condition) + ")", n->otherwise, braced);
    braces(prefix + "if (" + expressions.condition(condition) + ")", n->body, braced);
    if (!elseIf(*n) && !n->otherwise.nodes.empty())
      braces("else", n->otherwise, braced);
    prefix = "else ";
  }
}

// ---- Loops --------------------------------------------------------------------------------------

namespace {

/// An unsigned counter that runs down to its bound would wrap round and never be below it.
bool wouldWrap(const For &s) {
  auto *type = dyn_cast<IntegerType>(s.variable->type->strip());
  auto *step = s.step ? dyn_cast<IntegerConstant>(s.step) : nullptr;
  bool down = s.direction == For::Direction::Down ||
              (s.direction == For::Direction::BySignOfStep && step && step->value < 0);
  if (!type || type->isSigned || !down || !s.inclusive)
    return false;
  const Expr *bound = peel(s.bound).expr;
  auto *constant = dyn_cast<IntegerConstant>(bound);
  return !constant || !step || constant->value + step->value < 0;
}

} // namespace

std::string Statements::forHeader(const Node &n) {
  auto &s = *cast<For>(n.stmt);
  std::string variable = names.of(s.variable), start;
  std::string begin =
      n.declares ? expressions.types().declare(n.declares->type, variable) : variable;
  if (wouldWrap(s))
    return "for (" + begin + " = " + onePast(s) + "; " + variable + "-- > " +
           expressions.comparand(s.bound) + ";)";
  auto *lower = dyn_cast<Variable>(s.lower);
  if (!lower || lower->symbol != s.variable) // else it goes on from where it is
    start = begin + " = " + expressions.assigned(s.lower);
  return "for (" + start + "; " + forTest(s, variable) + "; " + forStep(s, variable) + ")";
}

/// The start of a loop whose test counts down first: one above the first value.
std::string Statements::onePast(const For &s) {
  auto *step = s.step ? dyn_cast<IntegerConstant>(s.step) : nullptr;
  if (!step || step->value != -1)
    internalError("an unsigned loop that counts down to its bound by more than one");
  if (auto *c = dyn_cast<IntegerConstant>(s.lower))
    return std::to_string(c->value + 1);
  auto *less = dyn_cast<Binary>(s.lower);
  auto *by = less ? dyn_cast<IntegerConstant>(peel(less->right).expr) : nullptr;
  if (less && less->op == BinaryOp::Subtract && by && by->value == 1)
    return expressions.assigned(less->left);
  IntegerConstant one(s.lower->type, 1);
  Binary sum(s.lower->type, BinaryOp::Add, s.lower, &one);
  return expressions.assigned(&sum);
}

std::string Statements::forTest(const For &s, const std::string &name) {
  Variable counter(s.variable);
  std::string bound = expressions.comparand(s.bound, !losesSign(s.bound, bareType(&counter)));
  std::string variable = name;
  if (losesSign(&counter, bareType(s.bound)))
    variable = "(" + expressions.types().typeName(peel(s.bound).expr->type) + ")" + name;
  std::string up = variable + (s.inclusive ? " <= " : " < ") + bound;
  std::string down = variable + (s.inclusive ? " >= " : " > ") + bound;
  if (s.direction == For::Direction::Up || !s.step)
    return up;
  if (s.direction == For::Direction::Down)
    return down;
  if (auto *c = dyn_cast<IntegerConstant>(s.step))
    return c->value > 0 ? up : down;
  return expressions.comparand(s.step) + " > 0 ? " + up + " : " + down;
}

std::string Statements::forStep(const For &s, const std::string &variable) {
  auto *c = s.step ? dyn_cast<IntegerConstant>(s.step) : nullptr;
  if (!s.step || (c && c->value == 1))
    return variable + "++";
  if (c && c->value == -1)
    return variable + "--";
  if (auto *u = dyn_cast<Unary>(s.step); u && u->op == UnaryOp::Negate)
    return variable + " -= " + expressions.assigned(u->operand);
  if (c && c->value < 0)
    return variable + " -= " + std::to_string(-c->value);
  return variable + " += " + expressions.assigned(s.step);
}

void Statements::doWhile(const Node &n) {
  writer.line("do {");
  print(n.body);
  expressions.enter(n.stmt);
  writer.line("} while (" + expressions.condition(TestedLoop(*n.stmt).condition) + ");");
}

} // namespace costate::emit::c
