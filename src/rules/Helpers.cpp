// A helper's file is written for double precision, and other kinds are the same text with names
// replaced: in Fortran the kind is one named constant, in C the types and functions of math.h
// follow; a float function computes in double.
#include "rules/HelperText.h"
#include "rules/Instantiate.h"
#include "rules/Rule.h"
#include "rules/Rules.h"

#include <cctype>

namespace costate::rules {

using namespace ir;

namespace {

void replaceAll(std::string &text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

Helper fortranHelper(const Rule &rule, unsigned kind) {
  std::string suffix = "_r" + std::to_string(kind);
  Helper out{rule.fortran[0] + suffix, helperFiles().at(rule.helper + ".f90")};
  replaceAll(out.source, "_r8", suffix);
  replaceAll(out.source, "wp = 8", "wp = " + std::to_string(kind));
  return out;
}

/// `name` where it stands as a whole word and is followed by `(`.
void renameFunction(std::string &text, const std::string &name, const std::string &to) {
  for (size_t at = text.find(name + "("); at != std::string::npos;
       at = text.find(name + "(", at + to.size())) {
    char before = at == 0 ? ' ' : text[at - 1];
    if (!std::isalnum(static_cast<unsigned char>(before)) && before != '_')
      text.replace(at, name.size(), to);
  }
}

Helper cHelper(const Rule &rule, unsigned kind) {
  const std::string &name = rule.c[0];
  Helper out{name + (kind == 4    ? "f"
                     : kind == 10 ? "l"
                                  : ""),
             helperFiles().at(rule.helper + ".c")};
  renameFunction(out.source, name, out.name);
  if (kind == 4)
    replaceAll(out.source, "static double " + out.name + "(double ",
               "static float " + out.name + "(float ");
  if (kind == 10) {
    replaceAll(out.source, "double", "long double");
    for (const char *function : {"atan", "atanh", "floor", "log", "tan"})
      renameFunction(out.source, function, function + std::string("l"));
  }
  return out;
}

} // namespace

std::optional<Helper> helper(const Intrinsic &call, Language language) {
  auto named = helperFiles().find(call.name + (language == Language::C ? ".c" : ".f90"));
  if (named != helperFiles().end()) // not of the table, but the file's own function
    return Helper{call.name, named->second};
  for (const Rule *rule : rulesSpelled(call.name, language))
    if (!rule->helper.empty()) {
      unsigned kind = realKindOf(call.type);
      return language == Language::C ? cHelper(*rule, kind) : fortranHelper(*rule, kind);
    }
  return std::nullopt;
}

} // namespace costate::rules
