// Continuation lines and comments of emit/fortran/Layout.h.
#include "emit/fortran/Layout.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

using namespace costate::emit::fortran;

namespace {

/// Joins continued lines the way a compiler does.
std::string joinedLines(const std::string &text) {
  std::string out, line;
  std::istringstream in(text);
  bool continued = false;
  while (std::getline(in, line)) {
    EXPECT_LE(line.size(), standardColumns) << line;
    if (continued) {
      line.erase(0, line.find_first_not_of(' '));
      if (line[0] == '&')
        line.erase(0, 1);
    }
    continued = line.back() == '&';
    if (continued)
      line.pop_back();
    out += line;
  }
  return out;
}

std::string withoutBlanks(const std::string &text) {
  std::string out;
  for (char c : text)
    if (c != ' ')
      out += c;
  return out;
}

TEST(FortranLayoutTest, ShortLinesStayWhole) {
  Layout layout;
  layout.indent();
  layout.line("x = 1");
  EXPECT_EQ(layout.text(), "  x = 1\n");
}

TEST(FortranLayoutTest, BreaksAtTheOutermostOperator) {
  Layout layout;
  std::string call(50, 'a');
  layout.line("result = " + call + "(alpha, beta, gamma) + second(one, two, three, four, five)");
  EXPECT_EQ(layout.text(), "result = " + call +
                               "(alpha, beta, gamma) &\n    + second(one, two, three, four, five)\n");
}

TEST(FortranLayoutTest, LongLiteralsGoOnExactly) {
  std::string literal;
  for (int n = 0; n < 100; ++n)
    literal += "it''s  " + std::to_string(n) + " ";
  Layout layout;
  for (int depth = 0; depth < 20; ++depth)
    layout.indent();
  layout.line("x = '" + literal + "'");
  EXPECT_NE(joinedLines(layout.text()).find("'" + literal + "'"), std::string::npos);
}

TEST(FortranLayoutTest, RandomStatementsKeepTheirTokens) {
  std::mt19937 random(1);
  for (int n = 0; n < 300; ++n) {
    std::string text = "x =";
    for (unsigned word = 0, count = random() % 120; word < count; ++word)
      text += (random() % 3 ? " + " : ", ") + std::string(1 + random() % 30, 'a' + random() % 26);
    Layout layout;
    for (unsigned depth = random() % 30; depth > 0; --depth)
      layout.indent();
    layout.line(text);
    EXPECT_EQ(withoutBlanks(joinedLines(layout.text())), withoutBlanks(text));
  }
}

TEST(FortranLayoutTest, CommentsAreWrappedNotCut) {
  std::string text;
  for (int n = 0; n < 60; ++n)
    text += "word" + std::to_string(n) + " ";
  text.pop_back();
  Layout layout;
  layout.comment(text);
  layout.comment("$omp parallel do");
  layout.comment("");
  std::istringstream in(layout.text());
  std::string line, all;
  while (std::getline(in, line)) {
    EXPECT_LE(line.size(), standardColumns);
    if (line.compare(0, 2, "! ") == 0)
      all += (all.empty() ? "" : " ") + line.substr(2);
  }
  EXPECT_EQ(all, text);
  EXPECT_NE(layout.text().find("\n!$omp parallel do\n!\n"), std::string::npos);
}

} // namespace
