#include "transform/Casts.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"
#include "analysis/VoidPointers.h"
#include "ir/Constants.h"

#include <algorithm>
#include <tuple>

namespace costate::transform {

using namespace ir;
using analysis::LibraryEffect;

namespace {

/// The kinds of reals in a type, not behind pointers; -1 for pointers, which keep theirs.
void collectKinds(const Type *type, std::set<int> &kinds) {
  type = type->scalar()->strip();
  if (auto *real = llvm::dyn_cast<RealType>(type))
    kinds.insert(real->realKind);
  else if (auto *complex = llvm::dyn_cast<ComplexType>(type))
    kinds.insert(complex->realKind);
  else if (type->isPointer())
    kinds.insert(-1);
  else if (auto *record = llvm::dyn_cast<RecordType>(type))
    for (const Component &c : record->components)
      if (c.allocatable) // its memory is elsewhere; the type may be that of the record
        kinds.insert(-1);
      else
        collectKinds(c.type, kinds);
}

const Type *pointee(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type->strip());
  return pointer ? pointer->pointee->strip() : nullptr;
}

class CastCheck {
public:
  CastCheck(const analysis::Varied &varied, const analysis::Variant &variant, const analysis::VoidPointers &untyped,
            std::set<const Procedure *> &mismatched, Diagnostics &diagnostics)
      : varied(varied), variant(variant), untyped(untyped), mismatched(mismatched), diagnostics(diagnostics) {}

  void check(const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    LibraryEffect effect = call ? analysis::libraryEffect(*call) : LibraryEffect::Unknown;
    bool bytes = effect != LibraryEffect::Unknown;
    if (effect == LibraryEffect::CopiesBytes)
      copy(*call);
    if (call) {
      for (const Procedure *target : varied.memory().targets(*call))
        arguments(*call, *target);
      cPointer(*call);
    }
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *cast = llvm::dyn_cast<Convert>(x);
        if (!cast)
          return;
        if (cast->operand->type->isPointer() && !bytes)
          pointerCast(*cast);
        else if (cast->type->isPointer() && !cast->operand->type->isPointer())
          integerCast(*cast);
      });
  }

private:
  const analysis::Varied &varied;
  const analysis::Variant &variant;
  const analysis::VoidPointers &untyped;
  std::set<const Procedure *> &mismatched; ///< named in a warning
  Diagnostics &diagnostics;

  /// Implicit interfaces let any memory meet any dummy argument.
  void arguments(const Call &call, const Procedure &target) {
    for (size_t i = 0; i < call.arguments.size() && i < target.parameters.size(); ++i) {
      const Expr *actual = call.arguments[i].value;
      const Symbol *dummy = target.parameters[i];
      if (actual && dummy->kind == SymbolKind::Variable)
        argument(call, target, actual, dummy);
      if (actual && isCPointer(actual->type) != isCPointer(dummy->type) &&
          (varied.variesAtAll(variant, actual) || variesIn(call, target, dummy)))
        refuseCPointer(actual->location.known() ? actual->location : call.location);
    }
    if (call.result && target.result && isCPointer(call.result->type) != isCPointer(target.result->type) &&
        (varied.variesAtAll(variant, call.result) || variesIn(call, target, target.result)))
      refuseCPointer(call.location);
  }

  bool variesIn(const Call &call, const Procedure &target, const Symbol *s) {
    auto called = variant.calls.find({&call, const_cast<Procedure *>(&target)});
    return called != variant.calls.end() && varied.variesAtAll(*called->second, s);
  }

  /// Fortran's type(c_ptr): an address that says nothing of what it leads to.
  static bool isCPointer(const Type *type) {
    auto *record = llvm::dyn_cast<RecordType>(type->strip());
    return record && record->name == "c_ptr" && record->unit && record->unit->external;
  }

  void cPointer(const Call &call) {
    if (!call.callee || variant.procedure->language != Language::Fortran || !varied.memory().targets(call).empty())
      return;
    size_t at = call.callee->name == "c_f_pointer" ? 1 : 0;
    if ((at == 1 || call.callee->name == "c_loc") && call.arguments.size() > at && call.arguments[at].value &&
        varied.variesAtAll(variant, call.arguments[at].value))
      refuseCPointer(call.location);
  }

  void refuseCPointer(Location at) {
    diagnostics.error(at, "cannot follow derivatives through type(c_ptr): it does not say what it leads to",
                      "use a Fortran POINTER, or pass the variable itself");
  }

  void argument(const Call &call, const Procedure &target, const Expr *actual, const Symbol *dummy) {
    const Type *given = passedMemory(actual), *taken = takenMemory(dummy);
    if (!given || !taken || taken->isVoid() || given->isProcedure() || taken->isProcedure())
      return;
    bool alike = given->isVoid() ? mayPun(untyped.reached(actual), taken) : mayPun(given, taken);
    if (alike || fitsAnother(call, actual, dummy, target))
      return warnOfMismatch(call, target, *given, *taken);
    if (varied.variesAtAll(variant, actual) || variesIn(call, target, dummy))
      diagnostics.error(actual->location.known() ? actual->location : call.location,
                        "what is passed to '" + dummy->name + "' of '" + target.name +
                            "' is memory of another type, which may hold a derivative",
                        "pass an array of the type that '" + target.name + "' declares");
  }

  /// Originals may be compiled apart; their derivatives are in one file.
  void warnOfMismatch(const Call &call, const Procedure &target, const Type &given, const Type &taken) {
    bool numbers = given.isNumeric() && taken.isNumeric();
    if (numbers && &given != &taken && variant.procedure->language == Language::Fortran &&
        target.language == Language::Fortran && call.callee && !call.callee->isDummyProcedure() &&
        mismatched.insert(&target).second)
      diagnostics.warning(call.location,
                          "'" + target.name + "' declares another type than it is passed here, and compilers see both sides in the "
                              "generated file",
                          "compile it with gfortran's -fallow-argument-mismatch (costate check: --fflags)");
  }

  /// Of the procedures that a pointer or dummy procedure may stand for, only those that fit are called.
  bool fitsAnother(const Call &call, const Expr *actual, const Symbol *dummy, const Procedure &target) {
    for (const Procedure *other : varied.memory().targets(call))
      for (size_t i = 0; other != &target && i < target.parameters.size(); ++i)
        if (target.parameters[i] == dummy && i < other->parameters.size())
          if (const Type *taken = takenMemory(other->parameters[i]); taken && mayPun(passedMemory(actual), taken))
            return true;
    return false;
  }

  /// The type of the memory that an argument lets the callee see; null: a value.
  static const Type *passedMemory(const Expr *actual) {
    if (auto *pointer = llvm::dyn_cast<PointerType>(actual->type->strip()); pointer && !pointer->fortran)
      return pointer->pointee->scalar()->strip();
    return actual->isPlace() ? withoutFortranPointer(actual->type) : nullptr;
  }

  /// A pointer dummy may be given a target.
  static const Type *withoutFortranPointer(const Type *type) {
    auto *pointer = llvm::dyn_cast<PointerType>(type->strip());
    return (pointer ? pointer->pointee : type)->scalar()->strip();
  }

  static const Type *takenMemory(const Symbol *dummy) {
    if (auto *pointer = llvm::dyn_cast<PointerType>(dummy->type->strip()); pointer && !pointer->fortran)
      return pointer->pointee->scalar()->strip();
    return dummy->byValue ? nullptr : withoutFortranPointer(dummy->type);
  }

  void pointerCast(const Convert &cast) {
    const Type *from = pointee(cast.operand->type), *to = pointee(cast.type);
    if (!from || !to || to->isVoid() || to->isProcedure() || from->isProcedure() || fits(cast, from, to) ||
        !varied.variesAtAll(variant, cast.operand))
      return;
    diagnostics.error(cast.location.known() ? cast.location : cast.operand->location,
                      "this cast would read memory that carries derivatives as another type",
                      "use the value itself, or convert it with arithmetic");
  }

  bool fits(const Convert &cast, const Type *from, const Type *to) {
    if (from->isVoid())
      return mayPun(untyped.reached(cast.operand), to);
    if (analysis::isVoidPointer(from) && to->isPointer() && pointee(to) && !pointee(to)->isVoid())
      return mayPun(untyped.inMemory(), pointee(to));
    return mayPun(from, to);
  }

  /// Whether what is behind a `void *` may be used as this type. Of what may belong to others, some has to fit.
  static bool mayPun(const analysis::VoidPointers::Types &behind, const Type *as) {
    auto fits = [&](const Type *type) { return transform::mayPun(type, as); };
    if (!std::all_of(behind.sure.begin(), behind.sure.end(), fits))
      return false;
    return behind.possible.empty() || !behind.sure.empty() ||
           std::any_of(behind.possible.begin(), behind.possible.end(), fits);
  }
  static bool mayPun(const Type *a, const Type *b) { return transform::mayPun(a, b); }

  /// memcpy and memmove.
  void copy(const Call &call) {
    const Expr *to = call.arguments[0].value, *from = call.arguments[1].value;
    if (!movesAlike(to, from) && (varied.variesAtAll(variant, to) || varied.variesAtAll(variant, from)))
      diagnostics.error(call.location,
                        "cannot follow derivatives through this '" + call.callee->name +
                            "': it moves bytes between different types",
                        "copy element by element");
  }

  bool movesAlike(const Expr *to, const Expr *from) {
    const Type *x = analysis::pointedTo(to), *y = analysis::pointedTo(from);
    if (!x || !y)
      return false;
    if (!x->isVoid() && !y->isVoid())
      return mayPun(x, y);
    if (!x->isVoid())
      return mayPun(untyped.reached(from), x);
    if (!y->isVoid())
      return mayPun(untyped.reached(to), y);
    analysis::VoidPointers::Types source = untyped.reached(from), target = untyped.reached(to);
    return std::all_of(source.sure.begin(), source.sure.end(), [&](const Type *t) { return mayPun(target, t); });
  }

  /// A pointer made of a number may point to anything.
  void integerCast(const Convert &cast) {
    if (llvm::isa<IntegerConstant>(cast.operand) || !analysis::carriesDerivative(cast.type))
      return;
    diagnostics.error(cast.location,
                      "cannot follow derivatives through a pointer made of an integer",
                      "keep it in a pointer variable");
  }
};

/// A variable of shared storage and the bytes it covers.
struct Member {
  const Symbol *symbol;
  const analysis::Variant *variant;
  uint64_t begin, end;
};

/// A COMMON block, or the number of an EQUIVALENCE class in its scope as one variant has it.
using Storage = std::tuple<const CommonBlock *, const analysis::Variant *, const Scope *, unsigned>;
using StoredMembers = std::map<Storage, std::vector<Member>>;

/// A member of a COMMON block reaches to the next one; of the last we only know that it has one element.
void collectMembers(const Scope &scope, const analysis::Variant &v, StoredMembers &blocks) {
  std::set<const Symbol *> listed;
  for (const CommonDeclaration &common : scope.commons)
    for (size_t i = 0; i < common.members.size(); ++i) {
      const Symbol *s = common.members[i];
      if (!s->overlay)
        continue;
      uint64_t begin = s->overlay->offset, end = begin + bytesOf(s->type->scalar()).value_or(1);
      if (i + 1 < common.members.size() && common.members[i + 1]->overlay)
        end = std::max(end, common.members[i + 1]->overlay->offset);
      blocks[{common.block, nullptr, nullptr, 0}].push_back({s, &v, begin, end});
      listed.insert(s);
    }
  for (auto &s : scope.symbols) {
    if (!s->overlay || s->kind != SymbolKind::Variable || listed.count(s.get()))
      continue;
    const CommonBlock *block = s->overlay->block;
    Storage storage = block ? Storage{block, nullptr, nullptr, 0} : Storage{nullptr, &v, &scope, s->overlay->group};
    std::optional<uint64_t> bytes = bytesOf(s->type);
    uint64_t begin = s->overlay->offset;
    blocks[storage].push_back({s.get(), &v, begin, bytes ? begin + *bytes : UINT64_MAX});
  }
}

void refuseShared(const CommonBlock *block, const Symbol &a, const Symbol &b, Diagnostics &diagnostics) {
  if (block)
    diagnostics.error(b.location,
                      "'" + b.name + "' shares memory of COMMON /" + block->name + "/ with '" + a.name +
                          "' of another type, which may hold a derivative",
                      "declare the block alike in all procedures");
  else
    diagnostics.error(b.location,
                      "cannot differentiate '" + b.name +
                          "': EQUIVALENCE gives its memory two types, and it may hold a derivative",
                      "use separate variables, or TRANSFER where bits are wanted");
}

/// COMMON blocks and EQUIVALENCE whose memory is of one type here and of another there. That integers see the
/// memory counts, whether or not a derivative is asked for the reals that the integers copy.
void checkStorage(Program &program, const analysis::Varied &varied, Diagnostics &diagnostics) {
  StoredMembers blocks;
  for (auto &v : varied.variants()) {
    const Procedure *p = v->procedure;
    for (; p; p = p->host)
      collectMembers(p->scope, *v, blocks);
  }
  if (!varied.variants().empty()) // globals vary for the whole program or not at all
    for (auto &unit : program.units)
      collectMembers(unit->scope, *varied.variants().front(), blocks);
  std::set<const Symbol *> refused;
  for (auto &[storage, members] : blocks) {
    std::stable_sort(members.begin(), members.end(),
                     [](const Member &a, const Member &b) { return a.begin < b.begin; });
    bool found = false;
    for (size_t i = 0; i < members.size() && !found; ++i)
      for (size_t j = i + 1; j < members.size() && members[j].begin < members[i].end && !found; ++j) {
        const Member &a = members[i], &b = members[j];
        found = !mayPun(a.symbol->type, b.symbol->type) &&
                (varied.variesAtAll(*a.variant, a.symbol) || varied.variesAtAll(*b.variant, b.symbol));
        if (found && refused.insert(b.symbol).second)
          refuseShared(std::get<0>(storage), *a.symbol, *b.symbol, diagnostics);
      }
  }
}

} // namespace

bool mayPun(const Type *a, const Type *b) {
  std::set<int> x, y;
  collectKinds(a, x);
  collectKinds(b, y);
  if (x.empty() || y.empty())
    return x.empty() && y.empty();
  return std::includes(x.begin(), x.end(), y.begin(), y.end()) ||
         std::includes(y.begin(), y.end(), x.begin(), x.end());
}

void checkCasts(Program &program, const analysis::Varied &varied, Diagnostics &diagnostics) {
  checkStorage(program, varied, diagnostics);
  analysis::VoidPointers untyped(program, varied.memory());
  std::set<const Procedure *> mismatched;
  for (auto &variant : varied.variants()) {
    CastCheck check(varied, *variant, untyped, mismatched, diagnostics);
    forEachStmt(variant->procedure->body, [&](const Stmt &s) { check.check(s); });
  }
}

} // namespace costate::transform
