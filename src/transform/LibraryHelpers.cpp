#include "transform/LibraryHelpers.h"

#include "rules/HelperText.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace costate::transform {

using namespace ir;

namespace {

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '?';
}

/// One procedure of a helper file, with the comment before it.
struct HelperProcedure {
  std::string name; ///< with `?`
  std::string text;
};

/// The name a line at the margin begins a procedure (or, in C, a declaration) with; empty where it
/// does not.
std::string nameIn(const std::string &line) {
  size_t mark = line.find('?');
  bool begins = !line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) &&
                line.rfind("end", 0) != 0;
  if (!begins || mark == std::string::npos)
    return {};
  size_t end = mark;
  while (end < line.size() && isNamePart(line[end]))
    ++end;
  return line.substr(mark, end - mark);
}

bool ends(const std::string &line) {
  bool declaration = std::isalpha(static_cast<unsigned char>(line[0])) && line.back() == ';';
  return line.rfind("end ", 0) == 0 || line == "}" || declaration;
}

std::vector<HelperProcedure> parse(const std::string &file) {
  std::vector<HelperProcedure> out;
  std::istringstream lines(file);
  std::string line, text, name;
  while (std::getline(lines, line)) {
    if (line.empty() && name.empty()) // the end of a comment on no procedure
      text.clear();
    if (line.empty())
      continue;
    text += line + "\n";
    if (name.empty())
      name = nameIn(line);
    if (!name.empty() && ends(line)) {
      out.push_back({name, text});
      name.clear();
      text.clear();
    }
  }
  return out;
}

const std::vector<HelperProcedure> &procedures(Language language) {
  static const auto fortran = parse(rules::helperFiles().at("linear_algebra_d.f90"));
  static const auto c = parse(rules::helperFiles().at("linear_algebra_d.c"));
  return language == Language::C ? c : fortran;
}

bool mentions(const std::string &text, const std::string &name) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    if (at + name.size() >= text.size() || !isNamePart(text[at + name.size()]))
      return true;
  return false;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string withPrecision(const std::string &text, char precision) {
  std::string kind = precision == 's' ? "4" : "8";
  std::string out = replaced(replaced(text, "(wp)", "(" + kind + ")"), "_wp", "_" + kind);
  out = replaced(out, "REAL", precision == 's' ? "float" : "double");
  return replaced(out, "?", std::string(1, precision));
}

std::string indented(const std::string &text) {
  std::istringstream lines(text);
  std::string line, out;
  while (std::getline(lines, line))
    out += line.empty() ? "\n" : "  " + line + "\n";
  return out;
}

} // namespace

Unit *LibraryHelpers::module() {
  if (moduleUnit)
    return moduleUnit;
  program.units.push_back(std::make_unique<Unit>());
  moduleUnit = program.units.back().get();
  moduleUnit->kind = UnitKind::FortranModule;
  moduleUnit->name = moduleName;
  return moduleUnit;
}

Symbol *LibraryHelpers::use(const std::string &name, char precision, Procedure &caller,
                            const Type *result) {
  auto &all = procedures(caller.language);
  auto found = std::find_if(all.begin(), all.end(),
                            [&](const HelperProcedure &p) { return p.name == name; });
  if (found == all.end())
    return nullptr;
  used[caller.language].insert({name, precision});
  return symbol(replaced(name, "?", std::string(1, precision)), caller, result);
}

Symbol *LibraryHelpers::symbol(const std::string &name, Procedure &caller, const Type *result) {
  bool isC = caller.language == Language::C;
  Unit *unit = isC ? caller.unit : module();
  for (auto &s : unit->scope.symbols)
    if (s->kind == SymbolKind::Procedure && s->name == name)
      return s.get();
  Symbol *s = addSymbol(unit->scope, name, SymbolKind::Procedure, program.types.procedure(result));
  s->unit = unit;
  s->storage = Storage::Global;
  s->internalLinkage = s->fromHeader = isC; // nothing declares it but the text
  return s;
}

void LibraryHelpers::finish(const std::vector<std::unique_ptr<Procedure>> &derivatives) {
  if (moduleUnit)
    moduleUnit->preamble = {fortran()};
  if (!used.count(Language::C))
    return;
  // What the generated file declares anyway must not be declared in other words.
  std::set<std::string> declared;
  for (auto &p : derivatives)
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        declared.insert(call->callee->name);
    });
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      if (s->kind == SymbolKind::Procedure && s->fromHeader)
        declared.insert(s->name);
  program.units.push_back(std::make_unique<Unit>());
  program.units.back()->kind = UnitKind::CFile;
  program.units.back()->preamble = {c(declared)};
}

/// What was used, and what that calls.
std::set<LibraryHelpers::Key> LibraryHelpers::withCalled(Language language) const {
  std::set<Key> needed = used.at(language);
  auto &all = procedures(language);
  for (bool changed = true; changed;) {
    changed = false;
    for (const HelperProcedure &p : all)
      for (char precision : {'s', 'd'})
        if (needed.count({p.name, precision}))
          for (const HelperProcedure &q : all)
            if (mentions(p.text, q.name))
              changed |= needed.insert({q.name, precision}).second;
  }
  return needed;
}

std::string LibraryHelpers::fortran() const {
  std::string names, bodies;
  for (auto &[name, precision] : used.at(Language::Fortran))
    names += "  public :: " + withPrecision(name, precision) + "\n";
  std::set<Key> needed = withCalled(Language::Fortran);
  for (const HelperProcedure &p : procedures(Language::Fortran))
    for (char precision : {'s', 'd'})
      if (needed.count({p.name, precision}))
        bodies += "\n" + indented(withPrecision(p.text, precision));
  return "! Parts of the derivatives of BLAS and LAPACK routines.\nmodule " + moduleName +
         "\n  implicit none\n  private\n" + names + "\ncontains\n" + bodies +
         "\nend module " + moduleName;
}

std::string LibraryHelpers::c(const std::set<std::string> &declared) const {
  std::set<Key> needed = withCalled(Language::C);
  std::string declarations, functions;
  for (const HelperProcedure &p : procedures(Language::C))
    for (char precision : {'s', 'd'}) {
      if (!needed.count({p.name, precision}))
        continue;
      bool library = p.name.back() == '_';
      std::string text = withPrecision(p.text, precision);
      if (!library)
        functions += "\n" + text;
      else if (!declared.count(replaced(p.name, "?", std::string(1, precision))))
        declarations += text;
    }
  return "#include <math.h>\n#include <stdlib.h>\n\n"
         "/* Parts of the derivatives of BLAS and LAPACK routines. */\n" +
         declarations + functions;
}

} // namespace costate::transform
