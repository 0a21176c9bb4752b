// What a check program passes to a head and reads back: buffers to allocate, and leaves, the pieces
// of elementary type that numbers go into and come out of.
//
// Leaves and buffers stand in the order of the exchange (see DriverProgram.h). Their places are
// expressions of the driver; null shadows: no derivative.
#pragma once

#include "transform/Tangent.h"

namespace costate::check {

/// One number, truth value or text as it lies in memory.
struct Element {
  enum class Kind { Integer, Logical, Character, Real, Complex };
  Kind kind = Kind::Real;
  unsigned bytes = 0;    ///< of the whole element; of a Character, its length
  unsigned realKind = 0; ///< of Real and Complex
  bool isSigned = true;

  bool differentiable() const { return kind == Kind::Real || kind == Kind::Complex; }
  /// Reals in it.
  unsigned parts() const { return kind == Kind::Complex ? 2 : 1; }
};

/// Around a place that stands for many: all elements along one dimension of an array of records or of
/// pointers.
struct Loop {
  ir::Symbol *index = nullptr;
  const ir::Expr *base = nullptr; ///< the array; of C also a pointer, to the memory of `buffer`
  unsigned dimension = 0;
  int buffer = -1;
};

/// Memory that the driver allocates: an array argument, what a pointer points to.
struct Buffer {
  std::string name;
  const ir::Expr *place = nullptr, *shadow = nullptr;
  /// As declared, in the driver's symbols; Explicit ones are computed by the driver, the others are
  /// free: the check gives their extents.
  std::vector<ir::Dimension> dimensions;
  const ir::Type *element = nullptr, *shadowElement = nullptr;
  std::vector<Loop> loops; ///< one of this for each round, all alike
  /// Its last free extent is not declared anywhere: found out by running the program.
  bool growable = false;
  std::vector<int64_t> given; ///< extents of the free dimensions
  int64_t elementBytes = 0; ///< filled in by the layout

  unsigned freeCount() const;
};

struct Leaf {
  std::string name; ///< as the language writes it: `x`, `p%x`, `p->x`
  const ir::Symbol *root = nullptr; ///< of the original: what --at names
  std::vector<std::string> components;
  Element element;
  const ir::Expr *place = nullptr, *shadow = nullptr;
  std::vector<Loop> loops; ///< outermost first: the first subscript
  unsigned rank = 0;       ///< loops included
  int buffer = -1;      ///< in whose memory it lies
  bool control = false; ///< a scalar that extents may need: read first
  bool read = true;     ///< false: the result of a function
  bool late = false;    ///< an allocatable that the head itself allocates
  bool independent = false, dependent = false;
  std::vector<int64_t> extents; ///< by the layout: of the loops, then as declared, left to right

  /// A global that is only a result: it begins with the value that the program gives it.
  bool isLeftAlone() const {
    return !read && !late && root && (root->storage == ir::Storage::Global || root->storage == ir::Storage::Common);
  }
  int64_t count() const;
  /// How far neighbours along each dimension are apart, in elements, in the order of the exchange.
  std::vector<int64_t> strides(ir::Language) const;
};

struct Plan {
  const analysis::Head *head = nullptr;
  std::optional<unsigned> vector; ///< how many directions shadows hold, each element's together
  bool adjoint = false;           ///< the derivative is one
  bool hasOtherState = false;     ///< it leaves derivatives where the driver does not reach them
  bool single = false;            ///< numbers of single precision carry derivatives on the way

  unsigned directions() const { return vector.value_or(1); }
  /// Whether the derivative gets the shadow of a leaf; an adjoint gets those of results too.
  bool readsShadow(const Leaf &leaf) const {
    return leaf.shadow && (adjoint ? !leaf.late : leaf.read);
  }
  ir::Language language = ir::Language::C;
  std::vector<Buffer> buffers;
  std::vector<Leaf> leaves;
};

/// `y(3)`: one of the numbers in a leaf, as the language writes it.
std::string elementName(const Leaf &, size_t component, ir::Language);

} // namespace costate::check
