// The generated program: where derivative procedures and global shadows live, what they are called,
// and what of the user's program has to come along.
#pragma once

#include "ir/Rewrite.h"
#include "support/Diagnostics.h"
#include "transform/Adoption.h"
#include "transform/CommonLayout.h"
#include "transform/HiddenVariables.h"
#include "transform/ShadowTypes.h"

#include <functional>
#include <set>

namespace costate::transform {

class Generated : public RecordShadows {
public:
  /// `procedureSuffix` is `_d`, `_dv`, `_s` or `_b`, `variableSuffix` `d`, `s` or `b`. `directions`: of a
  /// vector tangent, how many; 0: known at run time only. `sets`: shadows are handles of index sets.
  Generated(ir::Program &, std::string procedureSuffix, std::string variableSuffix,
            std::optional<unsigned> directions, Diagnostics &, bool sets = false);

  /// Gives a derivative its name (`foo_d`, unique in the program), symbol and unit; with another
  /// suffix where one is given.
  void nameProcedure(const ir::Procedure &original, ir::Procedure &derivative,
                     const std::string &suffix = {});

  /// The shadow of a module variable or C global, beside it: `vd` in module `m_d`, global `gd`.
  ir::Symbol *shadowOfGlobal(ir::Symbol *);

  /// What the shadow of a variable starts with whose pointers start at other variables: pointers to
  /// those variables' shadows, and zeros. Null where it starts with no such pointer.
  const ir::Expr *startingPointers(const ir::Symbol &);

  /// The shadow of a COMMON variable as the derivative procedure sees it, in `/blk_d/`, which has
  /// the layout of `/blk/`; of one that a module declares, in the derivative's module.
  ir::Symbol *shadowOfCommon(ir::Procedure &derivative, ir::Symbol *member);

  /// `type(t_dv)` in module `m_dv`, `struct t_dv`: the type of a record's shadow with several
  /// directions.
  const ir::RecordType *shadowOf(const ir::RecordType &, Location use) override;
  const std::map<const ir::RecordType *, ir::RecordType *> &recordShadows() const {
    return records;
  }

  /// Whether shadows of an EQUIVALENCE set can share memory, too; says why not.
  bool mayShare(const std::vector<const ir::Expr *> &set, bool inProcedure = false);

  /// The type of a name for a Fortran procedure that is declared where it is called: with an
  /// interface of that name where one is wanted, or the language demands it.
  const ir::Type *externalType(const ir::Procedure &, const std::string &name, bool wantsInterface);

  /// Calls of procedures that the user's file hides go to copies.
  void renameHidden(ir::Procedure &derivative);

  /// What nothing in the program writes: variables that the user's file hides are copied as they are,
  /// if they are of these. (Without it, only what is declared constant.)
  std::function<bool(const ir::Symbol *)> isNeverWritten;

  /// Copies of what the user's file hides, so far.
  std::vector<ir::Procedure *> copiesOfHidden() const;

  /// Takes over what another one has made in the same program, so that one finish puts all into their units.
  void join(Generated &other);

  /// Puts the derivatives into their units and takes the originals out of what is emitted.
  void finish(std::vector<std::unique_ptr<ir::Procedure>> derivatives);

  /// These variables are the generated file's own: what functions keep between calls.
  void own(const std::vector<const ir::Symbol *> &variables);
  /// Those that the user's file hides. What derivatives run in the user's file must not touch `written`.
  void ownHidden(const HiddenVariables &);

private:
  const ir::Type *typeOf(const ir::Procedure &original);
  ir::Unit *unitFor(const ir::Procedure &original);
  ir::Unit *moduleFor(ir::Unit &original);
  ir::Unit *moduleForInternal(const ir::Procedure &original);
  bool isHidden(const ir::Procedure &) const;
  ir::Procedure *copyOf(ir::Procedure &hidden);
  std::string globalSuffix(const ir::Unit &) const;
  std::string uniqueGlobal(const std::string &base);
  std::string uniqueIn(const ir::Unit &, const std::string &base);
  void keepOnlyDeclarations(ir::Unit &cFile, const std::set<const ir::Procedure *> &kept);
  void declareExternal(ir::Procedure &derivative);
  void dropStatics(ir::Unit &cFile, const std::set<const ir::Symbol *> &kept);
  void checkHiddenState(const ir::Procedure &derivative);
  void checkOriginals(const ir::Procedure &derivative);
  const ir::Symbol *ownTouchedBy(ir::Procedure &original);

  bool hasFixedSize(const ir::Symbol &shadow) const;
  void refuseFixedSize(const std::string &what, Location);
  void fillShadow(const ir::RecordType &, ir::RecordType &shadow, Location use);
  ir::Unit *unitForType(const ir::RecordType &);
  void expandCommon(ir::Symbol &member, const std::string &name);
  ir::CommonBlock *shadowOf(const ir::CommonBlock &);
  void shadowBlock(const ir::Scope &from, ir::CommonBlock *, ir::Scope &to,
                   std::map<const ir::Symbol *, ir::Symbol *> &known,
                   const std::function<ir::Symbol *(const ir::Symbol &)> &make);
  void shadowEquivalences(ir::Symbol *global);

  ir::Program &program;
  Directions cDirections, fortranDirections; ///< of globals and records
  ShadowTypes cTypes, fortranTypes;
  std::map<const ir::RecordType *, ir::RecordType *> records;
  std::optional<unsigned> directions;
  std::string procedureSuffix, variableSuffix;
  Diagnostics &diagnostics;
  const ir::Expr *pointersIn(const ir::Expr *initial);
  std::set<const ir::Symbol *> starting; ///< whose starting pointers are being made
  std::set<std::string> globalNames;
  std::set<std::string> commonNames; ///< what no COMMON block may be called; made when the first is
  std::map<const ir::CommonBlock *, ir::CommonBlock *> commonBlocks;
  std::map<std::string, unsigned> nextSuffix; ///< of names that were taken
  std::vector<ir::Unit *> originals;
  std::set<const ir::Unit *> isOriginal;
  std::map<const ir::Unit *, ir::Unit *> units;
  std::map<const ir::Procedure *, ir::Unit *> internalUnits; ///< by outermost host
  std::map<const ir::Procedure *, ir::Procedure *> copies;
  std::vector<std::unique_ptr<ir::Procedure>> copied;
  std::map<const ir::Symbol *, ir::Symbol *> globalShadows;
  std::set<const ir::Symbol *> isGlobalShadow;
  std::set<const ir::Symbol *> ownState; ///< of the generated file, not of the user's
  std::set<const ir::Symbol *> ownHere;  ///< of these, what the user's file has one of, too, and changes
  std::map<const ir::Procedure *, const ir::Symbol *> touched;
  std::map<const ir::Procedure *, const ir::Procedure *> originalOf;
  std::set<const std::vector<const ir::Expr *> *> sharedSets; ///< EQUIVALENCE of modules
  std::map<const ir::Unit *, std::set<std::string>> namesInModule;
  std::map<const ir::Procedure *, std::map<const ir::Symbol *, ir::Symbol *>> commonShadows;
  CommonLayout layout;
  Adoption adoption;
};

} // namespace costate::transform
