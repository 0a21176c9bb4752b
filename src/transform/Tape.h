// The stack where generated code keeps values from the forward sweep for the backward sweep.
//
// What is pushed last is popped first, so a record needs no index: any order of loops, branches and
// calls, recursive ones too, comes back right. In C there is one stack of bytes, in Fortran one for
// each type; their source (runtime/tape.*) is part of the generated file.
#pragma once

#include "ir/Builder.h"
#include "support/Diagnostics.h"

#include <set>

namespace costate::transform {

class Tape {
public:
  /// In Fortran the stacks stand in a module of this name.
  Tape(ir::Program &, std::string module, Diagnostics &);

  /// Whether what follows goes to a scratch file, which is another stack. Pointers stay in memory.
  bool onDisk = false;

  /// Appends what pushes and pops the value of a place of the procedure.
  void push(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  void pop(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  /// The same for a Fortran allocatable: whether it is allocated, with which bounds, and what it holds.
  void pushAllocatable(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  void popAllocatable(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  /// The same for bytes that a C pointer points to.
  void pushBytes(const ir::Expr *pointer, const ir::Expr *bytes, ir::Procedure &, ir::Block &out);
  void popBytes(const ir::Expr *pointer, const ir::Expr *bytes, ir::Procedure &, ir::Block &out);

  /// Appends what makes a C pointer point to room for so many values.
  void reserve(const ir::Expr *pointer, const ir::Expr *count, const ir::Type *value,
               ir::Procedure &, ir::Block &out);
  /// Appends what makes a pointer point to room for so many values on the tape, and what gives the room back.
  /// In Fortran the pointer is to an array, whose elements count from `first`.
  void reserveRoom(const ir::Expr *pointer, const ir::Expr *first, const ir::Expr *count, const ir::Type *value,
                   ir::Procedure &, ir::Block &out);
  static bool hasRoomFor(const ir::Type *value, ir::Language);
  void releaseRoom(const ir::Expr *pointer, const ir::Type *value, ir::Procedure &, ir::Block &out);
  /// Appends what makes a C pointer point to so many zeros, in the terms of calloc.
  void reserveZeros(const ir::Expr *pointer, const ir::Expr *count, const ir::Expr *bytes,
                    ir::Procedure &, ir::Block &out);

  /// C: how many threads a loop may have, and which of them runs here, from 0.
  void countThreads(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  void nameThread(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  /// Appends what finds the step before which the next snapshot is taken (runtime/next_snapshot.*).
  void nextSnapshot(ir::Symbol *next, const ir::Expr *from, const ir::Expr *last, const ir::Expr *free,
                    ir::Procedure &, ir::Block &out);

  /// Puts the source of what was used into the program.
  void finish(const std::vector<std::unique_ptr<ir::Procedure>> &derivatives);

private:
  void move(const char *verb, const ir::Expr *place, ir::Procedure &, ir::Block &out);
  void moveBytes(const char *verb, const ir::Expr *place, ir::Procedure &, ir::Block &out);
  void moveValue(const char *verb, const ir::Expr *place, ir::Block &out);
  void movePointer(const char *verb, const ir::Expr *place, const ir::PointerType &, ir::Block &out);
  bool mayKeep(const ir::RecordType &, const ir::Expr *place);
  void pushRecord(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  void popRecord(const ir::Expr *place, ir::Procedure &, ir::Block &out);
  ir::Symbol *stackFunction(const std::string &verb, ir::Procedure &);
  std::string nameInC(const std::string &helper) const;
  std::string withNames(const std::string &text) const;
  ir::Symbol *cFunction(const std::string &name, ir::Procedure &, const ir::Type *result);
  ir::Symbol *roomProcedure(const std::string &verb, const ir::Type *value);
  ir::Symbol *fortranProcedure(const std::string &name);
  std::string fortranText() const;

  ir::Program &program;
  ir::Builder b;
  std::string moduleName;
  Diagnostics &diagnostics;
  bool usedInC = false, reservedInC = false, zeroedInC = false, roomInC = false, pushedInC = false, threadsInC = false;
  bool snapshotsInC = false, snapshotsInFortran = false, diskInC = false;
  ir::Unit *module = nullptr;
  struct Stack {
    std::string declaration; ///< `real(8)`
    bool scalars = false, arrays = false, rooms = false;
    bool diskScalars = false, diskArrays = false;
    std::string pointee, shape; ///< of pointers: `real(8)` and `(:)`
    std::string module;         ///< where the type of the pointee is
  };
  std::map<std::string, Stack> stacks; ///< Fortran, by `real8`
  std::map<std::pair<const ir::Unit *, std::string>, ir::Symbol *> functions; ///< C
  std::set<std::string> taken; ///< names of the user's C files
};

} // namespace costate::transform
