#include "frontend/c/Preamble.h"

#include "clang/Lex/PPCallbacks.h"

#include <filesystem>

namespace costate::frontend::c {

namespace {

class Collector : public clang::PPCallbacks {
public:
  Collector(const clang::SourceManager &sources, Preamble &preamble, std::string writtenTo)
      : sources(sources), preamble(preamble), writtenTo(std::move(writtenTo)) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name, bool isAngled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef found, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind kind) override {
    if (Preamble::Line *line = add(hash)) {
      line->isInclude = true;
      line->isSystem = clang::SrcMgr::isSystem(kind);
      if (found && !isAngled && !writtenTo.empty())
        line->text = foundFromThere(line->text, name.str(), sources.getFilename(hash).str());
    }
  }

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override {
    add(name.getLocation());
  }

  void MacroUndefined(const clang::Token &name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    add(name.getLocation());
  }

  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind kind) override {
    if (kind == clang::PIK_HashPragma)
      add(at);
  }

private:
  /// An include by quotes of what lies beside the file with the include. (Others are found by -I, as before.)
  std::string foundFromThere(std::string line, const std::string &name, const std::string &includer) const {
    namespace fs = std::filesystem;
    fs::path path = fs::path(includer).parent_path() / name;
    std::string quoted = '"' + name + '"';
    size_t at = line.find(quoted);
    std::error_code error;
    if (at == std::string::npos || fs::path(name).is_absolute() || !fs::exists(path, error))
      return line;
    fs::path whole = fs::absolute(path, error).lexically_normal();
    fs::path relative = whole.lexically_relative(fs::absolute(writtenTo, error).lexically_normal());
    std::string written = writtenTo == "/" || relative.empty() ? whole.string() : relative.string();
    return line.replace(at, quoted.size(), '"' + written + '"');
  }

  /// The whole logical line around a token; null in system headers and on the command line.
  Preamble::Line *add(clang::SourceLocation at) {
    if (at.isInvalid() || !at.isFileID() || sources.isInSystemHeader(at))
      return nullptr;
    auto [file, offset] = sources.getDecomposedLoc(at);
    if (!sources.getFileEntryForID(file))
      return nullptr;
    llvm::StringRef text = sources.getBufferData(file);
    size_t begin = text.rfind('\n', offset);
    begin = begin == llvm::StringRef::npos ? 0 : begin + 1;
    auto &lines = preamble.files[file];
    lines.push_back({unsigned(begin), logicalLine(text.substr(begin)), false, false});
    return &lines.back();
  }

  static std::string logicalLine(llvm::StringRef text) {
    size_t end = 0;
    bool inComment = false;
    for (; end < text.size(); ++end) {
      if (text.substr(end).starts_with("*/"))
        inComment = false;
      else if (!inComment && text.substr(end).starts_with("/*"))
        inComment = true;
      else if (text[end] == '\n' && !inComment && !text.substr(0, end).rtrim("\r").ends_with("\\"))
        break;
    }
    return withoutComments(text.substr(0, end));
  }

  /// A comment that goes on over several lines would swallow what the emitter prints next to it.
  static std::string withoutComments(llvm::StringRef text) {
    std::string out;
    char quote = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (!quote && text.substr(i).starts_with("/*")) {
        size_t close = text.find("*/", i + 2);
        i = close == llvm::StringRef::npos ? text.size() : close + 1;
        out += ' ';
        continue;
      }
      if (!quote && text.substr(i).starts_with("//"))
        break;
      if (quote && text[i] == '\\' && i + 1 < text.size())
        out += text[i++];
      else if (text[i] == quote)
        quote = 0;
      else if (!quote && (text[i] == '"' || text[i] == '\''))
        quote = text[i];
      if (text[i] != '\r')
        out += text[i];
    }
    return llvm::StringRef(out).rtrim().str();
  }

  const clang::SourceManager &sources;
  Preamble &preamble;
  std::string writtenTo;
};

} // namespace

void collectPreamble(clang::Preprocessor &preprocessor, Preamble &preamble, const std::string &writtenTo) {
  preprocessor.addPPCallbacks(
      std::make_unique<Collector>(preprocessor.getSourceManager(), preamble, writtenTo));
}

} // namespace costate::frontend::c
