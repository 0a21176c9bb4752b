// Flang aborts on some erroneous programs. While a CrashGuard lives, such an abort still ends with
// a message that names the file, and exit status 1.
//
// A signal handler rather than a trial run in a child process: correct programs pay nothing for it.
#pragma once

#include <string>

namespace costate::frontend::fortran {

class CrashGuard {
public:
  /// `file` is what the message names; standard error is silent meanwhile, because Flang prints
  /// its internal checks there.
  explicit CrashGuard(const std::string &file);
  ~CrashGuard();
  CrashGuard(const CrashGuard &) = delete;
};

} // namespace costate::frontend::fortran
