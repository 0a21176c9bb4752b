#include "emit/c/FileTypes.h"

#include <algorithm>

namespace costate::emit::c {

using namespace ir;

/// One declaration: a struct, a typedef or an enum.
struct FileTypes::Item {
  Location location;
  const RecordType *record = nullptr;
  const Unit::TypeDeclaration *declaration = nullptr;
  std::vector<const Symbol *> enumerators;

  const AliasType *alias() const { return declaration ? declaration->alias : nullptr; }
  bool isEnum() const { return declaration && !declaration->enumText.empty(); }
  /// `typedef struct {...} name;`
  const RecordType *definedByTypedef() const {
    auto *found = alias() && !isEnum() ? llvm::dyn_cast<RecordType>(alias()->underlying) : nullptr;
    return found && found->taggedByTypedef && found->name == alias()->name ? found : nullptr;
  }
};

namespace {

bool comesBefore(Location a, Location b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The names between an enum's braces: every word that follows a brace or a comma.
std::vector<std::string> enumeratorNames(const std::string &text) {
  std::vector<std::string> out;
  for (size_t i = text.find('{'); i != std::string::npos; i = text.find(',', i + 1)) {
    size_t begin = i + 1;
    while (begin < text.size() && text[begin] == ' ')
      ++begin;
    size_t end = begin;
    while (end < text.size() && isWordPart(text[end]))
      ++end;
    out.push_back(text.substr(begin, end - begin));
  }
  return out;
}

void addNames(const Scope &scope, std::set<std::string> &words) {
  for (const auto &s : scope.symbols)
    words.insert(s->name);
  for (const RecordType *r : scope.records)
    words.insert(r->name);
}

} // namespace

FileTypes::FileTypes(const Program &program, Names &names, Expressions &expressions)
    : names(names), expressions(expressions) {
  for (const auto &unit : program.units) {
    addNames(unit->scope, words);
    for (const Unit::TypeDeclaration &d : unit->typeDeclarations)
      if (d.alias)
        words.insert(d.alias->name);
    for (const auto &p : unit->procedures)
      addNames(p->scope, words);
  }
}

std::vector<std::string> FileTypes::declarations(const Unit &unit) {
  std::vector<Item> items;
  for (const RecordType *record : unit.scope.records)
    if (!record->fromHeader && !record->taggedByTypedef)
      items.push_back({record->location, record, nullptr, {}});
  for (const Unit::TypeDeclaration &d : unit.typeDeclarations) {
    if (d.alias && d.alias->fromHeader)
      continue;
    items.push_back({d.location, nullptr, &d, {}});
    for (const std::string &name : enumeratorNames(d.enumText))
      for (const auto &s : unit.scope.symbols)
        if (s->name == name && s->kind == SymbolKind::NamedConstant)
          items.back().enumerators.push_back(s.get());
  }
  std::stable_sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
    return comesBefore(a.location, b.location);
  });
  std::vector<std::string> out;
  for (const Item &item : items) {
    std::string declaration = text(item);
    if (clashes(item, declaration)) {
      giveNewNames(item);
      declaration = text(item);
    }
    remember(item, declaration);
    if (printed.insert(declaration).second)
      out.push_back(declaration);
  }
  return out;
}

std::string FileTypes::text(const Item &item) {
  const Declarators &types = expressions.types();
  if (item.record)
    return (item.record->complete ? types.recordBody(*item.record)
                                  : "struct " + names.of(item.record)) + ";";
  if (item.isEnum()) {
    const std::string &whole = item.declaration->enumText;
    size_t brace = whole.find('{');
    std::string out = (item.alias() ? names.of(item.alias()) : "enum") + " ";
    for (size_t i = brace, end; i < whole.size(); i = end) {
      for (end = i; end < whole.size() && isWordPart(whole[end]); ++end) {
      }
      std::string word = whole.substr(i, end - i);
      for (const Symbol *e : item.enumerators)
        if (e->name == word)
          word = names.of(e);
      out += word.empty() ? whole.substr(i, 1) : word;
      end = std::max(end, i + 1);
    }
    return out + ";";
  }
  if (const RecordType *record = item.definedByTypedef())
    return "typedef " + types.recordBody(*record) + " " + names.of(item.alias()) + ";";
  return "typedef " + types.declare(item.alias()->underlying, names.of(item.alias())) + ";";
}

std::vector<std::string> FileTypes::namesOf(const Item &item) const {
  std::vector<std::string> out;
  if (item.record)
    out.push_back("struct " + names.of(item.record));
  if (item.alias())
    out.push_back(names.of(item.alias()));
  for (const Symbol *e : item.enumerators)
    out.push_back(names.of(e));
  return out;
}

/// A struct that is only announced is the same as one that is complete elsewhere.
bool FileTypes::clashes(const Item &item, const std::string &text) const {
  if (item.record && !item.record->complete)
    return false;
  std::vector<std::string> taken = namesOf(item);
  return std::any_of(taken.begin(), taken.end(), [&](const std::string &name) {
    auto found = meanings.find(name);
    return found != meanings.end() && found->second != text;
  });
}

void FileTypes::giveNewNames(const Item &item) {
  if (item.record && meanings.count("struct " + names.of(item.record)))
    names.rename(item.record, fresh(item.record->name));
  if (const AliasType *alias = item.alias(); alias && meanings.count(names.of(alias)))
    names.rename(alias, fresh(alias->name));
  if (const RecordType *record = item.definedByTypedef())
    names.rename(record, names.of(item.alias()));
  for (const Symbol *e : item.enumerators)
    if (meanings.count(names.of(e)))
      names.rename(e, fresh(e->name));
}

void FileTypes::remember(const Item &item, const std::string &text) {
  if (item.record && !item.record->complete)
    return;
  for (const std::string &name : namesOf(item))
    meanings.emplace(name, text);
}

std::string FileTypes::fresh(const std::string &name) {
  for (unsigned n = 2;; ++n)
    if (std::string candidate = name + std::to_string(n); words.insert(candidate).second)
      return candidate;
}

} // namespace costate::emit::c
