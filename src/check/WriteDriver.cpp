#include "check/DriverParts.h"
#include "check/Harness.h"

namespace costate::check {

using namespace ir;

namespace {

class Writing {
public:
  Writing(const Plan &plan, const Arguments &arguments, DriverText &text, Procedure &driver)
      : plan(plan), arguments(arguments), text(text), language(driver.language), out(driver.body) {}

  void run(Builder &b) {
    text.open(out);
    for (const Expr *record : arguments.records())
      text.clear(record, out);
    readLeaves(true, out);
    for (size_t i = 0; i < plan.buffers.size(); ++i)
      text.readExtents(plan.buffers[i], i, out);
    for (size_t i = 0; i < plan.buffers.size(); ++i) {
      text.allocate(plan, i, false, out);
      if (plan.buffers[i].shadow)
        text.allocate(plan, i, true, out);
    }
    Block layout, evaluation;
    writeLayout(layout);
    evaluate(b, evaluation);
    out.push_back(std::make_unique<If>(isMode(b, Mode::Layout), std::move(layout),
                                       std::move(evaluation)));
    text.close(out);
  }

private:
  const Plan &plan;
  const Arguments &arguments;
  DriverText &text;
  Language language;
  Block &out;

  const Expr *isMode(Builder &b, Mode mode) {
    const Expr *value = b.constant(text.mode()->type, static_cast<int64_t>(mode));
    return b.compare(BinaryOp::Equal, text.mode(), value, language);
  }

  void readLeaves(bool control, Block &block) {
    for (const Leaf &leaf : plan.leaves)
      if (leaf.read && leaf.control == control)
        text.read(leaf, plan, false, block);
  }

  void readShadows(Block &block) {
    for (const Leaf &leaf : plan.leaves)
      if (plan.readsShadow(leaf))
        text.read(leaf, plan, true, block);
  }

  void writeLayout(Block &block) {
    for (const Buffer &buffer : plan.buffers)
      text.writeElementBytes(buffer, block);
    for (const Leaf &leaf : plan.leaves)
      if (leaf.rank && !leaf.late)
        text.writeExtents(leaf, plan, block);
  }

  void evaluate(Builder &b, Block &block) {
    readLeaves(false, block);
    Block derivative, original;
    readShadows(derivative);
    for (const Leaf &leaf : plan.leaves) // adjoints leave no result behind, and it is written all the same
      if (plan.adjoint && !leaf.read && leaf.buffer < 0 && !leaf.late && !leaf.isLeftAlone())
        text.define(leaf, plan, derivative);
    derivative.push_back(arguments.callDerivative());
    if (plan.adjoint) {
      Block again;
      readLeaves(true, again);
      readLeaves(false, again);
      readShadows(again);
      again.push_back(arguments.callDerivative());
      derivative.push_back(
          std::make_unique<If>(isMode(b, Mode::Twice), std::move(again), Block()));
    }
    original.push_back(arguments.callOriginal());
    block.push_back(std::make_unique<If>(isMode(b, Mode::Original), std::move(original),
                                         std::move(derivative)));
    for (const Leaf &leaf : plan.leaves)
      text.write(leaf, plan, false, block);
    Block shadows;
    for (const Leaf &leaf : plan.leaves)
      if (leaf.shadow)
        text.write(leaf, plan, true, shadows);
    block.push_back(std::make_unique<If>(isMode(b, Mode::Original), Block(), std::move(shadows)));
  }
};

} // namespace

void DriverText::line(const std::vector<Part> &parts, Block &out) {
  std::vector<OpaquePiece> pieces;
  for (const Part &part : parts) {
    bool place = part.value && part.value->isPlace();
    pieces.push_back({part.text, part.value,
                      place ? OpaquePiece::Effect::ReadsAndWrites : OpaquePiece::Effect::None});
  }
  out.push_back(std::make_unique<Opaque>(std::move(pieces)));
}

void DriverText::inLoops(const std::vector<Loop> &loops, const Plan &plan, Block body, Block &out) {
  for (size_t i = loops.size(); i-- > 0;) {
    auto loop = std::make_unique<For>(loops[i].index, first(loops[i], plan), last(loops[i], plan),
                                      nullptr, std::move(body));
    loop->direction = For::Direction::Up;
    body = Block();
    body.push_back(std::move(loop));
  }
  for (StmtPtr &s : body)
    out.push_back(std::move(s));
}

void writeDriver(const Plan &plan, const Arguments &arguments, DriverText &text,
                 Procedure &driver) {
  Writing(plan, arguments, text, driver).run(text.builder());
}

} // namespace costate::check
