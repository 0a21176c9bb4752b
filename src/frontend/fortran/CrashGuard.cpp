#include "frontend/fortran/CrashGuard.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace costate::frontend::fortran {

namespace {

// A handler may only touch what exists before the signal.
char message[4096];
int savedStandardError = -1;
struct sigaction previousAbort, previousFault;

void reportAndExit(int) {
  ssize_t written = write(savedStandardError >= 0 ? savedStandardError : STDERR_FILENO, message,
                          std::strlen(message));
  (void)written;
  _exit(1);
}

} // namespace

CrashGuard::CrashGuard(const std::string &file) {
  std::string text = file + ": error: Flang gave up on this program without saying why\n"
                            "  hint: compile it with a Fortran compiler first; if it compiles, "
                            "report it together with this message\n";
  std::strncpy(message, text.c_str(), sizeof message - 1);
  savedStandardError = dup(STDERR_FILENO);
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = reportAndExit;
  sigaction(SIGABRT, &action, &previousAbort);
  sigaction(SIGSEGV, &action, &previousFault);
}

CrashGuard::~CrashGuard() {
  sigaction(SIGABRT, &previousAbort, nullptr);
  sigaction(SIGSEGV, &previousFault, nullptr);
  if (savedStandardError >= 0) {
    dup2(savedStandardError, STDERR_FILENO);
    close(savedStandardError);
    savedStandardError = -1;
  }
}

} // namespace costate::frontend::fortran
