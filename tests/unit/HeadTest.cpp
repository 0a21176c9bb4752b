// The syntax of heads.

#include "analysis/Head.h"

#include <gtest/gtest.h>

using namespace costate::analysis;
using Names = std::vector<std::string>;

namespace {

HeadSyntax parsed(const std::string &text) {
  std::string problem;
  auto head = parseHead(text, problem);
  EXPECT_TRUE(head) << text << ": " << problem;
  return head.value_or(HeadSyntax());
}

std::string problemOf(const std::string &text) {
  std::string problem;
  EXPECT_FALSE(parseHead(text, problem)) << text;
  return problem;
}

TEST(Head, IndependentsThenDependents) {
  HeadSyntax head = parsed("proc(x,y)>(f,g)");
  EXPECT_EQ(head.procedure, "proc");
  EXPECT_EQ(head.independents, (Names{"x", "y"}));
  EXPECT_EQ(head.dependents, (Names{"f", "g"}));
}

TEST(Head, BlanksDoNotMatter) {
  HeadSyntax head = parsed(" proc ( x , y ) > ( f ) ");
  EXPECT_EQ(head.independents, (Names{"x", "y"}));
  EXPECT_EQ(head.dependents, (Names{"f"}));
}

TEST(Head, BackslashIsAnArrow) { EXPECT_EQ(parsed("p(x)\\(y)").dependents, (Names{"y"})); }

TEST(Head, SlashPutsDependentsFirst) {
  HeadSyntax head = parsed("proc(f,g)/(x,y)");
  EXPECT_EQ(head.independents, (Names{"x", "y"}));
  EXPECT_EQ(head.dependents, (Names{"f", "g"}));
}

TEST(Head, ModuleProcedure) {
  HeadSyntax head = parsed("flow%step(u)>(e)");
  EXPECT_EQ(head.module, "flow");
  EXPECT_EQ(head.procedure, "step");
}

TEST(Head, GlobalsAndComponents) {
  HeadSyntax head = parsed("run(m%v,/blk/w,p%x)>(q.y,s->z)");
  EXPECT_EQ(head.independents, (Names{"m%v", "/blk/w", "p%x"}));
  EXPECT_EQ(head.dependents, (Names{"q.y", "s->z"}));
}

TEST(Head, ListsMayComeFromTheSource) { EXPECT_FALSE(parsed("proc").hasLists); }

TEST(Head, WhatIsNoHeadIsRefused) {
  EXPECT_NE(problemOf("(x)>(y)").find("name of a procedure"), std::string::npos);
  EXPECT_NE(problemOf("p(x").find("first list"), std::string::npos);
  EXPECT_NE(problemOf("p(x)(y)").find("no '>'"), std::string::npos);
  EXPECT_NE(problemOf("p(x)>").find("second list"), std::string::npos);
  EXPECT_NE(problemOf("p(x)>(y)z").find("second list"), std::string::npos);
  EXPECT_NE(problemOf("p(x,,y)>(z)").find("empty entry"), std::string::npos);
}

} // namespace
