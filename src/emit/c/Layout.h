// The shape of a function as C prints it: which statements become early returns, which loops are
// `while`, `do` or `for (;;)`, and so which braces there are. Declarations are placed in this
// shape (Scoping.h) and text is made from it (Statements.h).
#pragma once

#include "emit/Unhoist.h"

namespace costate::emit::c {

struct Node;
struct Initialiser;

/// What stands between two braces.
struct Braces {
  std::vector<Node> nodes;
  std::vector<const ir::Symbol *> declarations; ///< at the head; filled by Scoping
};

struct Node {
  enum class Kind {
    Plain,       ///< a statement without blocks
    ReturnValue, ///< an Assign to, or Call for, the result: `return value;`
    Return,      ///< `return;`, or `return result;`
    If,
    For,
    While,
    DoWhile,
    Forever,     ///< `for (;;)`, left by a BreakUnless inside
    BreakUnless, ///< `if (!condition) break;`
    Break,
    Continue,
  };
  Kind kind = Kind::Plain;
  const ir::Stmt *stmt = nullptr; ///< null for a Return the source did not have
  Braces body, otherwise;         ///< otherwise: of an If
  bool mayJump = false;           ///< an If with a break or continue in it of the loop around it

  // Filled by Scoping.
  int index = 0;                          ///< in the order of printing
  std::vector<const ir::Symbol *> before; ///< declared just before this statement
  const ir::Symbol *declares = nullptr;   ///< declared by this statement itself

  // Filled by Gather: the parts of `initialises` that this one node assigns.
  const ir::Symbol *initialises = nullptr;
  std::shared_ptr<const Initialiser> initial;
  std::vector<Node> parts; ///< the assignments themselves

  bool isLoop() const {
    return kind == Kind::For || kind == Kind::While || kind == Kind::DoWhile ||
           kind == Kind::Forever;
  }
};

/// Whether control never reaches the end of the block.
bool isTerminated(const Braces &);

Braces layOut(const ir::Procedure &, const Unhoisted &);

} // namespace costate::emit::c
