// Which types a CLASS may be of besides its own: what the given files extend it to.
#pragma once

#include "ir/Program.h"

namespace costate::analysis {

/// All records that the program declares.
std::vector<const ir::RecordType *> recordTypes(ir::Program &);

/// The types that extend this one, directly or not.
std::vector<const ir::RecordType *> extensionsOf(ir::Program &, const ir::RecordType &);

/// Whether a place is CLASS(type): an extension may be there.
bool isPolymorphic(const ir::Expr *place);

/// Whether a CLASS place that takes over this value may hold components with derivatives that its declared type does not
/// have.
bool takesExtension(ir::Program &, const ir::Expr *place, const ir::Expr *value);

} // namespace costate::analysis
