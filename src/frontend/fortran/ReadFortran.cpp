#include "frontend/Frontend.h"
#include "frontend/fortran/Translation.h"

namespace costate::frontend {

void readFortran(ir::Program &program, const std::vector<std::string> &files,
                 const Options &options, Diagnostics &diagnostics) {
  if (options.real8)
    program.defaultReal = 8;
  fortran::Session session(options, diagnostics);
  if (session.read(files))
    fortran::Translation(program, session, diagnostics).run();
}

} // namespace costate::frontend
