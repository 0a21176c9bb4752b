#include "transform/Tape.h"

#include "rules/HelperText.h"

#include <cctype>
#include <sstream>

namespace costate::transform {

using namespace ir;

void Tape::push(const Expr *place, Procedure &p, Block &out) {
  if (p.language == Language::Fortran && place->type->scalar()->isRecord())
    return pushRecord(place, p, out);
  move("push", place, p, out);
}

void Tape::pop(const Expr *place, Procedure &p, Block &out) {
  if (p.language == Language::Fortran && place->type->scalar()->isRecord())
    return popRecord(place, p, out);
  move("pop", place, p, out);
}

void Tape::move(const char *verb, const Expr *place, Procedure &p, Block &out) {
  if (p.language == Language::C)
    return moveBytes(verb, place, p, out);
  if (auto *pointer = llvm::dyn_cast<PointerType>(place->type->strip()))
    return movePointer(verb, place, *pointer, out);
  moveValue(verb, place, out);
}

Tape::Tape(Program &program, std::string module, Diagnostics &diagnostics)
    : program(program), b(program), moduleName(std::move(module)), diagnostics(diagnostics) {
  for (auto &unit : program.units) {
    if (unit->kind != UnitKind::CFile)
      continue;
    for (auto &s : unit->scope.symbols)
      if (s->kind != SymbolKind::Procedure || s->procedure) // else a helper
        taken.insert(s->name);
    for (auto &p : unit->procedures)
      taken.insert(p->name);
  }
}

// ---- C --------------------------------------------------------------------------------------------

namespace {

/// Names that the helpers in C give themselves.
bool isHelper(const std::string &name) {
  static const std::set<std::string> others = {"memory_or_stop", "kept_values", "zeroed_values", "next_snapshot",
                                               "most_threads",   "this_thread", "tape",          "disk"};
  return others.count(name) || name.starts_with("tape_") || name.starts_with("disk_");
}

} // namespace

/// The user's file may have the name, that of a derivative that is differentiated again above all.
std::string Tape::nameInC(const std::string &helper) const {
  std::string name = helper;
  for (unsigned i = 2; taken.count(name); ++i)
    name = helper + std::to_string(i);
  return name;
}

std::string Tape::withNames(const std::string &text) const {
  std::string out;
  auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && isLetter(text[end]))
      ++end;
    std::string word = text.substr(i, end - i);
    out += isHelper(word) ? nameInC(word) : word;
    if (end < text.size())
      out += text[end++];
    i = end;
  }
  return out;
}

Symbol *Tape::cFunction(const std::string &helper, Procedure &p, const Type *result) {
  std::string name = nameInC(helper);
  Symbol *&s = functions[{p.unit, name}];
  if (s)
    return s;
  for (auto &known : p.unit->scope.symbols)
    if (known->kind == SymbolKind::Procedure && known->name == name)
      return s = known.get();
  s = addSymbol(p.unit->scope, name, SymbolKind::Procedure, program.types.procedure(result));
  s->unit = p.unit;
  s->storage = Storage::Global;
  s->internalLinkage = s->fromHeader = true; // nothing declares it but the text
  return s;
}

void Tape::moveBytes(const char *verb, const Expr *place, Procedure &p, Block &out) {
  auto &make = program.exprs;
  const Type *size = program.types.integer(8, false, "long");
  const Expr *address =
      make.make<AddressOf>(program.types.pointer(place->type), place, false, place->location);
  std::vector<Argument> arguments{{address, {}},
                                  {make.make<SizeOf>(size, place->type->strip(), place->location), {}}};
  out.push_back(
      std::make_unique<Call>(stackFunction(verb, p), std::move(arguments), nullptr, place->location));
}

Symbol *Tape::stackFunction(const std::string &verb, Procedure &p) {
  if (onDisk)
    diskInC = true;
  else
    usedInC = pushedInC = true;
  return cFunction((onDisk ? "disk_" : "tape_") + verb, p, program.types.voidType());
}

void Tape::reserve(const Expr *pointer, const Expr *count, const Type *value, Procedure &p,
                   Block &out) {
  reservedInC = true;
  const Type *size = program.types.integer(8, false, "long");
  std::vector<Argument> arguments{{count, {}}, {program.exprs.make<SizeOf>(size, value), {}}};
  Symbol *function = cFunction("kept_values", p, program.types.pointer(program.types.voidType()));
  out.push_back(std::make_unique<Call>(function, std::move(arguments), pointer));
}

void Tape::reserveRoom(const Expr *pointer, const Expr *first, const Expr *count, const Type *value,
                       Procedure &p, Block &out) {
  if (p.language == Language::C) {
    usedInC = roomInC = true;
    const Type *size = program.types.integer(8, false, "long");
    std::vector<Argument> arguments{{count, {}}, {program.exprs.make<SizeOf>(size, value), {}}};
    Symbol *function = cFunction("tape_reserve", p, program.types.pointer(program.types.voidType()));
    out.push_back(std::make_unique<Call>(function, std::move(arguments), pointer));
    return;
  }
  std::vector<Argument> arguments{{pointer, {}}, {first, {}}, {count, {}}};
  out.push_back(std::make_unique<Call>(roomProcedure("reserve", value), std::move(arguments), nullptr));
}

void Tape::releaseRoom(const Expr *pointer, const Type *value, Procedure &p, Block &out) {
  bool isC = p.language == Language::C;
  Symbol *procedure = isC ? cFunction("tape_release", p, program.types.voidType()) : roomProcedure("release", value);
  out.push_back(std::make_unique<Call>(procedure, std::vector<Argument>{{pointer, {}}}, nullptr));
}

void Tape::reserveZeros(const Expr *pointer, const Expr *count, const Expr *bytes, Procedure &p,
                        Block &out) {
  zeroedInC = true;
  std::vector<Argument> arguments{{count, {}}, {bytes, {}}};
  Symbol *function = cFunction("zeroed_values", p, program.types.pointer(program.types.voidType()));
  out.push_back(std::make_unique<Call>(function, std::move(arguments), pointer, pointer->location));
}

void Tape::countThreads(const Expr *place, Procedure &p, Block &out) {
  threadsInC = true;
  Symbol *function = cFunction("most_threads", p, place->type);
  out.push_back(std::make_unique<Call>(function, std::vector<Argument>{}, place, place->location));
}

void Tape::nameThread(const Expr *place, Procedure &p, Block &out) {
  threadsInC = true;
  Symbol *function = cFunction("this_thread", p, place->type);
  out.push_back(std::make_unique<Call>(function, std::vector<Argument>{}, place, place->location));
}

void Tape::pushBytes(const Expr *pointer, const Expr *bytes, Procedure &p, Block &out) {
  std::vector<Argument> arguments{{pointer, {}}, {bytes, {}}};
  out.push_back(
      std::make_unique<Call>(stackFunction("push", p), std::move(arguments), nullptr, pointer->location));
}

void Tape::popBytes(const Expr *pointer, const Expr *bytes, Procedure &p, Block &out) {
  std::vector<Argument> arguments{{pointer, {}}, {bytes, {}}};
  out.push_back(
      std::make_unique<Call>(stackFunction("pop", p), std::move(arguments), nullptr, pointer->location));
}

void Tape::nextSnapshot(Symbol *next, const Expr *from, const Expr *last, const Expr *free, Procedure &p, Block &out) {
  std::vector<Argument> arguments{{from, {}}, {last, {}}, {free, {}}};
  if (p.language == Language::C) {
    snapshotsInC = true;
    Symbol *function = cFunction("next_snapshot", p, next->type);
    out.push_back(std::make_unique<Call>(function, std::move(arguments), b.variable(next)));
    return;
  }
  snapshotsInFortran = true;
  arguments.push_back({b.variable(next), {}});
  out.push_back(std::make_unique<Call>(fortranProcedure("next_snapshot"), std::move(arguments), nullptr));
}

// ---- Fortran --------------------------------------------------------------------------------------

Symbol *Tape::fortranProcedure(const std::string &name) {
  if (!module) {
    program.units.push_back(std::make_unique<Unit>());
    module = program.units.back().get();
    module->kind = UnitKind::FortranModule;
    module->name = moduleName;
  }
  for (auto &s : module->scope.symbols)
    if (s->name == name)
      return s.get();
  Symbol *s = addSymbol(module->scope, name, SymbolKind::Procedure,
                        program.types.procedure(program.types.voidType()));
  s->unit = module;
  s->storage = Storage::Global;
  return s;
}

namespace {

struct StackType {
  std::string name, declaration;
};

/// `real8` and `real(8)`; nothing for types without a stack.
std::optional<StackType> stackType(const Type *scalar) {
  auto of = [](const std::string &type, unsigned kind) {
    std::string text = std::to_string(kind);
    return StackType{type + text, type + "(" + text + ")"};
  };
  const Type *type = scalar->strip();
  if (auto *real = llvm::dyn_cast<RealType>(type))
    return of("real", real->realKind);
  if (auto *complex = llvm::dyn_cast<ComplexType>(type))
    return of("complex", complex->realKind);
  if (auto *integer = llvm::dyn_cast<IntegerType>(type))
    return of("integer", integer->bytes);
  if (auto *logical = llvm::dyn_cast<LogicalType>(type))
    return of("logical", logical->bytes);
  if (type->isCharacter())
    return StackType{"character", "character(1)"};
  return std::nullopt;
}

} // namespace

bool Tape::hasRoomFor(const Type *value, Language language) {
  return language == Language::C || (stackType(value) && !value->isCharacter());
}

Symbol *Tape::roomProcedure(const std::string &verb, const Type *value) {
  StackType type = *stackType(value);
  stacks[type.name].declaration = type.declaration;
  stacks[type.name].rooms = true;
  return fortranProcedure(verb + "_" + type.name);
}

void Tape::moveValue(const char *verb, const Expr *place, Block &out) {
  std::optional<StackType> type = stackType(place->type->scalar());
  Location at = place->location;
  if (!type) {
    diagnostics.error(at, "cannot keep a value of this type for the backward sweep",
                      "use variables of numeric type here");
    return;
  }
  Stack &stack = stacks[type->name];
  stack.declaration = type->declaration;
  bool isString = type->name == "character", isArray = place->type->isArray();
  bool inArray = isArray || isString;
  (onDisk ? inArray ? stack.diskArrays : stack.diskScalars : inArray ? stack.arrays : stack.scalars) = true;
  std::vector<Argument> arguments{{place, {}}};
  std::string name = (onDisk ? "disk_" : "") + std::string(verb) + "_" + type->name;
  if (inArray) {
    const Type *integer = b.integer(Language::Fortran);
    const Expr *count = nullptr;
    if (isArray)
      count = program.exprs.make<Intrinsic>(integer, "size", std::vector<const Expr *>{place}, at);
    if (isString) {
      const Expr *length =
          program.exprs.make<Intrinsic>(integer, "len", std::vector<const Expr *>{place}, at);
      count = count ? b.binary(BinaryOp::Multiply, count, length) : length;
    }
    arguments.push_back({count, {}});
    name += "_array";
  }
  out.push_back(std::make_unique<Call>(fortranProcedure(name), std::move(arguments), nullptr, at));
}

/// A pointer keeps its target and its bounds.
void Tape::movePointer(const char *verb, const Expr *place, const PointerType &pointer, Block &out) {
  Location at = place->location;
  const Type *scalar = pointer.pointee->scalar()->strip();
  auto *record = llvm::dyn_cast<RecordType>(scalar);
  std::optional<StackType> type = stackType(scalar);
  auto *variable = llvm::dyn_cast<Variable>(place);
  bool isNamed = record && record->unit && record->unit->kind == UnitKind::FortranModule &&
                 !record->procedure && !record->isPrivate;
  if (isNamed && !(variable && variable->symbol->polymorphic))
    type = StackType{record->name, "type(" + record->name + ")"};
  auto *callable = llvm::dyn_cast<ProcedureType>(pointer.pointee->strip());
  const Procedure *interface = callable ? callable->interface : nullptr;
  bool isPublic = interface && interface->isAbstract && !interface->isPrivate && interface->unit &&
                  interface->unit->kind == UnitKind::FortranModule;
  if (isPublic)
    type = StackType{interface->name, "procedure(" + interface->name + ")"};
  if (!type || scalar->isCharacter()) {
    diagnostics.error(at, "cannot keep a pointer of this type that changes in a loop or in a called "
                          "procedure",
                      "give each pointer its target once, outside loops, in the head");
    return;
  }
  unsigned rank = pointer.pointee->rank();
  std::string name = type->name + "_at" + (rank ? std::to_string(rank) : "");
  Stack &stack = stacks[name];
  stack.pointee = type->declaration;
  stack.declaration = "type(" + name + "_holder)";
  stack.shape = rank ? "(:" : "";
  for (unsigned i = 1; i < rank; ++i)
    stack.shape += ", :";
  stack.shape += rank ? ")" : "";
  if (record)
    stack.module = record->unit->name + ", only: " + record->name;
  if (isPublic)
    stack.module = interface->unit->name + ", only: " + interface->name;
  std::vector<Argument> arguments{{place, {}}};
  Symbol *procedure = fortranProcedure(std::string(verb) + "_" + name + "_pointer");
  out.push_back(std::make_unique<Call>(procedure, std::move(arguments), nullptr, at));
}

namespace {

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// The parts of the file that blank lines and `end subroutine` set off: declarations first, then
/// procedures by name.
std::map<std::string, std::string> fortranParts() {
  std::map<std::string, std::string> out;
  std::istringstream lines(rules::helperFiles().at("tape.f90"));
  std::string line, name = "declarations";
  while (std::getline(lines, line)) {
    if (line.rfind("subroutine ", 0) == 0)
      name = line.substr(11, line.find('(') - 11);
    if (line[0] == '!' || (line.empty() && out[name].empty()))
      continue;
    out[name] += line.empty() ? "\n" : "  " + line + "\n";
    if (line.rfind("end subroutine", 0) == 0)
      name = "between";
  }
  return out;
}

} // namespace

std::string Tape::fortranText() const {
  auto parts = fortranParts();
  std::string names, declarations, bodies, uses;
  std::set<std::string> modules;
  bool hasDisk = false;
  for (auto &[name, stack] : stacks) {
    auto put = [&](const std::string &part) {
      std::string text = replaced(replaced(parts.at(part), "NAME", name), "TYPE", stack.declaration);
      text = replaced(text, "FIRST", stack.pointee.empty() ? "8192" : "64"); // pointers are fewer, and larger
      return replaced(replaced(text, "POINTEE", stack.pointee), "SHAPE", stack.shape);
    };
    const char *without = stack.pointee.starts_with("procedure(") ? ", nopass" : ""; // an object
    if (!stack.pointee.empty())
      declarations += "  type :: " + name + "_holder\n    " + stack.pointee + ", pointer" + without + " :: at" +
                      stack.shape + " => null()\n  end type " + name + "_holder\n";
    if (!stack.module.empty())
      modules.insert(stack.module);
    std::vector<std::string> used;
    for (const char *verb : {"push_NAME", "pop_NAME"}) {
      if (stack.scalars)
        used.push_back(verb);
      if (stack.arrays)
        used.push_back(std::string(verb) + "_array");
      if (!stack.pointee.empty())
        used.push_back(std::string(verb) + "_pointer");
      if (stack.diskScalars)
        used.push_back("disk_" + std::string(verb));
      if (stack.diskArrays)
        used.push_back("disk_" + std::string(verb) + "_array");
      hasDisk |= stack.diskScalars || stack.diskArrays;
    }
    if (stack.rooms)
      used.insert(used.end(), {"reserve_NAME", "release_NAME"});
    declarations += put("declarations");
    declarations += "  !$omp threadprivate(" + name + "_top, " + name + "_spare)\n"; // each thread has its own
    for (const std::string &part : used)
      names += "  public :: " + replaced(part, "NAME", name) + "\n";
    if (stack.arrays)
      used.insert(used.begin(), "NAME_copy");
    used.insert(used.begin(), {"NAME_grow", "NAME_shrink"});
    for (const std::string &part : used)
      bodies += "\n" + put(part);
  }
  if (hasDisk) {
    declarations += "  integer :: disk ! snapshots in a scratch file\n  integer(8) :: disk_end = 1\n";
    bodies += "\n" + parts.at("disk_open") + "\n" + parts.at("disk_close");
  }
  if (snapshotsInFortran) {
    names += "  public :: next_snapshot\n";
    std::istringstream lines(rules::helperFiles().at("next_snapshot.f90"));
    for (std::string line; std::getline(lines, line);)
      bodies += line.empty() ? "\n" : "  " + line + "\n";
  }
  for (const std::string &used : modules)
    uses += "  use " + used + "\n";
  return "! Values that the backward sweep needs again: last in, first out.\nmodule " + moduleName +
         "\n" + uses + "  implicit none\n  private\n" + names + declarations + "\ncontains\n" + bodies +
         "\nend module " + moduleName;
}

/// Memory of the derivatives' own: the user's file need not know about memory.
static bool allocatesInC(const std::vector<std::unique_ptr<Procedure>> &all) {
  bool found = false;
  for (auto &p : all)
    if (p->language == Language::C)
      forEachStmt(p->body, [&](const Stmt &s) { found |= llvm::isa<Allocate, Free>(&s); });
  return found;
}

/// Loops that turned out not to run in parallel leave nothing behind.
static bool calls(const std::vector<std::unique_ptr<Procedure>> &all, const std::string &name) {
  bool found = false;
  for (auto &p : all)
    forEachStmt(p->body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      found |= call && call->callee && call->callee->name == name;
    });
  return found;
}

void Tape::finish(const std::vector<std::unique_ptr<Procedure>> &derivatives) {
  if (module)
    module->preamble = {fortranText()};
  bool zeroed = zeroedInC && calls(derivatives, nameInC("zeroed_values"));
  bool threads = threadsInC && calls(derivatives, nameInC("most_threads"));
  bool memory = reservedInC || zeroed || roomInC;
  if (!usedInC && !memory && !snapshotsInC && !diskInC && !allocatesInC(derivatives))
    return;
  program.units.push_back(std::make_unique<Unit>());
  program.units.back()->kind = UnitKind::CFile;
  auto &text = program.units.back()->preamble;
  text = {usedInC || memory || diskInC ? "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                            : "#include <stdlib.h>\n"};
  auto add = [&](const char *file, bool used) {
    if (used)
      text.push_back(withNames(rules::helperFiles().at(file)));
  };
  add("kept.c", memory);
  add("kept_values.c", reservedInC);
  add("zeroed_values.c", zeroed);
  add("tape.c", usedInC);
  add("tape_values.c", pushedInC);
  add("tape_room.c", roomInC);
  add("threads.c", threads);
  add("disk.c", diskInC);
  add("next_snapshot.c", snapshotsInC);
}

} // namespace costate::transform
