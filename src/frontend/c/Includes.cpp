// Which included files are included again, and which are read as part of the main file.
//
// The emitted file opens with the main file's #include lines. Five kinds of includes cannot stand
// there: one in the middle of a declaration (a table's values, say), one whose text needs something the
// main file declared before it, one that defines types without a guard: what is emitted from several
// files would include it twice, and one of code, which defines functions, or variables that other files see: emitted beside
// the original they would be defined twice, or be there without being used, and two files may have static functions of one
// name; and one of nothing but functions, some of them static ones that the main file defines: what is emitted need not
// have them. Those files are pasted: their declarations count as the main file's own.
#include "frontend/c/UnitReader.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

namespace costate::frontend::c {

namespace {

/// Whether a declaration names anything that satisfies `belongs`, in its types or in its code.
class Mentions {
public:
  explicit Mentions(std::function<bool(const clang::Decl *)> belongs)
      : belongs(std::move(belongs)) {}

  bool in(const clang::Decl *decl) {
    if (auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      return in(alias->getUnderlyingType());
    if (auto *record = llvm::dyn_cast<clang::RecordDecl>(decl))
      return llvm::any_of(record->fields(),
                          [&](const clang::FieldDecl *f) { return in(f->getType()); });
    if (auto *variable = llvm::dyn_cast<clang::VarDecl>(decl))
      return in(variable->getType()) || in(variable->getInit());
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      return in(function->getType()) ||
             (function->doesThisDeclarationHaveABody() && in(function->getBody()));
    return false;
  }

private:
  bool in(const clang::Stmt *s) {
    if (!s)
      return false;
    if (auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(s))
      if (belongs(reference->getDecl()))
        return true;
    if (auto *declaration = llvm::dyn_cast<clang::DeclStmt>(s))
      for (const clang::Decl *d : declaration->decls())
        if (in(d))
          return true;
    if (auto *e = llvm::dyn_cast<clang::Expr>(s); e && in(e->getType()))
      return true;
    return llvm::any_of(s->children(), [&](const clang::Stmt *child) { return in(child); });
  }

  bool in(QualType q) {
    if (q.isNull())
      return false;
    if (auto *alias = q->getAs<clang::TypedefType>(); alias && belongs(alias->getDecl()))
      return true;
    if (auto *tag = q->getAsTagDecl())
      return belongs(tag);
    if (q->isPointerType())
      return in(q->getPointeeType());
    if (auto *array = q->getAsArrayTypeUnsafe())
      return in(array->getElementType());
    if (auto *function = q->getAs<clang::FunctionProtoType>())
      return in(function->getReturnType()) ||
             llvm::any_of(function->param_types(), [&](QualType p) { return in(p); });
    return false;
  }

  std::function<bool(const clang::Decl *)> belongs;
};

/// The file of a place and those that include it, up to but without the main file, and where the
/// main file includes the outermost.
struct IncludePath {
  std::vector<clang::FileID> files;
  unsigned offset = 0;
};

IncludePath includePath(const clang::SourceManager &sources, SourceLocation at) {
  IncludePath path;
  clang::FileID file = sources.getFileID(sources.getExpansionLoc(at));
  while (file.isValid() && file != sources.getMainFileID()) {
    path.files.push_back(file);
    auto [parent, offset] = sources.getDecomposedIncludedLoc(file);
    path.offset = offset;
    file = parent;
  }
  return path;
}

} // namespace

/// Whether a type is defined a second time where its file is included a second time.
bool UnitReader::definesAgain(const clang::Decl *d) const {
  auto *tag = llvm::dyn_cast<clang::TagDecl>(d);
  if (!tag || !tag->isThisDeclarationADefinition())
    return false;
  auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(d->getLocation())));
  return file && !preprocessor.getHeaderSearchInfo().isFileMultipleIncludeGuarded(*file);
}

namespace {

/// Whether it is code: a function that is not inline, or a variable that a second definition elsewhere would clash with.
bool definesCode(const clang::Decl *d) {
  if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(d))
    return function->isThisDeclarationADefinition() && !function->isInlined();
  auto *variable = llvm::dyn_cast<clang::VarDecl>(d);
  return variable && variable->isExternallyVisible() &&
         variable->isThisDeclarationADefinition() == clang::VarDecl::Definition;
}

/// Whether it declares a static function that is defined outside of its file, or nowhere.
bool declaresStatic(const clang::Decl *d, const clang::SourceManager &sources) {
  auto *function = llvm::dyn_cast<clang::FunctionDecl>(d);
  if (!function || function->isExternallyVisible() || function->isThisDeclarationADefinition())
    return false;
  const clang::FunctionDecl *definition = function->getDefinition();
  auto fileOf = [&](const clang::Decl *x) { return sources.getFileID(sources.getExpansionLoc(x->getLocation())); };
  return !definition || fileOf(definition) != fileOf(d);
}

} // namespace

void UnitReader::findPastedFiles(const Preamble &preamble) {
  struct Extent {
    unsigned begin, end;
  };
  std::vector<Extent> own;
  clang::FileID main = sources.getMainFileID();
  auto offsetOf = [&](SourceLocation at) {
    return sources.getDecomposedLoc(sources.getExpansionRange(at).getEnd());
  };
  for (const clang::Decl *d : ast.getTranslationUnitDecl()->decls()) {
    auto [file, begin] = sources.getDecomposedExpansionLoc(d->getBeginLoc());
    if (d->getLocation().isInvalid() || file != main)
      continue;
    auto [endFile, end] = offsetOf(d->getEndLoc());
    own.push_back({begin, endFile == main ? end : begin});
  }
  // Files that some declaration of the main file goes around.
  for (unsigned i = 0, n = sources.local_sloc_entry_size(); i < n; ++i) {
    const auto &entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getIncludeLoc().isInvalid())
      continue;
    auto [parent, offset] = sources.getDecomposedLoc(entry.getFile().getIncludeLoc());
    if (parent == main &&
        llvm::any_of(own, [o = offset](const Extent &e) { return e.begin < o && o < e.end; }))
      pasted.insert(sources.getFileID(SourceLocation::getFromRawEncoding(entry.getOffset())));
  }

  Mentions mentions([&](const clang::Decl *d) {
    return !llvm::isa<clang::ParmVarDecl>(d) && !d->getParentFunctionOrMethod() &&
           d->getLocation().isValid() && !fromHeader(d->getCanonicalDecl()->getLocation());
  });
  std::map<clang::FileID, IncludePath> ofStatics; // files with static functions that are defined elsewhere
  std::set<clang::FileID> ofOthers;               // files with more than functions
  for (const clang::Decl *d : ast.getTranslationUnitDecl()->decls()) {
    if (!fromHeader(d->getLocation()) || d->getLocation().isInvalid() ||
        fromSystem(d->getLocation()))
      continue;
    IncludePath path = includePath(sources, d->getLocation());
    bool isLate = (!own.empty() && path.offset > own.front().begin) || !pasted.empty();
    if (!path.files.empty() && (definesAgain(d) || definesCode(d) || (isLate && mentions.in(d))))
      pasted.insert(path.files.begin(), path.files.end());
    if (!path.files.empty() && !llvm::isa<clang::FunctionDecl>(d))
      ofOthers.insert(path.files.front());
    else if (!path.files.empty() && declaresStatic(d, sources))
      ofStatics.try_emplace(path.files.front(), path);
  }
  for (auto &[file, path] : ofStatics)
    if (!ofOthers.count(file) &&
        llvm::all_of(llvm::drop_begin(path.files), [&](auto f) { return pasted.count(f) != 0; }))
      pasted.insert(file);
}

/// Everything up to the last #include; a pasted file stands for its own #include lines.
void UnitReader::keepPreamble(const Preamble &preamble) {
  std::function<std::vector<Preamble::Line>(clang::FileID)> linesOf = [&](clang::FileID file) {
    std::vector<Preamble::Line> out;
    auto lines = preamble.files.find(file);
    if (lines == preamble.files.end())
      return out;
    for (const Preamble::Line &line : lines->second) {
      clang::FileID instead;
      for (clang::FileID candidate : pasted) {
        auto [parent, offset] = sources.getDecomposedIncludedLoc(candidate);
        if (parent == file && offset >= line.offset && offset < line.offset + line.text.size())
          instead = candidate;
      }
      if (!line.isInclude || instead.isInvalid()) {
        out.push_back(line);
        continue;
      }
      for (Preamble::Line &inner : linesOf(instead))
        out.push_back(std::move(inner));
    }
    return out;
  };
  clang::FileID main = sources.getMainFileID();
  std::vector<Preamble::Line> lines = linesOf(main);
  if (!lines.empty())
    unit.comments = commentsAbove(
        sources.getLocForStartOfFile(main).getLocWithOffset(preamble.files.at(main)[0].offset));
  while (!lines.empty() && !lines.back().isInclude)
    lines.pop_back();
  for (Preamble::Line &line : lines)
    unit.preamble.push_back(std::move(line.text));
}

} // namespace costate::frontend::c
