#include "check/ComplexStep.h"

#include "check/ComplexProgram.h"
#include "emit/Emit.h"

#include <algorithm>
#include <cmath>

namespace costate::check {

using namespace ir;

namespace {

constexpr Number step = 1e-30L;
constexpr Number tolerance = 1e-12L;

} // namespace

ComplexStep::ComplexStep(const ReadAgain &readAgain, const std::vector<std::string> &texts,
                         SourceManager &sources, Workshop &workshop, const Options &options)
    : workshop(workshop), options(options), ignored(sources), program(sources) {
  readAgain(program);
  heads = analysis::resolveHeads(program, texts, ignored);
  for (Procedure *p : ir::procedures(program))
    procedures.emplace(p->name, p->symbol);
  reason = makeComplex(program);
  for (Language language : {Language::Fortran, Language::C}) {
    if (!reason.empty() || !workshop.hasLanguage(language))
      continue;
    bool c = language == Language::C;
    std::string name = c ? "complex/program.c" : "complex/program.f90", output;
    workshop.write(name, c ? emit::emitC(program) : emit::emitFortran(program));
    objects.push_back(workshop.compileGenerated(name, language, output));
    if (objects.back().empty())
      reason = "over complex numbers it does not compile:\n" + output;
  }
}

void ComplexStep::compare(const Subject &subject, Report &report) {
  Plan plan;
  Evaluation evaluation;
  if (reason.empty() && evaluate(subject, plan, evaluation, report))
    judge(subject, plan, evaluation, report);
  else if (report.complexStep.empty())
    report.complexStep = reason;
}

namespace {

/// Leaves and buffers of the two drivers belong together by their names.
template <typename List> int named(const List &list, const std::string &name) {
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].name == name)
      return i;
  return -1;
}

/// The values of a leaf over complex numbers.
LeafValues stepped(const LeafValues &values, const LeafValues &direction) {
  LeafValues out;
  for (size_t i = 0; i < values.numbers.size(); ++i) {
    out.numbers.push_back(values.numbers[i]);
    out.numbers.push_back(i < direction.numbers.size() ? step * direction.numbers[i] : 0);
  }
  return out;
}

} // namespace

bool ComplexStep::evaluate(const Subject &subject, Plan &plan, Evaluation &result, Report &report) {
  transform::DerivativeHead head;
  head.head = &heads[subject.head];
  Choices choices = subject.choices;
  for (auto &[dummy, actual] : choices.procedures)
    actual = procedures[actual->name];
  plan = makeDriver(program, head, std::nullopt, choices, ignored);
  bool c = plan.language == Language::C;
  std::string name = "complex/driver" + std::to_string(subject.head);
  std::string source = name + (c ? ".c" : ".f90"), output;
  workshop.write(source, c ? emit::emitC(program) : emit::emitFortran(program));
  program.units.pop_back();
  std::string driver = workshop.compileGenerated(source, plan.language, output);
  std::vector<std::string> all = objects;
  all.push_back(driver);
  if (driver.empty() || !workshop.link(all, name, false)) {
    report.complexStep = "over complex numbers it does not build:\n" + output;
    return false;
  }
  for (Buffer &buffer : plan.buffers)
    if (int at = named(subject.plan.buffers, buffer.name); at >= 0)
      buffer.given = subject.plan.buffers[at].given;
  std::vector<LeafValues> point(plan.leaves.size());
  for (size_t i = 0; i < point.size(); ++i)
    if (int at = named(subject.plan.leaves, plan.leaves[i].name); at >= 0) {
      bool complex = plan.leaves[i].element.kind == Element::Kind::Complex;
      point[i] = complex ? stepped(subject.point[at], subject.direction[at]) : subject.point[at];
    }
  Evaluator evaluator(workshop, name, options);
  result = evaluator.layout(plan, point);
  if (result.end == Evaluation::End::Complete)
    result = evaluator.original(plan, point);
  if (result.end != Evaluation::End::Complete)
    report.complexStep = "over complex numbers it " + result.message;
  return result.end == Evaluation::End::Complete;
}

void ComplexStep::judge(const Subject &subject, const Plan &plan, const Evaluation &evaluation,
                        Report &report) const {
  Line line;
  line.name = "complex step";
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    int at = named(subject.plan.leaves, plan.leaves[i].name);
    if (at < 0 || !plan.leaves[i].dependent || plan.leaves[i].element.kind != Element::Kind::Complex)
      continue;
    std::vector<Number> tangent = subject.tangent[at].numbers, complex;
    for (size_t k = 1; k < evaluation.values[i].numbers.size(); k += 2)
      complex.push_back(evaluation.values[i].numbers[k] / step);
    tangent.resize(complex.size(), 0);
    Number largest = 0;
    for (size_t k = 0; k < complex.size(); ++k)
      largest = std::max({largest, std::fabs(tangent[k]), std::fabs(complex[k])});
    line.elements += complex.size();
    for (size_t k = 0; k < complex.size(); ++k) {
      Number excess = check::excess(tangent[k], {complex[k], 0}, tolerance, 64 * epsilonOf(8) * largest);
      if (excess <= line.excess)
        continue;
      line.excess = excess;
      Number apart = std::fabs(tangent[k] - complex[k]);
      line.error = line.worst = apart == 0 ? 0 : apart / std::max(largest, apart);
      line.worstAt = elementName(subject.plan.leaves[at], k, subject.plan.language);
      line.tangent = tangent[k];
      line.difference = complex[k];
    }
  }
  line.good = line.excess <= 1;
  if (!line.good) {
    char text[200];
    std::snprintf(text, sizeof text, "derivative of %s is %.15Lg, the complex step says %.15Lg",
                  line.worstAt.c_str(), line.tangent, line.difference);
    line.text = text;
    report.tangent.verdict = Verdict::Wrong;
    report.tangent.reason = line.text;
  }
  report.checks.push_back(std::move(line));
}

} // namespace costate::check
