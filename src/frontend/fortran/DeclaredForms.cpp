#include "frontend/fortran/DeclaredForms.h"

namespace costate::frontend::fortran {

/// Walks the checked program once. Program units nest (internal procedures), so the unit that
/// statements belong to is a stack of parse tree nodes.
struct FormCollector {
  FormCollector(DeclaredForms &out, const Session &session) : out(out), session(session) {}

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}

  bool Pre(const parser::ExecutionPart &) { return ++executing; }
  void Post(const parser::ExecutionPart &) { --executing; }
  void Post(const parser::Name &name) {
    if (executing && name.symbol)
      out.used.insert(&name.symbol->GetUltimate());
  }

  bool Pre(const parser::MainProgram &x) { return enter(&x); }
  void Post(const parser::MainProgram &) { leave(); }
  bool Pre(const parser::FunctionSubprogram &x) { return enter(&x); }
  void Post(const parser::FunctionSubprogram &) { leave(); }
  bool Pre(const parser::SubroutineSubprogram &x) { return enter(&x); }
  void Post(const parser::SubroutineSubprogram &) { leave(); }
  bool Pre(const parser::SeparateModuleSubprogram &x) { return enter(&x); }
  void Post(const parser::SeparateModuleSubprogram &) { leave(); }
  bool Pre(const parser::Module &x) { return enter(&x); }
  void Post(const parser::Module &) { leave(); }
  bool Pre(const parser::Submodule &x) { return enter(&x); }
  void Post(const parser::Submodule &) { leave(); }
  bool Pre(const parser::BlockData &x) { return enter(&x); }
  void Post(const parser::BlockData &) { leave(); }
  bool Pre(const parser::InterfaceBody &x) { return enter(&x); }
  void Post(const parser::InterfaceBody &) { leave(); }

  void Post(const parser::TypeDeclarationStmt &x) {
    auto &[typeSpec, attributes, entities] = x.t;
    const parser::ArraySpec *shape = nullptr;
    for (const parser::AttrSpec &attribute : attributes)
      if (auto *spec = std::get_if<parser::ArraySpec>(&attribute.u))
        shape = spec;
    for (const parser::EntityDecl &entity : entities) {
      DeclaredForm *form = formOf(std::get<parser::ObjectName>(entity.t));
      if (!form)
        continue;
      form->typeSpec = &typeSpec;
      if (shape)
        form->shape = shape;
      setShape(form, std::get<std::optional<parser::ArraySpec>>(entity.t));
      if (auto &length = std::get<std::optional<parser::CharLength>>(entity.t))
        form->length = &*length;
      if (auto &init = std::get<std::optional<parser::Initialization>>(entity.t))
        form->initialization = &*init;
    }
  }
  void Post(const parser::DataComponentDefStmt &x) {
    auto &[typeSpec, attributes, entities] = x.t;
    const parser::ComponentArraySpec *shape = nullptr;
    for (const parser::ComponentAttrSpec &attribute : attributes)
      if (auto *spec = std::get_if<parser::ComponentArraySpec>(&attribute.u))
        shape = spec;
    for (const parser::ComponentOrFill &entity : entities)
      if (auto *decl = std::get_if<parser::ComponentDecl>(&entity.u))
        component(*decl, typeSpec, shape);
  }
  void Post(const parser::DimensionStmt &x) {
    for (auto &declaration : x.v)
      if (DeclaredForm *form = formOf(std::get<parser::Name>(declaration.t)))
        form->shape = &std::get<parser::ArraySpec>(declaration.t);
  }
  void Post(const parser::CommonBlockObject &x) {
    if (DeclaredForm *form = formOf(std::get<parser::Name>(x.t)))
      setShape(form, std::get<std::optional<parser::ArraySpec>>(x.t));
  }
  void Post(const parser::ObjectDecl &x) { // ALLOCATABLE and TARGET statements
    if (DeclaredForm *form = formOf(std::get<parser::ObjectName>(x.t)))
      setShape(form, std::get<std::optional<parser::ArraySpec>>(x.t));
  }
  void Post(const parser::NamedConstantDef &x) {
    auto &[name, value] = x.t;
    if (DeclaredForm *form = formOf(name.v))
      form->constant = &value.thing.value();
  }
  void Post(const parser::Enumerator &x) {
    auto &[name, value] = x.t;
    if (DeclaredForm *form = formOf(name.v); form && value)
      form->constant = &value->thing.thing.thing.value();
  }
  // `character*8 function f(x)`: the length belongs to the result.
  void Post(const parser::FunctionStmt &x) {
    const auto &name = std::get<parser::Name>(x.t);
    const semantics::SubprogramDetails *details =
        name.symbol ? name.symbol->detailsIf<semantics::SubprogramDetails>() : nullptr;
    if (!details || !details->isFunction())
      return;
    for (const parser::PrefixSpec &prefix : std::get<std::list<parser::PrefixSpec>>(x.t))
      if (auto *spec = std::get_if<parser::DeclarationTypeSpec>(&prefix.u))
        out.forms[&details->result()].typeSpec = spec;
  }
  void Post(const parser::StmtFunctionStmt &x) {
    const auto &name = std::get<0>(x.t);
    if (name.symbol)
      out.statementFunctions[&name.symbol->GetUltimate()] = &x;
  }
  void Post(const parser::DataStmt &x) { unit().data.push_back(&x); }
  void Post(const parser::UseStmt &x) { unit().uses.push_back(&x); }
  void Post(const parser::AssignStmt &x) {
    auto &[label, name] = x.t;
    if (name.symbol)
      unit().assigned.push_back({&name.symbol->GetUltimate(), label});
  }
  void Post(const parser::Statement<common::Indirection<parser::EntryStmt>> &x) {
    unit().entries.push_back({&x.statement.value(), session.locate(x.source), executing != 0});
  }
  void Post(const parser::Statement<common::Indirection<parser::FormatStmt>> &x) {
    if (x.label)
      unit().formats.emplace_back(*x.label, &x.statement.value());
  }

private:
  bool enter(const void *node) {
    units.push_back(node);
    return true;
  }
  void leave() { units.pop_back(); }
  DeclaredStatements &unit() { return out.perUnit[units.empty() ? nullptr : units.back()]; }

  DeclaredForm *formOf(const parser::Name &name) {
    return name.symbol ? &out.forms[&name.symbol->GetUltimate()] : nullptr;
  }
  void setShape(DeclaredForm *form, const std::optional<parser::ArraySpec> &shape) {
    if (shape)
      form->shape = &*shape;
  }
  void component(const parser::ComponentDecl &decl, const parser::DeclarationTypeSpec &typeSpec,
                 const parser::ComponentArraySpec *shape) {
    DeclaredForm *form = formOf(std::get<parser::Name>(decl.t));
    if (!form)
      return;
    form->typeSpec = &typeSpec;
    form->componentShape = shape;
    if (auto &own = std::get<std::optional<parser::ComponentArraySpec>>(decl.t))
      form->componentShape = &*own;
    if (auto &length = std::get<std::optional<parser::CharLength>>(decl.t))
      form->length = &*length;
    if (auto &init = std::get<std::optional<parser::Initialization>>(decl.t))
      form->initialization = &*init;
  }

  DeclaredForms &out;
  const Session &session;
  std::vector<const void *> units;
  unsigned executing = 0;
};

void DeclaredForms::collect(const parser::Program &program, const Session &session) {
  FormCollector collector(*this, session);
  parser::Walk(program, collector);
}

const DeclaredForm &DeclaredForms::form(const SemSymbol &symbol) const {
  static const DeclaredForm none;
  auto it = forms.find(&symbol.GetUltimate());
  return it == forms.end() ? none : it->second;
}

bool DeclaredForms::isUsed(const SemSymbol &symbol) const {
  return used.count(&symbol.GetUltimate()) != 0;
}

const parser::StmtFunctionStmt *DeclaredForms::statementFunction(const SemSymbol &symbol) const {
  auto it = statementFunctions.find(&symbol.GetUltimate());
  return it == statementFunctions.end() ? nullptr : it->second;
}

const DeclaredStatements &DeclaredForms::statements(const void *programUnit) const {
  static const DeclaredStatements none;
  auto it = perUnit.find(programUnit);
  return it == perUnit.end() ? none : it->second;
}

} // namespace costate::frontend::fortran
