#include "transform/LibraryHelpers.h"

#include "rules/HelperText.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace costate::transform {

using namespace ir;
using analysis::ExternalUse;

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
  size_t first = mark, end = mark;
  while (first > 0 && isNamePart(line[first - 1]))
    --first;
  while (end < line.size() && isNamePart(line[end]))
    ++end;
  return line.substr(first, end - first);
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

const std::vector<HelperProcedure> &procedures(ExternalUse::Style style) {
  static const auto fortran = parse(rules::helperFiles().at("linear_algebra_d.f90") + "\n" +
                                    rules::helperFiles().at("linear_algebra_b.f90"));
  static const auto linked = parse(rules::helperFiles().at("linear_algebra_d.c"));
  static const auto cblas = parse(rules::helperFiles().at("cblas_d.c"));
  static const std::vector<HelperProcedure> none;
  switch (style) {
  case ExternalUse::Style::Fortran:
    return fortran;
  case ExternalUse::Style::Linked:
    return linked;
  case ExternalUse::Style::Cblas:
    return cblas;
  case ExternalUse::Style::AsWritten:
    break;
  }
  return none;
}

constexpr char precisions[] = {'s', 'd', 'c', 'z'};

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

/// The text with a precision put in. Complex ones differ from real ones in their types, constants
/// and conjugates, and in the names of what is Hermitian.
std::string withPrecision(std::string text, char precision) {
  bool isSingle = precision == 's' || precision == 'c', isComplex = precision == 'c' || precision == 'z';
  std::string kind = isSingle ? "4" : "8", part = isSingle ? "float" : "double";
  auto put = [&](const std::string &from, const std::string &to) { text = replaced(text, from, to); };
  if (isComplex) {
    put("real(wp)", "complex(" + kind + ")");
    for (const char *value : {"-1.0", "1.0", "0.0"})
      put(std::string(value) + "_wp", "(" + std::string(value) + "_" + kind + ", 0.0_" + kind + ")");
    put("conj(", "conjg(");
    put("REAL", part + " _Complex");
    put("CONJ(", isSingle ? "conjf(" : "conj(");
    put("PARTOF(", isSingle ? "crealf(" : "creal(");
  } else {
    put("?her2k", "?syr2k");
    put("?hemm", "?symm");
    put("CONJ(", "(");
    put("conj(", "(");
    put("PARTOF(", "(");
    put("REAL", part);
  }
  put("PART", part);
  put("(wp)", "(" + kind + ")");
  put("_wp", "_" + kind);
  put("_part", "_" + kind);
  put(", part)", ", " + kind + ")");
  put("?", std::string(1, precision));
  return text;
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

Symbol *LibraryHelpers::use(const std::string &callee, const ExternalUse &use, Procedure &caller,
                            const Type *result) {
  auto &all = procedures(use.style);
  std::string name = (use.style == Style::Cblas ? "cblas_" : "") + callee;
  auto found = std::find_if(all.begin(), all.end(),
                            [&](const HelperProcedure &p) { return p.name == name; });
  if (found == all.end())
    return nullptr;
  used[use.style].insert({name, use.precision});
  return symbol(replaced(name, "?", std::string(1, use.precision)), caller, result);
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
  if (!used.count(Style::Linked) && !used.count(Style::Cblas))
    return;
  // What the generated file declares anyway must not be declared in other words.
  std::map<std::string, const Symbol *> declared;
  for (auto &p : derivatives)
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        declared.emplace(call->callee->name, call->callee);
    });
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      if (s->kind == SymbolKind::Procedure && s->fromHeader)
        declared.emplace(s->name, s.get());
  program.units.push_back(std::make_unique<Unit>());
  program.units.back()->kind = UnitKind::CFile;
  auto &text = program.units.back()->preamble;
  text = {"#include <complex.h>\n#include <math.h>\n#include <stdlib.h>\n\n"
          "/* Parts of the derivatives of BLAS and LAPACK routines. */\n"};
  for (Style style : {Style::Linked, Style::Cblas})
    if (used.count(style))
      text.push_back(c(style, declared));
}

/// What was used, and what that calls.
std::set<LibraryHelpers::Key> LibraryHelpers::withCalled(Style style) const {
  std::set<Key> needed = used.at(style);
  auto &all = procedures(style);
  for (bool changed = true; changed;) {
    changed = false;
    for (const HelperProcedure &p : all)
      for (char precision : precisions)
        if (needed.count({p.name, precision}))
          for (const HelperProcedure &q : all)
            if (mentions(p.text, q.name))
              changed |= needed.insert({q.name, precision}).second;
  }
  return needed;
}

std::string LibraryHelpers::fortran() const {
  std::string names, bodies;
  for (auto &[name, precision] : used.at(Style::Fortran))
    names += "  public :: " + withPrecision(name, precision) + "\n";
  std::set<Key> needed = withCalled(Style::Fortran);
  for (const HelperProcedure &p : procedures(Style::Fortran))
    for (char precision : precisions)
      if (needed.count({p.name, precision}))
        bodies += "\n" + indented(withPrecision(p.text, precision));
  return "! Parts of the derivatives of BLAS and LAPACK routines.\nmodule " + moduleName +
         "\n  implicit none\n  private\n" + names + "\ncontains\n" + bodies +
         "\nend module " + moduleName;
}

namespace {

/// Whether the program declares a routine without a word on what it only reads.
bool isDeclaredWithoutConst(const Symbol &s) {
  const Procedure *p = s.procedure;
  if (!p || p->parameters.empty())
    return false;
  auto *pointer = llvm::dyn_cast<PointerType>(p->parameters[0]->type->strip());
  auto *pointee = pointer ? llvm::dyn_cast<QualifiedType>(pointer->pointee) : nullptr;
  return pointer && !(pointee && pointee->isConst);
}

} // namespace

std::string LibraryHelpers::c(Style style,
                              const std::map<std::string, const Symbol *> &declared) const {
  std::set<Key> needed = withCalled(style);
  std::string declarations, functions;
  bool withoutConst = false;
  for (const HelperProcedure &p : procedures(style))
    for (char precision : precisions) {
      if (!needed.count({p.name, precision}))
        continue;
      bool library = p.name.back() == '_';
      std::string text = withPrecision(p.text, precision);
      auto known = declared.find(withPrecision(p.name, precision));
      if (!library)
        functions += "\n" + text;
      else if (known == declared.end())
        declarations += text;
      else
        withoutConst |= isDeclaredWithoutConst(*known->second);
    }
  if (withoutConst) { // then our functions cannot pass constants on
    declarations = replaced(declarations, "const ", "");
    functions = replaced(functions, "const ", "");
  }
  return declarations + functions;
}

} // namespace costate::transform
