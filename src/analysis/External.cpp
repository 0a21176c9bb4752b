#include "analysis/External.h"

#include "rules/HelperText.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace costate::analysis {

using namespace ir;

int External::argumentNamed(const std::string &wanted) const {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].name == wanted)
      return i;
  return -1;
}

namespace {

bool pointsToConst(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type->strip());
  auto *pointee = pointer ? llvm::dyn_cast<QualifiedType>(pointer->pointee) : nullptr;
  return pointee && pointee->isConst;
}

/// By the interface alone: INTENT(IN), a value, a pointer to const.
bool isReadOnly(const Symbol &parameter) {
  if (parameter.byValue)
    return !parameter.type->isPointer() || pointsToConst(parameter.type);
  return parameter.intent == Intent::In;
}

std::string lowerCase(std::string text) {
  for (char &c : text)
    c = std::tolower(static_cast<unsigned char>(c));
  return text;
}

} // namespace

bool External::mayWrite(const Call &call, unsigned argument) const {
  if (argumentsKnown && argument < arguments.size())
    return arguments[argument].writes;
  if (writesKnown) // `writes = []` says it of all
    return false;
  const Procedure *interface = call.callee ? call.callee->procedure : nullptr;
  return !interface || argument >= interface->parameters.size() ||
         !isReadOnly(*interface->parameters[argument]);
}

std::vector<int> External::dependsOn(int written) const {
  if (written >= 0 && arguments[written].dependsOn)
    return *arguments[written].dependsOn;
  std::vector<int> out;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].active && arguments[i].reads)
      out.push_back(i);
  return out;
}

std::string ExternalUse::named(const std::string &callee) const {
  std::string name = callee;
  std::replace(name.begin(), name.end(), '?', precision);
  if (style == Style::Linked)
    return name + "_";
  return style == Style::Cblas ? "cblas_" + name : name;
}

// ---- The registry -----------------------------------------------------------------------------

Externals::Externals() {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  for (auto &[name, text] : rules::helperFiles())
    if (name.size() > 5 && name.compare(name.size() - 5, 5, ".toml") == 0)
      for (External &spec : readSpecifications(text, sources.fileNumber(name), true, diagnostics))
        builtins.emplace(spec.name, std::move(spec));
  if (diagnostics.hasErrors())
    internalError("a specification of ours is wrong\n" + diagnostics.render());
}

void Externals::read(const std::string &path, Diagnostics &diagnostics) {
  std::ifstream in(path);
  uint32_t file = diagnostics.sources.fileNumber(path);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in.good() || std::filesystem::is_directory(path)) {
    diagnostics.error({}, "cannot read the specification '" + path + "'",
                      "give the file after --external");
    return;
  }
  for (External &spec : readSpecifications(text.str(), file, false, diagnostics)) {
    auto [known, fresh] = specified.emplace(spec.name, spec);
    fortranNames.emplace(lowerCase(spec.name), &known->second);
    if (!fresh)
      diagnostics.error(spec.location, "'" + spec.name + "' was already specified in " +
                                           diagnostics.sources.path(known->second.location.file) +
                                           ":" + std::to_string(known->second.location.line));
  }
}

const External *Externals::specifiedFor(const std::string &name, Language language) const {
  if (language == Language::Fortran) {
    auto found = fortranNames.find(name);
    return found == fortranNames.end() ? nullptr : found->second;
  }
  auto found = specified.find(name);
  return found == specified.end() ? nullptr : &found->second;
}

const External *Externals::builtin(const std::string &name, char precision) const {
  auto found = builtins.find(name);
  if (found == builtins.end())
    return nullptr;
  const External &spec = found->second;
  return !precision || spec.precisions.find(precision) != std::string::npos ? &spec : nullptr;
}

ExternalUse Externals::of(const Call &call, Language language) const {
  const Symbol *callee = call.callee;
  if (!callee || callee->isDummyProcedure() || callee->isIntrinsicProcedure ||
      (callee->procedure && callee->procedure->hasBody))
    return {};
  std::string name = callee->name;
  if (const External *spec = specifiedFor(name, language))
    return {spec, ExternalUse::Style::AsWritten, 0, 0};
  if (!callee->isExternalProcedure) // a module's procedure of the same name is another one
    return {};
  ExternalUse use;
  use.style = ExternalUse::Style::Fortran;
  if (language == Language::C) {
    if (name.starts_with("cblas_")) {
      name = name.substr(6);
      use.style = ExternalUse::Style::Cblas;
    } else if (name.ends_with("_")) {
      name.pop_back();
      use.style = ExternalUse::Style::Linked;
    } else {
      return {};
    }
  }
  if ((use.spec = builtin(name, 0)))
    return use;
  // The precision's letter is the first, or stands after the i of `idamax`.
  for (size_t i : {size_t(0), size_t(1)})
    if (i < name.size()) {
      use.precision = name[i];
      std::string pattern = name;
      pattern[i] = '?';
      bool byPointer = use.precision == 'c' || use.precision == 'z'; // as CBLAS passes complex numbers
      if (use.style == ExternalUse::Style::Cblas && byPointer)
        continue;
      if ((use.spec = builtin(pattern, use.precision))) {
        // Only matrices have a layout.
        bool level1 = use.spec->arguments.size() + 1 != call.arguments.size();
        use.firstArgument = use.style == ExternalUse::Style::Cblas && !level1 ? 1 : 0;
        return use;
      }
    }
  return {};
}

// ---- Checks -----------------------------------------------------------------------------------

namespace {

bool isSubroutine(const Symbol &callee) {
  auto *type = callee.type ? llvm::dyn_cast<ProcedureType>(callee.type->strip()) : nullptr;
  return type && type->result && type->result->isVoid();
}

} // namespace

void Externals::check(Program &program, Diagnostics &diagnostics) const {
  for (Procedure *p : procedures(program)) {
    if (const External *spec = specifiedFor(p->name, p->language); spec && !p->host)
      diagnostics.warning(spec->location,
                          "'" + p->name + "' is given as source, so this specification is not used");
    forEachStmt(p->body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      if (ExternalUse use = call ? of(*call, p->language) : ExternalUse())
        check(*call, use, diagnostics);
    });
  }
}

void Externals::check(const Call &call, const ExternalUse &use, Diagnostics &diagnostics) const {
  const External &spec = *use.spec;
  bool ours = use.style != ExternalUse::Style::AsWritten;
  std::string where = ours ? "the library's"
                           : diagnostics.sources.path(spec.location.file) + ":" +
                                 std::to_string(spec.location.line);
  std::string hint = "write its specification for --external so that it fits the call";
  size_t given = call.arguments.size() - use.firstArgument, expected = spec.arguments.size();
  if (spec.argumentsKnown && given != expected)
    diagnostics.error(call.location, "'" + call.callee->name + "' is called with " +
                                         std::to_string(given) + " arguments, but " + where +
                                         (ours ? " has " : " lists ") + std::to_string(expected),
                      hint);
  if (spec.isFunction && isSubroutine(*call.callee))
    diagnostics.error(call.location, "'" + call.callee->name + "' is called as a subroutine, but " +
                                         where + " says that its result is active",
                      hint);
}

} // namespace costate::analysis
