#include "check/Evaluation.h"

#include "check/Trace.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace costate::check {

namespace {

std::string contents(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, false, false);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

void putLong(int64_t value, std::string &out) {
  out.append(reinterpret_cast<const char *>(&value), sizeof value);
}

bool getLong(const std::string &bytes, size_t &at, int64_t &value) {
  if (bytes.size() - at < sizeof value)
    return false;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  at += sizeof value;
  return true;
}

bool isComplete(const std::string &bytes) {
  int32_t last = 0;
  if (bytes.size() < sizeof last)
    return false;
  std::memcpy(&last, bytes.data() + bytes.size() - sizeof last, sizeof last);
  return last == endMarker;
}

/// The end of what a program printed.
std::string tail(const std::string &text, size_t limit) {
  std::string out = text.size() > limit ? text.substr(text.size() - limit) : text;
  while (!out.empty() && out.back() == '\n')
    out.pop_back();
  return out;
}

} // namespace

std::string Evaluator::inputStart(const Plan &plan, Mode mode,
                                  const std::vector<LeafValues> &values) const {
  std::string out;
  int32_t word = static_cast<int32_t>(mode);
  out.append(reinterpret_cast<const char *>(&word), sizeof word);
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (plan.leaves[i].control)
      encode(plan.leaves[i].element, values[i], 1, out);
  for (const Buffer &buffer : plan.buffers)
    for (int64_t extent : buffer.given)
      putLong(extent, out);
  return out;
}

std::string Evaluator::input(const Plan &plan, Mode mode,
                             const std::vector<LeafValues> &values) const {
  std::string out = inputStart(plan, mode, values);
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (plan.leaves[i].read && !plan.leaves[i].control)
      encode(plan.leaves[i].element, values[i], plan.leaves[i].count(), out);
  return out;
}

Evaluation Evaluator::layout(Plan &plan, const std::vector<LeafValues> &controls) const {
  Evaluation e = run(plan, inputStart(plan, Mode::Layout, controls));
  size_t at = 0;
  bool good = e.end == Evaluation::End::Complete;
  for (Buffer &buffer : plan.buffers)
    good = good && getLong(e.bytes, at, buffer.elementBytes);
  for (Leaf &leaf : plan.leaves) {
    leaf.extents.assign(leaf.rank, 0);
    if (leaf.late)
      continue;
    for (int64_t &extent : leaf.extents)
      good = good && getLong(e.bytes, at, extent);
  }
  if (!good && e.end == Evaluation::End::Complete)
    internalError("the driver's layout is not what was expected");
  return e;
}

Evaluation Evaluator::original(const Plan &plan, const std::vector<LeafValues> &point) const {
  Evaluation e = run(plan, input(plan, Mode::Original, point));
  size_t at = 0;
  if (e.end == Evaluation::End::Complete && !decodeLeaves(plan, false, e, at))
    internalError("the driver's output is not what was expected");
  return e;
}

void Evaluator::addShadows(const Plan &plan, const std::vector<LeafValues> &shadows,
                           std::string &out) const {
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (plan.readsShadow(plan.leaves[i]))
      encode(plan.leaves[i].element, shadows[i], plan.leaves[i].count() * plan.directions(), out);
}

Evaluation Evaluator::derivative(const Plan &plan, const std::vector<LeafValues> &point,
                                 const std::vector<LeafValues> &shadows) const {
  std::string bytes = input(plan, Mode::Derivative, point);
  addShadows(plan, shadows, bytes);
  return runDerivative(plan, bytes);
}

Evaluation Evaluator::derivativeAgain(const Plan &plan, const std::vector<LeafValues> &point,
                                      const std::vector<LeafValues> &shadows,
                                      const std::vector<LeafValues> &second) const {
  std::string bytes = input(plan, Mode::Twice, point);
  addShadows(plan, shadows, bytes);
  for (bool control : {true, false})
    for (size_t i = 0; i < plan.leaves.size(); ++i)
      if (const Leaf &leaf = plan.leaves[i]; leaf.read && leaf.control == control)
        encode(leaf.element, point[i], control ? 1 : leaf.count(), bytes);
  addShadows(plan, second, bytes);
  return runDerivative(plan, bytes);
}

Evaluation Evaluator::runDerivative(const Plan &plan, const std::string &input) const {
  Evaluation e = run(plan, input);
  size_t at = 0;
  if (e.end == Evaluation::End::Complete &&
      !(decodeLeaves(plan, false, e, at) && decodeLeaves(plan, true, e, at)))
    internalError("the driver's output is not what was expected");
  return e;
}

std::vector<TraceRecord> Evaluator::trace(const Plan &plan, const std::vector<LeafValues> &point,
                                          const std::vector<LeafValues> &direction) const {
  std::string path = workshop.file("trace");
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  setenv("COSTATE_CHECK_TRACE", path.c_str(), 1);
  Evaluation e = derivative(plan, point, direction);
  unsetenv("COSTATE_CHECK_TRACE");
  std::vector<TraceRecord> out;
  std::string bytes = contents(path);
  constexpr size_t size = 4 + 2 * sizeof(double);
  for (size_t at = 0; e.end == Evaluation::End::Complete && at + size <= bytes.size(); at += size) {
    TraceRecord &r = out.emplace_back();
    std::memcpy(&r.site, bytes.data() + at, 4);
    std::memcpy(&r.value, bytes.data() + at + 4, sizeof r.value);
    std::memcpy(&r.derivative, bytes.data() + at + 4 + sizeof r.value, sizeof r.derivative);
  }
  return out;
}

std::vector<LeafValues> moved(std::vector<LeafValues> point, const std::vector<LeafValues> &direction,
                              Number step) {
  for (size_t i = 0; i < point.size(); ++i)
    for (size_t k = 0; k < direction[i].numbers.size(); ++k)
      point[i].numbers[k] += step * direction[i].numbers[k];
  return point;
}

bool Evaluator::decodeLeaves(const Plan &plan, bool shadows, Evaluation &e, size_t &at) const {
  std::vector<LeafValues> &out = shadows ? e.shadows : e.values;
  for (const Leaf &leaf : plan.leaves) {
    LeafValues values;
    if (!shadows || leaf.shadow) {
      int64_t count = (leaf.late ? 1 : leaf.count()) * (shadows ? plan.directions() : 1);
      if (leaf.rank && leaf.loops.empty() && !getLong(e.bytes, at, count))
        return false;
      if (!decode(leaf.element, count, e.bytes, at, values))
        return false;
    }
    out.push_back(std::move(values));
  }
  return true;
}

Evaluation Evaluator::run(const Plan &plan, const std::string &input) const {
  std::string in = workshop.file(executable + ".input"), out = workshop.file("output"),
              report = workshop.file("report");
  std::error_code ignored;
  std::filesystem::remove(out, ignored);
  std::filesystem::remove(report, ignored);
  std::ofstream(in, std::ios::binary) << input;
  setenv("COSTATE_CHECK_REPORT", report.c_str(), 1);
  CommandResult result = runCommand(workshop.file(executable), {in, out}, options.timeout,
                                    workshop.file("printed"));
  Evaluation e;
  e.bytes = contents(out);
  e.printed = tail(result.output, 400);
  if (result.status != 0 || !isComplete(e.bytes))
    explain(plan, result, contents(report), e);
  return e;
}

void Evaluator::explain(const Plan &plan, const CommandResult &result, const std::string &report,
                        Evaluation &e) const {
  std::istringstream words(report);
  std::string what;
  size_t id = 0;
  if (words >> what >> id >> e.offset && id >= 2 && id / 2 <= plan.buffers.size()) {
    e.end = Evaluation::End::Overrun;
    e.buffer = id / 2 - 1;
    e.shadow = id % 2;
    e.message = "reaches outside '" + plan.buffers[e.buffer].name + (e.shadow ? plan.adjoint ? "b" : "d" : "") + "'";
  } else if (result.timedOut) {
    e.end = Evaluation::End::TimedOut;
    e.message = "does not end within " + std::to_string(options.timeout) + " seconds";
  } else if (result.status < 0) {
    e.end = Evaluation::End::Crashed;
    e.message = "crashes: " + result.problem;
  } else {
    e.end = Evaluation::End::Stopped;
    e.message = "stops before its end, with status " + std::to_string(result.status);
  }
}

} // namespace costate::check
