#include "transform/ReadBack.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"

#include <cctype>

namespace costate::transform {

using namespace ir;
using analysis::LibraryEffect;

namespace {

std::string nameOf(const Expr *e) {
  if (auto *text = llvm::dyn_cast<Text>(e))
    return text->text;
  auto *variable = llvm::dyn_cast<Variable>(e);
  return variable ? variable->symbol->name : "";
}

bool isTerminal(const Expr *file) {
  std::string name = nameOf(file);
  return name == "stdout" || name == "stderr";
}

/// `print *, x`, `write(*, *) x`, `printf("%g", x)`, `fprintf(stderr, "%g", x)`.
bool goesToTerminal(const Opaque &s) {
  std::string text;
  for (char c : s.pieces.empty() ? std::string() : s.pieces[0].text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      text += std::tolower(static_cast<unsigned char>(c));
  if (text.starts_with("fprintf(") && s.pieces.size() > 1 && s.pieces[1].value)
    return isTerminal(s.pieces[1].value);
  for (const char *start : {"print", "puts(", "putchar(", "write(*", "write(unit=*"})
    if (text.starts_with(start))
      return true;
  return false;
}

bool writes(const analysis::Varied &varied, const analysis::Variant &v, const Stmt &s) {
  bool found = false;
  if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
    for (const OpaquePiece &piece : opaque->pieces)
      found |= piece.value && piece.effect == OpaquePiece::Effect::Reads &&
               varied.varies(v, piece.value);
    return found && !goesToTerminal(*opaque);
  }
  auto *call = llvm::dyn_cast<Call>(&s);
  if (!call || analysis::libraryEffect(*call) != LibraryEffect::Output ||
      call->callee->name == "printf" || call->callee->name == "memcmp")
    return false;
  for (const Argument &a : call->arguments)
    found |= varied.varies(v, a.value);
  return found && !isTerminal(call->arguments[0].value);
}

bool reads(const Stmt &s) {
  if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
    for (const OpaquePiece &piece : opaque->pieces)
      if (piece.value && analysis::carriesDerivative(piece.value->type) &&
          (piece.effect == OpaquePiece::Effect::Writes ||
           piece.effect == OpaquePiece::Effect::ReadsAndWrites))
        return true;
    return false;
  }
  auto *call = llvm::dyn_cast<Call>(&s);
  if (!call || !call->callee)
    return false;
  for (const char *name : {"atof", "strtod", "strtof", "strtold"})
    if (call->callee->name == name && call->callee->fromHeader)
      return true;
  if (analysis::libraryEffect(*call) != LibraryEffect::Input)
    return false;
  for (size_t i = analysis::firstStored(*call); i < call->arguments.size(); ++i)
    if (const Type *type = analysis::pointedTo(call->arguments[i].value))
      if (analysis::isDifferentiableScalar(type))
        return true;
  return false;
}

} // namespace

void warnOfInput(Location at, Diagnostics &diagnostics) {
  diagnostics.warning(at, "what is read here counts as constant: its derivative is zero",
                      "if the program wrote it itself before, keep it in memory instead");
}

void warnOfReadBack(const analysis::Varied &varied, Diagnostics &diagnostics) {
  bool written = false;
  for (auto &v : varied.variants())
    forEachStmt(v->procedure->body,
                [&](const Stmt &s) { written = written || writes(varied, *v, s); });
  if (!written)
    return;
  for (auto &v : varied.variants())
    forEachStmt(v->procedure->body, [&](const Stmt &s) {
      if (reads(s))
        warnOfInput(s.location, diagnostics);
    });
}

} // namespace costate::transform
