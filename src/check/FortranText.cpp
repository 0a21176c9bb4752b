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

  void allocate(const Buffer &buffer, unsigned number, bool shadow, Block &out) override {
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
  }

  void writeElementBytes(const Buffer &buffer, Block &out) override {
    const Expr *place = buffer.place;
    if (auto *pointer = llvm::dyn_cast<PointerType>(place->type->strip()))
      place = b.program.exprs.make<Dereference>(pointer->pointee, place);
    line({write(), "storage_size(", place, ", 8)/8"}, out);
  }

  void writeExtents(const Leaf &leaf, const Plan &, Block &out) override {
    line({write(), "shape(", leaf.place, ", 8)"}, out);
  }

  void read(const Leaf &leaf, const Plan &, bool shadow, Block &out) override {
    read(shadow ? leaf.shadow : leaf.place, out);
  }

  void write(const Leaf &leaf, const Plan &, bool shadow, Block &out) override {
    const Expr *place = shadow ? leaf.shadow : leaf.place;
    if (leaf.rank)
      line({write(), "size(", place, ", kind=8)"}, out);
    line({write(), place}, out);
  }

  void close(Block &out) override {
    line({"call costate_finish()"}, out);
    line({write(), std::to_string(endMarker)}, out);
    line({"close(", b.variable(output), ")"}, out);
  }

private:
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
