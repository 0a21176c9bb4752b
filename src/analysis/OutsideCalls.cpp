#include "analysis/OutsideCalls.h"

#include "analysis/LibraryFunctions.h"

namespace costate::analysis {

using namespace ir;

namespace {

OutsideEffect specified(const Call &call, const ExternalUse &use) {
  const External &spec = *use.spec;
  OutsideEffect out;
  out.known = true;
  auto from = [&](int written) {
    std::vector<unsigned> arguments;
    if (!spec.inactive)
      for (int i : spec.dependsOn(written))
        if (i + use.firstArgument < call.arguments.size())
          arguments.push_back(i + use.firstArgument);
    return arguments;
  };
  for (size_t i = use.firstArgument; i < call.arguments.size(); ++i) {
    size_t own = i - use.firstArgument;
    if (!spec.mayWrite(call, own))
      continue;
    bool active = own < spec.arguments.size() && spec.arguments[own].active;
    out.written.push_back({int(i), active ? from(own) : std::vector<unsigned>()});
  }
  out.written.push_back({resultArgument, spec.isFunction ? from(resultArgument)
                                                          : std::vector<unsigned>()});
  return out;
}

OutsideEffect ofLibrary(const Call &call, LibraryEffect effect) {
  OutsideEffect out;
  out.known = true;
  switch (effect) {
  case LibraryEffect::Output:
    break;
  case LibraryEffect::Input:
    for (unsigned i = firstStored(call); i < call.arguments.size(); ++i)
      out.written.push_back({int(i), {}});
    break;
  case LibraryEffect::CopiesBytes:
    out.copies = true;
    out.written.push_back({0, {1}});
    break;
  case LibraryEffect::SetsBytes:
    out.written.push_back({0, {}});
    break;
  case LibraryEffect::SplitsNumber:
    out.written.push_back({1, {}});
    out.written.push_back({resultArgument, {0}});
    break;
  case LibraryEffect::Unknown:
    out.known = false;
  }
  return out;
}

} // namespace

OutsideEffect outsideEffect(const Call &call, Language language, const Externals *externals) {
  if (call.pointer || !call.callee || call.callee->isDummyProcedure())
    return {};
  if (movesAllocation(call)) {
    OutsideEffect out;
    out.known = out.copies = true;
    out.written.push_back({1, {0}});
    return out;
  }
  if (ExternalUse use = externals ? externals->of(call, language) : ExternalUse())
    return specified(call, use);
  return ofLibrary(call, libraryEffect(call));
}

} // namespace costate::analysis
