#include "check/Trace.h"

#include "emit/Emit.h"
#include "ir/Builder.h"
#include "rules/Rules.h"

#include <cmath>
#include <cstdio>
#include <set>

namespace costate::check {

using namespace ir;

// ---- The traced tangent -------------------------------------------------------------------------

namespace {

class Observer : public transform::TangentObserver {
public:
  Observer(Program &program, std::vector<Site> &sites) : program(program), sites(sites) {}

  void before(const Stmt &s, const Varying &varying, Procedure &tangent, Block &out) override {
    if (!mayCall(tangent))
      return;
    for (const Expr *e : varying.operations)
      for (const Expr *kink : rules::Operation(e, tangent.language).kinks(program))
        if (kink && kink->type->isReal())
          report({e->location.known() ? e->location : s.location, nameOf(tangent), describe(e), true},
                 {varying.inTangent(kink)}, tangent.language, out);
  }

  void after(const Stmt &s, const Expr *place, const Expr *value, const Expr *derivative,
             Procedure &tangent, Block &out) override {
    const Type *type = value->type->scalar();
    if (mayCall(tangent) && (type->isReal() || type->isComplex()))
      report({s.location, nameOf(tangent), variableOf(place), false}, {value, derivative},
             tangent.language, out);
  }

private:
  Program &program;
  std::vector<Site> &sites;

  static bool mayCall(const Procedure &p) { return !p.pure && !p.elemental; }

  static std::string nameOf(const Procedure &tangent) {
    size_t suffix = tangent.name.rfind("_d");
    return tangent.name.substr(0, suffix);
  }

  static std::string variableOf(const Expr *place) {
    for (const Expr *e = place; e;) {
      if (auto *v = llvm::dyn_cast<Variable>(e))
        return v->symbol->name;
      if (auto *f = llvm::dyn_cast<Field>(e))
        return f->name();
      auto parts = operands(e);
      e = parts.empty() ? nullptr : parts.front();
    }
    return "memory";
  }

  static std::string describe(const Expr *e) {
    if (auto *f = llvm::dyn_cast<Intrinsic>(e))
      return f->name;
    if (auto *x = llvm::dyn_cast<Binary>(e); x && x->type->isLogical())
      return "a comparison";
    return llvm::isa<Convert>(e) ? "a conversion" : "an operation";
  }

  /// costate_trace(site, value, derivative), both as one double.
  void report(Site site, const std::vector<const Expr *> &values, Language language, Block &out) {
    sites.push_back(std::move(site));
    bool c = language == Language::C;
    std::vector<OpaquePiece> pieces;
    auto text = [&](const std::string &t) { pieces.push_back({t, nullptr, {}}); };
    text((c ? "costate_trace(" : "call costate_trace(") + std::to_string(sites.size()));
    for (size_t i = 0; i < 2; ++i) {
      text(", ");
      if (i >= values.size())
        text(c ? "0.0" : "0.0d0");
      else
        number(values[i], c, pieces);
    }
    text(")");
    out.push_back(std::make_unique<Opaque>(std::move(pieces)));
  }

  static void number(const Expr *value, bool c, std::vector<OpaquePiece> &pieces) {
    bool array = value->type->isArray(), complex = value->type->scalar()->isComplex();
    auto once = [&](const std::string &before, const std::string &after) {
      pieces.push_back({before + (array ? "sum(" : ""), nullptr, {}});
      pieces.push_back({"", value, OpaquePiece::Effect::Reads});
      pieces.push_back({(array ? ")" : "") + after, nullptr, {}});
    };
    if (c && !complex)
      return once("(double)(", ")");
    if (c) {
      once("(double)(__real__ (", ") + __imag__ (");
      return once("", "))");
    }
    once("real(", ", 8)");
    if (complex)
      once(" + real(aimag(", "), 8)");
  }
};

} // namespace

TracedTangent buildTraced(const ReadAgain &readAgain, const std::vector<std::string> &heads,
                          const transform::TangentOptions &options, SourceManager &sources,
                          Workshop &workshop) {
  TracedTangent out;
  Diagnostics ignored(sources); // all has been said when the tangent itself was made
  Program program(sources);
  if (!readAgain(program))
    return out;
  Observer observer(program, out.sites);
  transform::TangentOptions traced = options;
  traced.observer = &observer;
  auto resolved = analysis::resolveHeads(program, heads, ignored);
  transform::makeTangent(program, resolved, traced, ignored);
  for (Procedure *p : procedures(program)) // what tells of values is not pure
    forEachStmt(p->body, [](Stmt &s) {
      if (auto *loop = llvm::dyn_cast<For>(&s))
        loop->concurrent = false;
    });
  for (Language language : {Language::Fortran, Language::C}) {
    if (ignored.hasErrors() || !workshop.hasLanguage(language))
      continue;
    bool c = language == Language::C;
    std::string name = c ? "traced.c" : "traced.f90", output;
    std::string text = c ? "void costate_trace(int, double, double);\n" + emit::emitC(program)
                         : emit::emitFortran(program);
    if (!workshop.write(name, text))
      return {};
    std::string object = workshop.compileGenerated(name, language, output);
    if (object.empty())
      return {};
    out.objects.push_back(object);
  }
  return out;
}

// ---- Running it -----------------------------------------------------------------------------------

const Site *Tracing::siteOf(const TraceRecord &r) const {
  return r.site >= 1 && r.site <= traced.sites.size() ? &traced.sites[r.site - 1] : nullptr;
}

std::vector<TraceRecord> Tracing::run(const std::vector<LeafValues> &direction,
                                      Number step) const {
  return evaluator.trace(plan, moved(point, direction, step), direction);
}

namespace {

/// How many records are of the same sites in the same order.
size_t commonLength(const std::vector<TraceRecord> &a, const std::vector<TraceRecord> &b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n].site == b[n].site)
    ++n;
  return n;
}

std::vector<Number> valuesOf(const std::vector<TraceRecord> &records, size_t count) {
  std::vector<Number> out;
  for (size_t i = 0; i < count; ++i)
    out.push_back(records[i].value);
  return out;
}

std::string formatted(Number value) {
  char text[60];
  std::snprintf(text, sizeof text, "%.10Lg", value);
  return text;
}

} // namespace

/// At a kink, or so near that the smallest steps of the differences cross it.
void Tracing::findKinks(const std::vector<LeafValues> &direction, Report &report) {
  const Number step = std::exp2(-22.0L);
  std::vector<TraceRecord> here = run(direction, 0), above = run(direction, step),
                           below = run(direction, -step);
  size_t common = std::min(commonLength(here, above), commonLength(here, below));
  std::set<uint32_t> seen;
  for (size_t i = 0; i < here.size(); ++i) {
    const Site *site = siteOf(here[i]);
    bool both = i < common;
    bool crossed = both && std::signbit(above[i].value) != std::signbit(below[i].value);
    if (!site || !site->isKink || !(here[i].value == 0 || crossed) || !seen.insert(here[i].site).second)
      continue;
    // Not where it stays zero: what is compared does not move with x.
    if (both && above[i].value == 0 && below[i].value == 0)
      continue;
    std::string where = diagnostics.sources.path(site->location.file) + ":" +
                        std::to_string(site->location.line);
    report.kinks.push_back(site->name + " at " + where);
    diagnostics.warning(site->location,
                        "the point sits at a kink of " + site->name +
                            ": differences and derivative may disagree there",
                        "check at another point too, with --at");
  }
}

void Tracing::findFirstWrong(const std::vector<LeafValues> &direction, Number epsilon,
                             Report &report) {
  std::vector<TraceRecord> here = run(direction, 0);
  std::vector<Number> steps = differenceSteps(epsilon);
  DifferenceTable table(steps, epsilon);
  for (Number step : steps) {
    std::vector<TraceRecord> above = run(direction, step), below = run(direction, -step);
    table.add(valuesOf(above, commonLength(here, above)), valuesOf(below, commonLength(here, below)));
  }
  for (size_t i = 0; i < here.size(); ++i) {
    const Site *site = siteOf(here[i]);
    if (!site || site->isKink)
      continue;
    Estimate d = table.estimate(i);
    Number t = here[i].derivative;
    Number slack = 64 * epsilon * std::fabs(here[i].value);
    if (std::isinf(d.error) || excess(t, d, report.tolerance, slack) <= 1)
      continue;
    const std::string &file = diagnostics.sources.path(site->location.file);
    report.firstWrong = FirstWrong{file, site->procedure, site->name, site->location.line, t, d.value};
    diagnostics.report({Severity::Note, site->location, 0,
                        "in '" + site->procedure + "': derivative of '" + site->name + "' is " +
                            formatted(t) + ", differences say " + formatted(d.value) +
                            ": the first that disagrees",
                        ""});
    return;
  }
}

} // namespace costate::check
