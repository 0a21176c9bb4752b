// A loop with a test, whether jumps name it (Loop) or not (While).
#pragma once

#include "ir/Stmt.h"

namespace costate::emit {

/// for (;;) { head; if (!condition) break; body }
struct TestedLoop {
  const ir::Block *head = nullptr, *body = nullptr;
  const ir::Expr *condition = nullptr;

  explicit TestedLoop(const ir::Stmt &s) {
    if (auto *loop = llvm::dyn_cast<ir::While>(&s)) {
      head = &loop->head;
      body = &loop->body;
      condition = loop->condition;
    } else if (auto *named = llvm::dyn_cast<ir::Loop>(&s)) {
      head = &named->head;
      body = &named->body;
      condition = named->condition;
    }
  }
  /// The statement is such a loop.
  explicit operator bool() const { return condition != nullptr; }

  bool isEndless() const {
    auto *truth = llvm::dyn_cast<ir::LogicalConstant>(condition);
    return truth && truth->value;
  }
};

} // namespace costate::emit
