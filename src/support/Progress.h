// A line on the terminal for whatever takes longer than a second.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace costate {

/// Shows the current stage on standard error, on one line that is rewritten, once a second has
/// passed; nothing where standard error is not a terminal. The line is gone at the end.
class Progress {
public:
  Progress();
  ~Progress();

  void stage(std::string what);

private:
  void show();

  std::mutex mutex;
  std::condition_variable wake;
  std::string current, shown;
  bool finished = false;
  std::thread thread; ///< not started where there is no terminal
};

} // namespace costate
