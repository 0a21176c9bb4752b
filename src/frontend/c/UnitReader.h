// One C translation unit on its way from Clang's declarations to ours.
//
// The unit reader owns the tables: which of our types, records and symbols stands for which of
// Clang's. Types and symbols are made when something first needs them, so what a header declares
// and nobody uses costs nothing. Bodies are read by BodyReader.
#pragma once

#include "frontend/Comments.h"
#include "frontend/c/Clang.h"
#include "frontend/c/Preamble.h"
#include "ir/Builder.h"
#include "support/Diagnostics.h"

#include <functional>
#include <set>
#include <unordered_map>

namespace costate::frontend::c {

using clang::QualType;
using clang::SourceLocation;

class UnitReader {
public:
  UnitReader(ir::Program &, ir::Unit &, clang::ASTContext &, clang::Preprocessor &, Diagnostics &);

  /// Reads every declaration of the main file, then what these reach in its headers.
  void read(const Preamble &);

  // ---- Types ------------------------------------------------------------------------------

  /// Ours for Clang's type. Never refuses: headers declare much that nobody uses. What the main
  /// file itself declares goes through `refuseUnsupported` first.
  const ir::Type *type(QualType);
  /// Refuses a type Costate cannot represent, at the declaration that uses it.
  bool refuseUnsupported(QualType, SourceLocation);
  const ir::Type *logical() { return program.types.logical(1); }
  const ir::Type *integer() { return builder.integer(ir::Language::C); }
  ir::RecordType *record(const clang::RecordDecl *);
  unsigned component(const clang::FieldDecl *field) const { return field->getFieldIndex(); }

  /// Gives the extent of a variable-length array; set while a body or prototype is read.
  std::function<const ir::Expr *(const clang::VariableArrayType *)> variableExtent;

  // ---- Symbols ----------------------------------------------------------------------------

  /// A variable with static storage outside functions; locals belong to the BodyReader.
  ir::Symbol *global(const clang::VarDecl *);
  ir::Symbol *function(const clang::FunctionDecl *);
  ir::Symbol *enumerator(const clang::EnumConstantDecl *);
  /// A function of the C library or of the compiler, not the program's own.
  bool isLibrary(const clang::FunctionDecl *) const;
  /// Whether a call of it (null: of any function) may change what its caller reads (EvaluationOrder.cpp).
  bool mayWrite(const clang::FunctionDecl *);
  /// A file-scope object Costate makes (a compound literal that lives as long as the program).
  ir::Symbol *madeGlobal(const std::string &base, const ir::Type *, SourceLocation);
  /// Gives a struct without tag or typedef a name after the variable declared with it.
  void nameAnonymous(QualType, const std::string &base);

  /// Whether nothing at file scope and no macro has this name.
  bool nameIsFree(llvm::StringRef name) const;

  // ---- Locations and messages ---------------------------------------------------------------

  Location location(SourceLocation);
  /// Where a declaration stands in the order of the main file: one of a pasted file stands on the
  /// line that includes it, further right the further down.
  Location orderLocation(SourceLocation);
  /// Declared by an included file that is included again.
  bool fromHeader(SourceLocation) const;
  bool fromSystem(SourceLocation at) const {
    return sources.isInSystemHeader(sources.getExpansionLoc(at));
  }
  /// The comments above a place of the main file that nobody has taken yet.
  std::vector<std::string> commentsAbove(SourceLocation);
  void refuse(SourceLocation, const std::string &message, const std::string &hint = {});
  /// The name of the macro this token comes from, as the main file or a header invoked it; empty
  /// outside macros.
  std::string macroName(SourceLocation) const;

  ir::Program &program;
  ir::Unit &unit;
  clang::ASTContext &ast;
  clang::Preprocessor &preprocessor;
  clang::SourceManager &sources;
  Diagnostics &diagnostics;
  ir::Builder builder;

private:
  // Types.cpp
  const ir::Type *unqualified(const clang::Type *);
  const ir::Type *builtin(const clang::BuiltinType *);
  const ir::Type *array(const clang::ArrayType *);
  ir::Dimension dimension(const clang::ArrayType *);
  const ir::Type *procedureType(const clang::FunctionType *);
  const ir::Type *aliasOf(const clang::TypedefNameDecl *);
  const ir::Type *enumType(const clang::EnumDecl *);
  ir::RecordType *sharedRecord(const clang::RecordDecl *definition);
  void fill(ir::RecordType *, const clang::RecordDecl *);
  std::string recordName(const clang::RecordDecl *);
  std::string freshTag(const std::string &base);

  // Declarations.cpp
  void declare(const clang::Decl *);
  void declareTypedef(const clang::TypedefDecl *);
  void declareEnum(const clang::EnumDecl *);
  void declareVariable(const clang::VarDecl *);
  void declareFunction(const clang::FunctionDecl *);
  ir::Procedure *makeProcedure(const clang::FunctionDecl *, ir::Symbol *);
  void refuseAttributes(const clang::Decl *);
  void sortProcedures();
  void readBodies();
  void readHeaderBody(const clang::FunctionDecl *);
  void readInitial(const clang::VarDecl *);

  // Includes.cpp
  void findPastedFiles(const Preamble &);
  bool definesAgain(const clang::Decl *) const;
  void keepPreamble(const Preamble &);

  std::map<const void *, const ir::Type *> types;
  std::map<const clang::TagDecl *, ir::RecordType *> records;
  std::map<const clang::TagDecl *, std::string> anonymousNames;
  /// Complete structs of headers that earlier units read, by where they are declared.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, ir::RecordType *> headerRecords;
  std::map<const clang::EnumDecl *, const ir::Type *> enums;
  std::set<std::string> tags;
  std::map<const clang::VarDecl *, ir::Symbol *> globals;
  std::map<const clang::FunctionDecl *, ir::Symbol *> functions;
  std::map<const clang::FunctionDecl *, bool> writers; ///< what mayWrite found
  std::map<const clang::EnumConstantDecl *, ir::Symbol *> enumerators;

  /// Work found on the way: bodies of header functions and initial values of header tables.
  std::vector<const clang::FunctionDecl *> headerBodies;
  std::vector<const clang::VarDecl *> initials;
  std::vector<const clang::FunctionDecl *> mainBodies;

  std::map<clang::FileID, uint32_t> fileNumbers;
  /// Included files whose declarations count as the main file's own (Includes.cpp says which).
  std::set<clang::FileID> pasted;
  CommentReader comments;
  /// While a header's function is read, refusals only drop its body.
  bool quiet = false;
  bool quietRefusal = false;
  /// What the function or declaration at hand was refused for: said once, where it first appears.
  std::set<std::string> refused;
};

} // namespace costate::frontend::c
