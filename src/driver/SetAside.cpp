#include "driver/SetAside.h"

#include "analysis/CallGraph.h"
#include "analysis/Head.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"

#include <algorithm>
#include <set>

namespace costate::driver {

using namespace ir;

namespace {

/// The line of the brace that ends a C function; 0: none is found.
unsigned lastLineOfFunction(const SourceManager &sources, Location at) {
  unsigned depth = 0;
  char quote = 0;
  bool inComment = false;
  for (unsigned number = at.line; number <= sources.lineCount(at.file); ++number) {
    std::string_view line = sources.line(at.file, number);
    for (size_t i = 0; i < line.size(); ++i) {
      std::string_view rest = line.substr(i, 2);
      if (inComment || quote) {
        bool escaped = quote && line[i] == '\\';
        bool ends = inComment ? rest == "*/" : line[i] == quote;
        if (ends)
          quote = inComment = false;
        i += escaped || rest == "*/";
      } else if (rest == "//") {
        break;
      } else if (rest == "/*") {
        inComment = true;
        ++i;
      } else if (line[i] == '"' || line[i] == '\'') {
        quote = line[i];
      } else if (line[i] == '{') {
        ++depth;
      } else if (line[i] == '}' && --depth == 0) {
        return number;
      }
    }
  }
  return 0;
}

class Sorting {
public:
  Sorting(Program &program, const Diagnostics &found) : program(program), found(found) {}

  std::optional<std::vector<StrangeLoop>> loops() {
    for (const Diagnostic *d : sorted())
      if (!isMember(*d))
        return std::nullopt;
    addCallers();
    std::vector<StrangeLoop> out;
    for (auto &[p, why] : strange) {
      collect(*p, why.front(), out);
      exposeFile(*p);
      p->body.clear();
      p->hasBody = false;
    }
    return out;
  }

  std::optional<std::vector<Unread>> unread() {
    if (!sorted().empty()) // types are written again, whoever uses them
      return std::nullopt;
    for (Procedure *p : procedures(program))
      if (isStrange(p) ? isEntry(*p) : !isWhole(*p))
        return std::nullopt;
    std::vector<Unread> out;
    for (auto &[p, why] : strange) {
      exposeFile(*p);
      p->body = whatItMayWrite(*p);
      out.push_back({p, why});
    }
    return out;
  }

private:
  /// Sets aside the procedures that errors are about; returns the errors that are about something else.
  std::vector<const Diagnostic *> sorted() {
    std::vector<const Diagnostic *> outside;
    for (const Diagnostic &d : found.all())
      if (d.severity == Severity::Error) {
        if (Procedure *p = around(d.location))
          add(p, d);
        else
          outside.push_back(&d);
      }
    return outside;
  }

  /// What is set aside may call all functions of its C file, with arguments nobody sees, and point to all of the file's
  /// variables.
  static void exposeFile(const Procedure &p) {
    if (p.language == Language::C && p.unit)
      for (auto &s : p.unit->scope.symbols)
        s->target = true;
  }

  bool isStrange(const Procedure *p) const {
    return std::any_of(strange.begin(), strange.end(), [&](auto &entry) { return entry.first == p; });
  }

  void add(Procedure *p, const Diagnostic &why) {
    auto entry = std::find_if(strange.begin(), strange.end(), [&](auto &e) { return e.first == p; });
    if (entry == strange.end())
      entry = strange.insert(entry, {p, {}});
    entry->second.push_back(why);
  }

  /// Entries share a body, which begins before them.
  static bool isEntry(const Procedure &p) {
    bool found = false;
    forEachStmt(p.body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      found |= p.language == Language::Fortran && call && call->callee && call->callee->name.ends_with("_entries");
    });
    return found;
  }

  /// Whether nothing is missing from a procedure without errors of its own.
  static bool isWhole(const Procedure &p) {
    bool whole = true;
    forEachStmt(p.body, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        whole &= call->callee || call->pointer;
      if (auto *assign = llvm::dyn_cast<Assign>(&s))
        whole &= assign->place && assign->value;
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) { whole &= x->type != nullptr || llvm::isa<Range>(x); });
    });
    return whole;
  }

  /// What only its own file, or module, can name. Others may write all other variables anyway.
  Block whatItMayWrite(const Procedure &p) {
    std::vector<OpaquePiece> pieces;
    if (p.unit)
      for (auto &s : p.unit->scope.symbols)
        if (s->kind == SymbolKind::Variable && (s->internalLinkage || s->isPrivate)) {
          const Expr *place = program.exprs.make<Variable>(s.get(), p.location);
          if (auto *pointer = llvm::dyn_cast<PointerType>(s->type->strip()))
            place = program.exprs.make<Dereference>(pointer->pointee, place, nullptr, p.location);
          pieces.push_back({{}, place, OpaquePiece::Effect::ReadsAndWrites});
        }
    Block out;
    if (!pieces.empty())
      out.push_back(std::make_unique<Opaque>(std::move(pieces), p.location));
    return out;
  }

  /// The procedure that begins last before the place, where the place is in it.
  Procedure *around(Location at) {
    Procedure *last = nullptr;
    unsigned start = 0;
    for (auto &unit : program.units) {
      bool isModule = unit->kind == UnitKind::FortranModule || unit->kind == UnitKind::FortranSubmodule;
      if (isModule && unit->location.file == at.file && unit->location.line <= at.line)
        start = std::max(start, unit->location.line);
    }
    for (Procedure *p : procedures(program))
      if (p->hasBody && p->location.file == at.file && p->location.line <= at.line &&
          p->location.line >= start) {
        last = p;
        start = p->location.line;
      }
    bool isInside = last && (last->language == Language::Fortran ||
                             at.line <= lastLineOfFunction(program.sources, last->location));
    return isInside ? last : nullptr;
  }

  /// A member of a record (a bit-field): whatever uses records is set aside. Messages are given once, so other
  /// records may have such members, too. False: it is something else.
  bool isMember(const Diagnostic &d) {
    bool isComponent = false;
    for (auto &unit : program.units)
      for (const RecordType *record : unit->scope.records)
        for (const Component &c : record->components)
          isComponent |= c.location.file == d.location.file && c.location.line == d.location.line &&
                         c.location.column == d.location.column;
    for (Procedure *p : procedures(program))
      if (isComponent && !isStrange(p) && usesRecords(*p))
        add(p, d);
    return isComponent;
  }

  static bool hasRecord(const Type *type) {
    for (const Type *t = type ? type->strip() : nullptr; t;) {
      if (llvm::isa<RecordType>(t))
        return true;
      auto *pointer = llvm::dyn_cast<PointerType>(t);
      auto *array = llvm::dyn_cast<ArrayType>(t);
      const Type *inner = pointer ? pointer->pointee : array ? array->element : nullptr;
      t = inner ? inner->strip() : nullptr;
    }
    return false;
  }

  static bool usesRecords(const Procedure &p) {
    bool found = std::any_of(p.scope.symbols.begin(), p.scope.symbols.end(),
                             [](auto &s) { return hasRecord(s->type); });
    forEachStmt(p.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) { found |= hasRecord(x->type); });
    });
    return found;
  }

  /// What a procedure without its body does to the variables of the file, nobody knows.
  void addCallers() {
    for (size_t before = 0; before != strange.size();) {
      before = strange.size();
      for (Procedure *p : procedures(program))
        forEachStmt(p->body, [&](const Stmt &s) {
          auto *call = llvm::dyn_cast<Call>(&s);
          if (const Procedure *callee = call && !isStrange(p) ? strangeCallee(*call) : nullptr)
            add(p, {Severity::Error, s.location, 0,
                    "'" + callee->name + "' may be called, of which not all is understood", {}});
        });
    }
  }

  /// A pointer or dummy procedure may lead to any.
  const Procedure *strangeCallee(const Call &call) const {
    bool any = !call.callee || call.callee->storage == Storage::Argument;
    for (auto &[p, why] : strange)
      if (any || call.callee == p->symbol || call.callee->name == p->name)
        return p;
    return nullptr;
  }

  /// Variables of C's loops are what their third part steps.
  static std::string variableOfLoop(const Stmt &s) {
    if (auto *counted = llvm::dyn_cast<For>(&s))
      return counted->variable->name;
    if (auto *loop = llvm::dyn_cast<Loop>(&s))
      for (const StmtPtr &step : loop->step)
        if (auto *assign = llvm::dyn_cast<Assign>(step.get()))
          if (auto *v = llvm::dyn_cast_or_null<Variable>(assign->place))
            return v->symbol->name;
    return "w";
  }

  static void collect(const Procedure &p, const Diagnostic &why, std::vector<StrangeLoop> &out) {
    forEachStmt(p.body, [&](const Stmt &s) {
      auto *loop = llvm::dyn_cast<Loop>(&s);
      if (llvm::isa<For>(s) || llvm::isa<While>(s) || (loop && !loop->once))
        out.push_back({s.location, p.name, variableOfLoop(s), why.message, why.location});
    });
  }

  Program &program;
  const Diagnostics &found;
  std::vector<std::pair<Procedure *, std::vector<Diagnostic>>> strange;
};

/// A procedure pointer that is not this procedure's own: what was not understood may have set it.
bool readsSharedPointer(const Procedure &p) {
  bool found = false;
  forEachStmt(p.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *type = x->type ? llvm::dyn_cast<PointerType>(x->type->strip()) : nullptr;
        auto *v = llvm::dyn_cast<Variable>(x);
        bool isOwn = v && (v->symbol->storage == Storage::Local || v->symbol->storage == Storage::Argument);
        found |= type && type->pointee->isProcedure() && x->isPlace() && !isOwn;
      });
  });
  return found;
}

bool sameName(const std::string &a, const std::string &b) { return llvm::StringRef(a).equals_insensitive(b); }

} // namespace

std::optional<std::vector<StrangeLoop>> setAside(Program &program, const Diagnostics &found) {
  return Sorting(program, found).loops();
}

std::optional<std::vector<Unread>> setUnreadAside(Program &program, const Diagnostics &found) {
  return Sorting(program, found).unread();
}

void refuseUnread(Program &program, const std::vector<std::string> &texts, const std::vector<Unread> &unread,
                  Diagnostics &diagnostics) {
  Diagnostics ofHeads(program.sources);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : analysis::resolveHeads(program, texts, ofHeads))
    roots.push_back(head.procedure);
  std::set<const Procedure *> needed;
  bool all = false;
  for (auto &component : analysis::CallGraph(program).bottomUp(roots))
    for (const Procedure *p : component) {
      needed.insert(p);
      all |= readsSharedPointer(*p);
    }
  for (const std::string &text : texts) { // one that is no head, perhaps because it was not understood
    std::string problem;
    auto syntax = analysis::parseHead(text, problem);
    for (const Unread &u : unread)
      if (syntax && sameName(u.procedure->name, syntax->procedure))
        needed.insert(u.procedure);
  }
  for (const Unread &u : unread)
    if (all || needed.count(u.procedure))
      for (const Diagnostic &d : u.why)
        diagnostics.report(d);
}

} // namespace costate::driver
