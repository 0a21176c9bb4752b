// Constants as the source wrote them.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

/// The text of the token at a place, inside macros the token of the macro's own text.
std::string BodyReader::spelling(SourceLocation at) const {
  bool invalid = false;
  llvm::SmallString<32> buffer;
  llvm::StringRef text = clang::Lexer::getSpelling(unit.sources.getSpellingLoc(at), buffer,
                                                   unit.sources, unit.ast.getLangOpts(), &invalid);
  return invalid ? std::string() : text.str();
}

/// Hexadecimal and octal numbers keep their looks: they are bit patterns.
const Expr *BodyReader::integerLiteral(const clang::IntegerLiteral *e) {
  std::string text = spelling(e->getLocation());
  bool pattern = text.size() > 1 && text[0] == '0' &&
                 (isxdigit(text[1]) || tolower(text[1]) == 'x' || tolower(text[1]) == 'b');
  return make<IntegerConstant>(type(e->getType()), e->getValue().getZExtValue(),
                               location(e->getLocation()), pattern ? text : std::string());
}

const Expr *BodyReader::characterLiteral(const clang::CharacterLiteral *e) {
  std::string text = spelling(e->getLocation());
  bool quoted = text.size() > 2 && (text.front() == '\'' || text[1] == '\'');
  return make<IntegerConstant>(type(e->getType()), int32_t(e->getValue()),
                               location(e->getLocation()), quoted ? text : std::string());
}

/// The literal's own digits where they can be read, else enough for the same value.
static std::string digitsOf(const clang::FloatingLiteral *e, std::string text) {
  while (!text.empty() && std::string("fFlLqQiIjJ").find(text.back()) != std::string::npos)
    if (text.size() > 1 && tolower(text[1]) == 'x' && tolower(text.back()) == 'f' &&
        text.find_first_of("pP") == std::string::npos)
      break;
    else
      text.pop_back();
  for (char &c : text)
    c = c == 'E' ? 'e' : c;
  if (!text.empty() && (isdigit(text[0]) || text[0] == '.'))
    return text;
  llvm::SmallString<40> digits;
  e->getValue().toString(digits, 36, 0);
  std::string out = llvm::StringRef(digits).lower();
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

const Expr *BodyReader::realLiteral(const clang::FloatingLiteral *e) {
  return make<RealConstant>(type(e->getType()), digitsOf(e, spelling(e->getLocation())),
                            e->getValueAsApproximateDouble(), location(e->getLocation()));
}

/// `1.0i`, which is also what `I` of complex.h stands for.
const Expr *BodyReader::imaginaryLiteral(const clang::ImaginaryLiteral *e) {
  const Type *t = type(e->getType());
  auto *part = llvm::dyn_cast<clang::FloatingLiteral>(e->getSubExpr());
  if (!part)
    return refusedValue(e, "complex integers are not supported");
  const Expr *zero =
      make<RealConstant>(type(part->getType()), "0.0", 0.0, location(e->getBeginLoc()));
  return make<MakeComplex>(t, zero, realLiteral(part), location(e->getBeginLoc()));
}

/// The source's own spelling is kept where the literal is one token.
const Expr *BodyReader::stringLiteral(const clang::StringLiteral *e) {
  std::string text;
  if (e->getNumConcatenated() == 1)
    text = spelling(e->getStrTokenLoc(0));
  SourceLocation spelled = unit.sources.getSpellingLoc(e->getStrTokenLoc(0));
  if (unit.sources.isWrittenInScratchSpace(spelled)) {
    // Made by the preprocessor: `__FILE__`, or the `#` of a macro.
    text = unit.macroName(e->getStrTokenLoc(0)) == "__FILE__" ? "__FILE__" : "";
  }
  if (!e->isOrdinary() && !e->isUTF8() && text.empty())
    return refusedValue(e, "this wide string literal is not supported", "write it as one literal");
  return make<StringConstant>(type(e->getType()), e->getBytes().str(), location(e->getBeginLoc()),
                              text);
}

} // namespace costate::frontend::c
