#include "check/Report.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace costate::check {

namespace json = llvm::json;

namespace {

std::string scientific(Number value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1Le", value);
  return value == 0 ? "0" : text;
}

std::string exact(Number value) {
  char text[60];
  std::snprintf(text, sizeof text, "%.12Lg", value);
  return text;
}

/// JSON has no infinities.
json::Value number(Number value) {
  if (!std::isfinite(value))
    return json::Value(exact(value));
  return json::Value(static_cast<double>(value));
}

std::string padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

} // namespace

const char *verdictName(Verdict v) {
  switch (v) {
  case Verdict::Ok:
    return "ok";
  case Verdict::Refused:
    return "refused";
  case Verdict::Unclear:
    return "unclear";
  case Verdict::Wrong:
    return "wrong";
  }
  return "";
}

std::string Report::reason() const {
  const Judgement &first = adjoint.verdict > tangent.verdict ? adjoint : tangent;
  const Judgement &second = &first == &tangent ? adjoint : tangent;
  if (!first.asked || first.reason.empty())
    return second.reason;
  return first.reason + (second.asked && !second.reason.empty() ? "; " + second.reason : "");
}

Line &lineNamed(Report &report, const std::string &name) {
  for (Line &line : report.checks)
    if (line.name == name)
      return line;
  report.checks.emplace_back().name = name;
  return report.checks.back();
}

namespace {

std::string table(const Report &r) {
  std::string out = r.head + (r.point.empty() ? "" : "  at " + r.point) + "\n";
  size_t width = 20;
  for (const Line &line : r.checks)
    width = std::max(width, line.name.size());
  if (!r.checks.empty())
    out += "  " + padded("", width) + "  elements    error    worst element\n";
  for (const Line &line : r.checks) {
    char numbers[80];
    std::snprintf(numbers, sizeof numbers, "  %8lld  %7s    ", static_cast<long long>(line.elements),
                  scientific(line.error).c_str());
    out += "  " + padded(line.name, width) + numbers + scientific(line.worst) +
           (line.worstAt.empty() ? "" : " at " + line.worstAt) + (line.good ? "" : "   <-- disagrees") +
           "\n";
    if (!line.good && !line.text.empty())
      out += "      " + line.text + "\n";
  }
  if (!r.complexStep.empty())
    out += "  the complex step does not apply: " + r.complexStep + "\n";
  for (const std::string &warning : r.warnings)
    out += "warning: " + warning + "\n";
  out += std::string(verdictName(r.verdict())) + ": " + r.reason() + "\n";
  return out;
}

/// Null where it was not asked for.
json::Value toValue(const Judgement &j) {
  if (!j.asked)
    return nullptr;
  return json::Object{{"verdict", verdictName(j.verdict)}, {"reason", j.reason}};
}

json::Object toObject(const Report &r) {
  json::Array checks, warnings, kinks;
  for (const Line &line : r.checks) {
    json::Object one{{"name", line.name},
                     {"elements", line.elements},
                     {"error", number(line.error)},
                     {"worst", number(line.worst)},
                     {"at", line.worstAt},
                     {"tangent", number(line.tangent)},
                     {"difference", number(line.difference)},
                     {"uncertainty", number(line.uncertainty)},
                     {"good", line.good}};
    if (line.ofAdjoint)
      one["adjoint"] = number(line.adjoint);
    checks.push_back(std::move(one));
  }
  for (const std::string &warning : r.warnings)
    warnings.push_back(warning);
  for (const std::string &kink : r.kinks) {
    kinks.push_back(kink);
    warnings.push_back("the point sits at a kink of " + kink);
  }
  json::Value first = nullptr;
  if (r.firstWrong)
    first = json::Object{{"file", r.firstWrong->file},
                         {"line", static_cast<int64_t>(r.firstWrong->line)},
                         {"procedure", r.firstWrong->procedure},
                         {"variable", r.firstWrong->variable},
                         {"tangent", number(r.firstWrong->tangent)},
                         {"difference", number(r.firstWrong->difference)}};
  json::Object out{{"head", r.head},
                   {"verdict", verdictName(r.verdict())},
                   {"reason", r.reason()},
                   {"tangent", toValue(r.tangent)},
                   {"adjoint", toValue(r.adjoint)},
                   {"point", r.point},
                   {"tolerance", number(r.tolerance)},
                   {"checks", std::move(checks)},
                   {"warnings", std::move(warnings)},
                   {"kinks", std::move(kinks)},
                   {"first_wrong", std::move(first)}};
  if (!r.complexStep.empty())
    out["complex_step_does_not_apply"] = r.complexStep;
  if (!r.derivatives.empty()) {
    json::Array derivatives;
    for (Number d : r.derivatives)
      derivatives.push_back(number(d));
    out["derivatives"] = std::move(derivatives);
  }
  return out;
}

} // namespace

std::string table(const std::vector<Report> &reports) {
  std::string out;
  for (const Report &report : reports)
    out += table(report);
  return out;
}

std::string toJson(const std::vector<Report> &reports) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (reports.size() == 1) {
    stream << llvm::formatv("{0:2}", json::Value(toObject(reports[0])));
  } else {
    Verdict verdict = Verdict::Ok;
    json::Array heads;
    for (const Report &report : reports) {
      verdict = std::max(verdict, report.verdict());
      heads.push_back(toObject(report));
    }
    json::Object all{{"verdict", verdictName(verdict)}, {"heads", std::move(heads)}};
    stream << llvm::formatv("{0:2}", json::Value(std::move(all)));
  }
  return text + "\n";
}

} // namespace costate::check
