#include "driver/ExpressionText.h"

#include "ir/Printer.h"

#include "llvm/Support/Casting.h"

namespace costate::driver {

using namespace ir;

namespace {

struct Operator {
  const char *c, *fortran;
  int precedence; ///< the higher binds the closer
};

constexpr int closest = 100, sign = 60, pointer = 70;

Operator operatorOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {" + ", " + ", 50};
  case BinaryOp::Subtract:
    return {" - ", " - ", 50};
  case BinaryOp::Multiply:
    return {"*", "*", 60};
  case BinaryOp::Divide:
    return {"/", "/", 60};
  case BinaryOp::Remainder:
    return {"%", "%", 60};
  case BinaryOp::Power:
    return {"**", "**", 80};
  case BinaryOp::Equal:
    return {" == ", " == ", 30};
  case BinaryOp::NotEqual:
    return {" != ", " /= ", 30};
  case BinaryOp::Less:
    return {" < ", " < ", 35};
  case BinaryOp::LessEqual:
    return {" <= ", " <= ", 35};
  case BinaryOp::Greater:
    return {" > ", " > ", 35};
  case BinaryOp::GreaterEqual:
    return {" >= ", " >= ", 35};
  case BinaryOp::And:
    return {" && ", " .and. ", 20};
  case BinaryOp::Or:
    return {" || ", " .or. ", 10};
  default:
    return {"", "", 0};
  }
}

class TextWriter {
public:
  explicit TextWriter(Language language) : isC(language == Language::C) {}

  /// In parentheses where it binds less than `least`.
  std::string text(const Expr *e, int least = 0) {
    auto [out, precedence] = write(e);
    return precedence < least ? "(" + out + ")" : out;
  }

private:
  using Written = std::pair<std::string, int>;

  Written write(const Expr *e) {
    switch (e->kind()) {
    case ExprKind::IntegerConstant:
      return {std::to_string(llvm::cast<IntegerConstant>(e)->value), closest};
    case ExprKind::RealConstant:
      return {llvm::cast<RealConstant>(e)->digits, closest};
    case ExprKind::Variable:
      return {name(*llvm::cast<Variable>(e)->symbol), closest};
    case ExprKind::Element: {
      auto *element = llvm::cast<Element>(e);
      return {text(element->base, closest) + subscripts(element->subscripts), closest};
    }
    case ExprKind::Dereference:
      return dereference(*llvm::cast<Dereference>(e));
    case ExprKind::Field:
      return {field(*llvm::cast<Field>(e)), closest};
    case ExprKind::Unary:
      return unary(*llvm::cast<Unary>(e));
    case ExprKind::Binary:
      return binary(*llvm::cast<Binary>(e));
    case ExprKind::Convert:
      return write(llvm::cast<Convert>(e)->operand);
    case ExprKind::Conditional: {
      auto *choice = llvm::cast<Conditional>(e);
      return {text(choice->condition, 6) + " ? " + text(choice->whenTrue, 6) + " : " + text(choice->whenFalse, 5), 5};
    }
    case ExprKind::Intrinsic: {
      auto *call = llvm::cast<Intrinsic>(e);
      return {call->name + "(" + list(call->arguments) + ")", closest};
    }
    case ExprKind::AddressOf: {
      auto *address = llvm::cast<AddressOf>(e);
      auto *element = llvm::dyn_cast<Element>(address->place);
      if (!isC || (address->decayed && element))
        return write(element && isC ? element->base : address->place);
      return {"&" + text(address->place, pointer), pointer};
    }
    case ExprKind::PointerAdd: {
      auto *add = llvm::cast<PointerAdd>(e);
      return {text(add->pointer, 50) + (add->negative ? " - " : " + ") + text(add->offset, 51), 50};
    }
    default:
      return {print(e), closest};
    }
  }

  /// The result of a function of C has no name but the function's.
  std::string name(const Symbol &s) {
    return isC && s.storage == Storage::Result && s.owner ? s.owner->name : s.name;
  }

  std::string list(const std::vector<const Expr *> &parts) {
    std::string out;
    for (const Expr *e : parts)
      if (e)
        out += (out.empty() ? "" : ", ") + text(e);
    return out;
  }

  std::string subscripts(const std::vector<const Expr *> &parts) {
    if (!isC)
      return "(" + list(parts) + ")";
    std::string out;
    for (const Expr *e : parts)
      out += "[" + text(e) + "]";
    return out;
  }

  Written dereference(const Dereference &e) {
    if (!isC)
      return write(e.pointer);
    if (e.offset)
      return {text(e.pointer, closest) + "[" + text(e.offset) + "]", closest};
    return {"*" + text(e.pointer, pointer), pointer};
  }

  std::string field(const Field &e) {
    auto *target = llvm::dyn_cast<Dereference>(e.base);
    if (isC && target && !target->offset)
      return text(target->pointer, closest) + "->" + e.name();
    return text(e.base, closest) + (isC ? "." : "%") + e.name();
  }

  Written unary(const Unary &e) {
    switch (e.op) {
    case UnaryOp::Negate:
      return {"-" + text(e.operand, sign), sign};
    case UnaryOp::Not:
      return {(isC ? "!" : ".not. ") + text(e.operand, closest), pointer};
    case UnaryOp::BitNot:
      return {"~" + text(e.operand, closest), pointer};
    case UnaryOp::Parentheses:
      return {"(" + text(e.operand) + ")", closest};
    }
    return {print(&e), closest};
  }

  Written binary(const Binary &e) {
    Operator op = operatorOf(e.op);
    if (!op.precedence)
      return {print(&e), closest};
    return {text(e.left, op.precedence) + (isC ? op.c : op.fortran) + text(e.right, op.precedence + 1), op.precedence};
  }

  bool isC;
};

std::string trimmed(std::string s) {
  s.erase(0, s.find_first_not_of(' '));
  s.erase(s.find_last_not_of(' ') + 1);
  return s;
}

} // namespace

std::string expressionText(const Expr *e, Language language) { return TextWriter(language).text(e); }

std::string operationName(const Expr *e, Language language) {
  if (auto *x = llvm::dyn_cast<Binary>(e))
    return trimmed(language == Language::C ? operatorOf(x->op).c : operatorOf(x->op).fortran);
  if (auto *x = llvm::dyn_cast<Intrinsic>(e))
    return x->name;
  if (llvm::isa<Unary>(e))
    return "-";
  return llvm::isa<Conditional>(e) ? "?:" : expressionText(e, language);
}

} // namespace costate::driver
