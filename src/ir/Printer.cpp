#include "ir/Printer.h"

namespace costate::ir {

namespace {

std::string join(const std::vector<const Expr *> &list) {
  std::string out;
  for (const Expr *e : list)
    out += (out.empty() ? "" : ", ") + (e ? print(e) : std::string("-"));
  return out;
}

std::string maybe(const Expr *e) { return e ? print(e) : std::string(); }

std::string printDimension(const Dimension &d) {
  switch (d.form) {
  case Dimension::Form::Explicit:
    if (d.extent)
      return print(d.extent);
    return (d.lower ? print(d.lower) + ":" : "") + maybe(d.upper);
  case Dimension::Form::Star:
    return (d.lower ? print(d.lower) + ":" : "") + "*";
  case Dimension::Form::Assumed:
    return maybe(d.lower) + ":";
  case Dimension::Form::Deferred:
    return ":";
  case Dimension::Form::AssumedRank:
    return "..";
  }
  return {};
}

std::string printArray(const ArrayType *t) {
  std::string out = print(t->element) + "[";
  for (size_t i = 0; i < t->dimensions.size(); ++i)
    out += (i ? "," : "") + printDimension(t->dimensions[i]);
  return out + "]";
}

const char *name(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate:
    return "-";
  case UnaryOp::Not:
    return "!";
  case UnaryOp::BitNot:
    return "~";
  case UnaryOp::Parentheses:
    return "value";
  }
  return "";
}

const char *name(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Subtract:
    return "-";
  case BinaryOp::Multiply:
    return "*";
  case BinaryOp::Divide:
    return "/";
  case BinaryOp::Remainder:
    return "%";
  case BinaryOp::Power:
    return "**";
  case BinaryOp::Concatenate:
    return "//";
  case BinaryOp::Equal:
    return "==";
  case BinaryOp::NotEqual:
    return "!=";
  case BinaryOp::Less:
    return "<";
  case BinaryOp::LessEqual:
    return "<=";
  case BinaryOp::Greater:
    return ">";
  case BinaryOp::GreaterEqual:
    return ">=";
  case BinaryOp::And:
    return "&&";
  case BinaryOp::Or:
    return "||";
  case BinaryOp::Equivalent:
    return "eqv";
  case BinaryOp::NotEquivalent:
    return "neqv";
  case BinaryOp::BitAnd:
    return "&";
  case BinaryOp::BitOr:
    return "|";
  case BinaryOp::BitXor:
    return "^";
  case BinaryOp::ShiftLeft:
    return "<<";
  case BinaryOp::ShiftRight:
    return ">>";
  }
  return "";
}

std::string printIntrinsic(const Intrinsic *x) {
  std::string out = x->name + "(";
  for (size_t i = 0; i < x->arguments.size(); ++i) {
    if (i)
      out += ", ";
    if (i < x->keywords.size() && !x->keywords[i].empty())
      out += x->keywords[i] + "=";
    out += print(x->arguments[i]);
  }
  return out + ")";
}

std::string printConstructor(const ArrayConstructor *x) {
  std::string out = "[";
  for (size_t i = 0; i < x->items.size(); ++i) {
    if (i)
      out += ", ";
    if (i < x->repeat.size() && x->repeat[i] > 1)
      out += std::to_string(x->repeat[i]) + "*";
    out += print(x->items[i]);
  }
  return out + "]";
}

class StatementPrinter {
public:
  explicit StatementPrinter(unsigned indent) : indent(indent) {}

  void block(const Block &b) {
    for (const StmtPtr &s : b)
      statement(*s);
  }

  std::string out;

private:
  unsigned indent;

  void line(const std::string &text) { out += std::string(2 * indent, ' ') + text + "\n"; }

  void nested(const Block &b) {
    ++indent;
    block(b);
    --indent;
  }

  void statement(const Stmt &s) {
    switch (s.kind()) {
    case StmtKind::Assign: {
      auto &x = llvm::cast<Assign>(s);
      line(print(x.place) + " := " + print(x.value) + (x.mask ? " where " + print(x.mask) : ""));
      break;
    }
    case StmtKind::Call:
      call(llvm::cast<Call>(s));
      break;
    case StmtKind::If: {
      auto &x = llvm::cast<If>(s);
      line("if " + print(x.condition) + (x.thenReturned ? " (returned)" : ""));
      nested(x.thenBlock);
      if (!x.elseBlock.empty()) {
        line("else");
        nested(x.elseBlock);
      }
      break;
    }
    case StmtKind::For:
      forLoop(llvm::cast<For>(s));
      break;
    case StmtKind::While: {
      auto &x = llvm::cast<While>(s);
      line("while");
      nested(x.head);
      line("test " + print(x.condition));
      nested(x.body);
      break;
    }
    case StmtKind::Allocate:
      allocate(llvm::cast<Allocate>(s));
      break;
    case StmtKind::Free:
      line("free " + join(llvm::cast<Free>(s).places));
      break;
    case StmtKind::Opaque: {
      std::string text = "opaque ";
      for (const OpaquePiece &p : llvm::cast<Opaque>(s).pieces)
        text += p.value ? "{" + print(p.value) + "}" : p.text;
      line(text);
      break;
    }
    case StmtKind::Label:
      line("label " + std::to_string(llvm::cast<Label>(s).label));
      break;
    case StmtKind::Goto:
      line("goto " + std::to_string(llvm::cast<Goto>(s).label));
      break;
    case StmtKind::MultiwayGoto:
      multiway(llvm::cast<MultiwayGoto>(s));
      break;
    case StmtKind::Exit:
      line("exit loop " + std::to_string(llvm::cast<Exit>(s).loop));
      break;
    case StmtKind::Cycle:
      line("cycle loop " + std::to_string(llvm::cast<Cycle>(s).loop));
      break;
    case StmtKind::Return:
      line("return");
      break;
    case StmtKind::Loop:
      rawLoop(llvm::cast<Loop>(s));
      break;
    }
  }

  void call(const Call &x) {
    std::string text = x.result ? print(x.result) + " := " : "";
    text += "call " + (x.callee ? x.callee->name : print(x.pointer)) + "(";
    for (size_t i = 0; i < x.arguments.size(); ++i)
      text += (i ? ", " : "") + (x.arguments[i].value ? print(x.arguments[i].value) : "-");
    line(text + ")");
  }

  void forLoop(const For &x) {
    const char *relation = x.inclusive ? "to" : "until";
    const char *way = x.direction == For::Direction::Up     ? " up"
                      : x.direction == For::Direction::Down ? " down"
                                                            : "";
    line("for " + x.variable->name + " := " + print(x.lower) + " " + relation + " " +
         print(x.bound) + (x.step ? " by " + print(x.step) : "") + way);
    nested(x.body);
  }

  void allocate(const Allocate &x) {
    std::string text = "allocate";
    for (const Allocation &a : x.objects) {
      text += " " + print(a.place);
      for (size_t i = 0; i < a.shape.size(); ++i)
        text += (i ? "," : "(") + printDimension(a.shape[i]);
      text += a.shape.empty() ? "" : ")";
    }
    if (x.count)
      text += " count " + print(x.count);
    if (x.alignment)
      text += " alignment " + print(x.alignment);
    if (x.size)
      text += " size " + print(x.size);
    line(text);
  }

  void multiway(const MultiwayGoto &x) {
    std::string text = "goto by " + print(x.selector) + ":";
    for (const MultiwayGoto::Case &c : x.cases)
      text += " " + print(c.lower) + (c.lower == c.upper ? "" : ".." + print(c.upper)) + "->" +
              std::to_string(c.label);
    if (x.otherwise)
      text += " else->" + std::to_string(x.otherwise);
    line(text);
  }

  void rawLoop(const Loop &x) {
    line("loop " + std::to_string(x.id) + (x.testAtEnd ? " test at end" : "") +
         (x.once ? " once" : ""));
    if (!x.testAtEnd) {
      nested(x.head);
      line("test " + (x.condition ? print(x.condition) : "true"));
    }
    nested(x.body);
    if (!x.step.empty()) {
      line("step");
      nested(x.step);
    }
    if (x.testAtEnd) {
      nested(x.head);
      line("test " + (x.condition ? print(x.condition) : "true"));
    }
  }
};

} // namespace

std::string print(const Type *t) {
  if (!t)
    return "?";
  switch (t->kind()) {
  case TypeKind::Void:
    return "void";
  case TypeKind::Integer: {
    auto *x = llvm::cast<IntegerType>(t);
    return (x->isSigned ? "i" : "u") + std::to_string(8 * x->bytes);
  }
  case TypeKind::Real:
    return "r" + std::to_string(8 * llvm::cast<RealType>(t)->realKind);
  case TypeKind::Complex:
    return "c" + std::to_string(8 * llvm::cast<ComplexType>(t)->realKind);
  case TypeKind::Logical:
    return "logical" + std::to_string(llvm::cast<LogicalType>(t)->bytes);
  case TypeKind::Character: {
    auto *x = llvm::cast<CharacterType>(t);
    return "character(" + (x->length ? print(x->length) : x->deferred ? ":" : "*") + ")";
  }
  case TypeKind::Record:
    return "record " + llvm::cast<RecordType>(t)->name;
  case TypeKind::Pointer:
    return print(llvm::cast<PointerType>(t)->pointee) + "*";
  case TypeKind::Array:
    return printArray(llvm::cast<ArrayType>(t));
  case TypeKind::Procedure:
    return "procedure";
  case TypeKind::Alias:
    return llvm::cast<AliasType>(t)->name;
  case TypeKind::Qualified: {
    auto *x = llvm::cast<QualifiedType>(t);
    return std::string(x->isConst ? "const " : "") + (x->isVolatile ? "volatile " : "") +
           (x->isRestrict ? "restrict " : "") + print(x->underlying);
  }
  }
  return {};
}

std::string print(const Expr *e) {
  if (!e)
    return "-";
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
    return std::to_string(llvm::cast<IntegerConstant>(e)->value);
  case ExprKind::RealConstant:
    return llvm::cast<RealConstant>(e)->digits;
  case ExprKind::LogicalConstant:
    return llvm::cast<LogicalConstant>(e)->value ? "true" : "false";
  case ExprKind::StringConstant:
    return "\"" + llvm::cast<StringConstant>(e)->text + "\"";
  case ExprKind::NullPointer:
    return "null";
  case ExprKind::Variable:
    return llvm::cast<Variable>(e)->symbol->name;
  case ExprKind::Element: {
    auto *x = llvm::cast<Element>(e);
    return print(x->base) + "[" + join(x->subscripts) + "]";
  }
  case ExprKind::Dereference: {
    auto *x = llvm::cast<Dereference>(e);
    return "*(" + print(x->pointer) + (x->offset ? ", " + print(x->offset) : "") + ")";
  }
  case ExprKind::Field:
    return print(llvm::cast<Field>(e)->base) + "." + llvm::cast<Field>(e)->name();
  case ExprKind::Substring: {
    auto *x = llvm::cast<Substring>(e);
    return print(x->base) + "(" + maybe(x->lower) + ":" + maybe(x->upper) + ")";
  }
  case ExprKind::ComplexPart: {
    auto *x = llvm::cast<ComplexPart>(e);
    return print(x->base) + (x->imaginary ? ".im" : ".re");
  }
  case ExprKind::Unary: {
    auto *x = llvm::cast<Unary>(e);
    return std::string(name(x->op)) + "(" + print(x->operand) + ")";
  }
  case ExprKind::Binary: {
    auto *x = llvm::cast<Binary>(e);
    return "(" + print(x->left) + " " + name(x->op) + " " + print(x->right) + ")";
  }
  case ExprKind::Convert:
    return print(e->type) + "(" + print(llvm::cast<Convert>(e)->operand) + ")";
  case ExprKind::Conditional: {
    auto *x = llvm::cast<Conditional>(e);
    return "(" + print(x->condition) + " ? " + print(x->whenTrue) + " : " + print(x->whenFalse) +
           ")";
  }
  case ExprKind::Intrinsic:
    return printIntrinsic(llvm::cast<Intrinsic>(e));
  case ExprKind::MakeComplex: {
    auto *x = llvm::cast<MakeComplex>(e);
    return "(" + print(x->re) + ", " + print(x->im) + ")";
  }
  case ExprKind::AddressOf:
    return "&" + print(llvm::cast<AddressOf>(e)->place);
  case ExprKind::PointerAdd: {
    auto *x = llvm::cast<PointerAdd>(e);
    return "(" + print(x->pointer) + (x->negative ? " - " : " + ") + print(x->offset) + ")";
  }
  case ExprKind::PointerDifference: {
    auto *x = llvm::cast<PointerDifference>(e);
    return "(" + print(x->left) + " - " + print(x->right) + ")";
  }
  case ExprKind::SizeOf:
    return "sizeof(" + print(llvm::cast<SizeOf>(e)->of) + ")";
  case ExprKind::ProcedureReference:
    return "@" + llvm::cast<ProcedureReference>(e)->symbol->name;
  case ExprKind::Range: {
    auto *x = llvm::cast<Range>(e);
    return maybe(x->lower) + ":" + maybe(x->upper) + (x->stride ? ":" + print(x->stride) : "");
  }
  case ExprKind::ArrayConstructor:
    return printConstructor(llvm::cast<ArrayConstructor>(e));
  case ExprKind::ImpliedDo: {
    auto *x = llvm::cast<ImpliedDo>(e);
    return "(" + join(x->items) + ", " + x->variable->name + " = " + print(x->lower) + ", " +
           print(x->upper) + (x->step ? ", " + print(x->step) : "") + ")";
  }
  case ExprKind::RecordConstructor:
    return print(e->type) + "{" + join(llvm::cast<RecordConstructor>(e)->values) + "}";
  case ExprKind::Text:
    return "`" + llvm::cast<Text>(e)->text + "`";
  }
  return {};
}

std::string print(const Block &b, unsigned indent) {
  StatementPrinter printer(indent);
  printer.block(b);
  return printer.out;
}

std::string print(const Procedure &p) {
  std::string out = p.kind == ProcedureKind::Function      ? "function "
                    : p.kind == ProcedureKind::MainProgram ? "program "
                    : p.kind == ProcedureKind::BlockData   ? "block data "
                                                           : "subroutine ";
  out += p.name + "(";
  for (size_t i = 0; i < p.parameters.size(); ++i)
    out += (i ? ", " : "") + p.parameters[i]->name + ": " + print(p.parameters[i]->type);
  out += ")" + (p.result ? " -> " + p.result->name + ": " + print(p.result->type) : "") + "\n";
  for (const auto &s : p.scope.symbols)
    if (s->kind != SymbolKind::Procedure && s->storage != Storage::Argument)
      out += "  " + s->name + ": " + print(s->type) +
             (s->initial ? " = " + print(s->initial) : "") + "\n";
  out += print(p.body, 1);
  for (const auto &inner : p.internal)
    out += print(*inner);
  return out;
}

std::string print(const Program &program) {
  std::string out;
  for (const auto &unit : program.units) {
    out += "unit " + (unit->name.empty() ? program.sources.path(unit->file) : unit->name) + "\n";
    for (const auto &s : unit->scope.symbols)
      if (s->kind == SymbolKind::Variable)
        out += "  " + s->name + ": " + print(s->type) + "\n";
    for (const auto &p : unit->procedures)
      out += print(*p);
  }
  return out;
}

} // namespace costate::ir
