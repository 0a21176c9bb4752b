// The parts of a driver: what it passes (Arguments), what its statements look like in a language
// (DriverText), and their order (writeDriver).
#pragma once

#include "check/DriverProgram.h"
#include "ir/Builder.h"
#include "ir/Rewrite.h"
#include "transform/ShadowTypes.h"

namespace costate::check {

/// Declares the driver's variables for everything the head takes, and lists their buffers and leaves.
class Arguments : transform::RecordShadows {
public:
  Arguments(ir::Program &, const transform::DerivativeHead &,
            std::optional<unsigned> directions, ir::Procedure &driver, const Choices &,
            Diagnostics &);

  Plan plan() const { return list; }
  ir::StmtPtr callOriginal() const;
  ir::StmtPtr callDerivative() const;
  /// Records whose pointers must not point anywhere at first.
  const std::vector<const ir::Expr *> &records() const { return recordPlaces; }

private:
  struct Variable {
    const ir::Symbol *original = nullptr;
    const ir::Expr *value = nullptr, *shadow = nullptr; ///< as passed
  };
  /// A piece of an argument on the way to its leaves.
  struct Piece {
    std::string name;
    const ir::Symbol *root = nullptr;
    std::vector<std::string> components;
    const ir::Expr *place = nullptr, *shadow = nullptr;
    std::vector<Loop> loops;
    int buffer = -1;
    bool read = true, late = false;
    std::vector<const ir::Type *> within; ///< records it is part of
  };

  bool isC() const { return list.language == ir::Language::C; }
  void declareParameters();
  Variable declare(const ir::Symbol *);
  ir::Symbol *declareAs(const std::string &name, const ir::Symbol *of, const ir::Type *);
  const ir::Type *driverType(const ir::Symbol &);
  void importConstants(const ir::Type *);
  void importConstants(const ir::Expr *);
  void addGlobals();
  ir::Symbol *importCommon(const ir::Symbol *member);
  Variable procedureArgument(const ir::Symbol *);

  void expand(Piece);
  void expandArray(Piece, const ir::Symbol *declared);
  void expandElements(const Piece &);
  void expandPointers(Piece, const ir::Type *element);
  ir::Symbol *newIndex();
  void expandPointer(Piece);
  void expandRecord(const Piece &, const ir::RecordType &);
  void expandComponent(const Piece &, const ir::RecordType &, unsigned index);
  void addLeaf(const Piece &, const ir::Type *);
  int addBuffer(const Piece &, const ir::Type *element, std::vector<ir::Dimension>, bool growable);
  bool names(const std::vector<analysis::HeadVariable> &, const Piece &) const;
  void refuse(const Piece &, const std::string &what);
  std::vector<ir::Argument> passed(bool shadows) const;
  const ir::Expr *shadowArgument(const ir::Expr *shadow, const ir::Type *original) const;
  void addResult(std::vector<ir::Argument> &) const;
  const ir::Expr *address(const ir::Expr *place) const;
  const ir::RecordType *shadowOf(const ir::RecordType &, Location) override;

  ir::Program &program;
  const transform::DerivativeHead &derivative;
  const ir::Procedure &head;
  ir::Procedure &driver;
  const Choices &choices;
  Diagnostics &diagnostics;
  ir::Builder b;
  std::optional<unsigned> asked; ///< directions; 0: an argument says how many
  transform::Directions directions;
  transform::ShadowTypes types;
  ir::Renaming renaming;
  std::vector<Variable> parameters;
  Variable result;
  std::vector<const ir::Expr *> recordPlaces;
  Plan list;
};

/// Statements of a driver in one language.
class DriverText {
public:
  explicit DriverText(ir::Program &program) : b(program) {}
  virtual ~DriverText() = default;
  ir::Builder &builder() { return b; }
  virtual void open(ir::Block &) = 0;
  virtual const ir::Expr *mode() = 0;
  virtual void readExtents(const Buffer &, unsigned number, ir::Block &) = 0;
  /// Allocates place (or shadow) of the buffer; ids count from 1, shadows' are odd.
  virtual void allocate(const Plan &, unsigned number, bool shadow, ir::Block &) = 0;
  virtual void writeElementBytes(const Buffer &, ir::Block &) = 0;
  virtual void writeExtents(const Leaf &, const Plan &, ir::Block &) = 0;
  /// Sets everything in a record to zero or null.
  virtual void clear(const ir::Expr *place, ir::Block &) = 0;
  virtual void read(const Leaf &, const Plan &, bool shadow, ir::Block &) = 0;
  /// Gives a variable of the driver's own some value.
  virtual void define(const Leaf &, const Plan &, ir::Block &) = 0;
  virtual void write(const Leaf &, const Plan &, bool shadow, ir::Block &) = 0;
  virtual void close(ir::Block &) = 0;

protected:
  /// Text, or an expression in its place.
  struct Part {
    Part(const char *text) : text(text) {}
    Part(std::string text) : text(std::move(text)) {}
    Part(const ir::Expr *value) : value(value) {}
    std::string text;
    const ir::Expr *value = nullptr;
  };
  static void line(const std::vector<Part> &, ir::Block &);
  /// The first and the last value of a loop's index.
  virtual const ir::Expr *first(const Loop &, const Plan &) = 0;
  virtual const ir::Expr *last(const Loop &, const Plan &) = 0;
  /// Runs the statements for every round of the loops.
  void inLoops(const std::vector<Loop> &, const Plan &, ir::Block body, ir::Block &out);

  ir::Builder b;
};

std::unique_ptr<DriverText> cDriverText(ir::Program &, ir::Procedure &driver);
std::unique_ptr<DriverText> fortranDriverText(ir::Program &, ir::Procedure &driver,
                                              std::optional<unsigned> directions);

void writeDriver(const Plan &, const Arguments &, DriverText &, ir::Procedure &driver);

} // namespace costate::check
