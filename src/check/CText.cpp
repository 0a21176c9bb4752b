#include "check/DriverParts.h"
#include "check/Harness.h"

namespace costate::check {

using namespace ir;

namespace {

class CText : public DriverText {
public:
  CText(Program &program, Procedure &driver) : DriverText(program), driver(driver) {
    const Type *integer = program.types.integer(4, true, "int");
    const Type *text = program.types.pointer(program.types.integer(1, true, "char"));
    parameter("costate_argc", integer);
    arguments = parameter("costate_argv", program.types.pointer(text));
    driver.resultType = integer;
    driver.result = driver.makeTemporary("costate_status", integer);
    driver.result->temporary = false;
    driver.result->storage = Storage::Result;
    theMode = variable("costate_asked", integer);
    driver.unit->preamble = {"#include <stddef.h>",
                             "void *costate_buffer(int, long, size_t);",
                             "void costate_open(char **);",
                             "void costate_clear(void *, size_t);",
                             "void costate_read(void *, size_t);",
                             "void costate_write(const void *, size_t);",
                             "void costate_write_long(long);",
                             "int costate_mode(void);",
                             "long costate_extent(void);",
                             "void costate_close(void);"};
  }

  void open(Block &out) override {
    line({"costate_open(", b.variable(arguments), ")"}, out);
    line({b.variable(theMode), " = costate_mode()"}, out);
  }

  const Expr *mode() override { return b.variable(theMode); }

  void readExtents(const Buffer &buffer, unsigned, Block &out) override {
    for (const Dimension &d : buffer.dimensions) {
      Symbol *extent = variable("costate_extent", longType());
      extents[buffer.name].push_back(extent);
      if (d.form == Dimension::Form::Explicit)
        out.push_back(std::make_unique<Assign>(b.variable(extent), toLong(d.extent)));
      else
        line({b.variable(extent), " = costate_extent()"}, out);
    }
  }

  void allocate(const Plan &plan, unsigned number, bool shadow, Block &out) override {
    const Buffer &buffer = plan.buffers[number];
    Block body;
    std::vector<Part> parts{shadow ? buffer.shadow : buffer.place,
                            " = costate_buffer(" + std::to_string(2 * number + 2 + shadow) + ", "};
    addCount(buffer, parts);
    parts.insert(parts.end(),
                 {", ", sizeOf(shadow ? buffer.shadowElement : buffer.element), ")"});
    line(std::move(parts), body);
    inLoops(buffer.loops, plan, std::move(body), out);
  }

  void clear(const Expr *place, Block &out) override {
    line({"costate_clear(&", place, ", sizeof ", place, ")"}, out);
  }

  void define(const Leaf &leaf, const Plan &plan, Block &out) override {
    Block body;
    clear(leaf.place, body);
    inLoops(leaf.loops, plan, std::move(body), out);
  }

  void writeElementBytes(const Buffer &buffer, Block &out) override {
    line({"costate_write_long(", sizeOf(buffer.element), ")"}, out);
  }

  void writeExtents(const Leaf &leaf, const Plan &plan, Block &out) override {
    for (const Loop &loop : leaf.loops)
      line({"costate_write_long(", extent(loop, plan), ")"}, out);
    if (isPointed(leaf))
      for (Symbol *extent : extents[plan.buffers[leaf.buffer].name])
        line({"costate_write_long(", b.variable(extent), ")"}, out);
    else if (leaf.rank > leaf.loops.size())
      for (const Dimension &d : llvm::cast<ArrayType>(leaf.place->type->strip())->dimensions)
        line({"costate_write_long(", d.extent, ")"}, out);
  }

  void read(const Leaf &leaf, const Plan &plan, bool shadow, Block &out) override {
    transfer("costate_read(", leaf, plan, shadow, out);
  }

  void write(const Leaf &leaf, const Plan &plan, bool shadow, Block &out) override {
    if (!leaf.loops.empty()) {
      // As many as the layout said.
    } else if (leaf.rank && isPointed(leaf)) {
      std::vector<Part> parts{"costate_write_long("};
      addCount(plan.buffers[leaf.buffer], parts);
      parts.push_back(shadow ? " * " + std::to_string(plan.directions()) + ")" : ")");
      line(std::move(parts), out);
    } else if (leaf.rank) {
      line({"costate_write_long(sizeof ", shadow ? leaf.shadow : leaf.place,
            " / " + bytes(leaf) + ")"}, out);
    }
    transfer("costate_write(", leaf, plan, shadow, out);
  }

  void close(Block &out) override {
    line({"costate_close()"}, out);
    out.push_back(b.assign(driver.result, b.constant(driver.result->type, 0)));
  }

protected:
  const Expr *first(const Loop &, const Plan &) override { return b.constant(longType(), 0); }
  const Expr *last(const Loop &loop, const Plan &plan) override {
    return b.binary(BinaryOp::Subtract, extent(loop, plan), b.constant(longType(), 1));
  }

private:
  Procedure &driver;
  Symbol *theMode, *arguments;
  std::map<std::string, std::vector<Symbol *>> extents; ///< by buffer

  Symbol *variable(const std::string &name, const Type *type) {
    Symbol *s = driver.makeTemporary(name, type);
    s->temporary = false;
    return s;
  }

  Symbol *parameter(const std::string &name, const Type *type) {
    Symbol *s = variable(name, type);
    s->storage = Storage::Argument;
    s->byValue = true;
    driver.parameters.push_back(s);
    return s;
  }

  const Expr *extent(const Loop &loop, const Plan &plan) {
    if (loop.buffer >= 0)
      return b.variable(extents[plan.buffers[loop.buffer].name][loop.dimension]);
    auto *array = llvm::cast<ArrayType>(loop.base->type->strip());
    return toLong(array->dimensions[loop.dimension].extent);
  }

  const Type *longType() { return b.program.types.integer(8, true, "long"); }
  const Expr *toLong(const Expr *e) {
    return b.program.exprs.make<Convert>(longType(), e, false);
  }
  const Expr *sizeOf(const Type *type) {
    return b.program.exprs.make<SizeOf>(b.program.types.integer(8, false, "long"), type);
  }
  static std::string bytes(const Leaf &leaf) { return std::to_string(leaf.element.bytes); }
  static bool isPointed(const Leaf &leaf) { return leaf.place->type->isPointer(); }

  void addCount(const Buffer &buffer, std::vector<Part> &parts) {
    bool first = true;
    for (Symbol *extent : extents[buffer.name]) {
      if (!first)
        parts.push_back(" * ");
      parts.push_back(b.variable(extent));
      first = false;
    }
    if (first)
      parts.push_back("1");
  }

  void transfer(const std::string &function, const Leaf &leaf, const Plan &plan, bool shadow,
                Block &out) {
    const Expr *place = shadow ? leaf.shadow : leaf.place;
    std::vector<Part> parts{function + (isPointed(leaf) ? "" : "&"), place, ", "};
    if (isPointed(leaf)) {
      addCount(plan.buffers[leaf.buffer], parts);
      unsigned directions = shadow ? plan.directions() : 1;
      parts.push_back(" * " + std::to_string(directions * leaf.element.bytes) + "l)");
    } else if (leaf.rank > leaf.loops.size() || (shadow && plan.vector)) {
      parts.insert(parts.end(), {"sizeof ", place, ")"});
    } else {
      parts.push_back(bytes(leaf) + ")");
    }
    Block body;
    line(parts, body);
    inLoops(leaf.loops, plan, std::move(body), out);
  }
};

} // namespace

std::unique_ptr<DriverText> cDriverText(Program &program, Procedure &driver) {
  return std::make_unique<CText>(program, driver);
}

} // namespace costate::check
