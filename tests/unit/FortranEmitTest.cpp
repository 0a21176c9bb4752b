// Whole scopes as Fortran text: USE with renaming, order of declarations, interfaces, initial
// values, early returns, WHERE. Rules of emit/fortran/Names.h are cited by number.
#include "emit/Emit.h"

#include "ir/Builder.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::ir;

namespace {

class FortranEmitTest : public ::testing::Test {
protected:
  FortranEmitTest() : program(sources), build(program) {}

  Unit *unit(UnitKind kind, const std::string &name = {}) {
    program.units.push_back(std::make_unique<Unit>());
    Unit *u = program.units.back().get();
    u->kind = kind;
    u->name = name;
    return u;
  }
  Procedure *procedure(Unit *u, const std::string &name,
                       ProcedureKind kind = ProcedureKind::Subroutine) {
    u->procedures.push_back(std::make_unique<Procedure>());
    Procedure *p = u->procedures.back().get();
    p->name = name;
    p->unit = u;
    p->kind = kind;
    p->hasBody = true;
    Symbol *s = addSymbol(u->scope, name, SymbolKind::Procedure,
                          program.types.procedure(program.types.voidType()));
    s->unit = u;
    s->procedure = p;
    p->symbol = s;
    return p;
  }
  Symbol *local(Procedure *p, const std::string &name, const Type *type) {
    Symbol *s = addSymbol(p->scope, name, SymbolKind::Variable, type);
    s->owner = p;
    return s;
  }
  Symbol *dummy(Procedure *p, const std::string &name, const Type *type) {
    Symbol *s = local(p, name, type);
    s->storage = Storage::Argument;
    p->parameters.push_back(s);
    return s;
  }
  Symbol *global(Unit *u, const std::string &name, const Type *type) {
    Symbol *s = addSymbol(u->scope, name, SymbolKind::Variable, type);
    s->unit = u;
    s->storage = Storage::Global;
    return s;
  }
  const Type *vector(const Type *element, const Expr *upper) {
    Dimension d;
    d.upper = upper;
    return program.types.array(element, {d}, false);
  }
  const Expr *v(Symbol *s) { return build.variable(s); }
  const Expr *number(int64_t value) { return build.constant(integer, value); }
  void assign(Block &block, Symbol *s, const Expr *value, const Expr *mask = nullptr) {
    block.push_back(std::make_unique<Assign>(v(s), value, Location{}, mask));
  }
  std::string emit() { return emit::emitFortran(program); }

  SourceManager sources;
  Program program;
  Builder build;
  const Type *integer = program.types.integer(4), *real = program.types.real(8),
             *logical = program.types.logical(4);
};

TEST_F(FortranEmitTest, UsedNamesThatAreTakenAreRenamed) { // (3)
  Unit *m = unit(UnitKind::FortranModule, "shared");
  Symbol *x = global(m, "x", real), *y = global(m, "y", real);
  Procedure *p = procedure(unit(UnitKind::FortranFile), "copy");
  Symbol *argument = dummy(p, "x", real);
  local(p, "unused", real);
  assign(p->body, x, v(argument));
  assign(p->body, argument, v(y));
  EXPECT_EQ(emit(), R"(module shared
  implicit none
  real(8) :: x, y
end module shared

subroutine copy(x)
  use shared, only: x1 => x, y
  implicit none
  real(8) :: x

  x1 = x
  x = y
end subroutine copy
)");
}

TEST_F(FortranEmitTest, LocalNamesThatMeetGetNumbers) { // (2)
  Procedure *p = procedure(unit(UnitKind::FortranFile), "twice");
  Symbol *outer = local(p, "k", integer), *inner = local(p, "k", integer);
  assign(p->body, outer, number(1));
  assign(p->body, inner, v(outer));
  EXPECT_EQ(emit(), R"(subroutine twice
  implicit none
  integer :: k, k1

  k = 1
  k1 = k
end subroutine twice
)");
}

TEST_F(FortranEmitTest, DeclarationsFollowWhatTheyName) {
  Procedure *p = procedure(unit(UnitKind::FortranFile), "fill");
  Symbol *n = local(p, "n", integer);
  n->storage = Storage::Argument;
  Symbol *a = dummy(p, "a", vector(real, v(n)));
  p->parameters.push_back(n);
  Symbol *size = local(p, "size", integer);
  Symbol *w = local(p, "w", vector(real, v(size)));
  size->kind = SymbolKind::NamedConstant;
  size->initial = number(8);
  Symbol *table = local(p, "table", vector(integer, number(6)));
  table->storage = Storage::Saved;
  table->initial = program.exprs.make<ArrayConstructor>(
      table->type, std::vector<const Expr *>{number(7), nullptr, number(0)}, Location{},
      std::vector<int64_t>{1, 2, 3});
  assign(p->body, a, program.exprs.make<RealConstant>(real, "0.", 0.0));
  assign(p->body, w, program.exprs.make<RealConstant>(real, "1.", 1.0));
  assign(p->body, table, number(2));
  EXPECT_EQ(emit(), R"(subroutine fill(a, n)
  implicit none
  integer :: n
  real(8) :: a(n)
  integer, parameter :: size = 8
  real(8) :: w(size)
  integer, save :: table(6)
  data table(1) / 7 /
  data table(4:6) / 3*0 /

  a = 0.0d0
  w = 1.0d0
  table = 2
end subroutine fill
)");
}

TEST_F(FortranEmitTest, InterfacesImportWhatTheyName) {
  Unit *m = unit(UnitKind::FortranModule, "shapes");
  RecordType *box = program.types.record("box", m);
  Component &side = box->components.emplace_back();
  side.name = "side";
  side.type = real;
  m->scope.records.push_back(box);
  m->interfaces.push_back(std::make_unique<Procedure>());
  Procedure *area = m->interfaces.back().get();
  area->name = "measure";
  area->unit = m;
  area->kind = ProcedureKind::Function;
  area->isAbstract = true;
  area->symbol = addSymbol(m->scope, "measure", SymbolKind::Procedure, nullptr);
  area->symbol->procedure = area;
  dummy(area, "b", box)->intent = Intent::In;
  area->result = local(area, "size", real);
  area->result->storage = Storage::Result;
  Procedure *p = procedure(m, "apply");
  Symbol *f = addSymbol(p->scope, "f", SymbolKind::Procedure,
                        program.types.procedure(real, {}, false, area));
  f->owner = p;
  f->storage = Storage::Argument;
  p->parameters.push_back(f);
  Symbol *b = dummy(p, "b", box), *y = dummy(p, "y", real);
  p->body.push_back(std::make_unique<Call>(f, std::vector<Argument>{{v(b), {}}}, v(y)));
  EXPECT_EQ(emit(), R"(module shapes
  implicit none
  type :: box
    real(8) :: side
  end type box
  abstract interface
    function measure(b) result(size)
      import :: box
      implicit none
      type(box), intent(in) :: b
      real(8) :: size
    end function measure
  end interface

contains

  subroutine apply(f, b, y)
    implicit none
    procedure(measure) :: f
    type(box) :: b
    real(8) :: y

    y = f(b)
  end subroutine apply

end module shapes
)");
}

TEST_F(FortranEmitTest, EarlyReturnsAreFlat) {
  Procedure *p = procedure(unit(UnitKind::FortranFile), "guard");
  Symbol *n = dummy(p, "n", integer);
  Block rest;
  assign(rest, n, number(2));
  auto test = std::make_unique<If>(
      build.compare(BinaryOp::Less, v(n), number(0), Language::Fortran), Block{}, std::move(rest));
  test->thenReturned = true;
  p->body.push_back(std::move(test));
  EXPECT_EQ(emit(), R"(subroutine guard(n)
  implicit none
  integer :: n

  if (n < 0) return
  n = 2
end subroutine guard
)");
}

TEST_F(FortranEmitTest, MaskedAssignmentsShareAConstruct) {
  Procedure *p = procedure(unit(UnitKind::FortranFile), "clip");
  Symbol *a = dummy(p, "a", vector(integer, number(4)));
  Symbol *m = local(p, "m", vector(logical, number(4)));
  const Expr *otherwise = program.exprs.make<Unary>(m->type, UnaryOp::Not, v(m));
  assign(p->body, m, program.exprs.make<Binary>(m->type, BinaryOp::Greater, v(a), number(0)));
  assign(p->body, a, number(1), v(m));
  assign(p->body, a, number(0), otherwise);
  EXPECT_EQ(emit(), R"(subroutine clip(a)
  implicit none
  integer :: a(4)
  logical :: m(4)

  m = a > 0
  where (m)
    a = 1
  elsewhere
    a = 0
  end where
end subroutine clip
)");
}

TEST_F(FortranEmitTest, MaskTemporariesPrintInPlace) {
  Procedure *p = procedure(unit(UnitKind::FortranFile), "clip");
  Symbol *a = dummy(p, "a", vector(integer, number(4)));
  Symbol *b = dummy(p, "b", vector(integer, number(4)));
  Symbol *m = p->makeTemporary("mask", vector(logical, number(4)));
  assign(p->body, m, program.exprs.make<Binary>(m->type, BinaryOp::Greater, v(a), number(0)));
  assign(p->body, a, number(1), v(m));
  assign(p->body, b, number(2), v(m));
  EXPECT_EQ(emit(), R"(subroutine clip(a, b)
  implicit none
  integer :: a(4), b(4)

  where (a > 0)
    a = 1
    b = 2
  end where
end subroutine clip
)");
}

TEST_F(FortranEmitTest, IndicesOfConstructsShareNames) {
  Procedure *p = procedure(unit(UnitKind::FortranFile), "count");
  Symbol *a = dummy(p, "a", vector(integer, number(4))), *k = local(p, "k", integer);
  Symbol *index = local(p, "k", integer);
  index->constructScope = true;
  const Expr *numbers = program.exprs.make<ImpliedDo>(
      integer, std::vector<const Expr *>{v(index)}, index, number(1), number(4), nullptr);
  assign(p->body, k, number(0));
  assign(p->body, a,
         program.exprs.make<ArrayConstructor>(a->type, std::vector<const Expr *>{numbers}));
  EXPECT_EQ(emit(), R"(subroutine count(a)
  implicit none
  integer :: a(4)
  integer :: k

  k = 0
  a = [(k, k = 1, 4)]
end subroutine count
)");
}

TEST_F(FortranEmitTest, GenericsGoOnWithUsedOnes) {
  Unit *first = unit(UnitKind::FortranModule, "first");
  Unit *second = unit(UnitKind::FortranModule, "second");
  Procedure *one = procedure(first, "swap_one"), *two = procedure(second, "swap_two");
  for (Unit *u : {first, second}) {
    Symbol *name = addSymbol(u->scope, "swap", SymbolKind::Procedure, nullptr);
    name->unit = u;
    u->scope.generics.push_back({"swap", {one->symbol}, false, name, {}});
  }
  second->scope.generics.back().specifics.push_back(two->symbol);
  std::string text = emit();
  EXPECT_EQ(text.substr(text.find("module second"), 128), R"(module second
  use first, only: swap
  implicit none
  interface swap
    procedure :: swap_two
  end interface swap

contains
)");
}

TEST_F(FortranEmitTest, ModulesGoOnLendingNames) { // (4)
  Unit *kinds = unit(UnitKind::FortranModule, "kinds"), *m = unit(UnitKind::FortranModule, "m");
  Symbol *n = global(kinds, "n", integer);
  m->defaultPrivate = true;
  m->reexportedNames.push_back({kinds, "n", "count"});
  Procedure *p = procedure(m, "bump");
  p->symbol->isPrivate = true;
  assign(p->body, n, number(1));
  std::string text = emit();
  EXPECT_EQ(text.substr(text.find("module m\n")), R"(module m
  use kinds, only: count => n
  implicit none
  private
  public :: count

contains

  subroutine bump
    implicit none

    count = 1
  end subroutine bump

end module m
)");
}

} // namespace
