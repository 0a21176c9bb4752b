#include "ir/Stmt.h"

namespace costate::ir {

namespace {

template <typename S, typename B> std::vector<B *> blocksOf(S &s) {
  std::vector<B *> out;
  if (auto *x = llvm::dyn_cast<If>(&s))
    out = {&x->thenBlock, &x->elseBlock};
  else if (auto *x = llvm::dyn_cast<For>(&s))
    out = {&x->body};
  else if (auto *x = llvm::dyn_cast<While>(&s))
    out = {&x->head, &x->body};
  else if (auto *x = llvm::dyn_cast<Loop>(&s)) {
    if (x->testAtEnd)
      out = {&x->body, &x->step, &x->head};
    else
      out = {&x->head, &x->body, &x->step};
  }
  return out;
}

} // namespace

std::vector<Block *> blocks(Stmt &s) { return blocksOf<Stmt, Block>(s); }
std::vector<const Block *> blocks(const Stmt &s) { return blocksOf<const Stmt, const Block>(s); }

std::vector<const Expr *> expressions(const Stmt &s) {
  std::vector<const Expr *> out;
  auto add = [&](const Expr *e) {
    if (e)
      out.push_back(e);
  };
  switch (s.kind()) {
  case StmtKind::Assign: {
    auto &x = llvm::cast<Assign>(s);
    add(x.mask);
    add(x.value);
    add(x.place);
    break;
  }
  case StmtKind::Call: {
    auto &x = llvm::cast<Call>(s);
    add(x.pointer);
    for (const Argument &a : x.arguments)
      add(a.value);
    add(x.result);
    break;
  }
  case StmtKind::If:
    add(llvm::cast<If>(s).condition);
    break;
  case StmtKind::For: {
    auto &x = llvm::cast<For>(s);
    add(x.lower);
    add(x.bound);
    add(x.step);
    break;
  }
  case StmtKind::While:
    add(llvm::cast<While>(s).condition);
    break;
  case StmtKind::Allocate: {
    auto &x = llvm::cast<Allocate>(s);
    for (const Allocation &a : x.objects) {
      for (const Dimension &d : a.shape) {
        add(d.lower);
        add(d.upper);
      }
      add(a.place);
    }
    for (const Expr *e : {x.source, x.mold, x.count, x.size, x.old, x.alignment, x.status, x.message})
      add(e);
    break;
  }
  case StmtKind::Free: {
    auto &x = llvm::cast<Free>(s);
    for (const Expr *e : x.places)
      add(e);
    add(x.status);
    add(x.message);
    break;
  }
  case StmtKind::Opaque:
    for (const OpaquePiece &p : llvm::cast<Opaque>(s).pieces)
      add(p.value);
    break;
  case StmtKind::MultiwayGoto: {
    auto &x = llvm::cast<MultiwayGoto>(s);
    add(x.selector);
    break;
  }
  case StmtKind::Loop:
    add(llvm::cast<Loop>(s).condition);
    break;
  case StmtKind::Label:
  case StmtKind::Goto:
  case StmtKind::Exit:
  case StmtKind::Cycle:
  case StmtKind::Return:
    break;
  }
  return out;
}

Block clone(const Block &block) {
  Block out;
  out.reserve(block.size());
  for (const StmtPtr &s : block)
    out.push_back(clone(*s));
  return out;
}

namespace {

template <typename S> StmtPtr copyLeaf(const S &s) {
  return std::make_unique<S>(s);
}

StmtPtr cloneIf(const If &s) {
  auto out = std::make_unique<If>(s.condition, clone(s.thenBlock), clone(s.elseBlock));
  out->thenReturned = s.thenReturned;
  return out;
}

StmtPtr cloneFor(const For &s) {
  auto out = std::make_unique<For>(s.variable, s.lower, s.bound, s.step, clone(s.body));
  out->inclusive = s.inclusive;
  out->direction = s.direction;
  out->id = s.id;
  out->concurrent = s.concurrent;
  return out;
}

StmtPtr cloneLoop(const Loop &s) {
  auto out = std::make_unique<Loop>(s.id, clone(s.head), s.condition, clone(s.body), clone(s.step));
  out->testAtEnd = s.testAtEnd;
  out->once = s.once;
  return out;
}

StmtPtr cloneNode(const Stmt &s) {
  switch (s.kind()) {
  case StmtKind::Assign:
    return copyLeaf(llvm::cast<Assign>(s));
  case StmtKind::Call:
    return copyLeaf(llvm::cast<Call>(s));
  case StmtKind::If:
    return cloneIf(llvm::cast<If>(s));
  case StmtKind::For:
    return cloneFor(llvm::cast<For>(s));
  case StmtKind::While: {
    auto &x = llvm::cast<While>(s);
    return std::make_unique<While>(clone(x.head), x.condition, clone(x.body));
  }
  case StmtKind::Allocate:
    return copyLeaf(llvm::cast<Allocate>(s));
  case StmtKind::Free:
    return copyLeaf(llvm::cast<Free>(s));
  case StmtKind::Opaque:
    return copyLeaf(llvm::cast<Opaque>(s));
  case StmtKind::Label:
    return copyLeaf(llvm::cast<Label>(s));
  case StmtKind::Goto:
    return copyLeaf(llvm::cast<Goto>(s));
  case StmtKind::MultiwayGoto:
    return copyLeaf(llvm::cast<MultiwayGoto>(s));
  case StmtKind::Exit:
    return copyLeaf(llvm::cast<Exit>(s));
  case StmtKind::Cycle:
    return copyLeaf(llvm::cast<Cycle>(s));
  case StmtKind::Return:
    return copyLeaf(llvm::cast<Return>(s));
  case StmtKind::Loop:
    return cloneLoop(llvm::cast<Loop>(s));
  }
  return nullptr;
}

} // namespace

StmtPtr clone(const Stmt &s) {
  StmtPtr out = cloneNode(s);
  out->location = s.location;
  out->comments = s.comments;
  return out;
}

} // namespace costate::ir
