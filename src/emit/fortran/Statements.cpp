#include "emit/fortran/Statements.h"

#include "emit/Directives.h"

#include "emit/TestedLoop.h"
#include "ir/Builder.h"
#include "ir/LoopMarks.h"
#include "support/Diagnostics.h"

namespace costate::emit::fortran {

using namespace ir;

void Statements::body(const Procedure &p) {
  procedure = &p;
  std::vector<unsigned> around;
  nameLoops(p.body, around);
  block(p.body, p.kind == ProcedureKind::Subroutine || p.kind == ProcedureKind::Function);
}

void Statements::block(const Block &block, bool returns) {
  List list = masks.printed(block);
  for (size_t i = 0; i < list.size();) {
    // A comment opens a new paragraph.
    if (i > 0 && !comments(*list[i]).empty() && list[i]->comments != std::vector<std::string>{eachDirection})
      layout.blank();
    auto *assign = llvm::dyn_cast<Assign>(list[i]);
    if (const WhereConstruct *construct = masks.construct(list[i])) {
      i += where(*construct);
      continue;
    }
    if (assign && assign->mask) {
      i = masked(list, i);
      continue;
    }
    statement(*list[i], returns && i + 1 == list.size());
    ++i;
  }
}

/// What stood above the statement and above those folded into it.
std::vector<std::string> Statements::comments(const Stmt &s) {
  std::vector<std::string> out;
  if (const WhereConstruct *construct = masks.construct(&s))
    out = unhoisted.comments(*construct->front().mask);
  for (const std::string &text : unhoisted.comments(s)) {
    if (text == eachDirection) {
      out.insert(out.end(), directionsDirectives.begin(), directionsDirectives.end());
      continue;
    }
    if (!isDirective(text)) {
      out.push_back(text);
      continue;
    }
    auto nameOf = [&](size_t index) -> std::optional<std::string> {
      const Symbol *symbol = procedure->scope.symbols[index].get();
      return unhoisted.vanished(symbol) ? std::nullopt : std::optional(symbol->name);
    };
    for (const std::string &line : continued(withNames(text, nameOf)))
      out.push_back(line);
  }
  return out;
}

void Statements::statement(const Stmt &s, bool returns) {
  layout.comments(comments(s));
  if (std::optional<std::string> text = simple(s))
    return layout.line(*text);
  switch (s.kind()) {
  case StmtKind::If:
    return conditional(llvm::cast<If>(s), returns);
  case StmtKind::For:
    return counted(llvm::cast<For>(s));
  case StmtKind::While:
  case StmtKind::Loop:
    return repeated(s);
  default:
    internalError("a statement that is not canonical reached the Fortran emitter");
  }
}

std::optional<std::string> Statements::simple(const Stmt &s) {
  expressions.enter(&s);
  switch (s.kind()) {
  case StmtKind::Assign:
    return assignment(llvm::cast<Assign>(s));
  case StmtKind::Call:
    return call(llvm::cast<Call>(s));
  case StmtKind::Allocate:
    return allocate(llvm::cast<Allocate>(s));
  case StmtKind::Free:
    return deallocate(llvm::cast<Free>(s));
  case StmtKind::Opaque:
    return opaque(llvm::cast<Opaque>(s));
  case StmtKind::Exit:
    return jump("exit", llvm::cast<Exit>(s).loop);
  case StmtKind::Cycle:
    return jump("cycle", llvm::cast<Cycle>(s).loop);
  case StmtKind::Return:
    return "return";
  default:
    return std::nullopt;
  }
}

// ---- One line ---------------------------------------------------------------------------------

/// gfortran's library refuses to spread a number over elements that do not lie side by side ("dim too large
/// in spread()"); in parentheses, the elements lie in a temporary.
static bool spreadsNumber(const Expr *value) {
  auto *function = llvm::dyn_cast<Intrinsic>(value);
  return function && function->name == "spread" && !function->arguments[0]->type->isArray();
}

std::string Statements::assignment(const Assign &s) {
  std::string place = expressions.print(s.place);
  if (s.place->type->isPointer()) {
    if (llvm::isa<NullPointer>(s.value))
      return "nullify(" + place + ")";
    return place + " => " + expressions.print(s.value);
  }
  std::string value = expressions.assigned(s.value, s.place->type);
  return place + " = " + (spreadsNumber(s.value) ? "(" + value + ")" : value);
}

std::string Statements::call(const Call &s) {
  if (s.written == "assignment(=)" && s.arguments.size() == 2)
    return expressions.print(s.arguments[0].value) + " = " +
           expressions.print(s.arguments[1].value);
  std::string reference = expressions.reference(s);
  if (!s.result)
    return "call " + reference;
  return expressions.print(s.result) + (s.result->type->isPointer() ? " => " : " = ") + reference;
}

/// The bounds of MOLD=, which GCC 12 wants beside it for arrays of records with allocatable components.
std::string Statements::moldedShape(const Allocation &a, const Expr *mold) {
  if (!mold || !a.shape.empty() || !mold->type->isArray() || !mold->type->scalar()->isRecord())
    return "";
  std::vector<std::string> texts;
  for (unsigned i = 1; i <= mold->type->rank(); ++i) {
    std::string of = "bound(" + expressions.print(mold) + ", " + std::to_string(i) + ")";
    texts.push_back("l" + of + ":u" + of);
  }
  return "(" + joined(texts) + ")";
}

std::string Statements::allocate(const Allocate &s) {
  std::vector<std::string> items;
  std::string type;
  for (const Allocation &a : s.objects) {
    if (a.characterType)
      type = expressions.typeName(a.characterType) + " :: ";
    items.push_back(expressions.print(a.place) + expressions.allocatedShape(a.shape) +
                    moldedShape(a, s.mold));
  }
  auto option = [&](const char *name, const Expr *value) {
    if (value)
      items.push_back(std::string(name) + "=" + expressions.print(value));
  };
  option("source", s.source);
  option("mold", s.mold);
  option("stat", s.status);
  option("errmsg", s.message);
  return "allocate(" + type + joined(items) + ")";
}

std::string Statements::deallocate(const Free &s) {
  std::string text = "deallocate(" + expressions.list(s.places);
  if (s.status)
    text += ", stat=" + expressions.print(s.status);
  if (s.message)
    text += ", errmsg=" + expressions.print(s.message);
  return text + ")";
}

std::string Statements::opaque(const Opaque &s) {
  std::string text;
  for (const OpaquePiece &piece : s.pieces)
    text += piece.value ? expressions.print(piece.value) : piece.text;
  return text;
}

// ---- IF ---------------------------------------------------------------------------------------

const Expr *Statements::negated(const Expr *e) { return Builder(program).negate(e); }

std::string Statements::condition(const Stmt &s, const Expr *e) {
  expressions.enter(&s);
  return "(" + expressions.print(e) + ")";
}

void Statements::conditional(const If &s, bool returns) {
  if (s.thenReturned && returns)
    return earlyReturn(s);
  bool swapped = masks.printed(s.thenBlock).empty() && !s.elseBlock.empty();
  const Expr *test = swapped ? negated(s.condition) : s.condition;
  const Block &first = swapped ? s.elseBlock : s.thenBlock;
  const Block &second = swapped ? s.thenBlock : s.elseBlock;
  if (second.empty() && oneLine(s, test, first))
    return;
  layout.line("if " + condition(s, test) + " then");
  {
    Indented inner(layout);
    block(first, returns);
  }
  elseBranches(second, returns);
  layout.line("end if");
}

/// What followed the RETURN stands after the construct again.
void Statements::earlyReturn(const If &s) {
  if (masks.printed(s.thenBlock).empty()) {
    layout.line("if " + condition(s, s.condition) + " return");
  } else {
    layout.line("if " + condition(s, s.condition) + " then");
    {
      Indented inner(layout);
      block(s.thenBlock, false);
      layout.line("return");
    }
    layout.line("end if");
  }
  List rest = masks.printed(s.elseBlock);
  if (!rest.empty() && !comments(*rest[0]).empty())
    layout.blank();
  block(s.elseBlock, true);
}

/// An IF statement, where the source had one (both parts on a line) and the line is not too long.
bool Statements::oneLine(const If &s, const Expr *test, const Block &only) {
  List list = masks.printed(only);
  if (list.size() != 1 || !comments(*list[0]).empty())
    return false;
  const Location &outer = s.location, &inner = list[0]->location;
  if (outer.known() && inner.known() && outer.line != inner.line)
    return false;
  std::optional<std::string> text = simple(*list[0]);
  auto *assign = llvm::dyn_cast<Assign>(list[0]);
  if (!text || (assign && assign->mask))
    return false;
  std::string line = "if " + condition(s, test) + " " + *text;
  if (line.size() > layout.width())
    return false;
  layout.line(line);
  return true;
}

void Statements::elseBranches(const Block &last, bool returns) {
  List list = masks.printed(last);
  if (list.empty())
    return;
  auto *chained = list.size() == 1 ? llvm::dyn_cast<If>(list[0]) : nullptr;
  if (!chained || (chained->thenReturned && returns)) {
    layout.line("else");
    Indented inner(layout);
    return block(last, returns);
  }
  layout.comments(comments(*chained));
  layout.line("else if " + condition(*chained, chained->condition) + " then");
  {
    Indented inner(layout);
    block(chained->thenBlock, returns);
  }
  elseBranches(chained->elseBlock, returns);
}

// ---- Loops ------------------------------------------------------------------------------------

/// The bound of Fortran's DO is always executed if reached.
const Expr *Statements::inclusiveBound(const For &s) {
  if (s.inclusive)
    return s.bound;
  Builder build(program);
  const Expr *one = build.constant(s.bound->type, 1);
  if (s.direction == For::Direction::Down)
    return build.binary(BinaryOp::Add, s.bound, one);
  if (s.direction == For::Direction::BySignOfStep && s.step)
    one = program.exprs.make<Intrinsic>(s.bound->type, "sign",
                                        std::vector<const Expr *>{one, s.step});
  return build.binary(BinaryOp::Subtract, s.bound, one);
}

void Statements::counted(const For &s) {
  if (s.concurrent)
    return concurrent(s);
  expressions.enter(&s);
  const Type *type = s.variable->type;
  std::string text = "do " + expressions.names.of(s.variable) + " = " +
                     expressions.assigned(s.lower, type) + ", " +
                     expressions.assigned(inclusiveBound(s), type);
  if (s.step)
    text += ", " + expressions.assigned(s.step, type);
  loop(s, text, [&] { block(s.body, false); });
}

void Statements::concurrent(const For &s) {
  expressions.enter(&s);
  std::string text = expressions.names.of(s.variable) + " = " + expressions.print(s.lower) + ":" +
                     expressions.print(inclusiveBound(s));
  if (s.step)
    text += ":" + expressions.print(s.step);
  loop(s, "do concurrent (" + text + ")", [&] { block(s.body, false); });
}

void Statements::repeated(const Stmt &s) {
  TestedLoop tested(s);
  bool endless = tested.isEndless();
  bool testedFirst = masks.printed(*tested.head).empty() && !endless;
  loop(s, testedFirst ? "do while " + condition(s, tested.condition) : "do", [&] {
    block(*tested.head, false);
    if (!testedFirst && !endless)
      layout.line("if " + condition(s, negated(tested.condition)) + " exit");
    block(*tested.body, false);
  });
}

namespace {

unsigned loopId(const Stmt &s) {
  if (auto *named = llvm::dyn_cast<Loop>(&s))
    return named->id;
  auto *counted = llvm::dyn_cast<For>(&s);
  return counted ? counted->id : 0;
}

} // namespace

/// EXIT and CYCLE mean the innermost loop; one further out needs a name.
void Statements::nameLoops(const Block &list, std::vector<unsigned> &around) {
  for (const StmtPtr &s : list) {
    auto *exit = llvm::dyn_cast<Exit>(s.get());
    auto *cycle = llvm::dyn_cast<Cycle>(s.get());
    unsigned target = exit ? exit->loop : cycle ? cycle->loop : 0;
    if (target && target != around.back() && !loopNames.count(target))
      loopNames.emplace(target, expressions.names.ofConstruct("loop", loopNames.size()));
    bool repeats = TestedLoop(*s) || llvm::isa<For>(s.get());
    if (repeats)
      around.push_back(loopId(*s));
    for (const Block *inner : blocks(static_cast<const Stmt &>(*s)))
      nameLoops(*inner, around);
    if (repeats)
      around.pop_back();
  }
}

void Statements::loop(const Stmt &s, const std::string &header, const std::function<void()> &body) {
  auto named = loopNames.find(loopId(s));
  bool isNamed = loopId(s) && named != loopNames.end();
  layout.line(isNamed ? named->second + ": " + header : header);
  {
    Indented inner(layout);
    body();
  }
  layout.line(isNamed ? "end do " + named->second : "end do");
}

std::string Statements::jump(const char *word, unsigned loop) const {
  auto named = loopNames.find(loop);
  return named == loopNames.end() ? word : std::string(word) + " " + named->second;
}

// ---- WHERE ------------------------------------------------------------------------------------

/// Prints a construct and gives the number of its assignments.
size_t Statements::where(const WhereConstruct &construct) {
  size_t assignments = 0;
  const char *word = "where ";
  for (const WhereBranch &branch : construct) {
    if (assignments == 0 && !branch.body.empty())
      layout.comments(comments(*branch.body.front()));
    else if (branch.mask)
      layout.comments(unhoisted.comments(*branch.mask));
    expressions.enter(branch.mask);
    layout.line(branch.mask ? word + ("(" + expressions.print(branch.mask->value) + ")")
                            : "elsewhere");
    maskedBranch(branch.body, 0, branch.body.size());
    assignments += branch.body.size();
    word = "elsewhere ";
  }
  layout.line("end where");
  return assignments;
}

/// Prints the run of assignments from `first` on that share a mask, and those under its negation
/// that follow as ELSEWHERE; gives the index after them.
size_t Statements::masked(const List &list, size_t first) {
  MaskedRun run = maskedRun(list, first);
  auto *assign = llvm::cast<Assign>(list[first]);
  layout.comments(comments(*assign));
  std::string where = "where " + condition(*assign, assign->mask);
  if (run.last - first == 1) {
    expressions.enter(assign);
    std::string line = where + " " + assignment(*assign);
    if (line.size() <= layout.width()) {
      layout.line(line);
      return run.last;
    }
  }
  layout.line(where);
  maskedBranch(list, first, run.end);
  if (run.last > run.end) {
    layout.line("elsewhere");
    maskedBranch(list, run.end, run.last);
  }
  layout.line("end where");
  return run.last;
}

void Statements::maskedBranch(const List &list, size_t first, size_t end) {
  Indented inner(layout);
  for (size_t i = first; i < end; ++i) {
    if (i != first)
      layout.comments(unhoisted.comments(*list[i]));
    expressions.enter(list[i]);
    layout.line(assignment(*llvm::cast<Assign>(list[i])));
  }
}

} // namespace costate::emit::fortran
