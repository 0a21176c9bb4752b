// Which variables may vary with the independents, procedure by procedure and by how it is called.
//
// A Variant is a procedure together with which of its parameters vary on entry: a library routine
// called with an active and a passive vector in turn gets one variant for each way, so no caller
// ever needs a derivative it does not have. (A procedure that keeps state from call to call has one
// variant only: there is one state.) Inside a variant the analysis is flow-insensitive, on
// MemoryClasses; globals vary for the whole program or not at all. Both only ever add: a variable
// called passive here has a zero derivative in every run. Of what varies, ShadowNeeds then takes out
// what no dependent depends on, and what only seems to vary without regard to the order of statements.
#pragma once

#include "analysis/Head.h"
#include "analysis/MemoryClasses.h"
#include "analysis/ShadowNeeds.h"

#include <set>

namespace costate::analysis {

/// Whether the procedure may write the memory of a parameter, itself or through what it calls.
class MayWrite {
public:
  MayWrite(ir::Program &, const MemoryClasses &);
  bool operator()(const ir::Procedure &, const ir::Symbol *parameter) const;
  /// Whether a variable that only its own file can name may change: some procedure may write its
  /// memory, or a pointer to it reaches other files, through what they can name.
  bool mayChange(const ir::Symbol *hidden) const;

private:
  std::map<const ir::Procedure *, std::set<const ir::Symbol *>> written; ///< classes
  std::set<const ir::Symbol *> visible; ///< classes of what other files can name, or are given
  const MemoryClasses &classes;
};

struct Variant {
  ir::Procedure *procedure = nullptr;
  /// Parameters that vary on entry. Where the result is or holds a pointer there is one more: whether
  /// the caller will let vary what it points to (a function that allocates makes the shadow too).
  std::vector<bool> entry;
  const Head *head = nullptr; ///< a head's own variant, with the interface the head fixes
  bool constant = false;      ///< of a head: no dependent depends on the independents
  std::set<const ir::Symbol *> varied; ///< classes
  /// Per call statement and target, the variant it runs.
  std::map<std::pair<const ir::Call *, ir::Procedure *>, Variant *> calls;
};

class Varied {
public:
  /// With `everything`, all that can carry a derivative varies (--no-activity).
  Varied(ir::Program &, const std::vector<Head> &, const Externals &, bool everything);

  /// Heads first, then in the order they were found.
  const std::vector<std::unique_ptr<Variant>> &variants() const { return list; }

  /// Whether a variable may have a nonzero derivative somewhere in the variant.
  bool varies(const Variant &, const ir::Symbol *) const;
  bool varies(const Variant &, const ir::Expr *) const;

  /// Whether the derivative of what an assignment writes may count; see ShadowNeeds.
  bool isUsed(const ir::Assign &s) const { return !needs || needs->isUsed(s); }

  /// The same without regard to what depends on it: for what must be refused if it varies at all.
  bool variesAtAll(const Variant &, const ir::Symbol *) const;
  bool variesAtAll(const Variant &, const ir::Expr *) const;

  const MemoryClasses &memory() const { return classes; }
  const MayWrite &mayWrite() const { return writes; }

  /// Whether a call is of a Fortran dummy procedure that may stand for several procedures. All that
  /// one may stand for get variants with one interface.
  bool isShared(const ir::Call &) const;
  /// The variant that stands for a procedure where its name is passed to such a dummy; null: none
  /// is called through one.
  const Variant *passed(ir::Procedure *) const;

private:
  Variant *variant(ir::Procedure *, std::vector<bool> entry);
  void seed(Variant &);
  void seedState();
  void iterate();
  void seedEverything(Variant &);
  void dropUnreached();
  bool propagate(Variant &);
  bool propagateCall(Variant &, const ir::Call &);
  bool propagateExternal(Variant &, const ir::Call &, const ExternalUse &);
  bool isStateful(const ir::Procedure *);
  std::vector<bool> sharedEntry(const std::vector<ir::Procedure *> &, std::vector<bool> entry);
  bool alignTargets(Variant &, const ir::Call &);
  bool propagateUnknown(Variant &, const ir::Call &);
  bool varies(const Variant &, const ir::Expr *, bool onlyNeeded) const;
  bool isVariedClass(const Variant &, const ir::Symbol *memoryClass) const;
  bool mark(Variant &, const ir::Expr *place);
  bool markSymbol(Variant &, const ir::Symbol *);

  ir::Program &program;
  MemoryClasses classes;
  MayWrite writes;
  bool everything;
  mutable std::unique_ptr<ShadowNeeds> needs; ///< set when all that varies is known
  std::set<const ir::Symbol *> globals; ///< varied classes of globals
  std::vector<std::unique_ptr<Variant>> list;
  std::map<std::pair<const ir::Procedure *, std::vector<bool>>, Variant *> known; ///< but heads
  /// Entries of procedures that have one variant only: they are passed on, or keep state.
  std::map<const ir::Procedure *, std::vector<bool>> shared;
  std::map<const ir::Procedure *, bool> stateful;
};

} // namespace costate::analysis
