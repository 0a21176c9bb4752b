#include "check/Point.h"

#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cmath>

namespace costate::check {

using namespace ir;
namespace json = llvm::json;

namespace {

constexpr int64_t defaultSize = 5;

std::string lower(const std::string &s) { return llvm::StringRef(s).lower(); }

} // namespace

// ---- Random numbers -------------------------------------------------------------------------------

Random::Random(const std::string &seed) : state(0x9e3779b97f4a7c15u) {
  for (unsigned char c : seed)
    state = (state ^ c) * 0x100000001b3u;
}

uint64_t Random::next() { // splitmix64
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::vector<Number> direction(const Leaf &leaf, const std::vector<Number> &values,
                              unsigned number) {
  Random random("direction " + std::to_string(number) + " " + leaf.name);
  std::vector<Number> out;
  for (Number x : values) {
    uint64_t bits = random.next();
    Number magnitude = Number(16 + bits % 49) / 64;
    Number scale = x == 0 || !std::isfinite(x) ? 1 : std::exp2(std::floor(std::log2(std::fabs(x))));
    out.push_back((bits >> 60 & 1 ? -1 : 1) * magnitude * scale);
  }
  return out;
}

// ---- What the user gives --------------------------------------------------------------------------

Point::Point(const Options &options, Hints hints, Diagnostics &diagnostics)
    : options(options), hints(std::move(hints)), diagnostics(diagnostics) {
  for (const std::string &text : options.sizes) {
    size_t equals = text.find('=');
    std::vector<int64_t> numbers;
    for (size_t at = equals; at < text.size();) {
      size_t comma = std::min(text.find(',', at + 1), text.size());
      char *end = nullptr;
      std::string number = text.substr(at + 1, comma - at - 1);
      numbers.push_back(std::strtoll(number.c_str(), &end, 10));
      if (number.empty() || *end)
        numbers.clear(), comma = text.size();
      at = comma;
    }
    if (numbers.empty())
      diagnostics.error({}, "cannot read the size '" + text + "'", "write it as --size n=20");
    else
      sizes[text.substr(0, equals)] = numbers;
  }
  if (options.at.empty())
    return;
  auto buffer = llvm::MemoryBuffer::getFile(options.at);
  if (!buffer) {
    diagnostics.error({}, "cannot read '" + options.at + "': " + buffer.getError().message(),
                      "--at names a JSON file with the point");
    return;
  }
  llvm::Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  if (!value) {
    diagnostics.error({}, "'" + options.at + "' is not JSON: " + llvm::toString(value.takeError()),
                      "write the point as {\"n\": 3, \"x\": [1.0, 2.0, 3.0]}");
    return;
  }
  if (json::Object *o = value->getAsObject())
    object = std::move(*o);
  else
    diagnostics.error({}, "'" + options.at + "' holds no object",
                      "write the point as {\"n\": 3, \"x\": [1.0, 2.0, 3.0]}");
}

const json::Value *Point::member(const json::Object &o, const std::string &name, bool anyCase) {
  if (const json::Value *exact = o.get(name))
    return exact;
  for (auto &[key, value] : o)
    if (anyCase && lower(key.str()) == lower(name))
      return &value;
  return nullptr;
}

namespace {

bool isFortran(const Symbol &s) {
  return (s.unit ? s.unit->language() : s.owner->language) == Language::Fortran;
}

} // namespace

std::optional<json::Value> Point::given(const Leaf &leaf) {
  std::string outer = leaf.name.substr(0, leaf.name.find_first_of("%.-[", 1));
  for (const std::string &name : {leaf.name, outer, leaf.root->name})
    if (const json::Value *value = member(object, name, isFortran(*leaf.root))) {
      used.insert(lower(name));
      if (name == leaf.name)
        return *value;
      return part(*value, leaf, 0);
    }
  return std::nullopt;
}

/// A component of an object; of a list, the list of what its elements have there.
std::optional<json::Value> Point::part(const json::Value &value, const Leaf &leaf,
                                       size_t component) {
  if (component == leaf.components.size())
    return value;
  if (auto *list = value.getAsArray()) {
    json::Array out;
    for (const json::Value &element : *list)
      if (auto found = part(element, leaf, component))
        out.push_back(std::move(*found));
    if (out.empty())
      return std::nullopt;
    return json::Value(std::move(out));
  }
  auto *inner = value.getAsObject();
  const json::Value *found =
      inner ? member(*inner, leaf.components[component], isFortran(*leaf.root)) : nullptr;
  if (!found)
    return std::nullopt;
  return part(*found, leaf, component + 1);
}

bool Point::sized(const std::string &name, std::vector<int64_t> &out) {
  for (auto &[key, numbers] : sizes)
    if (key == name || lower(key) == lower(name)) {
      used.insert("size " + key);
      out = numbers;
      return true;
    }
  return false;
}

void Point::checkNames(const Plan &plan) {
  std::string known;
  for (const Leaf &leaf : plan.leaves)
    if (leaf.read)
      known += (known.empty() ? "" : ", ") + leaf.name;
  for (auto &[key, numbers] : sizes)
    if (!used.count("size " + key))
      diagnostics.error({}, "nothing is called '" + key + "' in --size", "the head takes " + known);
  for (auto &[key, value] : object)
    if (!used.count(lower(key.str())))
      diagnostics.error({}, "nothing is called '" + key.str() + "' in '" + options.at + "'",
                        "the head takes " + known);
}

namespace {

/// One of the user's: what a derivative in C calls of them is left as prototypes.
Symbol *procedureNamed(llvm::StringRef name, Program &program, Language language) {
  auto isNamed = [&](const Procedure &p) {
    return p.language == language && p.symbol &&
           (language == Language::C ? p.name == name : lower(p.name) == lower(name.str()));
  };
  for (Procedure *p : procedures(program))
    if (isNamed(*p))
      return p->symbol;
  for (auto &unit : program.units)
    for (auto &p : unit->interfaces)
      if (isNamed(*p))
        return p->symbol;
  return nullptr;
}

} // namespace

Choices Point::choices(Program &program, const Procedure &head) {
  Choices out;
  for (const Symbol *s : head.parameters) {
    const json::Value *value = member(object, s->name, head.language == Language::Fortran);
    std::optional<llvm::StringRef> text = value ? value->getAsString() : std::nullopt;
    std::vector<int64_t> ignored;
    if ((value && value->getAsArray()) || sized(s->name, ignored))
      out.arrays.insert(s->name);
    auto *pointer = llvm::dyn_cast_or_null<PointerType>(s->type ? s->type->strip() : nullptr);
    if ((pointer && pointer->pointee->isProcedure()) || s->kind == SymbolKind::Procedure) {
      used.insert(lower(s->name));
      if (Symbol *given = text ? procedureNamed(*text, program, head.language) : nullptr)
        out.procedures[s->name] = given;
    } else if (text) {
      out.lengths[s->name] = std::max<size_t>(1, text->size());
    } else if (auto hint = hints.texts.find(s); hint != hints.texts.end()) {
      out.lengths[s->name] = std::max<size_t>(1, hint->second.size());
    }
  }
  return out;
}

// ---- Extents --------------------------------------------------------------------------------------

void Point::chooseExtents(Plan &plan) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    Buffer &buffer = plan.buffers[i];
    if (buffer.given.empty() && buffer.freeCount())
      chooseExtents(buffer, i, plan);
  }
}

namespace {

/// How long a value of JSON is, level by level.
std::vector<int64_t> shapeOf(const json::Value *value) {
  std::vector<int64_t> out;
  for (auto *list = value->getAsArray(); list; list = value->getAsArray()) {
    out.push_back(list->size());
    if (list->empty())
      break;
    value = &list->front();
  }
  if (auto text = value->getAsString(); text && out.empty())
    out.push_back(text->size() + 1); // C's final zero
  return out;
}

/// At which level of a leaf's shape the dimensions of a buffer begin; none where it has no part in it.
std::optional<size_t> levelOf(const Leaf &leaf, int buffer) {
  for (size_t i = 0; i < leaf.loops.size(); ++i)
    if (leaf.loops[i].buffer == buffer)
      return i;
  if (leaf.buffer == buffer)
    return leaf.loops.size();
  return std::nullopt;
}

} // namespace

void Point::chooseExtents(Buffer &buffer, unsigned number, const Plan &plan) {
  std::vector<int64_t> sized, shape;
  size_t level = 0;
  bool isValue = false; // `--size n=20` of an `int *n` is its value
  for (const Leaf &leaf : plan.leaves)
    if (auto found = levelOf(leaf, number)) {
      isValue |= leaf.element.kind == Element::Kind::Integer && leaf.components.empty() &&
                 hints.sizes.count(leaf.root);
      level = *found;
      if (auto value = given(leaf); value && shape.empty())
        shape = shapeOf(&*value);
    }
  std::string name = buffer.name.substr(0, buffer.name.find("[]"));
  if (!isValue && this->sized(name, sized) && sized.size() > level) {
    sized.erase(sized.begin(), sized.begin() + level);
    buffer.growable = false;
  } else {
    sized.clear();
  }
  for (size_t d = 0, free = 0; d < buffer.dimensions.size(); ++d) {
    if (buffer.dimensions[d].form == Dimension::Form::Explicit)
      continue;
    int64_t made = buffer.growable ? 1 : defaultSize;
    if (level + d < shape.size())
      made = shape[level + d];
    if (free < sized.size())
      made = sized[free];
    buffer.given.push_back(made);
    ++free;
  }
}

// ---- Values ---------------------------------------------------------------------------------------

void Point::wrong(const Leaf &leaf, const std::string &expected) {
  diagnostics.error({}, "'" + leaf.name + "' in '" + options.at + "' does not fit: expected " + expected,
                    "arrays are nested lists, [[a11, a12], [a21, a22]]; a complex number is [re, im]");
}

bool Point::fillElement(const Leaf &leaf, const json::Value &value, int64_t at, LeafValues &out) {
  using Kind = Element::Kind;
  unsigned parts = leaf.element.parts();
  if (leaf.element.kind == Kind::Character) {
    auto text = value.getAsString();
    if (!text)
      return false;
    std::string fixed = text->str();
    fixed.resize(leaf.element.bytes, ' ');
    out.text.replace(at * leaf.element.bytes, leaf.element.bytes, fixed);
    return true;
  }
  if (auto *pair = value.getAsArray(); pair && parts == 2 && pair->size() == 2) {
    for (unsigned i = 0; i < 2; ++i)
      if (auto number = (*pair)[i].getAsNumber())
        out.numbers[2 * at + i] = *number;
      else
        return false;
    return true;
  }
  if (auto truth = value.getAsBoolean(); truth && leaf.element.kind == Kind::Logical)
    out.numbers[at] = *truth;
  else if (auto integer = value.getAsInteger())
    out.numbers[parts * at] = *integer;
  else if (auto number = value.getAsNumber(); number && leaf.element.differentiable())
    out.numbers[parts * at] = *number;
  else if (auto text = value.getAsString(); text && text->size() == 1 && leaf.element.bytes == 1)
    out.numbers[at] = static_cast<unsigned char>((*text)[0]);
  else
    return false;
  return true;
}

bool Point::fill(const Leaf &leaf, const json::Value &value, LeafValues &out, Language language) {
  if (leaf.rank == 0)
    return fillElement(leaf, value, 0, out);
  if (auto text = value.getAsString(); text && leaf.element.bytes == 1 && leaf.rank == 1 &&
                                       leaf.element.kind == Element::Kind::Integer) {
    for (size_t i = 0; i < text->size() && i < out.numbers.size(); ++i)
      out.numbers[i] = static_cast<unsigned char>((*text)[i]);
    if (text->size() < out.numbers.size())
      out.numbers[text->size()] = 0;
    return static_cast<int64_t>(text->size()) <= leaf.count();
  }
  auto *flat = value.getAsArray();
  if (!flat && leaf.count() == 1) // a number for C's `int *n`
    return fillElement(leaf, value, 0, out);
  bool scalars = flat && !flat->empty() && !flat->front().getAsArray();
  if (leaf.rank > 1 && scalars && static_cast<int64_t>(flat->size()) == leaf.count()) {
    for (int64_t i = 0; i < leaf.count(); ++i) // in the order of memory
      if (!fillElement(leaf, (*flat)[i], i, out))
        return false;
    return true;
  }
  std::vector<int64_t> strides = leaf.strides(language);
  auto nested = [&](auto &self, const json::Value &v, unsigned depth, int64_t at) -> bool {
    if (depth == leaf.rank)
      return fillElement(leaf, v, at, out);
    auto *list = v.getAsArray();
    if (!list || static_cast<int64_t>(list->size()) != leaf.extents[depth])
      return false;
    for (size_t i = 0; i < list->size(); ++i)
      if (!self(self, (*list)[i], depth + 1, at + i * strides[depth]))
        return false;
    return true;
  };
  return nested(nested, value, 0, 0);
}

Number Point::integerFor(const Leaf &leaf) {
  std::vector<int64_t> number;
  bool whole = leaf.components.empty();
  bool size = whole && hints.sizes.count(leaf.root);
  if ((leaf.rank == 0 || size) && sized(leaf.name, number))
    return number[0];
  if (size)
    return defaultSize;
  auto hint = hints.integers.find(leaf.root);
  return whole && hint != hints.integers.end() ? hint->second : 1;
}

LeafValues Point::makeUp(const Leaf &leaf) {
  LeafValues out;
  int64_t count = leaf.count();
  if (leaf.element.kind == Element::Kind::Character) {
    auto hint = hints.texts.find(leaf.root);
    std::string text = hint == hints.texts.end() ? " " : hint->second;
    text.resize(leaf.element.bytes, ' ');
    for (int64_t i = 0; i < count; ++i)
      out.text += text;
    return out;
  }
  Random random(leaf.name);
  for (int64_t i = 0; i < count * leaf.element.parts(); ++i)
    out.numbers.push_back(leaf.element.differentiable() ? 0.5L + Number(random.next() % 4096) / 4096
                                                        : integerFor(leaf));
  bool isText = leaf.element.kind == Element::Kind::Integer && leaf.element.bytes == 1 && leaf.rank == 1 && count > 1;
  if (isText && !hints.integers.count(leaf.root)) // who reads on until it ends finds an end
    out.numbers.back() = 0;
  return out;
}

LeafValues Point::valueOf(const Leaf &leaf, Language language) {
  LeafValues out = makeUp(leaf);
  std::optional<json::Value> value = leaf.read ? given(leaf) : std::nullopt;
  if (value && !fill(leaf, *value, out, language)) {
    std::string shape;
    for (int64_t n : leaf.extents)
      shape += (shape.empty() ? "" : " x ") + std::to_string(n);
    wrong(leaf, leaf.rank ? "an array of " + shape : "one value of its type");
  }
  return out;
}

std::vector<LeafValues> Point::controls(const Plan &plan) {
  std::vector<LeafValues> out;
  for (const Leaf &leaf : plan.leaves)
    out.push_back(leaf.control ? valueOf(leaf, plan.language) : LeafValues());
  return out;
}

std::vector<LeafValues> Point::values(const Plan &plan) {
  std::vector<LeafValues> out;
  for (const Leaf &leaf : plan.leaves)
    out.push_back(valueOf(leaf, plan.language));
  return out;
}

namespace {

std::string valueText(const Leaf &leaf, const LeafValues &values) {
  if (leaf.element.kind == Element::Kind::Character)
    return "'" + values.text + "'";
  if (leaf.element.kind == Element::Kind::Logical)
    return values.numbers[0] != 0 ? "true" : "false";
  int64_t number = static_cast<int64_t>(values.numbers[0]);
  bool letter = leaf.element.bytes == 1 && number >= ' ' && number <= '~';
  return letter ? "'" + std::string(1, static_cast<char>(number)) + "'" : std::to_string(number);
}

} // namespace

std::string Point::summary(const Plan &plan, const std::vector<LeafValues> &before,
                           const std::vector<LeafValues> &after) {
  std::string out, left;
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    const Leaf &leaf = plan.leaves[i];
    if (!leaf.control)
      continue;
    std::string value = valueText(leaf, before[i]), then = valueText(leaf, after[i]);
    out += (out.empty() ? "" : ", ") + leaf.name + "=" + value;
    if (then != value)
      left += (left.empty() ? "; leaves " : ", ") + leaf.name + "=" + then;
  }
  return out + left;
}

} // namespace costate::check
