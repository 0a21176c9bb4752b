#include "support/Progress.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace costate {

Progress::Progress() {
  if (isatty(STDERR_FILENO))
    thread = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard lock(mutex);
    finished = true;
  }
  wake.notify_all();
  thread.join();
  if (!shown.empty())
    std::fprintf(stderr, "\r\033[K");
}

void Progress::stage(std::string what) {
  std::lock_guard lock(mutex);
  current = std::move(what);
}

void Progress::show() {
  std::unique_lock lock(mutex);
  auto pause = std::chrono::milliseconds(1000);
  while (!wake.wait_for(lock, pause, [this] { return finished; })) {
    pause = std::chrono::milliseconds(200);
    if (current == shown)
      continue;
    shown = current;
    std::fprintf(stderr, "\r\033[Kcostate: %s ...", shown.c_str());
    std::fflush(stderr);
  }
}

} // namespace costate
