#include "analysis/Head.h"

#include "analysis/Differentiable.h"
#include "analysis/Directives.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace costate::analysis {

using namespace ir;

bool Head::names(const Symbol *s) const {
  auto is = [&](const HeadVariable &v) { return v.symbol == s; };
  return std::any_of(independents.begin(), independents.end(), is) ||
         std::any_of(dependents.begin(), dependents.end(), is);
}

// ---- Syntax ---------------------------------------------------------------------------------

namespace {

std::string withoutBlanks(const std::string &text) {
  std::string out;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      out += c;
  return out;
}

/// Reads `(a,b,c)` at `at`; false where it is not there.
bool readList(const std::string &text, size_t &at, std::vector<std::string> &out) {
  if (at >= text.size() || text[at] != '(')
    return false;
  size_t close = text.find(')', at);
  if (close == std::string::npos)
    return false;
  std::string inside = text.substr(at + 1, close - at - 1);
  at = close + 1;
  for (size_t begin = 0; begin <= inside.size() && !inside.empty();) {
    size_t comma = std::min(inside.find(',', begin), inside.size());
    if (comma == begin)
      return false;
    out.push_back(inside.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return true;
}

} // namespace

std::optional<HeadSyntax> parseHead(const std::string &given, std::string &problem) {
  std::string text = withoutBlanks(given);
  HeadSyntax head;
  size_t open = std::min(text.find('('), text.size());
  std::string path = text.substr(0, open);
  size_t percent = path.find('%');
  if (percent != std::string::npos) {
    head.module = path.substr(0, percent);
    path = path.substr(percent + 1);
  }
  head.procedure = path;
  auto isName = [](const std::string &s) {
    return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) {
      return std::isalnum(c) || c == '_';
    });
  };
  if (!isName(head.procedure) || (percent != std::string::npos && !isName(head.module))) {
    problem = "it does not start with the name of a procedure";
    return std::nullopt;
  }
  if (open == text.size())
    return head;
  head.hasLists = true;
  std::vector<std::string> first, second;
  size_t at = open;
  if (!readList(text, at, first)) {
    problem = "its first list is not closed, or has an empty entry";
    return std::nullopt;
  }
  char arrow = at < text.size() ? text[at++] : '\0';
  if (arrow != '>' && arrow != '\\' && arrow != '/') {
    problem = "no '>' follows the independents";
    return std::nullopt;
  }
  if (!readList(text, at, second) || at != text.size()) {
    problem = "its second list is missing, not closed, or followed by more";
    return std::nullopt;
  }
  bool dependentsFirst = arrow == '/';
  head.independents = dependentsFirst ? second : first;
  head.dependents = dependentsFirst ? first : second;
  return head;
}

// ---- Names ----------------------------------------------------------------------------------

namespace {

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
  return s;
}

/// Names compare as their language says: Fortran's without case.
bool sameName(const std::string &declared, const std::string &written, Language language) {
  return declared == written ||
         (language == Language::Fortran && lower(declared) == lower(written));
}

/// How many letters to change, add or leave out to make one name of the other.
size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      size_t changed = diagonal + (a[i] != b[j]);
      diagonal = std::exchange(row[j + 1], std::min({changed, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row[b.size()];
}

class HeadResolution {
public:
  HeadResolution(Program &program, Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics) {}

  std::optional<Head> resolve(const std::string &text) {
    std::string problem;
    auto syntax = parseHead(text, problem);
    if (!syntax) {
      diagnostics.error({}, "cannot read the head '" + text + "': " + problem,
                        "write it as proc(x,y)>(f,g): independents, then dependents");
      return std::nullopt;
    }
    Head head;
    head.text = text;
    head.procedure = findProcedure(*syntax);
    if (!head.procedure)
      return std::nullopt;
    if (!syntax->hasLists)
      takeDirectives(*head.procedure, *syntax);
    if (syntax->independents.empty() || syntax->dependents.empty()) {
      diagnostics.error(head.procedure->location,
                        "the head '" + text + "' names no " +
                            (syntax->independents.empty() ? "independent" : "dependent") +
                            " variables",
                        "write it as " + head.procedure->name +
                            "(x)>(y), or mark them in the source with 'costate independent(x)' and "
                            "'costate dependent(y)' directives");
      return std::nullopt;
    }
    bool fine = resolveAll(syntax->independents, *head.procedure, head.independents);
    fine &= resolveAll(syntax->dependents, *head.procedure, head.dependents);
    head.procedure->isHead = true;
    return fine ? std::optional(head) : std::nullopt;
  }

private:
  Program &program;
  Diagnostics &diagnostics;

  Procedure *findProcedure(const HeadSyntax &syntax) {
    std::vector<std::string> known;
    std::vector<Procedure *> found;
    for (Procedure *p : procedures(program)) {
      if (!p->hasBody || p->kind == ProcedureKind::BlockData)
        continue;
      bool module = syntax.module.empty() ||
                    sameName(p->unit->name, syntax.module, p->language);
      if (module && sameName(p->name, syntax.procedure, p->language))
        found.push_back(p);
      known.push_back(p->name);
    }
    std::string name = (syntax.module.empty() ? "" : syntax.module + "%") + syntax.procedure;
    if (found.size() == 1)
      return found[0];
    if (!found.empty())
      ambiguous(name, found);
    else if (const GenericInterface *generic = findGeneric(syntax))
      refuseGeneric(name, *generic);
    else
      diagnostics.error({}, "no procedure '" + name + "' in the given files",
                        known.empty() ? "the files define no procedure" : suggestion(name, known));
    return nullptr;
  }

  /// The name meant, if one is close, or else what there is.
  static std::string suggestion(const std::string &name, const std::vector<std::string> &known) {
    std::string best;
    size_t distance = 1 + name.size() / 4;
    for (const std::string &candidate : known) {
      size_t d = editDistance(lower(candidate), lower(name));
      if (d <= distance && (best.empty() || d < distance)) {
        best = candidate;
        distance = d;
      }
    }
    if (!best.empty())
      return "did you mean '" + best + "'?";
    std::string list;
    for (size_t i = 0; i < known.size() && i < 8; ++i)
      list += (i ? ", " : "") + known[i];
    return "they define " + list + (known.size() > 8 ? ", ..." : "");
  }

  void ambiguous(const std::string &name, const std::vector<Procedure *> &found) {
    const Unit &module = *found[1]->unit;
    diagnostics.error(found[1]->location,
                      "'" + name + "' may be this procedure or another of that name",
                      module.name.empty() ? "give one of them another name"
                                          : "write it as " + module.name + "%" + name);
  }

  const GenericInterface *findGeneric(const HeadSyntax &syntax) {
    auto search = [&](Scope &scope) -> const GenericInterface * {
      for (const GenericInterface &g : scope.generics)
        if (lower(g.name) == lower(syntax.procedure))
          return &g;
      return nullptr;
    };
    for (auto &unit : program.units) {
      if (const GenericInterface *g = search(unit->scope))
        return g;
      for (Procedure *p : procedures(*unit))
        if (const GenericInterface *g = search(p->scope))
          return g;
    }
    return nullptr;
  }

  void refuseGeneric(const std::string &name, const GenericInterface &generic) {
    std::string list;
    for (const Symbol *s : generic.specifics)
      list += (list.empty() ? "" : ", ") + s->name;
    diagnostics.error(generic.location, "'" + name + "' is a generic name, which stands for several",
                      "name one of its procedures: " + list);
  }

  void takeDirectives(const Procedure &p, HeadSyntax &syntax) {
    Directives directives = directivesOf(program, p);
    syntax.independents = directives.independents;
    syntax.dependents = directives.dependents;
  }

  bool resolveAll(const std::vector<std::string> &names, Procedure &p,
                  std::vector<HeadVariable> &out) {
    bool fine = true;
    for (const std::string &name : names) {
      HeadVariable v;
      v.text = name;
      if (resolveVariable(p, v) && checkType(p, v) && checkNew(v, out))
        out.push_back(std::move(v));
      else
        fine = false;
    }
    return fine;
  }

  bool checkNew(const HeadVariable &v, const std::vector<HeadVariable> &others) {
    for (const HeadVariable &other : others)
      if (other.symbol == v.symbol && other.components == v.components) {
        diagnostics.error(v.symbol->location, "the head names '" + v.text + "' twice",
                          "name it once; as independent and dependent it stands in both lists");
        return false;
      }
    return true;
  }

  /// `a%b.c->d` as its parts.
  static std::vector<std::string> split(const std::string &path) {
    std::vector<std::string> out(1);
    for (size_t i = 0; i < path.size(); ++i) {
      bool arrow = path[i] == '-' && i + 1 < path.size() && path[i + 1] == '>';
      if (path[i] != '%' && path[i] != '.' && !arrow) {
        out.back() += path[i];
        continue;
      }
      i += arrow;
      out.emplace_back();
    }
    return out;
  }

  bool resolveVariable(Procedure &p, HeadVariable &v) {
    if (v.text[0] == '/')
      return resolveCommon(p, v);
    std::vector<std::string> parts = split(v.text);
    v.symbol = findVariable(p, parts[0]);
    size_t used = 1;
    if (!v.symbol && parts.size() > 1) {
      v.symbol = findInModule(parts[0], parts[1]);
      used = 2;
    }
    if (!v.symbol) {
      std::vector<std::string> known = visibleNames(p);
      std::string near = suggestion(v.text, known);
      bool close = near.starts_with("did you mean");
      diagnostics.error(p.location, "'" + p.name + "' has no variable '" + v.text + "'",
                        close ? near : "its arguments are " + argumentList(p));
      return false;
    }
    v.components.assign(parts.begin() + used, parts.end());
    return true;
  }

  static std::vector<std::string> visibleNames(const Procedure &p) {
    std::vector<std::string> out;
    for (const Symbol *s : p.parameters)
      out.push_back(s->name);
    if (p.result)
      out.push_back(p.name);
    for (auto &s : p.unit->scope.symbols)
      if (s->kind == SymbolKind::Variable && carriesDerivative(s->type))
        out.push_back(s->name);
    return out;
  }

  static std::string argumentList(const Procedure &p) {
    std::string out;
    for (const Symbol *s : p.parameters)
      out += (out.empty() ? "" : ", ") + s->name;
    if (p.result)
      out += (out.empty() ? "" : ", ") + p.name + " (the result)";
    return out.empty() ? "none" : out;
  }

  Symbol *findVariable(Procedure &p, const std::string &name) {
    for (Symbol *s : p.parameters)
      if (sameName(s->name, name, p.language))
        return s;
    if (p.result && (sameName(p.name, name, p.language) ||
                     (p.language == Language::Fortran && sameName(p.result->name, name, p.language))))
      return p.result;
    for (auto &s : p.scope.symbols)
      if (s->kind == SymbolKind::Variable && s->storage == Storage::Common &&
          sameName(s->name, name, p.language))
        return s.get();
    for (auto &s : p.unit->scope.symbols)
      if (s->kind == SymbolKind::Variable && sameName(s->name, name, p.language))
        return s.get();
    return findAnywhere(name);
  }

  /// A global of another unit, where the name is the only one of its kind.
  Symbol *findAnywhere(const std::string &name) {
    Symbol *found = nullptr;
    for (auto &unit : program.units)
      for (auto &s : unit->scope.symbols)
        if (s->kind == SymbolKind::Variable && sameName(s->name, name, unit->language())) {
          if (found && !(found->external || s->external))
            return nullptr;
          if (!found || found->external)
            found = s.get();
        }
    return found;
  }

  Symbol *findInModule(const std::string &module, const std::string &name) {
    for (auto &unit : program.units)
      if (sameName(unit->name, module, unit->language()))
        for (auto &s : unit->scope.symbols)
          if (s->kind == SymbolKind::Variable && sameName(s->name, name, unit->language()))
            return s.get();
    return nullptr;
  }

  /// `/block/name`: as the procedure itself declares it, or else as any procedure does.
  bool resolveCommon(Procedure &p, HeadVariable &v) {
    size_t slash = v.text.find('/', 1);
    std::string block = lower(v.text.substr(1, slash == std::string::npos ? slash : slash - 1));
    std::string name = slash == std::string::npos ? "" : lower(v.text.substr(slash + 1));
    auto search = [&](Procedure &where) -> Symbol * {
      for (CommonDeclaration &c : where.scope.commons)
        if (c.block->name == block)
          for (Symbol *s : c.members)
            if (lower(s->name) == name)
              return s;
      return nullptr;
    };
    v.symbol = search(p);
    for (Procedure *other : procedures(program))
      if (!v.symbol)
        v.symbol = search(*other);
    if (!v.symbol)
      diagnostics.error(p.location, "no COMMON block /" + block + "/ with a variable '" + name + "'",
                        "write it as /block/name");
    return v.symbol;
  }

  /// The components to follow to one of this name, as declared: an inherited one is in the parent's. None: there is none.
  static std::vector<const Component *> findComponent(const RecordType *record, const std::string &name,
                                                      Language language) {
    std::vector<const Component *> out;
    for (; record; record = record->parent) {
      for (const Component &c : record->components)
        if (sameName(c.name, name, language)) {
          out.push_back(&c);
          return out;
        }
      if (record->parent)
        out.push_back(&record->components.front());
    }
    return {};
  }

  /// Derivatives exist of real and complex values only.
  bool checkType(const Procedure &p, HeadVariable &v) {
    const Type *type = v.symbol->type;
    std::vector<std::string> written = std::exchange(v.components, {});
    for (const std::string &component : written) {
      type = pointed(type);
      auto *record = llvm::dyn_cast<RecordType>(type->strip());
      std::vector<const Component *> path = findComponent(record, component, p.language);
      for (const Component *c : path)
        v.components.push_back(c->name);
      const Component *found = path.empty() ? nullptr : path.back();
      if (!found) {
        diagnostics.error(v.symbol->location, "'" + v.text + "' is not a component",
                          record ? "'" + record->name + "' has no component '" + component + "'"
                                 : "'" + v.symbol->name + "' is not a record");
        return false;
      }
      type = found->type;
    }
    if (carriesDerivative(type))
      return true;
    diagnostics.error(v.symbol->location,
                      "'" + v.text + "' cannot be an independent or dependent: it is not real",
                      "name a variable of real or complex type");
    return false;
  }

  static const Type *pointed(const Type *type) {
    type = type->scalar()->strip();
    while (auto *pointer = llvm::dyn_cast<PointerType>(type))
      type = pointer->pointee->scalar()->strip();
    return type;
  }
};

} // namespace

std::vector<Head> resolveHeads(Program &program, const std::vector<std::string> &texts,
                               Diagnostics &diagnostics) {
  std::vector<Head> out;
  for (const std::string &text : texts)
    if (auto head = HeadResolution(program, diagnostics).resolve(text))
      out.push_back(std::move(*head));
  return out;
}

} // namespace costate::analysis
