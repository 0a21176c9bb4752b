// Program units in an order Flang can check: a module before everything that uses it.
#pragma once

#include "frontend/fortran/Flang.h"

#include <list>

namespace costate::frontend::fortran {

/// Keeps the given order but for modules, which move before their first use. List nodes are moved,
/// never copied: addresses of units stay valid.
std::list<parser::ProgramUnit> orderByModules(std::list<parser::ProgramUnit> &&units);

} // namespace costate::frontend::fortran
