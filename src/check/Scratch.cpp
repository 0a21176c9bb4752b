#include "check/Scratch.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <filesystem>
#include <unistd.h>

namespace costate::check {

namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
const char *toRemove = nullptr; ///< a handler knows nothing but globals

/// Only what POSIX lets a handler do: another process removes the directory, and this one ends as it
/// would have without a handler.
void removeAndEnd(int signal) {
  if (toRemove && fork() == 0) {
    execl("/bin/rm", "rm", "-rf", toRemove, static_cast<char *>(nullptr));
    _exit(127);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

} // namespace

Scratch::Scratch(std::error_code &error) {
  llvm::SmallString<128> unique;
  error = llvm::sys::fs::createUniqueDirectory("costate-check", unique);
  directory = unique.str().str();
  if (error)
    return;
  toRemove = directory.c_str();
  for (int signal : signals)
    if (std::signal(signal, removeAndEnd) == SIG_IGN)
      std::signal(signal, SIG_IGN); // nohup, and the like
}

Scratch::~Scratch() {
  for (int signal : signals)
    if (std::signal(signal, SIG_DFL) == SIG_IGN)
      std::signal(signal, SIG_IGN);
  toRemove = nullptr;
  std::error_code ignored;
  if (!directory.empty())
    std::filesystem::remove_all(directory, ignored);
}

} // namespace costate::check
