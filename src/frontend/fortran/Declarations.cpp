#include "frontend/fortran/Declarations.h"

#include <algorithm>

namespace costate::frontend::fortran {

namespace {

class ScopeReader {
public:
  ScopeReader(Translation &t, Owner owner, const SemScope &scope)
      : t(t), owner(owner), scope(scope) {}

  void run() {
    records();
    procedureInterface();
    variables();
    commons();
    equivalences();
    namelists();
    generics();
  }

private:
  /// Whether a symbol of the scope is declared by it.
  static bool isDeclared(const SemSymbol &symbol) {
    if (symbol.test(SemSymbol::Flag::CompilerCreated) || symbol.name().ToString()[0] == '.')
      return false;
    if (symbol.has<semantics::ObjectEntityDetails>() || symbol.has<semantics::EntityDetails>())
      return true;
    if (symbol.has<semantics::ProcEntityDetails>())
      return !symbol.attrs().test(Attr::INTRINSIC);
    if (auto *subprogram = symbol.detailsIf<semantics::SubprogramDetails>())
      return !subprogram->stmtFunction() && !symbol.test(SemSymbol::Flag::StmtFunction) &&
             !symbol.attrs().test(Attr::ABSTRACT) && !subprogram->entryScope();
    return false;
  }

  // A type behind a generic of its name has the generic's place in Flang's order: sort again.
  void records() {
    std::vector<const SemSymbol *> types;
    for (const semantics::SymbolRef &symbol : scope.GetSymbols()) {
      const SemSymbol *type = &*symbol;
      if (auto *generic = type->detailsIf<semantics::GenericDetails>())
        type = generic->derivedType();
      if (type && type->owner() == scope && type->has<semantics::DerivedTypeDetails>() &&
          !type->test(SemSymbol::Flag::CompilerCreated))
        types.push_back(type);
    }
    std::stable_sort(types.begin(), types.end(), [](auto *a, auto *b) {
      return a->name().begin() < b->name().begin();
    });
    for (const SemSymbol *type : types) {
      semantics::DerivedTypeSpec spec(type->name(), *type);
      t.record(spec, t.locate(type->name()));
    }
  }

  // Arguments come first, in their order, whatever the order of their declarations.
  void procedureInterface() {
    ir::Procedure *p = owner.procedure;
    if (!p)
      return;
    p->resultType = t.program.types.voidType();
    auto *details =
        scope.symbol() ? scope.symbol()->detailsIf<semantics::SubprogramDetails>() : nullptr;
    if (!details)
      return;
    for (const SemSymbol *dummy : details->dummyArgs()) {
      if (dummy)
        p->parameters.push_back(t.symbol(*dummy));
      else
        t.refuse(p->location, "alternate returns are not supported",
                 "return an integer code and branch on it in the caller");
    }
    if (details->isFunction()) {
      p->result = t.symbol(details->result());
      p->result->storage = ir::Storage::Result;
      p->resultType = p->result->type;
    }
  }

  void variables() {
    for (const semantics::SymbolRef &symbol : scope.GetSymbols())
      if (isDeclared(*symbol))
        t.symbol(*symbol);
      else if (symbol->has<semantics::SubprogramDetails>() &&
               symbol->attrs().test(Attr::ABSTRACT))
        t.interface(*symbol);
      else if (auto *generic = symbol->detailsIf<semantics::GenericDetails>();
               generic && generic->specific() && generic->specific()->owner() == scope)
        t.symbol(*generic->specific());
  }

  void commons() {
    std::vector<const SemSymbol *> blocks;
    for (const auto &[name, block] : scope.commonBlocks())
      blocks.push_back(&*block);
    std::stable_sort(blocks.begin(), blocks.end(), [](auto *a, auto *b) {
      return a->template get<semantics::CommonBlockDetails>().sourceLocation().begin() <
             b->template get<semantics::CommonBlockDetails>().sourceLocation().begin();
    });
    for (const SemSymbol *block : blocks) {
      const auto &details = block->get<semantics::CommonBlockDetails>();
      ir::CommonDeclaration declaration;
      declaration.block = t.program.common(block->name().ToString());
      declaration.block->size = std::max<uint64_t>(declaration.block->size, block->size());
      declaration.block->saved |= block->attrs().test(Attr::SAVE);
      if (block->attrs().test(Attr::BIND_C) && details.bindName())
        declaration.block->bindingName = *details.bindName();
      for (const auto &member : details.objects())
        declaration.members.push_back(t.symbol(*member));
      owner.scope().commons.push_back(std::move(declaration));
    }
  }

  const ir::Expr *equivalenced(const semantics::EquivalenceObject &object) {
    ir::Symbol *symbol = t.symbol(object.symbol);
    const ir::Expr *place = t.build.variable(symbol, t.locate(object.source));
    const ir::Type *index = t.build.integer(ir::Language::Fortran);
    auto constant = [&](int64_t value) -> const ir::Expr * {
      const ir::Expr *c = t.build.constant(index, value < 0 ? -value : value);
      return value < 0 ? t.program.exprs.make<ir::Unary>(index, ir::UnaryOp::Negate, c) : c;
    };
    std::vector<const ir::Expr *> subscripts;
    for (auto s : object.subscripts)
      subscripts.push_back(constant(s));
    if (!subscripts.empty())
      place = t.program.exprs.make<ir::Element>(symbol->type->scalar(), place, subscripts);
    if (object.substringStart)
      place = t.program.exprs.make<ir::Substring>(symbol->type->scalar(), place,
                                                  constant(*object.substringStart), nullptr);
    return place;
  }

  void equivalences() {
    for (const semantics::EquivalenceSet &set : scope.equivalenceSets()) {
      std::vector<const ir::Expr *> places;
      for (const semantics::EquivalenceObject &object : set)
        if (object.symbol.name().ToString()[0] != '.') // Flang's own, for initial values
          places.push_back(equivalenced(object));
      if (places.size() < 2)
        continue;
      owner.scope().equivalences.push_back(std::move(places));
    }
    if (!scope.equivalenceSets().empty())
      overlays();
  }

  // Symbols that share storage lie at Flang's offsets; a class that holds a member of a COMMON
  // block lies in that block.
  void overlays() {
    unsigned group = 0;
    for (const auto &associated : semantics::GetStorageAssociations(scope)) {
      if (associated.size() < 2)
        continue;
      ++group;
      ir::CommonBlock *block = nullptr;
      uint64_t lowest = UINT64_MAX;
      for (const semantics::SymbolRef &ref : associated) {
        if (const SemSymbol *common = semantics::FindCommonBlockContaining(*ref))
          block = t.program.common(common->name().ToString());
        lowest = std::min<uint64_t>(lowest, ref->offset());
      }
      for (const semantics::SymbolRef &ref : associated) {
        if (ref->test(SemSymbol::Flag::CompilerCreated))
          continue;
        ir::Overlay overlay;
        overlay.block = block;
        overlay.group = block ? 0 : group;
        overlay.offset = block ? ref->offset() : ref->offset() - lowest;
        t.symbol(*ref)->overlay = overlay;
      }
    }
  }

  void namelists() {
    for (const semantics::SymbolRef &symbol : scope.GetSymbols())
      if (auto *details = symbol->detailsIf<semantics::NamelistDetails>()) {
        std::vector<ir::Symbol *> members;
        for (const semantics::SymbolRef &object : details->objects())
          members.push_back(t.symbol(*object));
        owner.scope().namelists.emplace_back(symbol->name().ToString(), std::move(members));
      }
  }

  void generics() {
    for (const semantics::SymbolRef &symbol : scope.GetSymbols()) {
      auto *details = symbol->detailsIf<semantics::GenericDetails>();
      if (!details || symbol->has<semantics::UseDetails>())
        continue;
      ir::GenericInterface out;
      out.name = genericName(*symbol);
      out.isPrivate = isPrivate(*symbol);
      out.location = t.locate(symbol->name());
      for (const semantics::SymbolRef &specific : details->specificProcs())
        out.specifics.push_back(t.symbol(*specific));
      if (out.specifics.empty())
        continue;
      out.symbol = t.genericSymbol(*symbol);
      owner.scope().generics.push_back(std::move(out));
    }
  }

  Translation &t;
  Owner owner;
  const SemScope &scope;
};

} // namespace

void declareScope(Translation &t, Owner owner, const SemScope &scope) {
  ScopeReader(t, owner, scope).run();
}

} // namespace costate::frontend::fortran
