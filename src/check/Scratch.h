// A directory for the time of a check.
#pragma once

#include <string>
#include <system_error>

namespace costate::check {

/// Made on construction and removed again, also where the program ends by a signal (Ctrl-C).
class Scratch {
public:
  explicit Scratch(std::error_code &);
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  const std::string &path() const { return directory; }

private:
  std::string directory;
};

} // namespace costate::check
