#include "analysis/DerivativeSteps.h"

#include <algorithm>
#include <cctype>

namespace costate::analysis {

namespace {

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '?';
}

/// One line of the text. Every function leaves `problem` set and returns false where it fails.
class Line {
public:
  Line(std::string_view text, const StepNames &names, std::string &problem)
      : text(text), names(names), problem(problem) {}

  bool parse(Step &);
  unsigned column() const { return at; }

private:
  bool guard(Step &);
  bool guardNames(Step &);
  bool action(Step &);
  bool call(StepCall &);
  bool originalArguments(StepCall &);
  bool value(StepValue &);
  bool named(StepValue &);
  bool constant(StepValue &);
  bool literal(std::string &out, StepValue::Kind &);
  bool replacement(StepCall &);

  void skipBlanks() {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
      ++at;
  }
  bool take(char c) {
    skipBlanks();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  std::string_view peekWord() {
    skipBlanks();
    size_t end = at;
    while (end < text.size() && isNamePart(text[end]))
      ++end;
    return text.substr(at, end - at);
  }
  bool takeWord(std::string_view word) {
    if (peekWord() != word)
      return false;
    at += word.size();
    return true;
  }
  bool fail(std::string what) {
    problem = std::move(what);
    return false;
  }
  /// An argument's number, or the result's.
  bool name(int &number) {
    std::string_view word = peekWord();
    auto found = std::find(names.arguments.begin(), names.arguments.end(), word);
    if (found != names.arguments.end())
      number = found - names.arguments.begin();
    else if (names.isFunction && word == names.procedure)
      number = resultArgument;
    else
      return fail(word.empty() ? "expected the name of an argument"
                               : "'" + std::string(word) + "' is not an argument of '" +
                                     names.procedure + "'");
    at += word.size();
    return true;
  }

  std::string_view text;
  const StepNames &names;
  std::string &problem;
  size_t at = 0;
};

bool Line::parse(Step &step) {
  if (!guard(step) || !action(step))
    return false;
  step.instead = takeWord("instead");
  skipBlanks();
  return at == text.size() || fail("unexpected '" + std::string(text.substr(at)) + "'");
}

bool Line::guard(Step &step) {
  if (takeWord("otherwise"))
    step.guard = Step::Guard::Otherwise;
  else if (takeWord("if"))
    step.guard = Step::Guard::If;
  else if (takeWord("unless"))
    step.guard = Step::Guard::Unless;
  else
    return true;
  if (step.guard != Step::Guard::Otherwise && !guardNames(step))
    return false;
  return take(':') || fail("expected ':' after the condition");
}

bool Line::guardNames(Step &step) {
  do {
    int number = 0;
    if (!name(number))
      return false;
    if (!take('\''))
      return fail("a condition names a derivative, as in if a':");
    step.guardedBy.push_back(number);
  } while (takeWord("or"));
  return true;
}

bool Line::action(Step &step) {
  size_t start = at;
  std::string_view word = peekWord();
  if (names.isFunction && word == names.procedure) {
    at += word.size();
    step.assignsResult = take('\'');
    if (step.assignsResult && !take('='))
      return fail("expected '=' after the derivative of the result");
  }
  if (!step.assignsResult)
    at = start;
  do {
    step.calls.emplace_back();
    if (!call(step.calls.back()))
      return false;
  } while (step.assignsResult && take('+'));
  return true;
}

bool Line::call(StepCall &call) {
  std::string callee(peekWord());
  if (callee.empty())
    return fail("expected a call");
  at += callee.size();
  if (callee == "original")
    return originalArguments(call);
  call.callee = callee;
  if (!take('('))
    return fail("expected '(' after '" + callee + "'");
  if (take(')'))
    return true;
  do {
    call.arguments.emplace_back();
    if (!value(call.arguments.back()))
      return false;
  } while (take(','));
  return take(')') || fail("expected ',' or ')' among the arguments of '" + callee + "'");
}

bool Line::originalArguments(StepCall &call) {
  if (!take('('))
    return true;
  do
    if (!replacement(call))
      return false;
  while (take(','));
  return take(')') || fail("expected ',' or ')' after what takes an argument's place");
}

/// `a'`, `beta|1.0` or `alpha=0.0`.
bool Line::replacement(StepCall &call) {
  size_t start = at;
  int number = 0;
  if (!name(number))
    return false;
  if (number == resultArgument)
    return fail("the result is not an argument");
  call.replaced.push_back(number);
  call.arguments.emplace_back();
  if (take('='))
    return constant(call.arguments.back());
  at = start;
  return value(call.arguments.back());
}

bool Line::value(StepValue &value) {
  value.negated = take('-');
  if (takeWord("complex")) {
    value.asComplex = true;
    return (take('(') || fail("expected '(' after 'complex'")) && named(value) &&
           (take(')') || fail("expected ')' after 'complex(...'"));
  }
  std::string_view word = peekWord();
  bool isName = !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0]));
  if (!isName)
    return constant(value);
  StepValue::Kind kind;
  return named(value) && (!take('|') || literal(value.later, kind));
}

bool Line::named(StepValue &value) {
  if (!name(value.argument))
    return false;
  if (take('\''))
    value.kind = StepValue::Kind::Derivative;
  return true;
}

bool Line::constant(StepValue &value) {
  value.negated |= take('-');
  return literal(value.text, value.kind);
}

bool Line::literal(std::string &out, StepValue::Kind &kind) {
  skipBlanks();
  if (take('"')) {
    size_t end = text.find('"', at);
    if (end == std::string_view::npos)
      return fail("the text has no end");
    out = text.substr(at, end - at);
    at = end + 1;
    kind = StepValue::Kind::Character;
    return true;
  }
  size_t end = at;
  while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) || text[end] == '.'))
    ++end;
  out = text.substr(at, end - at);
  if (out.empty() || out == ".")
    return fail("expected a value: an argument, its derivative x', or a constant");
  kind = out.find('.') == std::string::npos ? StepValue::Kind::Integer : StepValue::Kind::Real;
  at = end;
  return true;
}

} // namespace

std::optional<std::vector<Step>> parseSteps(const std::string &text, Location first,
                                            const StepNames &names, StepProblem &problem) {
  std::vector<Step> steps;
  bool several = text.find('\n') != std::string::npos;
  Location here = first;
  for (size_t begin = 0; begin < text.size(); ++here.line) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    line = line.substr(0, line.find('#'));
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    Step step;
    step.location = here;
    Line parser(line, names, problem.message);
    if (!parser.parse(step)) {
      problem.location = here;
      problem.location.column = several ? parser.column() + 1 : first.column;
      return std::nullopt;
    }
    steps.push_back(std::move(step));
  }
  if (steps.empty()) {
    problem = {first, "the derivative is empty"};
    return std::nullopt;
  }
  return steps;
}

} // namespace costate::analysis
