// The types of shadows.
//
// With one direction a shadow has its original's type. With several, reals get one more dimension:
//   real x             xd(nbdirs)            double x           double xd[nbdirs]
//   real x(n, m)       xd(nbdirs, n, m)      double x[n][m]     double xd[n][m][nbdirs]
//   real, pointer p(:) pd(:, :)              double *p          double (*pd)[nbdirs]
//   type(t) r          type(t_dv) rd         struct t r         struct t_dv rd
// and where shadows are handles of index sets, every number becomes an integer.
// A record's shadow holds only those components that carry derivatives. Shadows are never const: in C
// a pointer to arrays of doubles is no pointer to arrays of const doubles.
#pragma once

#include "support/Diagnostics.h"
#include "transform/Directions.h"

#include <optional>

namespace costate::transform {

/// Shadows of records, which all procedures share.
class RecordShadows {
public:
  /// Finds or makes it; null where it cannot be made, which has been said.
  virtual const ir::RecordType *shadowOf(const ir::RecordType &, Location use) = 0;
  virtual ~RecordShadows() = default;
};

class ShadowTypes {
public:
  ShadowTypes(ir::Program &program, ir::Language language, const Directions &directions,
              RecordShadows &records)
      : language(language), program(program), directions(directions), records(records) {}

  const ir::Language language;

  bool several() const { return directions.several(); }
  bool sets() const { return directions.sets; }
  bool differ() const { return directions.haveTypes(); }

  /// `use` is where to complain about a type that cannot have a shadow.
  const ir::Type *of(const ir::Type *, Location use = {});

  /// Of an allocatable variable or component, whose scalars get a deferred shape.
  const ir::Type *ofAllocatable(const ir::Type *, Location use = {});

  /// Gives a shadow, so far a copy of its original, its own type and what follows from that.
  void shape(ir::Symbol &shadow);

  /// The component of a record's shadow that belongs to a component of the record; nothing where that
  /// carries no derivative.
  static std::optional<unsigned> component(const ir::RecordType &shadow,
                                           const ir::RecordType &record, unsigned component);

private:
  const ir::Type *scalar(const ir::Type *, bool deferred, Location use);
  const ir::Type *array(const ir::ArrayType &, Location use);
  const ir::Type *handle() const;
  ir::Dimension dimension(bool deferred) const;
  void shapeParameter(ir::Symbol &shadow, const ir::Type *original);

  ir::Program &program;
  const Directions &directions;
  RecordShadows &records;
};

/// The adjoint of what is only read is written: of C, a pointer to const becomes one to what is not.
const ir::Type *withoutConst(const ir::Type *, ir::Program &);
/// A C type of variables that can be assigned to; what they point to stays as it is.
const ir::Type *assignable(const ir::Type *, ir::Program &);

/// Whether the shadow of this type has a dimension over the directions itself.
bool hasDirections(const ir::Type *);

} // namespace costate::transform
