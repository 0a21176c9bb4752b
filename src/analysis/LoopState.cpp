#include "analysis/LoopState.h"

#include "llvm/ADT/STLExtras.h"

namespace costate::analysis {

using namespace ir;
using symbolic::AtomId;

// ---- Nodes ------------------------------------------------------------------------------------------------

LoopState::NodePtr LoopState::leafOf(const Symbol *v, Known known) {
  auto out = std::make_shared<Leaf>();
  for (const std::optional<Form> *f : {&known.value, &known.lower, &known.upper})
    if (*f)
      for (const symbolic::Term &t : (*f)->terms())
        for (auto &[atom, exponent] : t.monomial)
          out->newest = std::max(out->newest, atom);
  out->hasInterval = !known.value;
  out->entry = {v, std::move(known)};
  return out;
}

LoopState::NodePtr LoopState::branchOf(Branch branch) {
  branch.newest = 0;
  branch.hasInterval = false;
  for (const NodePtr &part : branch.parts)
    if (part) {
      branch.newest = std::max(branch.newest, part->newest);
      branch.hasInterval |= part->hasInterval;
    }
  return std::make_shared<Branch>(std::move(branch));
}

/// A tree, or none yet, with another leaf at a place.
LoopState::NodePtr LoopState::with(const NodePtr &node, unsigned height, size_t place, NodePtr leaf) {
  if (!height)
    return leaf;
  Branch branch = node ? static_cast<const Branch &>(*node) : Branch();
  NodePtr &part = branch.parts[place >> bits * (height - 1) & (width - 1)];
  part = with(part, height - 1, place, std::move(leaf));
  return branchOf(std::move(branch));
}

// ---- Values of variables ------------------------------------------------------------------------------------

const LoopState::Entry *LoopState::entryAt(size_t place) const {
  const Node *node = root.get();
  for (unsigned above = height; above; --above)
    node = static_cast<const Branch *>(node)->parts[place >> bits * (above - 1) & (width - 1)].get();
  return &static_cast<const Leaf *>(node)->entry;
}

std::optional<size_t> LoopState::placeOf(const Symbol *v) const {
  if (!size)
    return std::nullopt;
  if (auto found = places->find(v); found != places->end())
    for (unsigned place : found->second)
      if (place < size && entryAt(place)->variable == v)
        return place;
  return std::nullopt;
}

const Known *LoopState::find(const Symbol *v) const {
  auto place = placeOf(v);
  return place ? &entryAt(*place)->known : nullptr;
}

void LoopState::set(const Symbol *v, Known known) {
  NodePtr leaf = leafOf(v, std::move(known));
  if (auto place = placeOf(v)) {
    root = with(root, height, *place, std::move(leaf));
    return;
  }
  if (!places)
    places = std::make_shared<Places>();
  if (size && size == size_t(1) << bits * height) {
    Branch higher;
    higher.parts[0] = root;
    root = branchOf(std::move(higher));
    ++height;
  }
  root = with(root, height, size, std::move(leaf));
  auto &stands = (*places)[v];
  if (!llvm::is_contained(stands, size))
    stands.push_back(size);
  ++size;
}

// ---- What differs, and what is said anew ------------------------------------------------------------------

/// A state that has grown is higher: what the other has stands in its first part.
void LoopState::visitUnlike(const Node *node, unsigned height, const Node *other, unsigned otherHeight,
                            const std::function<void(const Entry &)> &visit) {
  for (; other && otherHeight > height; --otherHeight)
    other = static_cast<const Branch *>(other)->parts[0].get();
  if (!node || node == other)
    return;
  if (!height)
    return visit(static_cast<const Leaf *>(node)->entry);
  for (unsigned i = 0; i < width; ++i) {
    const Node *part = static_cast<const Branch *>(node)->parts[i].get();
    if (other && otherHeight == height)
      visitUnlike(part, height - 1, static_cast<const Branch *>(other)->parts[i].get(), height - 1, visit);
    else
      visitUnlike(part, height - 1, i == 0 ? other : nullptr, otherHeight, visit);
  }
}

void LoopState::forEachUnlike(const LoopState &other, const std::function<void(const Entry &)> &visit) const {
  visitUnlike(root.get(), height, other.root.get(), other.height, visit);
}

template <typename IsMeant>
LoopState::NodePtr LoopState::restated(const NodePtr &node, unsigned height, const IsMeant &isMeant, const Anew &anew,
                                       Restated &done) {
  if (!node || !isMeant(*node))
    return node;
  if (auto known = done.find(node.get()); known != done.end())
    return known->second.second;
  NodePtr out = node;
  if (!height) {
    const Entry &entry = static_cast<const Leaf &>(*node).entry;
    Known known = anew(entry);
    if (!(known == entry.known))
      out = leafOf(entry.variable, std::move(known));
  } else {
    Branch branch = static_cast<const Branch &>(*node);
    bool changed = false;
    for (NodePtr &part : branch.parts) {
      NodePtr now = restated(part, height - 1, isMeant, anew, done);
      changed |= now != part;
      part = std::move(now);
    }
    if (changed)
      out = branchOf(std::move(branch));
  }
  done[node.get()] = {node, out};
  return out;
}

void LoopState::restate(AtomId oldest, const Anew &anew, Restated &done) {
  root = restated(root, height, [&](const Node &n) { return n.newest >= oldest; }, anew, done);
}

void LoopState::restateIntervals(const Anew &anew) {
  Restated done;
  root = restated(root, height, [](const Node &n) { return n.hasInterval; }, anew, done);
}

} // namespace costate::analysis
