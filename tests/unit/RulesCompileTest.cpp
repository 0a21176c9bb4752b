// Compilers take what the table produces: every partial derivative and adjoint as emitted source,
// and the helpers that go with them, whose values are compared with known ones.
#include "RulesFixture.h"

#include "emit/Emit.h"
#include "rules/Rule.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

using namespace costate;
using namespace costate::ir;
using namespace costate::rules;
using namespace costate::test;

namespace {

/// Digits from a computation with 50: psi at 0.25, 1, the double next to the root, 5.5, 40, -1.5.
const std::vector<std::pair<double, double>> digammas = {
    {0.25, -4.2274535333762654},
    {1, -0.57721566490153286},
    {1.4616321449683622, -9.2412655217294275e-17},
    {5.5, 1.6110931485817511},
    {40, 3.6763273740348431},
    {-1.5, 0.70315664064524319},
};

struct RulesCompileTest : RulesFixture {
  std::filesystem::path directory;
  Unit *unit = nullptr;
  std::map<std::string, Helper> helpers;
  unsigned count = 0;

  void SetUp() override {
    directory =
        std::filesystem::temp_directory_path() / ("costate-rules-" + std::to_string(getpid()));
    std::filesystem::create_directory(directory);
  }
  void TearDown() override { std::filesystem::remove_all(directory); }

  void newUnit(UnitKind kind, const std::string &name = {}) {
    program.units.push_back(std::make_unique<Unit>());
    unit = program.units.back().get();
    unit->kind = kind;
    unit->name = name;
  }

  /// A function of the arguments whose value is made by `value` from their variables.
  template <typename F> void addFunction(const std::vector<const Type *> &types, F &&value) {
    unit->procedures.push_back(std::make_unique<Procedure>());
    Procedure *p = unit->procedures.back().get();
    p->name = "f" + std::to_string(++count);
    p->unit = unit;
    p->language = unit->language();
    p->hasBody = true;
    p->kind = ProcedureKind::Function;
    auto add = [&](const std::string &name, const Type *type, Storage storage) {
      Symbol *s = addSymbol(p->scope, name, SymbolKind::Variable, type);
      s->storage = storage;
      s->owner = p;
      s->byValue = p->language == Language::C;
      return s;
    };
    std::vector<const Expr *> arguments;
    for (const Type *type : types) {
      p->parameters.push_back(
          add(std::string(1, char('a' + arguments.size())), type, Storage::Argument));
      arguments.push_back(b.variable(p->parameters.back()));
    }
    const Expr *e = value(arguments);
    if (!e) {
      unit->procedures.pop_back();
      return;
    }
    forEach(e, [&](const Expr *n) {
      if (auto *call = llvm::dyn_cast<Intrinsic>(n))
        if (auto h = helper(*call, p->language))
          helpers[h->name] = *h;
    });
    p->resultType = e->type;
    p->result = add("value", e->type, Storage::Result);
    p->symbol =
        addSymbol(unit->scope, p->name, SymbolKind::Procedure, program.types.procedure(e->type));
    p->symbol->unit = unit;
    p->symbol->procedure = p;
    p->symbol->storage = Storage::Global;
    p->body.push_back(std::make_unique<Assign>(b.variable(p->result), e));
    // Arguments a formula does not use would be warned about.
    std::set<Symbol *> used;
    forEach(e, [&](const Expr *n) {
      if (auto *v = llvm::dyn_cast<Variable>(n))
        used.insert(v->symbol);
    });
    std::erase_if(p->parameters, [&](Symbol *s) { return !used.count(s); });
    std::erase_if(p->scope.symbols,
                  [&](auto &s) { return s->storage == Storage::Argument && !used.count(s.get()); });
  }

  const Type *typeOf(ValueType t, unsigned kind, bool isComplex, Language language) {
    return t == ValueType::Integer   ? b.integer(language)
           : t == ValueType::Logical ? b.logical(language)
           : t == ValueType::Complex || (t == ValueType::Floating && isComplex) ? complex(kind)
                                                                                : real(kind);
  }

  void addRule(const Rule &rule, const std::string &spelling, unsigned kind, bool isComplex) {
    Language language = unit->language();
    std::vector<const Type *> types;
    bool anyComplex = false;
    for (const RuleArgument &a : rule.arguments) {
      types.push_back(typeOf(a.field, kind, isComplex, language));
      anyComplex = anyComplex || types.back()->isComplex();
    }
    const Type *result = rule.result  ? typeOf(*rule.result, kind, false, language)
                         : anyComplex ? complex(kind)
                                      : real(kind);
    types.push_back(result);
    for (unsigned i = 0; i < rule.arguments.size(); ++i) {
      auto operation = [&](std::vector<const Expr *> a) {
        a.pop_back();
        return Operation(intrinsic(spelling, a, result), language);
      };
      addFunction(types, [&](const std::vector<const Expr *> &a) -> const Expr * {
        Operation o = operation(a);
        return o.hasPartial(i) ? o.partial(program, i) : nullptr;
      });
      addFunction(types, [&](const std::vector<const Expr *> &a) -> const Expr * {
        Operation o = operation(a);
        return o.treatment(i) == Treatment::Formula ? o.adjoint(program, i, a.back()) : nullptr;
      });
    }
  }

  /// An array argument or result; `shape` must be of known extent.
  const Type *dummy(const Type *element, unsigned rank, bool explicitShape = false) {
    if (rank == 0)
      return element;
    Dimension d;
    d.form = explicitShape ? Dimension::Form::Explicit : Dimension::Form::Assumed;
    d.upper = explicitShape ? b.constant(integer(), 2) : nullptr;
    return program.types.array(element, std::vector<Dimension>(rank, d), false);
  }

  unsigned rankOf(const Rule &rule, const RuleArgument &a) {
    static const std::map<std::string, unsigned> ranks = {
        {"array", 2},  {"matrix", 2}, {"x", 2},        {"field", 2},    {"mask", 2},
        {"source", 2}, {"shape", 1},  {"order", 1},    {"pad", 1},
        {"vector_a", 1}, {"vector_b", 1}, {"vector", 1}};
    if (a.rank >= 0)
      return a.rank;
    if (rule.name == "spread" && a.name == "source")
      return 1;
    auto found = ranks.find(a.name);
    return found == ranks.end() ? 0 : found->second;
  }

  unsigned resultRank(const Rule &rule) {
    if (rule.name == "matmul")
      return rule.arguments[0].rank + rule.arguments[1].rank - 2;
    bool byDimension = false;
    for (const RuleArgument &a : rule.arguments)
      byDimension = byDimension || a.name == "dim";
    if (rule.name == "sum" || rule.name == "norm2")
      return byDimension ? 1 : 0;
    return rule.name == "dot_product" ? 0 : rule.name == "pack" ? 1 : 2;
  }

  const Expr *total(const Expr *e) {
    return e->type->rank() ? intrinsic("sum", {e}, e->type->scalar()) : e;
  }

  void addArrayRule(const Rule &rule, const Type *element) {
    std::vector<const Type *> types;
    std::vector<std::string> keywords;
    for (const RuleArgument &a : rule.arguments) {
      const Type *scalar = a.field == ValueType::Integer   ? integer()
                           : a.field == ValueType::Logical ? b.defaultLogical()
                                                           : element;
      types.push_back(dummy(scalar, rankOf(rule, a), a.name == "shape"));
      keywords.push_back(a.name);
    }
    types.push_back(dummy(element, resultRank(rule)));
    for (unsigned i = 0; i < rule.arguments.size(); ++i)
      for (bool isAdjoint : {false, true}) {
        if (!isAdjoint)
          types.push_back(types[i]);
        addFunction(types, [&](std::vector<const Expr *> a) -> const Expr * {
          std::vector<const Expr *> own(a.begin(), a.begin() + rule.arguments.size()),
              d(own.size());
          const Type *type = types[own.size()];
          Operation o(intrinsic(rule.fortran[0], own, type, keywords), Language::Fortran);
          if (o.treatment(i) != Treatment::Formula || (isAdjoint && !o.hasAdjoint(i)))
            return nullptr;
          d[i] = a.back();
          return total(isAdjoint ? o.adjoint(program, i, a.back()) : o.tangent(program, d));
        });
        if (!isAdjoint)
          types.pop_back();
      }
  }

  void write(const std::string &name, const std::string &text) {
    std::ofstream(directory / name) << text;
  }

  bool run(const std::string &command) {
    std::string log = (directory / "log").string();
    bool ok =
        std::system(("cd '" + directory.string() + "' && " + command + " > log 2>&1").c_str()) == 0;
    std::ifstream in(log);
    if (!ok)
      ADD_FAILURE() << command << "\n" << std::string(std::istreambuf_iterator<char>(in), {});
    return ok;
  }

  static bool lacks(const std::string &program) {
    return std::system(("command -v " + program + " > /dev/null").c_str()) != 0;
  }
};

/// Functions of C23 and of Fortran 2023 that compilers and libraries of today may lack.
bool isRecent(const Rule &rule, const std::string &spelling) {
  static const std::set<std::string> names = {
      "rsqrt",  "exp2m1",  "exp10m1",  "log2p1",   "log10p1",      "logp1",       "powr",
      "drem",   "pow10",   "sinpi",    "cospi",    "tanpi",        "asinpi",      "acospi",
      "atanpi", "atan2pi", "fmaximum", "fminimum", "fmaximum_num", "fminimum_num"};
  return spelling.size() <= 2 || rule.name == "convert" || rule.name == "cmplx" ||
         rule.name == "choice" || names.count(spelling) || spelling.rfind("ieee_", 0) == 0;
}

TEST_F(RulesCompileTest, CompilersTakeTheCode) {
  if (lacks("gcc"))
    GTEST_SKIP() << "no C compiler";
  newUnit(UnitKind::CFile);
  unit->preamble = {"#include <math.h>", "#include <complex.h>", "#include <stdbool.h>"};
  for (unsigned kind : {4u, 8u, 10u})
    for (const Rule &rule : allRules()) {
      if (rule.array || rule.steps || !rule.helper.empty())
        continue;
      for (const std::string &spelling : rule.c)
        if (!isRecent(rule, spelling) && spelling != "gamma")
          addRule(rule, spelling, kind, false);
      for (const std::string &spelling : rule.cComplex)
        if (!isRecent(rule, spelling) && spelling != "merge")
          addRule(rule, spelling, kind, true);
    }
  write("f.c", "#define _GNU_SOURCE\n" + emit::emitC(program));
  run("gcc -std=c11 -Wall -Wextra -Werror -Wno-missing-prototypes -fsyntax-only f.c");
  EXPECT_EQ(helpers.size(), 3u);
}

TEST_F(RulesCompileTest, FortranCompilersTakeTheCode) {
  if (lacks("gfortran"))
    GTEST_SKIP() << "no Fortran compiler";
  newUnit(UnitKind::FortranModule, "derivatives");
  for (unsigned kind : {4u, 8u, 16u})
    for (const Rule &rule : allRules()) {
      if (rule.array || rule.steps || !rule.helper.empty())
        continue;
      for (const std::string &spelling : rule.fortran) {
        bool degrees = spelling.back() == 'd' && spelling != "fraction" && spelling != "mod";
        bool extension = spelling.rfind("besj", 0) == 0 || spelling.rfind("besy", 0) == 0 ||
                         spelling.rfind("dbes", 0) == 0 || spelling == "cotan" ||
                         spelling == "real" || spelling == "dble" || (spelling == "dprod");
        if (isRecent(rule, spelling) || degrees || extension)
          continue;
        if (rule.arguments[0].field != ValueType::Complex)
          addRule(rule, spelling, kind, false);
        if (rule.arguments[0].field != ValueType::Real &&
            rule.arguments.back().field != ValueType::Real)
          addRule(rule, spelling, kind, true);
      }
    }
  for (const Rule &rule : allRules())
    if (rule.array) {
      addArrayRule(rule, real());
      if (rule.name != "norm2")
        addArrayRule(rule, complex());
    }
  write("f.f90", emit::emitFortran(program));
  run("gfortran -std=f2018 -Wall -Werror -fsyntax-only f.f90");
  EXPECT_EQ(helpers.size(), 3u);
}

// ---- Helpers ------------------------------------------------------------------------------------

Helper digamma(RulesFixture &f, unsigned kind, Language language) {
  const Expr *x = f.variable("x", f.real(kind));
  Operation o(f.intrinsic(language == Language::C ? "lgamma" : "log_gamma", {x}), language);
  return *helper(*llvm::cast<Intrinsic>(o.partial(f.program, 0)), language);
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return std::string(text).find_first_of(".e") == std::string::npos ? std::string(text) + ".0"
                                                                    : text;
}

TEST_F(RulesCompileTest, TheDigammaFunctionInC) {
  if (lacks("gcc"))
    GTEST_SKIP() << "no C compiler";
  std::string source, tests;
  for (auto [kind, tolerance] : {std::pair{4u, "2e-7"}, {8u, "3e-15"}, {10u, "3e-15"}}) {
    Helper h = digamma(*this, kind, Language::C);
    source += h.source + "\n";
    for (auto [x, expected] : digammas)
      if (kind > 4 || std::abs(expected) > 1e-3)
        tests += "  if (!(fabsl((long double)" + h.name + "(" + number(x) + ")/" +
                 number(expected) + "L - 1) < " + tolerance + ")) return " + std::to_string(kind) +
                 ";\n";
  }
  write("h.c", source + "int main(void)\n{\n" + tests + "  return 0;\n}\n");
  run("gcc -std=c11 -Wall -Wextra -Werror -O2 h.c -o h -lm && ./h");
}

TEST_F(RulesCompileTest, TheDigammaFunctionInFortran) {
  if (lacks("gfortran"))
    GTEST_SKIP() << "no Fortran compiler";
  std::string source = "module helpers\n  implicit none\ncontains\n", tests;
  for (auto [kind, tolerance] : {std::pair{4u, "2e-7"}, {8u, "3e-15"}, {16u, "3e-15"}}) {
    Helper h = digamma(*this, kind, Language::Fortran);
    source += h.source + "\n";
    std::string suffix = "_" + std::to_string(kind);
    for (auto [x, expected] : digammas)
      if (kind == 8 || std::abs(expected) > 1e-3) // the root itself is another number in each kind
        tests += "  if (.not. abs(" + h.name + "(" + number(x) + suffix + ")/(" + number(expected) +
                 suffix + ") - 1) < " + tolerance + suffix + ") error stop\n";
  }
  write("h.f90", source + "end module helpers\nprogram test\n  use helpers\n  implicit none\n" +
                     tests + "end program test\n");
  run("gfortran -std=f2018 -Wall -Werror -O2 h.f90 -o h && ./h");
}

} // namespace
