#include "transform/ContractedCalls.h"

#include "ir/Rewrite.h"
#include "rules/Instantiate.h"
#include "rules/Marks.h"
#include "transform/HeadElements.h"
#include "transform/LocalJacobian.h"
#include "transform/PointerTargets.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Head;

// ---- One call
// --------------------------------------------------------------------------------------------

class ContractedCalls::OneCall {
public:
  OneCall(ContractedCalls &all, Procedure &caller, const Call &call, Procedure &target,
          const CallNumbers::Known &known, const CallerFacts &facts)
      : all(all), program(all.program), b(all.b), caller(caller), call(call), target(target),
        numbers(program, caller, call, target, known, facts), slots(numbers.slots) {}

  /// Says why not, and has done nothing then.
  std::string make(Block &out, std::set<const Stmt *> &sequential) {
    Block before;
    if (std::string why = numbers.find(before); !why.empty())
      return why;
    directions = numbers.inputs;
    std::move(before.begin(), before.end(), std::back_inserter(out));
    write(out, sequential);
    return {};
  }

private:
  Symbol *variable(const std::string &name, const Type *type) {
    Symbol *made = caller.makeTemporary(name, type);
    made->temporary = false;
    return made;
  }

  void write(Block &out, std::set<const Stmt *> &sequential) {
    for (CallSlot &slot : slots)
      slot.shadow =
          !directions
              ? nullptr
              : variable((slot.dummy == target.result ? target.name : slot.dummy->name) + "d",
                         shadowType(slot));
    copyInputs(out);
    seed(out, sequential);
    auto called = std::make_unique<Call>(directions ? ownName() : call.callee, call.arguments,
                                         call.result, call.location);
    called->comments = call.comments;
    passCopies(*called);
    Symbol *value = nullptr;
    if (!slots.empty() && slots.back().dummy == target.result) { // not where the callee may look
      value = variable(target.name + "_value", target.result->type->strip());
      called->result = b.variable(value, call.location);
    }
    const Symbol *name = called->callee;
    sequential.insert(called.get());
    out.push_back(std::move(called));
    carryDerivatives(value, out);
    if (!directions)
      return; // it stays as it is
    size_t head = headNumber();
    all.made[name] = {&target, std::move(slots), directions, head};
  }

  /// The call is told apart from others of the procedure by its callee.
  Symbol *ownName() {
    program.detachedSymbols.push_back(std::make_unique<Symbol>(*call.callee));
    return program.detachedSymbols.back().get();
  }

  const Type *shadowType(const CallSlot &slot) {
    const Type *integer = b.integer(caller.language);
    bool inC = caller.language == Language::C;
    std::vector<int64_t> extents = slot.extents;
    extents.insert(inC ? extents.end() : extents.begin(), directions);
    std::vector<Dimension> shape(extents.size());
    for (size_t i = 0; i < extents.size(); ++i)
      (inC ? shape[i].extent : shape[i].upper) = b.constant(integer, extents[i]);
    return program.types.array(slot.places[0]->type->strip(), shape, inC);
  }

  /// Inputs that the call may overwrite, as they were.
  void copyInputs(Block &out) {
    std::set<ElementName> overwritten;
    for (const CallSlot &slot : slots)
      for (const Expr *place : slot.places)
        if (slot.isWritten && slot.dummy != target.result)
          overwritten.insert(*nameOf(place));
    for (const CallSlot &slot : slots)
      for (const Expr *place : slot.places) {
        if (!slot.isRead)
          continue;
        const Expr *input = place;
        if (overwritten.count(*nameOf(place))) {
          Symbol *copy =
              variable(LocalJacobian::nameOf(place).substr(0, 40) + "0", place->type->strip());
          out.push_back(b.assign(copy, place, call.location));
          input = b.variable(copy);
        }
        inputs.push_back(input);
      }
  }

  /// Element `k` of a slot, in one direction.
  const Expr *derivative(const CallSlot &slot, size_t k, unsigned direction) {
    bool inC = caller.language == Language::C;
    const Type *integer = b.integer(caller.language);
    std::vector<const Expr *> at(slot.extents.size());
    for (size_t j = 0; j < at.size(); ++j) {
      size_t i = inC ? at.size() - 1 - j : j;
      at[i] = b.constant(integer, k % slot.extents[i] + (inC ? 0 : 1));
      k /= slot.extents[i];
    }
    at.insert(inC ? at.end() : at.begin(), b.constant(integer, direction + (inC ? 0 : 1)));
    return program.exprs.make<Element>(slot.places[0]->type->strip(), b.variable(slot.shadow), at);
  }

  const Expr *real(const CallSlot &slot, int value) {
    return program.exprs.make<RealConstant>(slot.places[0]->type->strip(), value ? "1.0" : "0.0",
                                            value);
  }

  void seed(Block &out, std::set<const Stmt *> &sequential) {
    unsigned direction = 0;
    for (const CallSlot &slot : slots) {
      if (!slot.isRead)
        continue;
      if (directions > 1)
        clear(slot, out, sequential);
      for (size_t k = 0; k < slot.places.size(); ++k)
        out.push_back(std::make_unique<Assign>(derivative(slot, k, direction++), real(slot, 1),
                                               call.location));
    }
  }

  void clear(const CallSlot &slot, Block &out, std::set<const Stmt *> &sequential) {
    if (caller.language == Language::Fortran) {
      out.push_back(
          std::make_unique<Assign>(b.variable(slot.shadow), real(slot, 0), call.location));
      sequential.insert(out.back().get());
      return;
    }
    const Type *integer = b.integer(Language::C);
    std::vector<int64_t> extents = slot.extents;
    extents.push_back(directions);
    std::vector<const Expr *> at;
    std::vector<Symbol *> counters;
    for (size_t i = 0; i < extents.size(); ++i) {
      counters.push_back(variable(std::string(1, 'i' + std::min<size_t>(i, 5)), integer));
      at.push_back(b.variable(counters.back()));
    }
    StmtPtr inner = std::make_unique<Assign>(
        program.exprs.make<Element>(slot.places[0]->type->strip(), b.variable(slot.shadow), at),
        real(slot, 0), call.location);
    for (size_t i = extents.size(); i-- > 0;) {
      Block body;
      body.push_back(std::move(inner));
      auto loop = std::make_unique<For>(counters[i], b.constant(integer, 0),
                                        b.constant(integer, extents[i]), nullptr, std::move(body),
                                        call.location);
      loop->inclusive = false;
      loop->direction = For::Direction::Up;
      inner = std::move(loop);
    }
    sequential.insert(inner.get());
    out.push_back(std::move(inner));
  }

  /// What was evaluated for its derivative is passed as it is.
  void passCopies(Call &called) {
    for (const CallSlot &slot : slots)
      for (size_t i = 0; i < target.parameters.size(); ++i)
        if (target.parameters[i] == slot.dummy && slot.extents.empty())
          called.arguments[i].value = slot.places[0];
  }

  void carryDerivatives(Symbol *value, Block &out) {
    for (const CallSlot &slot : slots)
      for (size_t k = 0; k < slot.places.size(); ++k) {
        if (!slot.isWritten)
          continue;
        const Expr *place = slot.places[k], *form = nullptr;
        const Type *type = place->type->strip();
        for (unsigned direction = 0; direction < directions; ++direction) {
          const Expr *factor = derivative(slot, k, direction);
          const Expr *input = rules::converted(inputs[direction], type, program, caller.language);
          const Expr *term = b.binary(BinaryOp::Multiply, factor, input);
          form = form ? b.binary(BinaryOp::Add, form, term) : term;
        }
        const Expr *computed = slot.dummy == target.result ? b.variable(value) : place;
        computed = form ? rules::carry(computed, form, program) : rules::passive(computed, program);
        out.push_back(std::make_unique<Assign>(place, computed, call.location));
      }
    for (size_t i = 0; i < target.parameters.size(); ++i) { // of these nothing is known any more
      const Symbol *dummy = target.parameters[i];
      const Expr *actual = call.arguments[i].value;
      auto *address = llvm::dyn_cast<AddressOf>(actual);
      const Expr *place = address ? address->place : actual;
      if (numbers.mayWrite(dummy) && !numbers.varies(dummy) && place->isPlace() && nameOf(place) &&
          !place->type->isArray() && !place->type->isRecord() && (address || !dummy->byValue))
        out.push_back(
            std::make_unique<Assign>(place, rules::passive(place, program), call.location));
    }
  }

  /// A head for each set of arguments that carry derivatives.
  size_t headNumber() {
    Head head;
    head.procedure = &target;
    head.text = target.name;
    for (const CallSlot &slot : slots) {
      analysis::HeadVariable v{slot.dummy == target.result ? target.name : slot.dummy->name,
                               const_cast<Symbol *>(slot.dummy),
                               {}};
      if (slot.isRead)
        head.independents.push_back(v);
      if (slot.isWritten)
        head.dependents.push_back(v);
    }
    auto same = [](const std::vector<analysis::HeadVariable> &x,
                   const std::vector<analysis::HeadVariable> &y) {
      return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                        [](auto &v, auto &w) { return v.symbol == w.symbol; });
    };
    size_t number = 0;
    for (const Head &h : all.called) {
      if (h.procedure == &target && same(h.independents, head.independents) &&
          same(h.dependents, head.dependents))
        return number;
      ++number;
    }
    all.called.push_back(std::move(head));
    return number;
  }

  ContractedCalls &all;
  Program &program;
  Builder &b;
  Procedure &caller;
  const Call &call;
  Procedure &target;
  CallNumbers numbers;
  std::vector<CallSlot> &slots;
  unsigned directions = 0;
  std::vector<const Expr *> inputs; ///< by direction
};

// ---- Procedures
// ------------------------------------------------------------------------------------------

void ContractedCalls::run(Procedure &caller, const CallNumbers::Known &known,
                          std::set<const Stmt *> &sequential, LeftCalls &left) {
  const CallerFacts facts = callerFacts(caller);
  auto block = [&](auto &self, Block &statements) -> void {
    Block out;
    for (StmtPtr &s : statements) {
      if (llvm::isa<If>(s.get()))
        for (Block *inner : blocks(*s))
          self(self, *inner);
      auto *call = llvm::dyn_cast<Call>(s.get());
      Procedure *target = call && call->callee ? call->callee->procedure : nullptr;
      if (target && target->hasBody && target != &caller && !made.count(call->callee)) {
        std::string why =
            OneCall(*this, caller, *call, *target, known, facts).make(out, sequential);
        if (why.empty())
          continue;
        left[call->callee] = why;
      }
      out.push_back(std::move(s));
    }
    statements = std::move(out);
  };
  block(block, caller.body);
}

std::vector<Head> ContractedCalls::heads() const { return {called.begin(), called.end()}; }

// ---- What is generated
// -----------------------------------------------------------------------------------

std::string ContractedCalls::callTangents(Block &body,
                                          const std::vector<DerivativeHead> &tangents) {
  std::string missing;
  forEachStmt(body, [&](Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    auto found = call ? made.find(call->callee) : made.end();
    if (found == made.end())
      return;
    const Contraction &c = found->second;
    const DerivativeHead &tangent = tangents.at(c.head);
    Language language = c.target->language;
    auto shadowOf = [&](const Symbol *dummy) -> const Expr * {
      auto slot = std::find_if(c.slots.begin(), c.slots.end(),
                               [&](const CallSlot &x) { return x.dummy == dummy; });
      if (slot == c.slots.end()) {
        missing = "the call of '" + c.target->name + "' cannot pass a derivative for '" +
                  dummy->name + "'";
        return nullptr;
      }
      const Expr *whole = b.variable(slot->shadow, call->location);
      if (language == Language::Fortran)
        return whole;
      auto *array = llvm::cast<ArrayType>(whole->type->strip());
      std::vector<Dimension> inner(array->dimensions.begin() + 1, array->dimensions.end());
      const Type *type =
          inner.empty() ? array->element : program.types.array(array->element, inner, true);
      std::vector<const Expr *> first{b.constant(b.integer(Language::C), 0)};
      return program.exprs.make<AddressOf>(program.types.pointer(type),
                                           program.exprs.make<Element>(type, whole, first), true,
                                           call->location);
    };
    std::vector<Argument> arguments;
    for (size_t i = 0; i < c.target->parameters.size(); ++i) {
      arguments.push_back(call->arguments[i]);
      if (tangent.shadows.count(c.target->parameters[i]))
        arguments.push_back({shadowOf(c.target->parameters[i]), {}});
    }
    if (c.target->result && tangent.shadows.count(c.target->result)) {
      const Expr *value = std::exchange(call->result, nullptr);
      arguments.push_back({language == Language::C
                               ? program.exprs.make<AddressOf>(program.types.pointer(value->type),
                                                               value, false, call->location)
                               : value,
                           {}});
      arguments.push_back({shadowOf(c.target->result), {}});
    }
    const Expr *count = b.constant(b.integer(language), c.directions);
    arguments.insert(language == Language::C ? arguments.begin() : arguments.end(),
                     Argument{count, {}});
    call->arguments = std::move(arguments);
    call->callee = tangent.derivative->symbol;
    call->written.clear();
    call->generic = nullptr;
  });
  return missing;
}

} // namespace costate::transform
