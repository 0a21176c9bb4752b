#include "transform/Parallelize.h"

#include "analysis/LoopScalars.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using namespace analysis;
using analysis::Loop; // not the raw statement
using symbolic::AtomId;

namespace {

/// Conditions as the language writes them, where every atom has a name at the loop.
class ConditionText {
public:
  ConditionText(symbolic::AtomTable &table, const Loop &loop)
      : table(table), loop(loop), isC(loop.procedure->language == Language::C) {}

  std::optional<std::string> operator()(const symbolic::Condition &condition) {
    std::string out;
    for (const symbolic::Alternatives &clause : condition.clauses) {
      std::string either;
      for (const symbolic::Conjunction &c : clause) {
        std::string all;
        for (const Form &f : c)
          all += (all.empty() ? "" : isC ? " && " : " .and. ") + comparison(f);
        bool several = c.size() > 1 && clause.size() > 1;
        either += (either.empty() ? "" : isC ? " || " : " .or. ") + (several ? "(" + all + ")" : all);
      }
      bool wrap = clause.size() > 1 && condition.clauses.size() > 1;
      out += (out.empty() ? "" : isC ? " && " : " .and. ") + (wrap ? "(" + either + ")" : either);
    }
    return ok ? std::optional(out) : std::nullopt;
  }

private:
  std::string comparison(const Form &given) {
    Form f = given;
    for (const Loop *l = loop.outer; l; l = l->outer)
      if (table.dependsOn(f, l->id)) {
        auto step = l->step ? l->step->integer() : std::nullopt;
        auto *counted = llvm::dyn_cast<For>(l->statement);
        if (!l->lower || !counted || !step || (*step != 1 && *step != -1)) {
          ok = false;
          return {};
        }
        Form variable = table.symbol(counted->variable->name, l);
        f = table.substitute(f, l->id, (variable - *l->lower) * symbolic::Rational(*step));
      }
    f = symbolic::tightened(f);
    std::vector<symbolic::Term> left, right;
    for (const symbolic::Term &t : f.terms())
      (t.factor.sign() > 0 ? left : right).push_back(t);
    return side(Form::of(left)) + " >= " + side(-Form::of(right));
  }

  std::string side(const Form &f) {
    std::string out;
    unsigned pointers = 0;
    for (const symbolic::Term &t : f.terms()) {
      std::string product;
      for (auto &[atom, exponent] : t.monomial) {
        bool pointer = false;
        std::string one = name(atom, pointer);
        pointers += pointer;
        ok = ok && !(pointer && (t.monomial.size() > 1 || !t.factor.isOne()));
        for (unsigned k = 0; k < exponent; ++k)
          product += (product.empty() ? (isC && !pointer && t.monomial.size() > 1 ? "(long)" : "") : "*") + one;
      }
      if (!t.factor.isOne() || product.empty())
        product = std::to_string(t.factor.numerator()) + (product.empty() ? "" : "*" + product);
      out += (out.empty() ? "" : " + ") + product;
    }
    ok = ok && pointers <= 1;
    return out.empty() ? "0" : out;
  }

  /// What the program calls it at the loop.
  std::string name(AtomId id, bool &pointer) {
    const symbolic::Atom &a = table[id];
    for (auto &[v, known] : loop.entry)
      if (known.value == Form::atom(id)) {
        pointer = v->type->isPointer();
        return v->name;
      }
    for (const Loop *l = loop.outer; l; l = l->outer)
      if (a.kind == symbolic::Atom::Kind::Symbol && a.key == l)
        return a.name;
    auto *v = static_cast<const Symbol *>(a.key);
    bool usable = a.kind == symbolic::Atom::Kind::Symbol && v && isMine(v) && loop.entry.find(v) == loop.entry.end();
    ok = ok && usable;
    if (!usable)
      return "?";
    pointer = v->type->isPointer() || v->type->isArray();
    return v->name;
  }

  bool isMine(const Symbol *v) const {
    for (auto &s : loop.procedure->scope.symbols)
      if (s.get() == v)
        return true;
    return false;
  }

  symbolic::AtomTable &table;
  const Loop &loop;
  bool isC, ok = true;
};

class Parallelizer {
public:
  explicit Parallelizer(Program &program)
      : program(program), calls(program), memory(program, calls, procedures(program)),
        effects(memory), nests(memory, effects), dependences(program, nests, memory, effects) {
    for (auto &loop : nests.loops())
      loops[loop->statement] = loop.get();
  }

  unsigned run() {
    for (Procedure *p : procedures(program))
      block(p->body);
    return count;
  }

private:
  void block(Block &b) {
    for (StmtPtr &s : b) {
      auto found = loops.find(s.get());
      if (found != loops.end() && mark(*s, *found->second))
        continue; // one level of threads
      for (Block *inner : blocks(*s))
        block(*inner);
    }
  }

  bool mark(Stmt &s, const Loop &loop) {
    auto *counted = llvm::dyn_cast<For>(&s);
    if (!counted || !counted->variable->type->isInteger())
      return false;
    const LoopReport &report = dependences.of(loop);
    if (report.verdict == LoopReport::Verdict::Serial || !report.inductions.empty())
      return false;
    LoopScalars uses(memory, effects, loop);
    if (uses.isNeededOutside(counted->variable))
      return false;
    std::string directive = text(loop, report);
    if (directive.empty())
      return false;
    s.comments.push_back(directive);
    ++count;
    return true;
  }

  std::string text(const Loop &loop, const LoopReport &report) {
    bool isC = loop.procedure->language == Language::C;
    std::string out = isC ? "#pragma omp parallel for" : "$omp parallel do";
    std::vector<std::string> privates, lasts;
    for (const Symbol *v : report.privates) {
      if (!isPlain(loop, v))
        return {};
      bool last = std::find(report.lasts.begin(), report.lasts.end(), v) != report.lasts.end();
      (last ? lasts : privates).push_back(token(loop, v));
    }
    out += clause("private", privates) + clause("lastprivate", lasts);
    for (const Reduction &r : report.reductions) {
      if (!isPlain(loop, r.variable) || r.variable->type->isComplex())
        return {};
      std::string operation = r.operation == "and" ? (isC ? "&&" : ".and.")
                              : r.operation == "or" ? (isC ? "||" : ".or.")
                                                    : r.operation;
      out += clause("reduction", {operation + ":" + token(loop, r.variable)});
    }
    if (!report.condition.isTrue()) {
      auto condition = ConditionText(nests.atoms(), loop)(report.condition);
      if (!condition)
        return {};
      out += " if(" + *condition + ")";
    }
    return out;
  }

  static std::string clause(const char *name, const std::vector<std::string> &list) {
    std::string names;
    for (const std::string &entry : list)
      names += (names.empty() ? "" : ", ") + entry;
    return names.empty() ? "" : " " + std::string(name) + "(" + names + ")";
  }

  /// What the emitter turns into the variable's name (emit/Directives.h).
  static std::string token(const Loop &loop, const Symbol *v) {
    auto &symbols = loop.procedure->scope.symbols;
    for (size_t i = 0; i < symbols.size(); ++i)
      if (symbols[i].get() == v)
        return "@" + std::to_string(i);
    return {};
  }

  /// A variable of the procedure's own: the directive can name it.
  bool isPlain(const Loop &loop, const Symbol *v) {
    return !token(loop, v).empty() && !v->type->isPointer() && !v->overlay;
  }

  Program &program;
  CallGraph calls;
  Memory memory;
  EffectSummaries effects;
  LoopNests nests;
  Dependences dependences;
  std::map<const Stmt *, const Loop *> loops;
  unsigned count = 0;
};

} // namespace

unsigned parallelize(Program &program) { return Parallelizer(program).run(); }

} // namespace costate::transform
