// The emitted C file: the preamble of all units, then each unit's types, prototypes, variables and
// functions.
#include "emit/Emit.h"

#include "emit/Directives.h"
#include "emit/Helpers.h"
#include "emit/RestoreExits.h"
#include "emit/c/FileNames.h"
#include "emit/c/FileTypes.h"
#include "emit/c/Gather.h"
#include "emit/c/Scoping.h"
#include "emit/c/StandardHeaders.h"
#include "emit/c/Statements.h"
#include "rules/Rules.h"

#include <algorithm>
#include <cctype>

namespace costate::emit {

using namespace ir;
using namespace c;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool comesBefore(Location a, Location b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

class FileEmitter {
public:
  explicit FileEmitter(Program &program)
      : program(program), names(fileNames(program)), expressions(names) {}

  std::string emit() {
    std::vector<Unit *> units;
    std::vector<const Unit *> texts;
    for (const auto &unit : program.units)
      if (unit->language() == Language::C && isText(*unit))
        texts.push_back(unit.get());
      else if (unit->language() == Language::C)
        units.push_back(unit.get());
    FileTypes types(program, names, expressions);
    for (Unit *unit : units)
      for (const std::string &declaration : types.declarations(*unit))
        lines(declaration);
    separate();
    helpers(units);
    prototypes(units);
    separate();
    for (const Unit *unit : texts)
      text(*unit);
    for (Unit *unit : units)
      globals(*unit);
    for (Unit *unit : units)
      for (const auto &p : unit->procedures)
        if (isEmitted(*p))
          function(*p);
    std::string body = writer.take();
    std::string top = preamble(units, body);
    if (body.find(directionsMacro) != std::string::npos)
      top += directionsMacroDefinition + std::string("\n");
    return top + body;
  }

private:
  static bool isEmitted(const Procedure &p) { return p.hasBody && !p.fromHeader; }

  /// A blank line, unless there is one or nothing stands before it.
  void separate() {
    const std::string &text = writer.text();
    if (text.size() > 1 && text.compare(text.size() - 2, 2, "\n\n") != 0)
      writer.blank();
  }

  /// A unit of no file that declares nothing is what its preamble says.
  static bool isText(const Unit &unit) {
    return unit.file == 0 && unit.procedures.empty() && unit.interfaces.empty() &&
           unit.scope.symbols.empty();
  }

  /// What comes along as text, below the declarations the program has of its own.
  void text(const Unit &unit) {
    for (const std::string &block : unit.preamble)
      lines(block);
    separate();
  }

  // ---- Preamble -------------------------------------------------------------------------------

  /// The units' lines, equal ones once. What the emitted file says is already expanded, so a macro
  /// of the preamble that is also a word of the file is undefined again after the last include.
  std::string preamble(const std::vector<Unit *> &units, const std::string &body) {
    std::string out;
    std::set<std::string> seen;
    std::vector<std::string> defined;
    for (const std::string &line : helperIncludes)
      if (std::none_of(units.begin(), units.end(), [&](const Unit *unit) {
            return std::count(unit->preamble.begin(), unit->preamble.end(), line) != 0;
          }))
        out += line + "\n";
    for (const Unit *unit : units) {
      // After a #define of its own, a unit may include a file again for what it then means.
      bool mayRepeat = false;
      std::vector<std::string> own;
      for (const std::string &line : unit->preamble) {
        MacroLine macro = macroLine(line);
        mayRepeat |= !macro.name.empty();
        own.push_back(line);
        if (!mayRepeat && seen.count(line))
          continue;
        out += line + "\n";
        std::erase(defined, macro.name);
        if (macro.defines)
          defined.push_back(macro.name);
      }
      seen.insert(own.begin(), own.end());
    }
    std::set<std::string> words = wordsOf(body);
    for (const std::string &macro : defined)
      if (words.count(macro))
        out += "#undef " + macro + "\n";
    for (const std::string &line : missingHeaders(body, declared, linesOf(out)))
      out += line + "\n";
    return out.empty() || body.empty() ? out : out + "\n";
  }

  static std::vector<std::string> linesOf(const std::string &text) {
    std::vector<std::string> out;
    for (size_t begin = 0; begin < text.size();) {
      size_t end = std::min(text.find('\n', begin), text.size());
      out.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return out;
  }

  static std::set<std::string> wordsOf(const std::string &text) {
    std::set<std::string> words;
    auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && part(text[end]))
        ++end;
      if (end > i)
        words.insert(text.substr(i, end - i));
      i = std::max(end, i + 1);
    }
    return words;
  }

  void lines(const std::string &text) {
    for (const std::string &line : linesOf(text))
      writer.line(line);
  }

  // ---- Helpers --------------------------------------------------------------------------------

  /// The functions that derivative code calls and no library has, each with its source.
  void helpers(const std::vector<Unit *> &units) {
    std::vector<rules::Helper> carried;
    for (const Unit *unit : units)
      for (const auto &p : unit->procedures)
        if (isEmitted(*p))
          collectHelpers(*p, carried);
    for (const rules::Helper &carriedHelper : carried) {
      helper(carriedHelper.source);
      separate();
    }
  }

  /// The includes of a helper go to the top of the file.
  void helper(const std::string &source) {
    size_t begin = 0;
    while (source.compare(begin, 1, "#") == 0 || source.compare(begin, 1, "\n") == 0) {
      size_t end = source.find('\n', begin);
      if (end > begin)
        helperIncludes.insert(source.substr(begin, end - begin));
      begin = end + 1;
    }
    lines(source.substr(begin));
  }

  // ---- Prototypes -----------------------------------------------------------------------------

  /// Functions that are named before the file defines them, and external ones that the units
  /// themselves declare; static ones first.
  void prototypes(const std::vector<Unit *> &units) {
    std::set<const Symbol *> early = namedEarly(units);
    std::vector<std::string> statics, others;
    auto add = [&](const Procedure &p) {
      if (early.count(p.symbol) && !p.symbol->fromHeader && !p.symbol->declaredInHeader) {
        (p.internalLinkage ? statics : others).push_back(heading(p) + ";");
        declared.insert(p.name);
      }
    };
    for (const Unit *unit : units)
      for (const auto &p : unit->procedures)
        if (isEmitted(*p)) {
          add(*p);
          declared.insert(p->name);
        }
    for (const Unit *unit : units)
      for (const auto &p : unit->interfaces)
        if (p->symbol)
          add(*p);
    for (const auto *list : {&statics, &others})
      for (const std::string &text : *list)
        if (printedPrototypes.insert(text).second)
          writer.line(text);
  }

  /// The symbol of a function's definition, where the program has one in C.
  static const Symbol *defining(const Symbol *s) {
    const Procedure *p = s->procedure;
    return p && p->hasBody && p->symbol && p->language == Language::C ? p->symbol : s;
  }

  std::set<const Symbol *> namedEarly(const std::vector<Unit *> &units) {
    std::set<const Symbol *> defined, early;
    auto name = [&](const Symbol *s) {
      if (s && !defined.count(defining(s)))
        early.insert(defining(s));
    };
    auto nameAll = [&](const Expr *e) {
      forEach(e, [&](const Expr *x) {
        if (auto *p = dyn_cast<ProcedureReference>(x))
          name(p->symbol);
      });
    };
    for (const Unit *unit : units)
      for (const auto &s : unit->scope.symbols)
        if (!s->fromHeader)
          nameAll(s->initial);
    for (const Unit *unit : units)
      for (const auto &p : unit->procedures) {
        if (!isEmitted(*p))
          continue;
        defined.insert(p->symbol);
        for (const auto &s : p->scope.symbols)
          nameAll(s->initial);
        forEachStmt(p->body, [&](const Stmt &s) {
          if (auto *call = dyn_cast<Call>(&s))
            name(call->callee);
          for (const Expr *e : ir::expressions(s))
            nameAll(e);
        });
      }
    return early;
  }

  std::string heading(const Procedure &p) {
    std::string text = p.internalLinkage ? "static " : "";
    if (p.isInline)
      text += "inline ";
    return text + expressions.types().function(p);
  }

  // ---- Variables ------------------------------------------------------------------------------

  void globals(Unit &unit) {
    std::vector<const Symbol *> list;
    for (const auto &s : unit.scope.symbols)
      if (s->kind == SymbolKind::Variable && s->storage == Storage::Global && !s->fromHeader)
        list.push_back(s.get());
    std::stable_sort(list.begin(), list.end(), [](const Symbol *a, const Symbol *b) {
      return comesBefore(a->location, b->location);
    });
    for (const Symbol *s : list)
      global(s);
  }

  enum class Progress { Begun, Done };

  /// After the variables its initial value names; one that is being printed already is declared
  /// ahead.
  void global(const Symbol *s) {
    if (!progress.emplace(s, Progress::Begun).second)
      return;
    forEach(s->initial, [&](const Expr *e) {
      auto *v = dyn_cast<Variable>(e);
      if (!v || v->symbol->storage != Storage::Global || v->symbol->fromHeader ||
          v->symbol->kind != SymbolKind::Variable)
        return;
      global(v->symbol);
      if (progress[v->symbol] == Progress::Begun && v->symbol != s)
        writer.line(globalHead(v->symbol, !v->symbol->internalLinkage) + ";");
    });
    std::string text = globalHead(s, s->external);
    if (s->initial)
      text += " = " + expressions.initialiser(s->initial);
    writer.line(text + ";");
    progress[s] = Progress::Done;
  }

  std::string globalHead(const Symbol *s, bool isExtern) {
    const char *storage = s->internalLinkage ? "static " : isExtern ? "extern " : "";
    return storage + expressions.types().declare(s->type, names.of(s));
  }

  // ---- Functions ------------------------------------------------------------------------------

  void function(Procedure &p) {
    Unhoisted unhoisted(p);
    Braces braces = layOut(p, unhoisted);
    gatherInitialisers(braces, unhoisted);
    std::set<const Symbol *> unread = placeDeclarations(p, unhoisted, braces, names);
    separate();
    for (const std::string &text : p.comments)
      writer.comment(text);
    writer.line(heading(p) + " {");
    Statements(p, unhoisted, expressions, names, std::move(unread), writer).printBody(braces);
    writer.line("}");
  }

  Program &program;
  Names names;
  Expressions expressions;
  Writer writer;
  std::set<std::string> printedPrototypes, helperIncludes;
  std::set<std::string> declared; ///< functions, by this file itself
  std::map<const Symbol *, Progress> progress;
};

} // namespace

std::string emitC(Program &program) {
  RestoredExits restored(program);
  return FileEmitter(program).emit();
}

} // namespace costate::emit
