// Everything of Flang this room uses, under short names. Costly to parse: only this room's .cpp
// files and internal headers include it.
#pragma once

#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/parsing.h"
#include "flang/Parser/provenance.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "flang/Semantics/type.h"
#include "flang/Support/Fortran-features.h"
#include "flang/Support/LangOptions.h"
#include "flang/Support/default-kinds.h"

namespace costate::frontend::fortran {

namespace common = Fortran::common;
namespace evaluate = Fortran::evaluate;
namespace parser = Fortran::parser;
namespace semantics = Fortran::semantics;

using common::TypeCategory;
using semantics::Attr;
using SemSymbol = semantics::Symbol;
using SemScope = semantics::Scope;
using SomeExpr = evaluate::Expr<evaluate::SomeType>;

} // namespace costate::frontend::fortran
