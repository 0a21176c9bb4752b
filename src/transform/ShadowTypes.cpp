#include "transform/ShadowTypes.h"

#include "analysis/Differentiable.h"

namespace costate::transform {

using namespace ir;

bool hasDirections(const Type *type) { return type && analysis::isDifferentiableScalar(type); }

Dimension ShadowTypes::dimension(bool deferred) const {
  Dimension d;
  if (deferred)
    d.form = Dimension::Form::Deferred;
  else
    (language == Language::C ? d.extent : d.upper) = directions.count;
  return d;
}

const Type *ShadowTypes::handle() const { return Builder(program).integer(language); }

const Type *ShadowTypes::of(const Type *type, Location use) {
  if (!differ() || !analysis::carriesDerivative(type))
    return type;
  return scalar(type, false, use);
}

const Type *ShadowTypes::ofAllocatable(const Type *type, Location use) {
  if (!differ() || !analysis::carriesDerivative(type))
    return type;
  return scalar(type, true, use);
}

/// `deferred`: a real gets its dimension as deferred shape, since it is allocated with it.
const Type *ShadowTypes::scalar(const Type *type, bool deferred, Location use) {
  const Type *plain = type->strip();
  if (sets() && (plain->isReal() || plain->isComplex()))
    return handle();
  if (plain->isReal() || plain->isComplex()) {
    auto *qualified = llvm::dyn_cast<QualifiedType>(type);
    const Type *element = qualified ? qualified->underlying : type;
    return program.types.array(element, {dimension(deferred)}, language == Language::C);
  }
  if (auto *a = llvm::dyn_cast<ArrayType>(plain))
    return array(*a, use);
  if (auto *pointer = llvm::dyn_cast<PointerType>(plain)) {
    const Type *pointee = pointer->pointee->isVoid()
                              ? pointer->pointee->strip()
                              : scalar(pointer->pointee, pointer->fortran, use);
    auto *qualified = llvm::dyn_cast<QualifiedType>(type);
    return program.types.qualified(program.types.pointer(pointee, pointer->fortran), false, false,
                                   qualified && qualified->isRestrict);
  }
  if (auto *record = llvm::dyn_cast<RecordType>(plain))
    if (analysis::carriesDerivative(record))
      if (const RecordType *shadow = records.shadowOf(*record, use))
        return shadow;
  return type;
}

const Type *ShadowTypes::array(const ArrayType &a, Location use) {
  std::vector<Dimension> dimensions = a.dimensions;
  if (!hasDirections(a.element))
    return program.types.array(scalar(a.element, false, use), dimensions, a.rowMajor);
  if (sets())
    return program.types.array(handle(), dimensions, a.rowMajor);
  const Type *element = a.element;
  if (auto *qualified = llvm::dyn_cast<QualifiedType>(element))
    element = qualified->underlying;
  if (a.rowMajor) {
    dimensions.push_back(dimension(false));
  } else {
    Dimension first = dimension(false);
    Dimension::Form form = dimensions.front().form;
    if (form == Dimension::Form::Deferred || form == Dimension::Form::Assumed) {
      first = {};
      first.form = form;
    }
    dimensions.insert(dimensions.begin(), first);
  }
  return program.types.array(element, dimensions, a.rowMajor);
}

void ShadowTypes::shape(Symbol &shadow) {
  if (!differ())
    return;
  const Type *original = shadow.type;
  shadow.type = shadow.allocatable ? ofAllocatable(original, shadow.location)
                                   : of(original, shadow.location);
  if (shadow.storage == Storage::Argument)
    shapeParameter(shadow, original);
}

/// C has no array parameters: the directions of a scalar come as a pointer to the first. What was
/// passed by value is read only, or copied by the procedure.
void ShadowTypes::shapeParameter(Symbol &shadow, const Type *original) {
  bool scalar = several() && hasDirections(original) && !original->isArray();
  if (language == Language::Fortran) {
    if (scalar)
      shadow.byValue = false;
    return;
  }
  if (shadow.writtenArray)
    shadow.writtenArray = of(shadow.writtenArray, shadow.location);
  if (scalar) {
    shadow.writtenArray = shadow.type;
    shadow.type = program.types.pointer(shadow.type->scalar());
  }
}

std::optional<unsigned> ShadowTypes::component(const RecordType &shadow, const RecordType &record,
                                               unsigned component) {
  if (record.parent && component == 0) // it has the name of the parent's type
    return shadow.parent ? std::optional(0u) : std::nullopt;
  for (unsigned i = 0; i < shadow.components.size(); ++i)
    if (shadow.components[i].name == record.components[component].name)
      return i;
  return std::nullopt;
}

const Type *withoutConst(const Type *type, Program &program) {
  const Type *plain = type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(plain); pointer && !pointer->fortran)
    return program.types.pointer(withoutConst(pointer->pointee, program));
  if (auto *array = llvm::dyn_cast<ArrayType>(plain); array && array->rowMajor)
    return program.types.array(withoutConst(array->element, program), array->dimensions, true);
  auto *qualified = llvm::dyn_cast<QualifiedType>(type);
  return qualified && qualified->isConst ? withoutConst(qualified->underlying, program) : type;
}

const Type *assignable(const Type *type, Program &program) {
  if (auto *array = llvm::dyn_cast<ArrayType>(type->strip()); array && array->rowMajor)
    return program.types.array(assignable(array->element, program), array->dimensions, true);
  auto *qualified = llvm::dyn_cast<QualifiedType>(type);
  return qualified && qualified->isConst ? assignable(qualified->underlying, program) : type;
}

} // namespace costate::transform
