#include "symbolic/Affine.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

namespace costate::symbolic {

namespace {

constexpr unsigned long hardest = 50000; // isl's own count of operations

/// One for each thread that asks; errors and exhausted effort come back as null objects.
isl_ctx *context() {
  struct Owner {
    isl_ctx *ctx = isl_ctx_alloc();
    Owner() { isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE); }
    ~Owner() { isl_ctx_free(ctx); }
  };
  static thread_local Owner owner;
  isl_ctx_reset_error(owner.ctx);
  isl_ctx_reset_operations(owner.ctx);
  isl_ctx_set_max_operations(owner.ctx, hardest);
  return owner.ctx;
}

} // namespace

// ---- Rows --------------------------------------------------------------------------------------

namespace {

/// What makes all its factors integers.
Rational denominator(const Form &f) {
  Rational scale = 1;
  for (const Term &t : f.terms())
    scale = scale * Rational((t.factor * scale).denominator());
  return scale;
}

} // namespace

bool AffineProblem::isUnknown(AtomId id) const {
  for (LoopId loop : unknownLoops)
    if (table.dependsOn(Form::atom(id), loop))
      return true;
  return false;
}

unsigned AffineProblem::column(const Form &part) {
  auto [at, fresh] = columns.try_emplace(part, parts.size());
  unsigned index = at->second;
  if (!fresh)
    return index;
  parts.push_back(part);
  bool changes = false;
  for (const Term &t : part.terms())
    for (auto &[atom, exponent] : t.monomial)
      changes |= isUnknown(atom);
  std::optional<AtomId> single = part.asAtom();
  std::optional<Atom::Kind> kind = single ? std::optional(table[*single].kind) : std::nullopt;
  bool isDivision = kind == Atom::Kind::Quotient; // of outer counters, too: they have ranges
  bool isTruncated = changes && kind == Atom::Kind::Apply && !table[*single].key &&
                     (table[*single].name == "quotient" || table[*single].name == "remainder");
  parameter.push_back(!changes);
  if (isDivision || isTruncated)
    describe(index, *single);
  else if (changes && kind != Atom::Kind::Counter) {
    isExact = false;
    if (single)
      describe(index, *single);
  }
  return index;
}

AffineProblem::Row AffineProblem::row(const Form &f) {
  Row out;
  Form fractions;
  Rational scale = denominator(f);
  for (const Term &t : f.terms())
    if (t.monomial.empty())
      out.constant = t.factor * scale;
    else if (table.mayBeFraction(t.monomial))
      fractions = fractions + Form::of({{t.monomial, t.factor * scale}});
    else
      out.factors[column(Form::of({{t.monomial, Rational(1)}}))] = t.factor * scale;
  if (!fractions.isZero()) {
    bool isNegative = fractions.terms()[0].factor.sign() < 0;
    out.factors[column(isNegative ? -fractions : fractions)] = isNegative ? -1 : 1;
  }
  return out;
}

void AffineProblem::nonnegative(const Form &f) { rows.push_back(row(f)); }

void AffineProblem::zero(const Form &f) {
  rows.push_back(row(f));
  rows.back().isZero = true;
}

/// What is known of an atom that is an unknown of its own.
void AffineProblem::describe(unsigned index, AtomId id) {
  const Atom &a = table[id];
  Form self = Form::atom(id);
  if (a.kind == Atom::Kind::Max || a.kind == Atom::Kind::Min) {
    Rational sign = a.kind == Atom::Kind::Max ? 1 : -1;
    for (const Form &side : a.arguments)
      nonnegative((self - side) * sign);
    return;
  }
  if (const Sequence *sequence = table.sequenceOf(id)) {
    if (sequence->lower)
      nonnegative(self - table.atArguments(id, *sequence->lower));
    if (sequence->upper)
      nonnegative(table.atArguments(id, *sequence->upper) - self);
    return;
  }
  bool division = a.kind == Atom::Kind::Quotient ||
                  (a.kind == Atom::Kind::Apply && !a.key && a.arguments.size() == 2);
  auto by = division ? a.arguments[1].integer() : std::nullopt;
  if (!by || *by <= 0) {
    isExact = false;
    return;
  }
  const Form &top = a.arguments[0];
  if (a.kind == Atom::Kind::Quotient) { // rounded down: 0 <= top - by*self < by
    nonnegative(top - self * Rational(*by));
    nonnegative(self * Rational(*by) + Form(*by - 1) - top);
    return;
  }
  // Rounded towards zero: the remainder has the sign of the left side.
  Form quotient = a.name == "quotient"
                      ? self
                      : table.symbol("quotient of", reinterpret_cast<void *>((uintptr_t)id + 1));
  Form rest = a.name == "quotient" ? top - self * Rational(*by) : self;
  if (a.name == "remainder") {
    unsigned whole = column(quotient);
    parameter[whole] = false;
    zero(top - quotient * Rational(*by) - self);
  }
  cases.push_back({{row(top), row(rest), row(Form(*by - 1) - rest)},
                   {row(-top - Form(1)), row(-rest), row(rest + Form(*by - 1))}});
}

// ---- isl ---------------------------------------------------------------------------------------

/// The problem as a set of isl: parameters are parameters, the rest are dimensions.
class IslSet {
public:
  IslSet(const AffineProblem &problem, const std::vector<Form> &shared) : problem(problem) {
    ctx = context();
    for (const Form &part : shared)
      parameters[part] = count(isl_dim_param)++;
    for (size_t i = 0; i < problem.parts.size(); ++i)
      if (!problem.parameter[i])
        dimension[i] = count(isl_dim_set)++;
    set = isl_set_universe(isl_space_set_alloc(ctx, count(isl_dim_param), count(isl_dim_set)));
    for (const AffineProblem::Row &r : problem.rows)
      set = isl_set_add_constraint(set, constraint(r));
    for (const AffineProblem::Cases &either : problem.cases) {
      isl_set *all = isl_set_empty(isl_set_get_space(set));
      for (const std::vector<AffineProblem::Row> &rows : either) {
        isl_set *one = isl_set_universe(isl_set_get_space(set));
        for (const AffineProblem::Row &r : rows)
          one = isl_set_add_constraint(one, constraint(r));
        all = isl_set_union(all, one);
      }
      set = isl_set_intersect(set, all);
    }
  }
  ~IslSet() { isl_set_free(set); }
  IslSet(const IslSet &) = delete;
  IslSet &operator=(const IslSet &) = delete;

  isl_constraint *constraint(const AffineProblem::Row &r) {
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
    isl_constraint *c =
        r.isZero ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
    auto whole = [&](const Rational &x) { return isl_val_int_from_si(ctx, x.numerator()); };
    for (auto &[column, factor] : r.factors)
      c = problem.parameter[column]
              ? isl_constraint_set_coefficient_val(
                    c, isl_dim_param, parameters.at(problem.parts[column]), whole(factor))
              : isl_constraint_set_coefficient_val(c, isl_dim_set, dimension.at(column),
                                                   whole(factor));
    return isl_constraint_set_constant_val(c, whole(r.constant));
  }

  isl_ctx *ctx;
  isl_set *set = nullptr;

private:
  unsigned &count(isl_dim_type type) {
    return type == isl_dim_param ? numbers.first : numbers.second;
  }
  const AffineProblem &problem;
  std::pair<unsigned, unsigned> numbers{0, 0};
  std::map<Form, unsigned> parameters;
  std::map<unsigned, unsigned> dimension; ///< by column
};

namespace {

/// Turns what isl says of parameters into forms.
class Reader {
public:
  Reader(AtomTable &table, const std::vector<Form> &parameters)
      : table(table), parameters(parameters) {}

  /// The basic sets, each as alternatives one of which must hold for a point not to lie in it.
  std::optional<std::vector<Alternatives>> outside(isl_set *set) {
    isl_set_foreach_basic_set(
        set,
        [](isl_basic_set *part, void *self) {
          static_cast<Reader *>(self)->part(part);
          isl_basic_set_free(part);
          return isl_stat_ok;
        },
        this);
    return bad ? std::nullopt : std::optional(std::move(out));
  }

private:
  void part(isl_basic_set *set) {
    out.emplace_back();
    isl_constraint_list *list = isl_basic_set_get_constraint_list(set);
    for (isl_size i = 0; i < isl_constraint_list_n_constraint(list); ++i) {
      isl_constraint *c = isl_constraint_list_get_constraint(list, i);
      isl_aff *aff = isl_constraint_get_aff(c);
      Form f = form(aff);
      out.back().push_back({tightened(table, -f - Form(1))});
      if (isl_constraint_is_equality(c))
        out.back().push_back({tightened(table, f - Form(1))});
      isl_aff_free(aff);
      isl_constraint_free(c);
    }
    isl_constraint_list_free(list);
  }

  Form form(isl_aff *aff) {
    Form sum = number(isl_aff_get_constant_val(aff));
    for (size_t i = 0; i < parameters.size(); ++i)
      sum = sum + parameters[i] * number(isl_aff_get_coefficient_val(aff, isl_dim_param, i));
    isl_size divisions = isl_aff_dim(aff, isl_dim_div);
    for (isl_size i = 0; i < divisions; ++i) {
      Form factor = number(isl_aff_get_coefficient_val(aff, isl_dim_div, i));
      if (!factor.isZero())
        sum = sum + factor * division(isl_aff_get_div(aff, i));
    }
    return sum;
  }

  /// floor(aff), aff with a common denominator.
  Form division(isl_aff *aff) {
    isl_val *bottom = aff ? isl_aff_get_denominator_val(aff) : nullptr;
    if (!bottom) {
      bad = true;
      return 0;
    }
    Form by = number(isl_val_copy(bottom));
    aff = isl_aff_scale_val(aff, bottom);
    Form top = form(aff);
    isl_aff_free(aff);
    return by.integer() && *by.integer() > 0 ? table.quotient(top, by) : Form(0);
  }

  Form number(isl_val *v) {
    if (!v || !isl_val_is_int(v) || isl_val_n_abs_num_chunks(v, 8) > 1) {
      bad = true;
      isl_val_free(v);
      return 0;
    }
    int64_t value = isl_val_get_num_si(v);
    isl_val_free(v);
    return value;
  }

  AtomTable &table;
  const std::vector<Form> &parameters;
  std::vector<Alternatives> out;
  bool bad = false;
};

} // namespace

AffineProblem::Answer AffineProblem::solve() const {
  std::vector<Form> shared;
  for (size_t i = 0; i < parts.size(); ++i)
    if (parameter[i])
      shared.push_back(parts[i]);
  try {
    IslSet isl(*this, shared);
    isl_bool empty = isl_set_is_empty(isl.set);
    return empty == isl_bool_true    ? Answer::Empty
           : empty == isl_bool_false ? Answer::Points
                                     : Answer::Unknown;
  } catch (const Overflow &) {
    return Answer::Unknown;
  }
}

std::optional<std::vector<Alternatives>>
AffineProblem::whereEmpty(const AffineProblem &given) const {
  std::vector<Form> shared;
  for (const AffineProblem *problem : {this, &given})
    for (size_t i = 0; i < problem->parts.size(); ++i)
      if (problem->parameter[i] &&
          std::find(shared.begin(), shared.end(), problem->parts[i]) == shared.end())
        shared.push_back(problem->parts[i]);
  try {
    IslSet points(*this, shared), known(given, shared);
    auto onParameters = [](isl_set *set) { return isl_set_params(isl_set_copy(set)); };
    isl_set *where = onParameters(points.set), *context = onParameters(known.set);
    where = isl_set_intersect(where, isl_set_copy(context));
    where = isl_set_compute_divs(isl_set_coalesce(where));
    where = isl_set_gist(where, context);
    where = isl_set_compute_divs(isl_set_coalesce(where));
    std::optional<std::vector<Alternatives>> out;
    if (where)
      out = Reader(table, shared).outside(where);
    isl_set_free(where);
    return out;
  } catch (const Overflow &) {
    return std::nullopt;
  }
}

std::optional<int64_t> AffineProblem::fixedValue(const Form &f) const {
  AffineProblem with = *this;
  Form self = table.symbol("value", this);
  unsigned index = with.column(self);
  with.parameter[index] = false;
  with.zero(self - f);
  std::vector<Form> shared;
  unsigned before = 0;
  for (size_t i = 0; i < with.parts.size(); ++i)
    if (with.parameter[i])
      shared.push_back(with.parts[i]);
    else if (i < index)
      ++before;
  try {
    IslSet isl(with, shared);
    isl_set *hull = isl_set_from_basic_set(isl_set_affine_hull(isl_set_copy(isl.set)));
    isl_val *value = isl_set_plain_get_val_if_fixed(hull, isl_dim_set, before);
    std::optional<int64_t> out;
    if (value && isl_val_is_int(value))
      out = isl_val_get_num_si(value);
    isl_val_free(value);
    isl_set_free(hull);
    return out;
  } catch (const Overflow &) {
    return std::nullopt;
  }
}

} // namespace costate::symbolic
