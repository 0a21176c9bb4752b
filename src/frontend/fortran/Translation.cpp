#include "frontend/fortran/Translation.h"

#include "frontend/fortran/Declarations.h"
#include "frontend/fortran/Statements.h"

namespace costate::frontend::fortran {

Translation::Translation(ir::Program &program, Session &session, Diagnostics &diagnostics)
    : program(program), session(session), diagnostics(diagnostics), build(program) {}

void Translation::run() {
  forms.collect(session.program(), session);
  UnitReader units(*this);
  for (const parser::ProgramUnit &unit : session.program().v)
    units.declare(unit);
  units.declareScopes();
  units.readInitialValues();
  for (const PendingBody &body : units.bodies())
    if (body.execution)
      StatementReader(*this, *body.procedure, forms.statements(body.node)).body(*body.execution);
  units.finish();
}

} // namespace costate::frontend::fortran
