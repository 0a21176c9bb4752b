// Statements as C text.
#pragma once

#include "emit/c/Expressions.h"
#include "emit/c/Layout.h"
#include "emit/c/Writer.h"

namespace costate::emit::c {

class Statements {
public:
  Statements(const ir::Procedure &procedure, const Unhoisted &unhoisted, Expressions &expressions,
             const Names &names, std::set<const ir::Symbol *> unread, Writer &writer)
      : procedure(procedure), unhoisted(unhoisted), expressions(expressions), names(names),
        unread(std::move(unread)), writer(writer) {}

  /// What stands between the function's braces.
  void printBody(const Braces &);

private:
  void print(const Braces &);
  void declarations(const std::vector<const ir::Symbol *> &);
  void declare(const std::vector<const ir::Symbol *> &);
  bool mayShare(const ir::Symbol *, const ir::Symbol *) const;
  std::string declaration(const ir::Symbol *);
  void markUnread(const ir::Symbol *);
  void print(const Node &);
  void comments(const Node &);
  std::string directive(const std::string &, const Node &);
  /// The body of a compound statement after its `header`.
  void block(const std::string &header, const Braces &);
  void braces(const std::string &header, const Braces &, bool wanted);
  bool needsBraces(const Braces &) const;
  bool chainNeedsBraces(const Node &) const;

  void plain(const Node &);
  void assign(const ir::Assign &, const ir::Symbol *declares);
  void initialise(const Node &);
  static void declareCounters(Node &);
  std::string text(const Initialiser &, const ir::Type *);
  void assignArray(const ir::Expr *place, const ir::ArrayConstructor &);
  void returnValue(const ir::Stmt &);
  std::string target(const ir::Expr *place, const ir::Symbol *declares);
  void allocate(const ir::Allocate &, const ir::Symbol *declares);
  void opaque(const ir::Opaque &);
  void ifElse(const Node &);
  std::string forHeader(const Node &);
  std::string onePast(const ir::For &);
  std::string forTest(const ir::For &, const std::string &variable);
  std::string forStep(const ir::For &, const std::string &variable);
  void doWhile(const Node &);

  const ir::Procedure &procedure;
  const Unhoisted &unhoisted;
  Expressions &expressions;
  const Names &names;
  std::set<const ir::Symbol *> unread;
  Writer &writer;
};

} // namespace costate::emit::c
