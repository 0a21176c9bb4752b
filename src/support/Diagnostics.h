// What Costate says to its users: located messages with the source line, a caret and a hint.
//
// User mistakes are diagnostics and end with exit status 1; our own mistakes are `internalError`
// and end with exit status 70. Messages are one sentence, names quoted, no final period.
#pragma once

#include "support/Source.h"

#include <string>
#include <vector>

namespace costate {

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity;
  Location location;
  unsigned length; ///< how many columns the caret underlines; 0: the word at the column
  std::string message;
  std::string hint; ///< what the user can do; may be empty
};

class Diagnostics {
public:
  explicit Diagnostics(SourceManager &sources) : sources(sources) {}

  void error(Location, std::string message, std::string hint = {}, unsigned length = 0);
  void warning(Location, std::string message, std::string hint = {}, unsigned length = 0);

  /// A front end's own message, already complete; `location` may be unknown.
  void report(Diagnostic);

  bool hasErrors() const { return errors != 0; }
  const std::vector<Diagnostic> &all() const { return list; }

  /// The text of everything reported so far, in the order of reporting, repeated messages once.
  std::string render() const;

  SourceManager &sources;

private:
  std::vector<Diagnostic> list;
  unsigned errors = 0;
};

/// A bug in Costate: prints what to report and exits with status 70.
[[noreturn]] void internalError(const std::string &what);

} // namespace costate
