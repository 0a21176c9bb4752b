// Locations, messages and names of a translation unit.
#include "frontend/c/UnitReader.h"

namespace costate::frontend::c {

using namespace ir;

UnitReader::UnitReader(Program &program, Unit &unit, clang::ASTContext &ast,
                       clang::Preprocessor &preprocessor, Diagnostics &diagnostics)
    : program(program), unit(unit), ast(ast), preprocessor(preprocessor),
      sources(ast.getSourceManager()), diagnostics(diagnostics), builder(program),
      comments(program.sources, unit.file, Language::C, false) {
  fileNumbers[sources.getMainFileID()] = unit.file;
}

Location UnitReader::location(SourceLocation at) {
  if (at.isInvalid())
    return {};
  auto [file, offset] = sources.getDecomposedExpansionLoc(at);
  auto &number = fileNumbers[file];
  if (!number)
    if (auto entry = sources.getFileEntryRefForID(file))
      number = program.sources.fileNumber(entry->getName().str());
  return {number, sources.getLineNumber(file, offset), sources.getColumnNumber(file, offset)};
}

Location UnitReader::orderLocation(SourceLocation at) {
  Location own = location(at);
  clang::FileID file = sources.getFileID(sources.getExpansionLoc(at));
  if (!pasted.count(file))
    return own;
  while (pasted.count(file))
    file = sources.getDecomposedIncludedLoc(file).first.isValid()
               ? sources.getFileID(at = sources.getIncludeLoc(file))
               : clang::FileID();
  Location include = location(at);
  return {include.file, include.line, include.column + own.line};
}

bool UnitReader::fromHeader(SourceLocation at) const {
  if (at.isInvalid())
    return true; // Clang's own declarations
  clang::FileID file = sources.getFileID(sources.getExpansionLoc(at));
  return file != sources.getMainFileID() && !pasted.count(file);
}

std::vector<std::string> UnitReader::commentsAbove(SourceLocation at) {
  Location where = location(at);
  if (where.file != unit.file)
    return {};
  return comments.above(where.line);
}

void UnitReader::refuse(SourceLocation at, const std::string &message, const std::string &hint) {
  if (quiet)
    quietRefusal = true;
  else if (refused.insert(message).second)
    diagnostics.error(location(at), message, hint);
}

std::string UnitReader::macroName(SourceLocation at) const {
  if (!at.isMacroID())
    return {};
  return clang::Lexer::getImmediateMacroName(at, sources, ast.getLangOpts()).str();
}

bool UnitReader::nameIsFree(llvm::StringRef name) const {
  auto found = ast.Idents.find(name);
  if (found == ast.Idents.end())
    return true;
  clang::IdentifierInfo *identifier = found->second;
  return !identifier->hasMacroDefinition() && !identifier->isKeyword(ast.getLangOpts()) &&
         ast.getTranslationUnitDecl()->lookup(identifier).empty();
}

} // namespace costate::frontend::c
