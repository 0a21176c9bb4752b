#include "analysis/Extensions.h"

namespace costate::analysis {

using namespace ir;

std::vector<const RecordType *> recordTypes(Program &program) {
  std::vector<const RecordType *> out;
  for (auto &unit : program.units)
    out.insert(out.end(), unit->scope.records.begin(), unit->scope.records.end());
  for (Procedure *p : procedures(program))
    out.insert(out.end(), p->scope.records.begin(), p->scope.records.end());
  return out;
}

std::vector<const RecordType *> extensionsOf(Program &program, const RecordType &base) {
  std::vector<const RecordType *> out;
  for (const RecordType *type : recordTypes(program))
    for (const RecordType *parent = type->parent; parent; parent = parent->parent)
      if (parent == &base)
        out.push_back(type);
  return out;
}

} // namespace costate::analysis
