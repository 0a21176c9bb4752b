#include "check/DriverParts.h"
#include "check/Harness.h"

namespace costate::check {

using namespace ir;

namespace {

class FortranText : public DriverText {
public:
  FortranText(Program &program, Procedure &driver, std::optional<unsigned> directions)
      : DriverText(program), driver(driver), directions(directions) {
    theMode = variable("costate_mode", 4);
    input = variable("costate_input", 4);
    output = variable("costate_output", 4);
    const Type *text = program.types.character(1, b.constant(program.types.integer(4), 4096));
    path = driver.makeTemporary("costate_path", text);
    path->temporary = false;
  }

  void open(Block &out) override {
    line({"call costate_start()"}, out);
    connect("1", input, "status='old', action='read'", out);
    connect("2", output, "status='replace', action='write'", out);
    read(b.variable(theMode), out);
  }

  const Expr *mode() override { return b.variable(theMode); }

  void readExtents(const Buffer &buffer, unsigned number, Block &out) override {
    for (unsigned i = 0; i < buffer.freeCount(); ++i)
      read(b.variable(extent(number, i)), out);
  }

  void allocate(const Plan &plan, unsigned number, bool shadow, Block &block) override {
    const Buffer &buffer = plan.buffers[number];
    Block out;
    line({"call costate_guard(" + std::to_string(2 * number + 2 + shadow) + ")"}, out);
    Allocation object;
    object.place = shadow ? buffer.shadow : buffer.place;
    unsigned free = 0;
    if (shadow && directions && transform::hasDirections(buffer.element))
      object.shape.push_back({Dimension::Form::Explicit, nullptr,
                              b.constant(b.integer(Language::Fortran), *directions), nullptr});
    for (Dimension d : buffer.dimensions) {
      if (d.form != Dimension::Form::Explicit)
        d = {Dimension::Form::Explicit, nullptr, b.variable(extent(number, free++)), nullptr};
      object.shape.push_back(d);
    }
    std::vector<Allocation> objects{object};
    out.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, objects));
    inLoops(buffer.loops, plan, std::move(out), block);
  }

  void writeElementBytes(const Buffer &buffer, Block &out) override {
    const Expr *place = buffer.place;
    if (auto *pointer = llvm::dyn_cast<PointerType>(place->type->strip()))
      place = b.program.exprs.make<Dereference>(pointer->pointee, place);
    line({write(), "storage_size(", place, ", 8)/8"}, out);
  }

  void writeExtents(const Leaf &leaf, const Plan &plan, Block &out) override {
    for (const Loop &loop : leaf.loops) {
      out.push_back(b.assign(loop.index, first(loop, plan)));
      line({write(), "size(", loop.base, ", " + std::to_string(loop.dimension + 1) + ", 8)"}, out);
    }
    if (leaf.rank > leaf.loops.size())
      line({write(), "shape(", leaf.place, ", 8)"}, out);
  }

  void clear(const Expr *, Block &) override {} // what has no value yet is allocated first

  void define(const Leaf &leaf, const Plan &plan, Block &out) override {
    Block body;
    bool number = leaf.element.kind != Element::Kind::Logical &&
                  leaf.element.kind != Element::Kind::Character;
    line({leaf.place, number ? " = 0" : leaf.element.kind == Element::Kind::Logical ? " = .false." : " = ''"}, body);
    inLoops(leaf.loops, plan, std::move(body), out);
  }

  void read(const Leaf &leaf, const Plan &plan, bool shadow, Block &out) override {
    Block body;
    read(shadow ? leaf.shadow : leaf.place, body);
    inLoops(leaf.loops, plan, std::move(body), out);
  }

  void write(const Leaf &leaf, const Plan &plan, bool shadow, Block &out) override {
    const Expr *place = shadow ? leaf.shadow : leaf.place;
    Block body;
    if (leaf.rank && leaf.loops.empty())
      line({write(), "size(", place, ", kind=8)"}, body);
    line({write(), place}, body);
    if (!leaf.late)
      return inLoops(leaf.loops, plan, std::move(body), out);
    Block nothing;
    if (leaf.rank)
      line({write(), "0_8"}, nothing);
    const Expr *allocated =
        b.program.exprs.make<Intrinsic>(b.defaultLogical(), "allocated", std::vector{place});
    out.push_back(std::make_unique<If>(allocated, std::move(body), std::move(nothing)));
  }

  void close(Block &out) override {
    line({"call costate_finish()"}, out);
    line({write(), std::to_string(endMarker)}, out);
    line({"close(", b.variable(output), ")"}, out);
  }

protected:
  const Expr *first(const Loop &loop, const Plan &) override { return bound("lbound", loop); }
  const Expr *last(const Loop &loop, const Plan &) override { return bound("ubound", loop); }

private:
  const Expr *bound(const char *name, const Loop &loop) {
    const Type *type = b.integer(Language::Fortran);
    std::vector<const Expr *> arguments{loop.base, b.constant(type, loop.dimension + 1)};
    return b.program.exprs.make<Intrinsic>(type, name, arguments);
  }

  Procedure &driver;
  std::optional<unsigned> directions;
  Symbol *theMode, *input, *output, *path;
  std::map<std::pair<unsigned, unsigned>, Symbol *> extents;

  Symbol *variable(const std::string &name, unsigned bytes) {
    Symbol *s = driver.makeTemporary(name, b.program.types.integer(bytes));
    s->temporary = false;
    return s;
  }

  Symbol *extent(unsigned buffer, unsigned dimension) {
    Symbol *&s = extents[{buffer, dimension}];
    if (!s)
      s = variable("costate_extent", 8);
    return s;
  }

  std::string write() { return "write(" + output->name + ") "; }

  void read(const Expr *place, Block &out) {
    line({"read(" + input->name + ") ", place}, out);
  }

  void connect(const std::string &argument, Symbol *unit, const std::string &how, Block &out) {
    line({"call get_command_argument(" + argument + ", ", b.variable(path), ")"}, out);
    line({"open(newunit=", b.variable(unit), ", file=trim(", b.variable(path),
          "), access='stream', form='unformatted', " + how + ")"},
         out);
  }
};

} // namespace

std::unique_ptr<DriverText> fortranDriverText(Program &program, Procedure &driver,
                                              std::optional<unsigned> directions) {
  return std::make_unique<FortranText>(program, driver, directions);
}

} // namespace costate::check
