// Fortran's functions of whole arrays. Of each argument: the tangent, an expression in its
// derivative d, and the adjoint, an expression in the result's adjoint s to be added to the
// argument's (a scalar is added to every element). One line for each set of arguments that may be
// present.
//
// Adjoints follow from the real inner product <u, v> = Re(sum(conjg(u)*v)): <s, tangent(d)> is
// <adjoint(s), d> for every d and s.
#include "rules/Table.h"

namespace costate::rules {

namespace {

// clang-format off
const std::vector<Line> arrays = {
  // ---- Reductions -----------------------------------------------------------------------------
  {"sum(array)",                                   "sum", "", "",
     {"array: sum(d) | s"}, "", ""},
  {"sum(array, dim: integer)",                     "sum", "", "",
     {"array: sum(d, dim) | spread(s, dim, size(array, dim))"}, "", ""},
  {"sum(array, mask: logical)",                    "sum", "", "",
     {"array: sum(d, mask) | if(mask, s, 0)"}, "", ""},
  {"sum(array, dim: integer, mask: logical)",      "sum", "", "",
     {"array: sum(d, dim, mask) | if(mask, spread(s, dim, size(array, dim)), 0)"}, "", ""},
  {"dot_product(vector_a, vector_b)",              "dot_product", "", "",
     {"vector_a: dot_product(d, vector_b) | conjg(s)*vector_b",
      "vector_b: dot_product(vector_a, d) | s*vector_a"}, "", ""},
  {"norm2(x)",                                     "norm2", "", "",
     {"x: sum(x*d)/if(r == 0, 1, r) | (s/if(r == 0, 1, r))*x"}, "r", "at 0: 0"},
  {"norm2(x, dim: integer)",                       "norm2", "", "",
     {"x: sum(x*d, dim)/if(r == 0, 1, r) | spread(s/if(r == 0, 1, r), dim, size(x, dim))*x"}, "r", "at 0: 0"},

  // ---- Products -------------------------------------------------------------------------------
  {"matmul(matrix_a: rank 2, matrix_b: rank 2)",   "matmul", "", "",
     {"matrix_a: matmul(d, matrix_b) | matmul(s, transpose(conjg(matrix_b)))",
      "matrix_b: matmul(matrix_a, d) | matmul(transpose(conjg(matrix_a)), s)"}, "", ""},
  {"matmul(matrix_a: rank 2, matrix_b: rank 1)",   "matmul", "", "",
     {"matrix_a: matmul(d, matrix_b) | spread(s, 2, size(matrix_b))*spread(conjg(matrix_b), 1, size(matrix_a, 1))",
      "matrix_b: matmul(matrix_a, d) | matmul(s, conjg(matrix_a))"}, "", ""},
  {"matmul(matrix_a: rank 1, matrix_b: rank 2)",   "matmul", "", "",
     {"matrix_a: matmul(d, matrix_b) | matmul(conjg(matrix_b), s)",
      "matrix_b: matmul(matrix_a, d) | spread(conjg(matrix_a), 2, size(matrix_b, 2))*spread(s, 1, size(matrix_a))"}, "", ""},

  // ---- Moving elements about --------------------------------------------------------------------
  {"transpose(matrix)",                            "transpose", "", "",
     {"matrix: transpose(d) | transpose(s)"}, "", ""},
  {"spread(source, dim: integer, ncopies: integer)", "spread", "", "",
     {"source: spread(d, dim, ncopies) | sum(s, dim)"}, "", ""},
  {"reshape(source, shape: integer)",              "reshape", "", "",
     {"source: reshape(d, shape) | reshape(s, shape(source), [0])"}, "", ""},
  {"reshape(source, shape: integer, order: integer)", "reshape", "", "",
     {"source: moved"}, "", ""},
  {"reshape(source, shape: integer, pad)",         "reshape", "", "",
     {"source: moved", "pad: moved"}, "", ""},
  {"reshape(source, shape: integer, pad, order: integer)", "reshape", "", "",
     {"source: moved", "pad: moved"}, "", ""},
  {"cshift(array, shift: integer)",                "cshift", "", "",
     {"array: cshift(d, shift) | cshift(s, -shift)"}, "", ""},
  {"cshift(array, shift: integer, dim: integer)",  "cshift", "", "",
     {"array: cshift(d, shift, dim) | cshift(s, -shift, dim)"}, "", ""},
  {"eoshift(array, shift: integer)",               "eoshift", "", "",
     {"array: eoshift(d, shift) | eoshift(s, -shift)"}, "", ""},
  {"eoshift(array, shift: integer, dim: integer)", "eoshift", "", "",
     {"array: eoshift(d, shift, dim=dim) | eoshift(s, -shift, dim=dim)"}, "", ""},
  {"eoshift(array, shift: integer, boundary)",     "eoshift", "", "",
     {"array: moved | eoshift(s, -shift)", "boundary: moved"}, "", ""},
  {"eoshift(array, shift: integer, boundary, dim: integer)", "eoshift", "", "",
     {"array: moved | eoshift(s, -shift, dim=dim)", "boundary: moved"}, "", ""},
  {"pack(array, mask: logical array)",             "pack", "", "",
     {"array: pack(d, mask) | unpack(s, mask, 0)"}, "", ""},
  {"pack(array, mask: logical scalar)",            "pack", "", "",
     {"array: pack(d, mask) | reshape(s, shape(array), [0])"}, "", ""},
  {"pack(array, mask: logical scalar, vector)",    "pack", "", "",
     {"array: moved", "vector: moved"}, "", ""},
  {"pack(array, mask: logical array, vector)",     "pack", "", "",
     {"array: moved | unpack(s, mask, 0)", "vector: moved"}, "", ""},
  {"unpack(vector, mask: logical, field)",         "unpack", "", "",
     {"vector: moved | pack(s, mask, spread(0, 1, size(vector)))",
      "field: moved | if(mask, 0, s)"}, "", ""},
};

const std::vector<LoopLine> loops = {
  {"product",        "the derivative by one element is the product of the others, which dividing does not give at 0"},
  {"maxval minval",  "one element is selected, the first of equal ones: a loop finds it"},
  {"reduce",         "the operation is a procedure of the program"},
  {"bessel_jn bessel_yn", "several orders at once"},
};

const std::vector<const char *> inquiries = {
  "allocated", "associated", "bit_size", "digits", "epsilon", "extends_type_of", "huge",
  "is_contiguous", "kind", "lbound", "len", "maxexponent", "minexponent", "nan", "new_line", "null",
  "precision", "present", "radix", "range", "rank", "same_type_as", "selected_char_kind",
  "selected_int_kind", "selected_real_kind", "shape", "size", "storage_size", "tiny", "ubound",
  "c_associated", "c_funloc", "c_loc", "c_sizeof", "loc",
};
// clang-format on

} // namespace

std::span<const Line> arrayTable() { return arrays; }
std::span<const LoopLine> loopTable() { return loops; }
std::span<const char *const> inquiryTable() { return inquiries; }

} // namespace costate::rules
