// The memory of a program, as every analysis speaks of it.
//
// A Cell stands for storage: a variable, a component of a record, what a pointer pointed to when its
// procedure was entered (a Pointee), or what one statement allocates. The elements of an array are
// one cell. COMMON and EQUIVALENCE members that overlap are one cell, and so are a C global and its
// declarations in other files.
//
// Each procedure is seen once, in its own terms: by what its parameters refer to, not by what some
// caller passed. `bind` translates a callee's cells to those of a call; so every summary keeps calls
// apart, without copying procedures. Where some caller passes the same memory twice, the callee's
// two cells are aliases, and a write of one may be a write of the other.
//
// Points-to sets are flow-insensitive, inclusion-based and by field. They are sound for what the
// languages define: a pointer is made from an address, another pointer, an allocation, or comes in
// through a parameter or a variable that outlives calls; each of these is a constraint in
// PointsTo.cpp. Pointers made from integers are the one exception: `unknown()` collects them.
//
// Memory seen as another type than its own (a context passed as `void *`, a record of the same layout,
// the numbers of a record one after the other) is seen as a whole: an access may be one of any of its
// parts, a pointer read there may be any that some part holds, and no write covers it for sure. Memory
// of no known type (`void`) is one cell that may hold numbers and pointers alike.
#pragma once

#include "analysis/BlockParts.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace costate::analysis {

using CellId = uint32_t;

struct Cell {
  enum class Kind { Unknown, Variable, Component, Pointee, Heap };
  Kind kind = Kind::Unknown;
  const ir::Type *type = nullptr;       ///< of one element, stripped; null: unknown
  const ir::Symbol *symbol = nullptr;   ///< Variable: its name (of overlapping ones, the first)
  CellId base = 0;                  ///< Component: the record; Pointee: the pointer
  unsigned component = 0;               ///< Component: index in the record
  const ir::Procedure *procedure = nullptr; ///< whose it is; null: the whole program's
  const ir::Stmt *site = nullptr;       ///< Heap: what allocates it
  /// Several elements or objects: a write of one leaves others as they were.
  bool many = false;
  /// Several declarations see it differently (COMMON, EQUIVALENCE): no write covers it for sure.
  bool overlaid = false;
};

using CellSet = llvm::SmallVector<CellId, 4>; ///< sorted, without duplicates

class Memory {
public:
  /// `parts` of allocated memory are objects of their own.
  Memory(ir::Program &, const CallGraph &, const std::vector<ir::Procedure *> &heads, BlockParts parts = {});

  const Cell &operator[](CellId id) const { return cells[id]; }
  size_t size() const { return cells.size(); }
  static constexpr CellId unknown() { return 0; }

  ir::Program &program() const { return theProgram; }
  const CallGraph &calls() const { return graph; }
  /// The procedures the heads reach, callees first.
  const std::vector<std::vector<ir::Procedure *>> &bottomUp() const { return order; }

  // ---- Locations of expressions -----------------------------------------------------------------

  CellId variable(const ir::Symbol *);
  CellId component(CellId record, const ir::RecordType *, unsigned index);

  /// Where a place may lie.
  CellSet places(const ir::Procedure *, const ir::Expr *place);
  /// Where a pointer value may point; for a procedure's own pointer parameter on entry, its Pointee.
  CellSet pointees(const ir::Procedure *, const ir::Expr *pointer);
  /// What an argument lets a callee see: what a pointer points to, or the place itself.
  CellSet referredTo(const ir::Procedure *, const ir::Expr *argument);
  /// What a pointer held in a location may point to; of a record, any pointer held in it.
  CellSet pointedTo(const ir::Procedure *, CellId pointer);
  /// Whether a scalar part may hold a pointer: by its type, or because something stored one.
  bool mayHoldPointer(const ir::Procedure *, CellId leaf) const;

  /// Pointers of a procedure that may point to several places.
  std::vector<CellId> ambiguousPointers(const ir::Procedure *) const;
  /// Pointers of a procedure that outlive it or are the same for all procedures.
  std::vector<CellId> sharedPointers(const ir::Procedure *) const;

  /// Whether a write of the place in the procedure writes all of the one location it may lie in.
  bool isWhole(const ir::Procedure *, const ir::Expr *place);

  /// The scalar parts below a location, records taken apart; pointers are leaves.
  template <typename Visit> void forEachLeaf(CellId id, Visit &&visit) {
    const ir::RecordType *record = recordAt(id);
    if (!record)
      return visit(id);
    for (unsigned i = 0; i < record->components.size(); ++i)
      forEachLeaf(component(id, record, i), visit);
  }

  /// The scalar parts of these locations and of all that pointers lead to from there, each once;
  /// `visit` says whether to go on.
  template <typename Visit>
  void forEachReached(const ir::Procedure *p, const CellSet &from, Visit &&visit) {
    llvm::DenseSet<CellId> seen;
    std::vector<CellId> open(from.begin(), from.end());
    bool more = true;
    while (!open.empty() && more) {
      CellId id = open.back();
      open.pop_back();
      forEachLeaf(id, [&](CellId leaf) {
        if (!more || !seen.insert(leaf).second)
          return;
        more = visit(leaf);
        if (more && mayHoldPointer(p, leaf))
          for (CellId behind : pointedTo(p, leaf))
            open.push_back(behind);
      });
    }
  }

  // ---- Visibility ---------------------------------------------------------------------------------

  /// Outlives calls and is the same for all procedures: globals, COMMON, SAVE, a host's variables
  /// that internal procedures use, and memory that outlives the procedure that allocates it.
  bool isShared(CellId) const;
  /// An object of C that is declared const and lives for ever: nothing writes it, whatever pointers may lead to it.
  bool isConstant(CellId) const;
  /// A caller can see it: shared, a result, or reached from a parameter other than by value.
  bool isInterface(const ir::Procedure *, CellId) const;
  /// The outermost variable, pointee or allocation a component belongs to.
  CellId root(CellId) const;

  // ---- Calls ----------------------------------------------------------------------------------------

  /// What a location of the target's interface is at a call in `caller`.
  CellSet bind(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                   CellId);
  /// The argument for a parameter; null: none.
  static const ir::Expr *argument(const ir::Call &, const ir::Procedure *target,
                                  const ir::Symbol *parameter);

  /// Other locations that may be the same memory in some call of the procedure.
  llvm::ArrayRef<CellId> aliases(const ir::Procedure *, CellId) const;
  void addAlias(const ir::Procedure *, CellId, CellId);
  /// Lets pointers that may be the same memory point to the same; true where that changed anything.
  bool shareAliasedPointers();
  /// The cells of a procedure that have aliases.
  llvm::ArrayRef<CellId> aliased(const ir::Procedure *) const;

  /// For people: `x`, `/blk/x`, `m%x`, `p%x`, `*p`, `p->x`.
  std::string name(CellId) const;
  /// As HEAD writes it: the variable of a pointee is its pointer; empty where nothing names it.
  std::string headName(CellId) const;
  /// The variable people would call it by.
  const ir::Symbol *symbolOf(CellId) const;

private:
  friend class PointsToSolver;

  void overlayStorage(ir::Program &);
  void findShared(ir::Program &);
  void findViews(ir::Program &);
  CellId add(Cell);
  bool makeMany(CellId);
  void walk(CellSet &) const;
  CellId pointee(const ir::Procedure *, CellId pointer);
  CellId heap(const ir::Procedure *, const ir::Stmt &, const ir::Type *);
  CellId partOfBlock(const ir::Procedure *, const ir::Assign &);
  void findEscaped();
  const ir::RecordType *recordAt(CellId) const;
  bool startsWithPointee(const ir::Procedure *, CellId) const;
  const CellSet &pointsToSet(const ir::Procedure *, CellId leaf);
  CellSet pointerParts(const ir::Procedure *, CellId);
  bool addPointedTo(const ir::Procedure *, CellId pointer, llvm::ArrayRef<CellId>);
  std::optional<CellId> collapsed(CellId pointer, const ir::Type *pointee) const;
  CellSet heldByValue(const ir::Procedure *caller, const ir::Expr *actual, CellId part);
  CellSet bindPointee(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                      CellId pointer);
  void closeCollapsed(const ir::Procedure *caller, CellId pointee, CellSet &bound);
  CellSet translated(const ir::Procedure *caller, CellId id, CellId from, const CellSet &bound);

  using ProcedureKey = std::pair<const ir::Procedure *, CellId>;

  ir::Program &theProgram;
  const CallGraph &graph;
  BlockParts parts;
  std::vector<std::vector<ir::Procedure *>> order;
  std::vector<Cell> cells;
  llvm::DenseMap<const ir::Symbol *, const ir::Symbol *> representative; ///< of overlaid ones
  llvm::DenseMap<const ir::Symbol *, bool> overlaidSymbols;
  llvm::DenseMap<const ir::Symbol *, bool> hostAssociated;
  llvm::DenseMap<const ir::Symbol *, const ir::Type *> views; ///< what a `void *` is converted to
  llvm::DenseMap<const ir::Symbol *, CellId> variables;
  llvm::DenseMap<std::pair<CellId, unsigned>, CellId> components;
  llvm::DenseMap<ProcedureKey, CellId> pointeesOf;
  /// Of a pointee that stands for more: pointers inside it that lead back to it (lists, trees).
  llvm::DenseMap<CellId, CellSet> leadBack;
  llvm::DenseMap<const ir::Stmt *, CellId> heaps;
  llvm::DenseMap<ProcedureKey, CellSet> pointsTo;
  llvm::DenseMap<const ir::Procedure *, std::vector<CellId>> pointersOf; ///< keys of pointsTo
  llvm::DenseMap<ProcedureKey, CellSet> aliasSets;
  llvm::DenseMap<const ir::Procedure *, CellSet> aliasedCells;
  size_t manyMade = 0; ///< how often `many` was set
};

/// Adds to a sorted set; true where it was new.
bool insert(CellSet &, CellId);
void insertAll(CellSet &, llvm::ArrayRef<CellId>);

} // namespace costate::analysis
