#include "frontend/fortran/Data.h"

#include "frontend/fortran/Constants.h"
#include "frontend/fortran/Expressions.h"
#include "frontend/fortran/Formats.h"

#include <algorithm>
#include <cstdlib>

namespace costate::frontend::fortran {

namespace {

/// `count` elements of a variable from `start` (column-major, from 0) with one value.
struct Run {
  int64_t start, count;
  const ir::Expr *value;
};

class DataReader {
public:
  DataReader(Translation &t, Owner owner) : t(t), expr(t, owner.procedure, nullptr) {}

  void read(const parser::DataStmt &x) {
    for (const parser::DataStmtSet &set : x.v) {
      auto &[objects, list] = set.t;
      std::vector<const parser::DataStmtValue *> all;
      for (const parser::DataStmtValue &value : list)
        all.push_back(&value);
      begin(std::move(all));
      for (const parser::DataStmtObject &object : objects) {
        if (auto *variable = std::get_if<common::Indirection<parser::Variable>>(&object.u)) {
          auto *d =
              std::get_if<common::Indirection<parser::Designator>>(&variable->value().u);
          if (d)
            initialise(d->value());
        } else {
          loop(std::get<parser::DataImpliedDo>(object.u));
        }
      }
    }
  }

  void read(const SemSymbol &symbol,
            const std::list<common::Indirection<parser::DataStmtValue>> &list) {
    std::vector<const parser::DataStmtValue *> all;
    for (const auto &value : list)
      all.push_back(&value.value());
    begin(std::move(all));
    take(symbol, 0, elementCount(symbol));
  }

  void finish() {
    for (const SemSymbol *symbol : order)
      set(*symbol, runs[symbol]);
  }

private:
  // ---- Values ---------------------------------------------------------------------------------

  void begin(std::vector<const parser::DataStmtValue *> all) {
    values = std::move(all);
    next = 0;
    left = values.empty() ? 0 : values[0]->repetitions;
  }

  /// Gives the next `count` values to elements from `start`.
  void take(const SemSymbol &given, int64_t start, int64_t count) {
    const SemSymbol &symbol = given.GetUltimate();
    if (runs.find(&symbol) == runs.end())
      order.push_back(&symbol);
    std::vector<Run> &list = runs[&symbol];
    while (count > 0) {
      while (left == 0 && next + 1 < values.size())
        left = values[++next]->repetitions;
      if (left == 0)
        return; // Flang has reported that values are missing
      int64_t n = std::min<int64_t>(left, count);
      const ir::Expr *value = constant(std::get<parser::DataStmtConstant>(values[next]->t), symbol);
      list.push_back({start, n, value});
      start += n;
      count -= n;
      left -= n;
    }
  }

  const ir::Expr *negated(const ir::Expr *e, bool negative) {
    return negative ? expr.make<ir::Unary>(e->type, ir::UnaryOp::Negate, e, e->location) : e;
  }

  const ir::Expr *constant(const parser::DataStmtConstant &x, const SemSymbol &symbol) {
    Location at = t.locate(x.source);
    const ir::Type *type = t.symbol(symbol)->type;
    const SomeExpr *typed = x.typedExpr && x.typedExpr->v ? &*x.typedExpr->v : nullptr;
    auto dynamic = typed ? typed->GetType() : std::nullopt;
    const ir::Type *own =
        dynamic ? t.elementType(*dynamic, at) : t.build.integer(ir::Language::Fortran);
    const ir::Expr *value = common::visit(
        common::visitors{
            [&](const parser::LiteralConstant &y) -> const ir::Expr * {
              return literal(y, own, type->scalar(), at);
            },
            [&](const parser::SignedIntLiteralConstant &y) {
              std::string digits = y.source.ToString();
              bool negative = digits.find('-') != std::string::npos;
              digits = std::get<parser::CharBlock>(y.t).ToString();
              digits.erase(std::remove_if(digits.begin(), digits.end(),
                                          [](char c) { return !std::isdigit(c); }),
                           digits.end());
              return negated(t.build.constant(own, std::strtoull(digits.c_str(), nullptr, 10), at),
                             negative);
            },
            [&](const parser::SignedRealLiteralConstant &y) {
              auto &[sign, magnitude] = y.t;
              const ir::Expr *v = expr.realLiteral(magnitude, own, at);
              return negated(v, sign && *sign == parser::Sign::Negative);
            },
            [&](const parser::SignedComplexLiteralConstant &y) {
              auto &[sign, magnitude] = y.t;
              return negated(expr.complexLiteral(magnitude, own, at),
                             sign == parser::Sign::Negative);
            },
            [&](const parser::NullInit &) -> const ir::Expr * {
              return expr.make<ir::NullPointer>(type, at);
            },
            [&](const common::Indirection<parser::Designator> &y) {
              return expr.designator(y.value());
            },
            [&](const parser::StructureConstructor &y) {
              return expr.structureConstructor(y, at);
            },
            [&](const auto &) -> const ir::Expr * {
              const ir::Expr *folded = typed ? foldedConstant(t, *typed, at) : nullptr;
              if (!folded)
                t.refuse(at, "this constant is not supported in a DATA statement");
              return folded ? folded : t.build.constant(own, 0, at);
            },
        },
        x.u);
    return expr.convert(value, type->scalar());
  }

  /// BOZ and character constants that fill numbers bit by bit become calls the standard knows.
  const ir::Expr *literal(const parser::LiteralConstant &x, const ir::Type *own,
                          const ir::Type *target, Location at) {
    if (target->isNumeric() || target->isLogical()) {
      if (auto *boz = std::get_if<parser::BOZLiteralConstant>(&x.u)) {
        const ir::Expr *text = expr.make<ir::Text>(t.build.integer(ir::Language::Fortran), boz->v, at);
        const char *name = target->isReal() ? "real" : "int";
        const ir::Expr *kind = t.build.constant(t.build.integer(ir::Language::Fortran), kindOf(target), at);
        return expr.make<ir::Intrinsic>(target, name, std::vector<const ir::Expr *>{text, kind}, at);
      }
      std::optional<std::string> characters;
      if (auto *hollerith = std::get_if<parser::HollerithLiteralConstant>(&x.u))
        characters = hollerith->v;
      else if (auto *character = std::get_if<parser::CharLiteralConstant>(&x.u))
        characters = decoded(character->GetString());
      if (characters) {
        std::string padded = *characters;
        padded.resize(bytesOf(target), ' ');
        const ir::Expr *text = expr.make<ir::StringConstant>(t.characterOfLength(1, padded.size()), padded, at);
        return expr.make<ir::Intrinsic>(target, "transfer",
                                        std::vector<const ir::Expr *>{text, zero(target, at)}, at);
      }
    }
    if (target->isCharacter())
      if (auto *hollerith = std::get_if<parser::HollerithLiteralConstant>(&x.u))
        return expr.make<ir::StringConstant>(t.characterOfLength(1, hollerith->v.size()),
                                             hollerith->v, at);
    return expr.read(x, own, at);
  }

  static unsigned kindOf(const ir::Type *type) {
    type = type->strip();
    if (auto *i = llvm::dyn_cast<ir::IntegerType>(type))
      return i->bytes;
    if (auto *r = llvm::dyn_cast<ir::RealType>(type))
      return r->realKind;
    if (auto *l = llvm::dyn_cast<ir::LogicalType>(type))
      return l->bytes;
    return llvm::cast<ir::ComplexType>(type)->realKind;
  }
  static unsigned bytesOf(const ir::Type *type) {
    return type->isComplex() ? 2 * kindOf(type) : kindOf(type);
  }

  const ir::Expr *zero(const ir::Type *type, Location at) {
    if (type->isReal())
      return expr.make<ir::RealConstant>(type, "0.0", 0.0, at);
    if (type->isLogical())
      return t.build.truth(type, false, at);
    if (type->isCharacter())
      return expr.make<ir::StringConstant>(t.characterOfLength(1, 1), " ", at);
    if (auto *complex = llvm::dyn_cast<ir::ComplexType>(type->strip())) {
      const ir::Type *part = t.program.types.real(complex->realKind);
      return expr.make<ir::MakeComplex>(type, zero(part, at), zero(part, at), at);
    }
    return t.build.constant(type, 0, at);
  }

  // ---- Objects ----------------------------------------------------------------------------------

  std::optional<int64_t> integer(const parser::Expr &e) {
    if (const SomeExpr *typed = typedExpr(e))
      if (auto value = evaluate::ToInt64(*typed))
        return value;
    using E = parser::Expr;
    auto both = [&](const auto &x, auto &&combine) -> std::optional<int64_t> {
      auto a = integer(std::get<0>(x.t).value()), b = integer(std::get<1>(x.t).value());
      return a && b ? std::optional<int64_t>(combine(*a, *b)) : std::nullopt;
    };
    return common::visit(
        common::visitors{
            [&](const common::Indirection<parser::Designator> &x) -> std::optional<int64_t> {
              auto it = indices.find(parser::GetLastName(x.value()).symbol);
              return it == indices.end() ? std::nullopt : std::optional<int64_t>(it->second);
            },
            [&](const E::Parentheses &x) { return integer(x.v.value()); },
            [&](const E::UnaryPlus &x) { return integer(x.v.value()); },
            [&](const E::Negate &x) -> std::optional<int64_t> {
              auto v = integer(x.v.value());
              return v ? std::optional<int64_t>(-*v) : v;
            },
            [&](const E::Add &x) { return both(x, [](auto a, auto b) { return a + b; }); },
            [&](const E::Subtract &x) { return both(x, [](auto a, auto b) { return a - b; }); },
            [&](const E::Multiply &x) { return both(x, [](auto a, auto b) { return a * b; }); },
            [&](const E::Divide &x) {
              return both(x, [](auto a, auto b) { return b ? a / b : 0; });
            },
            [&](const auto &) -> std::optional<int64_t> { return std::nullopt; },
        },
        e.u);
  }

  struct Bounds {
    std::vector<int64_t> lower, extent;
  };
  static std::optional<Bounds> boundsOf(const SemSymbol &symbol) {
    Bounds out;
    const semantics::ArraySpec *shape = symbol.GetShape();
    if (!shape)
      return out;
    for (const semantics::ShapeSpec &spec : *shape) {
      auto bound = [](const semantics::Bound &b) -> std::optional<int64_t> {
        return b.isExplicit() && b.GetExplicit() ? evaluate::ToInt64(*b.GetExplicit())
                                                 : std::nullopt;
      };
      auto lower = bound(spec.lbound()), upper = bound(spec.ubound());
      if (!lower || !upper)
        return std::nullopt;
      out.lower.push_back(*lower);
      out.extent.push_back(std::max<int64_t>(0, *upper - *lower + 1));
    }
    return out;
  }
  static int64_t elementCount(const SemSymbol &symbol) {
    auto bounds = boundsOf(symbol.GetUltimate());
    int64_t n = 1;
    if (bounds)
      for (int64_t extent : bounds->extent)
        n *= extent;
    return n;
  }

  void unsupported(Location at) {
    t.refuse(at, "a DATA statement for a component or substring is not supported",
             "initialise the whole variable in its declaration");
  }

  void initialise(const parser::Designator &d) {
    auto *data = std::get_if<parser::DataRef>(&d.u);
    if (!data)
      return unsupported(t.locate(d.source));
    if (auto *name = std::get_if<parser::Name>(&data->u))
      return take(*name->symbol, 0, elementCount(*name->symbol));
    auto *element = std::get_if<common::Indirection<parser::ArrayElement>>(&data->u);
    auto *name = element ? std::get_if<parser::Name>(&element->value().base.u) : nullptr;
    auto bounds = name ? boundsOf(name->symbol->GetUltimate()) : std::nullopt;
    if (!bounds)
      return unsupported(t.locate(d.source));
    section(*name->symbol, *bounds, element->value().subscripts, t.locate(d.source));
  }

  /// Elements that subscripts or triplets select, first dimension fastest.
  void section(const SemSymbol &symbol, const Bounds &bounds,
               const std::list<parser::SectionSubscript> &subscripts, Location at) {
    std::vector<std::vector<int64_t>> chosen;
    size_t dimension = 0;
    for (const parser::SectionSubscript &s : subscripts) {
      int64_t low = bounds.lower[dimension], high = low + bounds.extent[dimension] - 1;
      std::vector<int64_t> offsets;
      if (auto *single = std::get_if<parser::IntExpr>(&s.u)) {
        auto value = integer(single->thing.value());
        if (!value)
          return unsupported(at);
        offsets.push_back(*value - low);
      } else {
        auto &[first, last, by] = std::get<parser::SubscriptTriplet>(s.u).t;
        auto part = [&](const std::optional<parser::Subscript> &x, int64_t otherwise) {
          return x ? integer(x->thing.thing.value()).value_or(otherwise) : otherwise;
        };
        int64_t step = part(by, 1), from = part(first, step > 0 ? low : high),
                to = part(last, step > 0 ? high : low);
        for (int64_t i = from; step != 0 && (step > 0 ? i <= to : i >= to); i += step)
          offsets.push_back(i - low);
      }
      chosen.push_back(std::move(offsets));
      ++dimension;
    }
    std::vector<size_t> position(chosen.size(), 0);
    for (const auto &offsets : chosen)
      if (offsets.empty())
        return;
    for (;;) {
      int64_t linear = 0, stride = 1;
      for (size_t d = 0; d < chosen.size(); ++d) {
        linear += chosen[d][position[d]] * stride;
        stride *= bounds.extent[d];
      }
      take(symbol, linear, 1);
      size_t d = 0;
      while (d < chosen.size() && ++position[d] == chosen[d].size())
        position[d++] = 0;
      if (d == chosen.size())
        return;
    }
  }

  void loop(const parser::DataImpliedDo &x) {
    auto &objects = std::get<std::list<parser::DataIDoObject>>(x.t);
    auto &bounds = std::get<parser::DataImpliedDo::Bounds>(x.t);
    auto value = [&](const parser::ScalarIntConstantExpr &e) {
      return integer(e.thing.thing.thing.value());
    };
    auto lower = value(bounds.lower), upper = value(bounds.upper);
    auto step = bounds.step ? value(*bounds.step) : std::optional<int64_t>(1);
    const parser::Name &name = bounds.name.thing.thing;
    if (!lower || !upper || !step || *step == 0)
      return unsupported(t.locate(name.source));
    for (int64_t i = *lower; *step > 0 ? i <= *upper : i >= *upper; i += *step) {
      indices[name.symbol] = i;
      for (const parser::DataIDoObject &object : objects) {
        if (auto *inner = std::get_if<common::Indirection<parser::DataImpliedDo>>(&object.u))
          loop(inner->value());
        else
          initialise(
              std::get<parser::Scalar<common::Indirection<parser::Designator>>>(object.u)
                  .thing.value());
      }
    }
    indices.erase(name.symbol);
  }

  // ---- The initial value ------------------------------------------------------------------------

  void set(const SemSymbol &symbol, std::vector<Run> &list) {
    ir::Symbol *out = t.symbol(symbol);
    const ir::Type *scalar = out->type->scalar();
    if (!out->type->isArray()) {
      if (!list.empty())
        out->initial = list.back().value;
    } else {
      int64_t total = elementCount(symbol);
      std::stable_sort(list.begin(), list.end(),
                       [](const Run &a, const Run &b) { return a.start < b.start; });
      std::vector<const ir::Expr *> items;
      std::vector<int64_t> repeat;
      auto add = [&](const ir::Expr *value, int64_t n) {
        if (n <= 0)
          return;
        if (!items.empty() && items.back() == value)
          repeat.back() += n;
        else
          items.push_back(value), repeat.push_back(n);
      };
      int64_t at = 0;
      for (const Run &run : list) {
        add(zero(scalar, out->location), run.start - at); // the rest of static storage is zero
        add(run.value, run.start + run.count - std::max(at, run.start));
        at = std::max(at, run.start + run.count);
      }
      add(zero(scalar, out->location), total - at);
      out->initial = shaped(symbol, scalar, items, repeat, out->location);
    }
    if (out->storage == ir::Storage::Local)
      out->storage = ir::Storage::Saved;
  }

  const ir::Expr *shaped(const SemSymbol &symbol, const ir::Type *scalar,
                         const std::vector<const ir::Expr *> &items,
                         const std::vector<int64_t> &repeat, Location at) {
    const ir::Expr *list =
        expr.make<ir::ArrayConstructor>(t.arrayOf(scalar, 1), items, at, repeat);
    auto bounds = boundsOf(symbol);
    if (!bounds || bounds->extent.size() < 2)
      return list;
    const ir::Type *index = t.build.integer(ir::Language::Fortran);
    std::vector<const ir::Expr *> extents;
    for (int64_t extent : bounds->extent)
      extents.push_back(t.build.constant(index, extent, at));
    const ir::Expr *shape =
        expr.make<ir::ArrayConstructor>(t.arrayOf(index, 1), extents, at);
    return expr.make<ir::Intrinsic>(t.arrayOf(scalar, extents.size()), "reshape",
                                    std::vector<const ir::Expr *>{list, shape}, at);
  }

  Translation &t;
  ExpressionReader expr;
  std::vector<const parser::DataStmtValue *> values;
  size_t next = 0;
  int64_t left = 0;
  std::map<const SemSymbol *, int64_t> indices;
  std::map<const SemSymbol *, std::vector<Run>> runs;
  std::vector<const SemSymbol *> order;
};

} // namespace

void readData(Translation &t, Owner owner, const SemScope &scope,
              const DeclaredStatements &statements) {
  DataReader reader(t, owner);
  for (const parser::DataStmt *data : statements.data)
    reader.read(*data);
  for (const semantics::SymbolRef &symbol : scope.GetSymbols()) {
    const DeclaredForm &form = t.forms.form(*symbol);
    if (form.initialization && symbol->has<semantics::ObjectEntityDetails>())
      if (auto *list = std::get_if<std::list<common::Indirection<parser::DataStmtValue>>>(
              &form.initialization->u))
        reader.read(*symbol, *list);
  }
  reader.finish();
}

} // namespace costate::frontend::fortran
