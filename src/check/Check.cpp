#include "check/Check.h"

#include "check/Comparison.h"
#include "check/ComplexStep.h"
#include "check/Point.h"
#include "emit/Emit.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

namespace costate::check {

using namespace ir;

namespace {

constexpr int64_t mostBytes = int64_t(1) << 28; ///< of a buffer that grows

/// One head: its driver, its point, its report.
class HeadCheck {
public:
  HeadCheck(Workshop &workshop, const std::vector<std::string> &tangent,
            const TracedTangent &traced, const transform::DerivativeHead &derivative,
            std::optional<unsigned> directions, Hints hints, const Options &options,
            Diagnostics &diagnostics, Progress &progress)
      : workshop(workshop), tangent(tangent), traced(traced), derivative(derivative),
        directions(directions), options(options), diagnostics(diagnostics), progress(progress), point(options, std::move(hints), diagnostics) {}

  /// False: refused, by diagnostics.
  bool run(Program &program, unsigned number, Report &report) {
    report.head = derivative.head->text;
    do {
      if (diagnostics.hasErrors() || !build(program, number) || !settle())
        return false;
    } while (base.end != Evaluation::End::Complete); // what looked like one record is several
    report.point = Point::summary(plan, at, base.values);
    Comparison comparison(plan, at, base, *evaluator, options, progress);
    comparison.run(report);
    trace(comparison, report);
    return true;
  }

  void compareComplexStep(ComplexStep &complexStep, size_t head, Report &report) {
    progress.stage("running the complex step");
    Comparison comparison(plan, at, base, *evaluator, options, progress);
    std::vector<LeafValues> direction = comparison.directionNumber(0);
    Evaluation e = evaluator->tangent(plan, at, direction);
    if (e.end == Evaluation::End::Complete)
      complexStep.compare({head, choices, plan, at, direction, e.shadows}, report);
  }

private:
  Workshop &workshop;
  const std::vector<std::string> &tangent; ///< objects
  const TracedTangent &traced;
  const transform::DerivativeHead &derivative;
  std::optional<unsigned> directions; ///< of a vector tangent; 0: its argument says it
  const Options &options;
  Diagnostics &diagnostics;
  Progress &progress;
  Point point;
  Choices choices;
  Plan plan;
  std::string driver; ///< its object
  std::unique_ptr<Evaluator> evaluator;
  std::vector<LeafValues> at;
  Evaluation base;
  std::set<std::string> arrays; ///< pointers to several records

  bool build(Program &program, unsigned number) {
    const Procedure &head = *derivative.head->procedure;
    if (head.internalLinkage || head.isPrivate) {
      diagnostics.error(head.location, "cannot call '" + head.name + "' from outside its file",
                        head.isPrivate ? "make it public in its module"
                                       : "remove 'static' from its definition");
      return false;
    }
    progress.stage("building the driver");
    choices = point.choices(program, head);
    choices.arrays.insert(arrays.begin(), arrays.end());
    plan = makeDriver(program, derivative, directions, choices, diagnostics);
    checkHeadVariables();
    if (diagnostics.hasErrors())
      return false;
    bool c = head.language == Language::C;
    std::string name = "driver" + std::to_string(number);
    std::string source = name + (c ? ".c" : ".f90");
    bool good = workshop.write(source, c ? emit::emitC(program) : emit::emitFortran(program));
    program.units.pop_back();
    std::string output;
    driver = good ? workshop.compileGenerated(source, head.language, output) : "";
    if (driver.empty() && !diagnostics.hasErrors())
      diagnostics.error({}, "the driver does not compile\n" + output,
                        "this is a bug in Costate; --keep DIR leaves its files");
    if (driver.empty() || !workshop.link(with(tangent), name))
      return false;
    evaluator = std::make_unique<Evaluator>(workshop, name, options);
    return true;
  }

  std::vector<std::string> with(std::vector<std::string> objects) const {
    objects.push_back(driver);
    return objects;
  }

  /// Looks for kinks at the point and, where something is wrong, for the place where it begins.
  void trace(const Comparison &comparison, Report &report) {
    if (traced.objects.empty() || plan.vector || !workshop.link(with(traced.objects), "traced"))
      return;
    progress.stage("tracing");
    Evaluator tracing(workshop, "traced", options);
    Tracing tracer(traced, plan, at, tracing, diagnostics);
    auto direction = comparison.directionNumber(comparison.tellingDirection());
    tracer.findKinks(direction, report);
    if (report.verdict != Report::Verdict::Wrong)
      return;
    if (options.tangent.empty())
      tracer.findFirstWrong(direction, comparison.precision(), report);
    if (!report.kinks.empty() && comparison.onlyDerivatives(report)) {
      report.verdict = Report::Verdict::Unclear;
      report.reason += ", but the point sits at a kink of " + report.kinks.front() +
                       ", where both may be right: give another point with --at";
    }
  }

  /// Every variable of the head must be among what the driver sets and reads.
  void checkHeadVariables() {
    auto check = [&](const std::vector<analysis::HeadVariable> &list, bool Leaf::*role) {
      for (const analysis::HeadVariable &v : list) {
        bool found = false;
        for (const Leaf &leaf : plan.leaves)
          found |= leaf.root == v.symbol && leaf.*role && leaf.element.differentiable();
        if (!found && !diagnostics.hasErrors())
          diagnostics.error(v.symbol->location, "cannot set and read '" + v.text + "' from outside",
                            "name a variable that the caller reaches");
      }
    };
    check(derivative.head->independents, &Leaf::independent);
    check(derivative.head->dependents, &Leaf::dependent);
  }

  /// Finds lengths with which the original runs; `at` and `base` then hold the point and its results.
  bool settle() {
    progress.stage("running the original");
    point.chooseExtents(plan);
    do {
      Evaluation layout = evaluator->layout(plan, point.controls(plan));
      if (layout.end != Evaluation::End::Complete)
        return refuse(layout);
      at = point.values(plan);
      if (diagnostics.hasErrors())
        return false;
      base = evaluator->original(plan, at);
    } while (base.end == Evaluation::End::Overrun && grow());
    if (base.end == Evaluation::End::Overrun && isOneRecord(plan.buffers[base.buffer]))
      return arrays.insert(plan.buffers[base.buffer].name).second;
    point.checkNames(plan);
    if (base.end != Evaluation::End::Complete)
      return refuse(base);
    return !diagnostics.hasErrors() && finite();
  }

  bool grow() {
    Buffer &buffer = plan.buffers[base.buffer];
    if (!buffer.growable || base.shadow || base.offset < 0)
      return false;
    int64_t rest = buffer.elementBytes; // bytes for each step of the free extent
    for (const Leaf &leaf : plan.leaves)
      if (leaf.buffer == static_cast<int>(base.buffer)) {
        for (size_t d = leaf.loops.size(); d < leaf.rank; ++d)
          rest *= leaf.extents[d];
        rest /= std::max<int64_t>(1, buffer.given.back());
        break;
      }
    int64_t needed = base.offset / std::max<int64_t>(1, rest) + 1;
    int64_t next = std::max(needed, 2 * buffer.given.back());
    if (rest <= 0 || next > mostBytes / rest)
      return false;
    buffer.given.back() = next;
    return true;
  }

  bool refuse(const Evaluation &e) {
    std::string message = "'" + derivative.head->procedure->name + "' " + e.message;
    std::string hint = "set sizes with --size n=20, or give the point with --at";
    if (e.end == Evaluation::End::Overrun) {
      const Buffer &buffer = plan.buffers[e.buffer];
      int64_t bytes = std::max<int64_t>(1, buffer.elementBytes);
      message += e.offset < 0 ? ", before its start"
                              : ", at its element " + std::to_string(e.offset / bytes + 1);
      if (buffer.freeCount())
        hint = "give its length with --size " + buffer.name + "=N";
    }
    if (!e.printed.empty())
      message += "\n" + e.printed;
    diagnostics.error(derivative.head->procedure->location, message, hint);
    return false;
  }

  static bool isOneRecord(const Buffer &buffer) {
    return buffer.element->isRecord() && buffer.dimensions.size() == 1 && !buffer.growable &&
           buffer.dimensions[0].form == Dimension::Form::Star && buffer.given[0] == 1;
  }

  bool finite() {
    for (size_t i = 0; i < plan.leaves.size(); ++i)
      if (plan.leaves[i].dependent)
        for (Number x : base.values[i].numbers)
          if (!std::isfinite(x)) {
            diagnostics.error(derivative.head->procedure->location,
                              "'" + plan.leaves[i].name +
                                  "' is not a finite number at this point: there is no derivative",
                              "give another point with --at, or sizes with --size");
            return false;
          }
    return true;
  }
};

/// Writes and compiles the derivative program as the user would get it; empty where that fails.
std::vector<std::string> buildTangent(Program &program, Workshop &workshop,
                                      const Options &options, Diagnostics &diagnostics,
                                      Progress &progress) {
  std::vector<std::string> objects;
  progress.stage("compiling the tangent");
  for (Language language : {Language::Fortran, Language::C}) {
    if (!workshop.hasLanguage(language))
      continue;
    bool c = language == Language::C;
    std::string name = c ? "tangent.c" : "tangent.f90", output;
    std::string text = c ? emit::emitC(program) : emit::emitFortran(program);
    bool given = !options.tangent.empty() && c == options.tangent.ends_with(".c");
    if (given)
      text = (*llvm::MemoryBuffer::getFile(options.tangent))->getBuffer().str();
    if (!workshop.write(name, text))
      return {};
    objects.push_back(workshop.compileGenerated(name, language, output));
    if (objects.back().empty()) {
      if (!diagnostics.hasErrors())
        diagnostics.error({}, "the tangent program does not compile\n" + output,
                          given ? "it must have the interface that costate tangent would give it"
                                : "this is a bug in Costate; --keep DIR leaves its files");
      return {};
    }
  }
  return objects;
}

} // namespace

std::vector<Report> checkTangents(const ReadAgain &read, const std::vector<std::string> &texts,
                                  const transform::TangentOptions &tangentOptions,
                                  const Options &options, Diagnostics &diagnostics,
                                  Progress &progress) {
  Program program(diagnostics.sources);
  if (!read(program))
    return {};
  auto heads = analysis::resolveHeads(program, texts, diagnostics);
  if (diagnostics.hasErrors())
    return {};
  Workshop workshop(options, program, diagnostics);
  std::vector<Hints> hints;
  for (const analysis::Head &head : heads)
    hints.push_back(hintsFor(*head.procedure));
  progress.stage("differentiating");
  auto derivatives = transform::makeTangent(program, heads, tangentOptions, diagnostics);
  if (diagnostics.hasErrors() || !workshop.compileOriginals(progress))
    return {};
  auto tangent = buildTangent(program, workshop, options, diagnostics, progress);
  if (tangent.empty())
    return {};
  TracedTangent traced;
  if (!tangentOptions.vector)
    traced = buildTraced(read, texts, tangentOptions, diagnostics.sources, workshop);
  std::optional<ComplexStep> complexStep;
  if (options.complexStep && !tangentOptions.vector)
    complexStep.emplace(read, texts, diagnostics.sources, workshop, options);
  std::vector<Report> out;
  for (size_t i = 0; i < derivatives.size(); ++i) {
    size_t head = derivatives[i].head - heads.data();
    HeadCheck check(workshop, tangent, traced, derivatives[i], tangentOptions.vector, hints[head],
                    options, diagnostics, progress);
    if (!check.run(program, i, out.emplace_back()))
      return {};
    if (complexStep)
      check.compareComplexStep(*complexStep, head, out.back());
  }
  return out;
}

} // namespace costate::check
