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

/// The tangent or the adjoint program, with its own copy of the user's.
struct DerivativeProgram {
  DerivativeProgram(const char *name, SourceManager &sources)
      : name(name), program(sources), diagnostics(sources) {}
  std::string name;
  Program program;
  Diagnostics diagnostics; ///< why it is refused
  std::vector<analysis::Head> heads;
  std::vector<transform::DerivativeHead> derivatives;
  std::vector<std::string> objects; ///< empty: there is no such program
  std::string given;                ///< the user's own

  /// Writes and compiles it as the user would get it.
  void build(Workshop &workshop, Progress &progress) {
    progress.stage("compiling the " + name);
    std::vector<std::string> out;
    for (Language language : {Language::Fortran, Language::C})
      if (workshop.hasLanguage(language)) {
        out.push_back(build(language, workshop));
        if (out.back().empty())
          return;
      }
    objects = out;
  }

  std::string build(Language language, Workshop &workshop) {
    bool c = language == Language::C;
    std::string file = name + (c ? ".c" : ".f90"), output;
    std::string text = c ? emit::emitC(program) : emit::emitFortran(program);
    bool own = !given.empty() && c == given.ends_with(".c");
    if (own)
      text = (*llvm::MemoryBuffer::getFile(given))->getBuffer().str();
    if (!workshop.write(file, text))
      return "";
    std::string object = workshop.compileGenerated(file, language, output);
    bool mismatched = output.find("Type mismatch in argument") != std::string::npos; // in the originals, too
    if (object.empty())
      diagnostics.error({}, "the " + name + " program does not compile\n" + output,
                        own ? "it must have the interface that costate " + name + " would give it"
                        : mismatched ? "add --fflags -fallow-argument-mismatch where the files mean it"
                                     : "this is a bug in Costate; --keep DIR leaves its files");
    return object;
  }

  /// The derivative of a head, by its number on the command line.
  const transform::DerivativeHead *of(size_t head) const {
    for (const transform::DerivativeHead &d : derivatives)
      if (d.head == &heads[head])
        return &d;
    return nullptr;
  }
};

/// A derivative with its driver, ready to run.
struct Runnable {
  const DerivativeProgram *from = nullptr;
  const transform::DerivativeHead *derivative = nullptr;
  Plan plan;
  std::string driver; ///< its object
  std::unique_ptr<Evaluator> evaluator;
};

/// One head: its drivers, its point, its report.
class HeadCheck {
public:
  HeadCheck(Workshop &workshop, const TracedTangent &traced, std::optional<unsigned> directions,
            Hints hints, const Options &options, Diagnostics &diagnostics, Progress &progress)
      : workshop(workshop), traced(traced), directions(directions), options(options),
        diagnostics(diagnostics), progress(progress),
        point(options, std::move(hints), diagnostics) {}

  /// Either program may be null. False: refused, by diagnostics.
  bool run(DerivativeProgram *tangent, DerivativeProgram *adjoint, size_t number, Report &report) {
    DerivativeProgram &first = tangent ? *tangent : *adjoint;
    report.head = first.heads[number].text;
    do {
      if (diagnostics.hasErrors() || !build(first, number, main) || !settle())
        return false;
    } while (base.end != Evaluation::End::Complete); // what looked like one record is several
    report.point = Point::summary(plan, at, base.values);
    Comparison comparison(plan, at, base, *main.evaluator, tangent, options, progress);
    std::optional<AdjointComparison> reverse;
    if (adjoint && tangent && !buildBeside(*adjoint, number))
      return false;
    if (adjoint) {
      const Runnable &r = tangent ? beside : main;
      comparison.checkAdjoint(reverse.emplace(AdjointComparison::Program{r.plan, *r.evaluator},
                                              AdjointComparison::Program{plan, *main.evaluator},
                                              at, base, options, progress));
    }
    comparison.run(report);
    if (tangent)
      trace(comparison, report);
    return true;
  }

  void compareComplexStep(ComplexStep &complexStep, size_t head, Report &report) {
    progress.stage("running the complex step");
    Comparison comparison(plan, at, base, *main.evaluator, true, options, progress);
    std::vector<LeafValues> direction = comparison.directionNumber(0);
    Evaluation e = main.evaluator->derivative(plan, at, direction);
    if (e.end == Evaluation::End::Complete)
      complexStep.compare({head, choices, plan, at, direction, e.shadows}, report);
  }

private:
  Workshop &workshop;
  const TracedTangent &traced;
  std::optional<unsigned> directions; ///< of a vector tangent; 0: its argument says it
  const Options &options;
  Diagnostics &diagnostics;
  Progress &progress;
  Point point;
  Runnable main, beside; ///< what runs the original, and the adjoint beside a tangent
  Plan &plan = main.plan;
  Choices choices; ///< of the main one
  std::vector<LeafValues> at;
  Evaluation base;
  std::set<std::string> arrays; ///< pointers to several records

  const analysis::Head &head() const { return *main.derivative->head; }

  bool build(DerivativeProgram &from, size_t number, Runnable &out) {
    out.from = &from;
    out.derivative = from.of(number);
    const Procedure &head = *out.derivative->head->procedure;
    if (head.host) {
      diagnostics.error(head.location, "cannot call '" + head.name + "' from outside '" + head.host->name + "'",
                        "make it a procedure of a module");
      return false;
    }
    if (head.internalLinkage || head.isPrivate) {
      diagnostics.error(head.location, "cannot call '" + head.name + "' from outside its file",
                        head.isPrivate ? "make it public in its module"
                                       : "remove 'static' from its definition");
      return false;
    }
    progress.stage("building the driver");
    Choices made = point.choices(from.program, head);
    made.arrays.insert(arrays.begin(), arrays.end());
    if (&out == &main)
      choices = made;
    made.lengths = choices.lengths; // the hints are about the first program's symbols
    out.plan = makeDriver(from.program, *out.derivative, directions, made, diagnostics);
    if (&out == &main)
      checkHeadVariables();
    if (diagnostics.hasErrors())
      return false;
    bool c = head.language == Language::C;
    std::string name = from.name + "_driver" + std::to_string(number);
    std::string source = name + (c ? ".c" : ".f90");
    bool good =
        workshop.write(source, c ? emit::emitC(from.program) : emit::emitFortran(from.program));
    from.program.units.pop_back();
    std::string output;
    out.driver = good ? workshop.compileGenerated(source, head.language, output) : "";
    if (out.driver.empty() && !diagnostics.hasErrors())
      diagnostics.error({}, "the driver of the " + from.name + " does not compile\n" + output,
                        "this is a bug in Costate; --keep DIR leaves its files");
    if (out.driver.empty() || !workshop.link(with(from.objects, out.driver), name))
      return false;
    out.evaluator = std::make_unique<Evaluator>(workshop, name, options);
    return true;
  }

  /// The adjoint at the point that has been found: its leaves are the tangent's, in the same order.
  bool buildBeside(DerivativeProgram &adjoint, size_t number) {
    if (!build(adjoint, number, beside))
      return false;
    bool same = beside.plan.leaves.size() == plan.leaves.size() &&
                beside.plan.buffers.size() == plan.buffers.size();
    for (size_t i = 0; same && i < plan.leaves.size(); ++i)
      same = beside.plan.leaves[i].name == plan.leaves[i].name;
    if (!same)
      internalError("the drivers of tangent and adjoint take other arguments");
    for (size_t i = 0; i < plan.buffers.size(); ++i) {
      beside.plan.buffers[i].given = plan.buffers[i].given;
      beside.plan.buffers[i].elementBytes = plan.buffers[i].elementBytes;
    }
    for (size_t i = 0; i < plan.leaves.size(); ++i)
      beside.plan.leaves[i].extents = plan.leaves[i].extents;
    return true;
  }

  static std::vector<std::string> with(std::vector<std::string> objects,
                                       const std::string &driver) {
    objects.push_back(driver);
    return objects;
  }

  /// Looks for kinks at the point and, where something is wrong, for the place where it begins.
  void trace(const Comparison &comparison, Report &report) {
    if (traced.objects.empty() || plan.vector || 
        !workshop.link(with(traced.objects, main.driver), "traced"))
      return;
    progress.stage("tracing");
    Evaluator tracing(workshop, "traced", options);
    Tracing tracer(traced, plan, at, tracing, diagnostics);
    auto direction = comparison.directionNumber(comparison.tellingDirection());
    tracer.findKinks(direction, report);
    if (report.verdict() != Verdict::Wrong)
      return;
    if (options.tangent.empty() && report.tangent.verdict == Verdict::Wrong)
      tracer.findFirstWrong(direction, comparison.precision(), report);
    if (report.kinks.empty() || !comparison.onlyDerivatives(report))
      return;
    for (Judgement *j : {&report.tangent, &report.adjoint})
      if (j->verdict == Verdict::Wrong) {
        j->verdict = Verdict::Unclear;
        j->reason += ", but the point sits at a kink of " + report.kinks.front() +
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
    check(head().independents, &Leaf::independent);
    check(head().dependents, &Leaf::dependent);
  }

  /// Finds lengths with which the original runs; `at` and `base` then hold the point and its results.
  bool settle() {
    progress.stage("running the original");
    point.chooseExtents(plan);
    do {
      Evaluation layout = main.evaluator->layout(plan, point.controls(plan));
      if (layout.end != Evaluation::End::Complete)
        return refuse(layout);
      at = point.values(plan);
      if (diagnostics.hasErrors())
        return false;
      base = main.evaluator->original(plan, at);
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
    std::string message = "'" + head().procedure->name + "' " + e.message;
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
    diagnostics.error(head().procedure->location, message, hint);
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
            diagnostics.error(head().procedure->location,
                              "'" + plan.leaves[i].name +
                                  "' is not a finite number at this point: there is no derivative",
                              "give another point with --at, or sizes with --size");
            return false;
          }
    return true;
  }
};

/// What is refused of one derivative does not hide the other.
void adoptRefusal(const DerivativeProgram &from, bool isAll, Diagnostics &diagnostics) {
  for (Diagnostic d : from.diagnostics.all()) {
    if (d.severity == Severity::Error && !isAll) {
      d.severity = Severity::Warning;
      d.message = "the " + from.name + " is refused: " + d.message;
    }
    diagnostics.report(std::move(d));
  }
}

Judgement refusal(const DerivativeProgram &p) {
  for (const Diagnostic &d : p.diagnostics.all())
    if (d.severity == Severity::Error)
      return {true, Verdict::Refused, "the " + p.name + " is refused: " + d.message};
  return {};
}

class Checking {
public:
  Checking(const ReadAgain &read, const std::vector<std::string> &texts, const Options &options,
           Diagnostics &diagnostics, Progress &progress)
      : read(read), texts(texts), options(options), diagnostics(diagnostics), progress(progress),
        tangent("tangent", diagnostics.sources), adjoint("adjoint", diagnostics.sources) {}

  std::vector<Report> run(const transform::TangentOptions &tangentOptions,
                          const transform::AdjointOptions &adjointOptions) {
    bool both = options.hasTangent && options.hasAdjoint;
    DerivativeProgram &first = options.hasTangent ? tangent : adjoint;
    if (!open(first) || (both && !open(adjoint)))
      return {};
    Workshop workshop(options, first.program, diagnostics);
    std::vector<Hints> hints;
    for (const analysis::Head &head : first.heads)
      hints.push_back(hintsFor(*head.procedure));
    progress.stage("differentiating");
    if (options.hasTangent)
      tangent.derivatives = transform::makeTangent(tangent.program, tangent.heads, tangentOptions,
                                                   tangent.diagnostics);
    if (options.hasAdjoint)
      adjoint.derivatives = transform::makeAdjoint(adjoint.program, adjoint.heads, adjointOptions,
                                                   adjoint.diagnostics);
    if (!anyLeft() || !workshop.compileOriginals(progress))
      return {};
    for (DerivativeProgram *p : {&tangent, &adjoint})
      if (isLeft(*p))
        p->build(workshop, progress);
    if (!anyLeft())
      return {};
    TracedTangent traced;
    if (isLeft(tangent) && !tangentOptions.vector)
      traced = buildTraced(read, texts, tangentOptions, diagnostics.sources, workshop);
    std::optional<ComplexStep> complexStep;
    if (options.complexStep && isLeft(tangent) && !tangentOptions.vector)
      complexStep.emplace(read, texts, diagnostics.sources, workshop, options);
    for (DerivativeProgram *p : {&tangent, &adjoint})
      adoptRefusal(*p, false, diagnostics);
    return checkHeads(workshop, traced, complexStep ? &*complexStep : nullptr,
                      tangentOptions.vector, hints);
  }

private:
  const ReadAgain &read;
  const std::vector<std::string> &texts;
  const Options &options;
  Diagnostics &diagnostics;
  Progress &progress;
  DerivativeProgram tangent, adjoint;

  bool open(DerivativeProgram &p) {
    if (!read(p.program))
      return false;
    p.heads = analysis::resolveHeads(p.program, texts, diagnostics);
    p.given = &p == &tangent ? options.tangent : options.adjoint;
    return !diagnostics.hasErrors();
  }

  bool isLeft(const DerivativeProgram &p) const {
    return !p.derivatives.empty() && !p.diagnostics.hasErrors();
  }

  bool anyLeft() {
    if (isLeft(tangent) || isLeft(adjoint))
      return true;
    for (DerivativeProgram *p : {&tangent, &adjoint})
      adoptRefusal(*p, true, diagnostics);
    return false;
  }

  std::vector<Report> checkHeads(Workshop &workshop, const TracedTangent &traced,
                                 ComplexStep *complexStep, std::optional<unsigned> vector,
                                 const std::vector<Hints> &hints) {
    std::vector<Report> out;
    DerivativeProgram *forward = isLeft(tangent) ? &tangent : nullptr,
                      *backward = isLeft(adjoint) ? &adjoint : nullptr;
    for (size_t i = 0; i < hints.size(); ++i) {
      Report &report = out.emplace_back();
      HeadCheck check(workshop, traced, vector, hints[i], options, diagnostics, progress);
      if (!check.run(forward, backward, i, report))
        return {};
      if (complexStep)
        check.compareComplexStep(*complexStep, i, report);
      if (!forward)
        report.tangent = refusal(tangent);
      if (!backward)
        report.adjoint = refusal(adjoint);
    }
    return out;
  }
};

} // namespace

std::vector<Report> checkDerivatives(const ReadAgain &read, const std::vector<std::string> &texts,
                                     const transform::TangentOptions &tangentOptions,
                                     const transform::AdjointOptions &adjointOptions,
                                     const Options &options, Diagnostics &diagnostics,
                                     Progress &progress) {
  return Checking(read, texts, options, diagnostics, progress).run(tangentOptions, adjointOptions);
}

} // namespace costate::check
