// What tangent and adjoint programs have in common: how a program is made ready, which variables have
// shadows, and where the shadows of globals are.
#pragma once

#include "analysis/Head.h"
#include "analysis/Varied.h"
#include "transform/Generated.h"
#include "transform/Shadows.h"

namespace costate::transform {

/// Reads the specifications of procedures without source and brings the program into the form that
/// both modes differentiate. False where something was refused.
bool prepare(ir::Program &, const std::vector<std::string> &specifications, analysis::Externals &,
             Diagnostics &);

/// Whether a variable has a shadow. A head's interface is fixed by the contract: what it names, and
/// what of real type it may write. Elsewhere the analysis decides.
bool needsShadow(const analysis::Varied &, const analysis::Variant &, const ir::Symbol *);

/// Whether the procedure changes a parameter passed by value, or lets others do so.
bool changesParameter(const ir::Procedure &, const ir::Symbol *parameter);

/// Finds the shadows of the globals and COMMON variables that the variant's statements name and that
/// vary; `added` is told of each.
void shadowGlobals(const analysis::Varied &, const analysis::Variant &, ir::Procedure &derivative,
                   ir::Renaming &, Shadows &, Generated &,
                   const std::function<void(const ir::Symbol *)> &added = {});

/// Whether a number of less than double precision carries a derivative in some statement.
bool computesInSingle(const analysis::Varied &, const std::vector<const analysis::Variant *> &);

/// Something follows every way out of a derivative.
void clearReturned(ir::Block &);

/// Says of heads whose dependents do not depend on their independents.
void warnOfZeros(const std::vector<const analysis::Variant *> &, Diagnostics &);

/// Whether arguments of a head may be of types that extend the declared ones.
bool takesExtensions(const ir::Procedure &head);

/// Says where an extension that the given files do not have could bind another procedure.
void warnOfExtensions(ir::Program &, const std::vector<analysis::Head> &, Diagnostics &);

} // namespace costate::transform
