#include "frontend/fortran/ModuleOrder.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace costate::frontend::fortran {

namespace {

/// The names of modules and submodules a program unit needs.
struct UseCollector {
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  // Executable parts hold no USE outside BLOCK, but expressions are most of the tree.
  bool Pre(const parser::Expr &) { return false; }
  void Post(const parser::UseStmt &use) { names.push_back(use.moduleName.ToString()); }
  void Post(const parser::ParentIdentifier &id) {
    auto &[ancestor, parent] = id.t;
    names.push_back(parent ? ancestor.ToString() + ":" + parent->ToString() : ancestor.ToString());
  }
  std::vector<std::string> names;
};

/// The name others may need this unit by; empty for what is no module.
std::string provides(const parser::ProgramUnit &unit) {
  if (auto *m = std::get_if<common::Indirection<parser::Module>>(&unit.u))
    return std::get<parser::Statement<parser::ModuleStmt>>(m->value().t).statement.v.ToString();
  if (auto *s = std::get_if<common::Indirection<parser::Submodule>>(&unit.u)) {
    auto &stmt = std::get<parser::Statement<parser::SubmoduleStmt>>(s->value().t).statement;
    auto &[parent, name] = stmt.t;
    return std::get<0>(parent.t).ToString() + ":" + name.ToString();
  }
  return {};
}

class Order {
public:
  explicit Order(std::list<parser::ProgramUnit> &units) : units(units) {
    for (auto it = units.begin(); it != units.end(); ++it)
      if (std::string name = provides(*it); !name.empty())
        providers.try_emplace(name, it);
  }

  std::list<parser::ProgramUnit> run() {
    std::vector<std::list<parser::ProgramUnit>::iterator> all;
    for (auto it = units.begin(); it != units.end(); ++it)
      all.push_back(it);
    for (auto it : all)
      place(it);
    return std::move(ordered);
  }

private:
  // A unit that is being placed is not placed again: circular use is for Flang to report.
  void place(std::list<parser::ProgramUnit>::iterator it) {
    if (!begun.insert(&*it).second)
      return;
    UseCollector uses;
    parser::Walk(*it, uses);
    for (const std::string &name : uses.names)
      if (auto found = providers.find(name); found != providers.end())
        place(found->second);
    ordered.splice(ordered.end(), units, it);
  }

  std::list<parser::ProgramUnit> &units;
  std::list<parser::ProgramUnit> ordered;
  std::map<std::string, std::list<parser::ProgramUnit>::iterator> providers;
  std::set<const parser::ProgramUnit *> begun;
};

} // namespace

std::list<parser::ProgramUnit> orderByModules(std::list<parser::ProgramUnit> &&units) {
  return Order(units).run();
}

} // namespace costate::frontend::fortran
