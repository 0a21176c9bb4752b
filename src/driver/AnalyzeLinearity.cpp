#include "analysis/Linearity.h"
#include "analysis/Separability.h"
#include "driver/Analyze.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace costate::driver {

using namespace analysis;

namespace {

const char *className(Shape shape) { return shape.isLinear() ? "linear" : "nonlinear"; }

bool isRational(Shape shape) {
  return shape.kind == Shape::Kind::Polynomial || shape.kind == Shape::Kind::Rational;
}

std::string describe(Shape s) {
  switch (s.kind) {
  case Shape::Kind::None:
    return "-";
  case Shape::Kind::Polynomial:
    return s.degree == 1 ? "linear" : "of degree " + std::to_string(s.degree);
  case Shape::Kind::Rational:
    return "rational";
  default:
    return "nonlinear";
  }
}

std::string qualifiedName(const ir::Procedure &p) {
  bool inModule = p.unit && p.unit->kind == ir::UnitKind::FortranModule && !p.host;
  return inModule ? p.unit->name + "%" + p.name : p.name;
}

// ---- JSON -----------------------------------------------------------------------------------------

class JsonWriter {
public:
  JsonWriter(Linearity &linearity, const ir::Program &program, const std::vector<Head> &heads)
      : linearity(linearity), program(program), heads(heads) {}

  std::string write(bool statements) {
    json.object([&] {
      json.attributeArray("procedures", [&] {
        for (const ProcedureLinearity &p : linearity.procedures(statements))
          json.object([&] { procedure(p); });
      });
      if (!heads.empty())
        json.attributeArray("heads", [&] {
          for (const Head &h : heads)
            json.object([&] { head(h); });
        });
    });
    stream << "\n";
    return text;
  }

private:
  void shape(Shape s) {
    bool polynomial = s.kind == Shape::Kind::Polynomial;
    json.attribute("degree", polynomial ? llvm::json::Value((int64_t)s.degree) : llvm::json::Value(nullptr));
    json.attribute("rational", isRational(s));
  }

  void procedure(const ProcedureLinearity &p) {
    json.attribute("name", qualifiedName(*p.procedure));
    pairs("pairs", p.pairs);
    if (p.interfaceOnly)
      json.attribute("interfaceOnly", true);
    json.attributeArray("loops", [&] {
      for (const LoopLinearity &l : p.loops)
        json.object([&] { loop(l); });
    });
    if (!p.statements.empty())
      json.attributeArray("statements", [&] {
        for (const StatementLinearity &s : p.statements)
          json.object([&] {
            json.attribute("line", (int64_t)s.statement->location.line);
            pairs("in", s.in);
            pairs("deps", s.deps);
          });
      });
  }

  void pairs(const char *title, const std::vector<LinearityPair> &list) {
    json.attributeArray(title, [&] {
      for (const LinearityPair &pair : list)
        json.object([&] {
          if (!pair.of.empty())
            json.attribute("of", pair.of);
          json.attribute("on", pair.on);
          json.attribute("class", className(pair.shape));
          shape(pair.shape);
        });
    });
  }

  void loop(const LoopLinearity &l) {
    json.attribute("file", program.sources.path(l.loop->location.file));
    json.attribute("line", (int64_t)l.loop->location.line);
    json.attributeArray("carried", [&] {
      for (const CarriedDependence &c : l.carried)
        json.object([&] {
          json.attribute("of", c.of);
          json.attribute("on", c.on);
          json.attribute("class", className(c.shape));
          json.attribute("at", (int64_t)c.at.line);
        });
    });
    json.attribute("fusable", l.fusable);
    json.attributeArray("needed", [&] {
      for (const std::string &name : l.neededValues)
        json.value(name);
    });
  }

  void head(const Head &h) {
    json.attribute("head", h.text);
    json.attributeArray("dependents", [&] {
      for (const HeadLinearity &d : linearity.head(h))
        json.object([&] {
          json.attribute("name", d.dependent);
          json.attribute("class", d.name());
          shape(d.shape);
          json.attribute("constantJacobian", d.shape.isLinear());
          json.attributeArray("on", [&] {
            for (auto &[name, s] : d.on)
              json.object([&] {
                json.attribute("name", name);
                json.attribute("class", className(s));
                shape(s);
              });
          });
          if (!d.rows.empty())
            json.attributeArray("rows", [&] {
              for (const RowLinearity &r : d.rows)
                json.object([&] {
                  json.attribute("section", r.section);
                  json.attribute("line", (int64_t)r.at.line);
                  json.attribute("class", r.name());
                  shape(r.shape);
                  json.attribute("constantJacobian", r.shape.isLinear());
                });
            });
        });
    });
    json.attributeArray("separable", [&] {
      for (const SeparableDependent &d : linearity.separable(h))
        json.object([&] { separable(d); });
    });
  }

  void separable(const SeparableDependent &d) {
    json.attribute("dependent", d.dependent);
    json.attribute("accumulator", d.accumulators[d.terms[0].accumulator].name);
    json.attributeArray("terms", [&] {
      for (const SeparableTerm &t : d.terms)
        json.object([&] {
          json.attribute("line", (int64_t)t.statement->location.line);
          json.attribute("loop", t.loop ? llvm::json::Value((int64_t)t.loop->location.line) : nullptr);
          json.attribute("accumulator", d.accumulators[t.accumulator].name);
          json.attribute("sign", t.negative ? "-" : "+");
          elements(t);
          json.attribute("count", t.count ? llvm::json::Value(*t.count) : nullptr);
        });
    });
  }

  void elements(const SeparableTerm &t) {
    if (!t.elements)
      return json.attribute("elements", nullptr);
    json.attributeArray("elements", [&] {
      for (const TermElement &e : *t.elements)
        json.object([&] {
          json.attribute("of", e.of);
          json.attributeArray("subscripts", [&] {
            for (const std::string &s : e.subscripts)
              json.value(s);
          });
        });
    });
  }

  Linearity &linearity;
  const ir::Program &program;
  const std::vector<Head> &heads;
  std::string text;
  llvm::raw_string_ostream stream{text};
  llvm::json::OStream json{stream, 2};
};

// ---- Text -----------------------------------------------------------------------------------------

/// Fig. 5 for every procedure, `>` for no dependence as there; where it would not fit a page, line by line.
class TextWriter {
public:
  TextWriter(Linearity &linearity, const ir::Program &program, const std::vector<Head> &heads)
      : linearity(linearity), program(program), heads(heads) {}

  std::string write() {
    for (const ProcedureLinearity &p : linearity.procedures()) {
      out << qualifiedName(*p.procedure) << "\n";
      constexpr size_t widest = 10;
      if (p.pairs.empty())
        out << "  nothing depends on anything that varies\n";
      else if (p.variables.size() <= widest)
        table(p);
      else
        list(p);
      if (p.interfaceOnly)
        out << "  (its many variables on those that callers see)\n";
      for (const LoopLinearity &l : p.loops)
        loop(l);
    }
    for (const Head &h : heads)
      head(h);
    return text;
  }

private:
  void table(const ProcedureLinearity &p) {
    std::map<std::pair<std::string, std::string>, Shape> pairs;
    for (const LinearityPair &pair : p.pairs)
      pairs[{pair.of, pair.on}] = pair.shape;
    size_t width = 9;
    for (const std::string &name : p.variables)
      width = std::max(width, name.size());
    std::string line;
    auto cell = [&](const std::string &s) { line += s + std::string(width + 2 - s.size(), ' '); };
    auto end = [&] {
      out << "  " << line.substr(0, line.find_last_not_of(' ') + 1) << "\n";
      line.clear();
    };
    cell("Variable");
    for (const std::string &on : p.variables)
      cell(on);
    end();
    for (const std::string &of : p.variables) {
      cell(of);
      for (const std::string &on : p.variables) {
        auto found = pairs.find({of, on});
        cell(found == pairs.end() ? ">" : className(found->second));
      }
      end();
    }
    for (const LinearityPair &pair : p.pairs)
      if (isRational(pair.shape) && !pair.shape.isLinear())
        out << "  " << pair.of << " is " << describe(pair.shape) << " in " << pair.on << "\n";
  }

  void list(const ProcedureLinearity &p) {
    for (size_t i = 0; i < p.pairs.size();) {
      out << "  " << p.pairs[i].of << ":";
      const std::string &of = p.pairs[i].of;
      for (; i < p.pairs.size() && p.pairs[i].of == of; ++i)
        out << " " << p.pairs[i].on << " (" << describe(p.pairs[i].shape) << ")";
      out << "\n";
    }
  }

  void loop(const LoopLinearity &l) {
    out << "  " << program.sources.path(l.loop->location.file) << ":" << l.loop->location.line << ": loop: "
        << (l.carried.empty() ? "nothing is carried from iteration to iteration"
            : l.fusable       ? "all that is carried is linear and scalar"
                              : "carried dependences")
        << "\n";
    for (const CarriedDependence &c : l.carried)
      out << "    " << c.of << " on " << c.on << ": " << describe(c.shape) << " (line " << c.at.line << ")\n";
    for (const std::string &name : l.neededValues)
      out << "    the values of " << name << " are needed: something depends on them nonlinearly\n";
  }

  void head(const Head &h) {
    out << h.text << "\n";
    for (const HeadLinearity &d : linearity.head(h)) {
      out << "  " << d.dependent << ": " << d.name();
      if (d.shape.kind == Shape::Kind::Polynomial && d.shape.degree > 2)
        out << " of degree " << d.shape.degree;
      if (d.shape.isLinear())
        out << ", its Jacobian is constant";
      for (size_t i = 0; i < d.on.size(); ++i)
        out << (i ? ", " : "; on ") << d.on[i].first << " (" << describe(d.on[i].second) << ")";
      out << "\n";
      for (const RowLinearity &r : d.rows)
        out << "    " << d.dependent << "(" << r.section << "): " << r.name()
            << (r.shape.isLinear() ? ", its rows of the Jacobian are constant" : "") << "\n";
    }
    for (const SeparableDependent &d : linearity.separable(h))
      separable(d);
  }

  void separable(const SeparableDependent &d) {
    out << "  " << d.dependent << " is a sum of terms\n";
    for (const SeparableTerm &t : d.terms) {
      out << "    line " << t.statement->location.line;
      if (t.loop)
        out << ", in the loop of line " << t.loop->location.line;
      out << ": " << d.accumulators[t.accumulator].name << (t.first ? " begins with" : t.negative ? " -" : " +")
          << " a term of ";
      if (!t.elements)
        out << "elements that are not known";
      for (size_t i = 0; t.elements && i < t.elements->size(); ++i)
        out << (i ? ", " : "") << element((*t.elements)[i]);
      out << "\n";
    }
  }

  static std::string element(const TermElement &e) {
    std::string text = e.of;
    for (size_t i = 0; i < e.subscripts.size(); ++i)
      text += (i ? "," : "(") + e.subscripts[i];
    return e.subscripts.empty() ? text : text + ")";
  }

  Linearity &linearity;
  const ir::Program &program;
  const std::vector<Head> &heads;
  std::string text;
  llvm::raw_string_ostream out{text};
};

// ---- Explanations -----------------------------------------------------------------------------------

class Explainer {
public:
  Explainer(Linearity &linearity, const ir::Program &program, Diagnostics &diagnostics)
      : linearity(linearity), program(program), diagnostics(diagnostics) {}

  std::string why(const std::string &wanted) {
    size_t comma = wanted.find(',');
    std::string of = wanted.substr(0, comma), on = wanted.substr(comma + 1), name;
    if (size_t colon = of.rfind(':'); colon != std::string::npos) {
      name = of.substr(0, colon);
      of = of.substr(colon + 1);
    }
    std::string text;
    for (const ir::Procedure *p : linearity.reached()) {
      if (!name.empty() && p->name != name && qualifiedName(*p) != name)
        continue;
      LinearityReason reason = linearity.why(p, of, on);
      if (reason.known)
        text += explain(reason, of, on);
    }
    if (text.empty())
      diagnostics.error({}, "no procedure has both variables '" + of + "' and '" + on + "'",
                        "names are written as in --head; proc:A,B asks for one procedure's");
    return text;
  }

private:
  std::string explain(const LinearityReason &reason, const std::string &of, const std::string &on) {
    std::string text = qualifiedName(*reason.procedure) + ": " + of;
    if (reason.shape.isNone())
      return text + " does not depend on " + on + "\n";
    text += " depends on " + on + " " + className(reason.shape) + "ly";
    bool polynomial = isRational(reason.shape) && !reason.shape.isLinear();
    text += polynomial ? ", " + describe(reason.shape) + ":\n" : ":\n";
    for (const LinearityStep &step : reason.steps) {
      const Location &at = step.statement->location;
      std::string_view source = program.sources.line(at.file, at.line);
      size_t begin = source.find_first_not_of(" \t");
      std::string name = step.decides ? "decides" : linearity.memory().name(step.written);
      text += "  " + program.sources.path(at.file) + ":" + std::to_string(at.line) + ": " + name + "    | " +
              std::string(begin == std::string_view::npos ? "" : source.substr(begin)) +
              (step.nonlinear ? "    nonlinear here" : "") + "\n";
    }
    return text;
  }

  Linearity &linearity;
  const ir::Program &program;
  Diagnostics &diagnostics;
};

} // namespace

std::string analyzeLinearity(ir::Program &program, const Options &options, Diagnostics &diagnostics) {
  AnalysisNames names;
  if (!readNames(program, options, names, diagnostics))
    return {};
  auto &[heads, externals] = names;
  Linearity linearity(program, heads, &externals);
  if (!options.why.empty())
    return Explainer(linearity, program, diagnostics).why(options.why);
  return options.json ? JsonWriter(linearity, program, heads).write(options.statements)
                      : TextWriter(linearity, program, heads).write();
}

} // namespace costate::driver
