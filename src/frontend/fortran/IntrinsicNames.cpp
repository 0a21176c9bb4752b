#include "frontend/fortran/IntrinsicNames.h"

#include <map>
#include <set>

namespace costate::frontend::fortran {

namespace {

using Form = IntrinsicForm;

const std::map<std::string, IntrinsicName> &table() {
  static const std::map<std::string, IntrinsicName> names = {
      // Specific names of one generic function; the arguments' type selects it.
      {"iabs", {Form::Generic, "abs"}},
      {"dabs", {Form::Generic, "abs"}},
      {"cabs", {Form::Generic, "abs"}},
      {"cdabs", {Form::Generic, "abs"}},
      {"zabs", {Form::Generic, "abs"}},
      {"dacos", {Form::Generic, "acos"}},
      {"dasin", {Form::Generic, "asin"}},
      {"datan", {Form::Generic, "atan"}},
      {"datan2", {Form::Generic, "atan2"}},
      {"dcos", {Form::Generic, "cos"}},
      {"ccos", {Form::Generic, "cos"}},
      {"cdcos", {Form::Generic, "cos"}},
      {"zcos", {Form::Generic, "cos"}},
      {"dcosh", {Form::Generic, "cosh"}},
      {"dsin", {Form::Generic, "sin"}},
      {"csin", {Form::Generic, "sin"}},
      {"cdsin", {Form::Generic, "sin"}},
      {"zsin", {Form::Generic, "sin"}},
      {"dsinh", {Form::Generic, "sinh"}},
      {"dtan", {Form::Generic, "tan"}},
      {"dtanh", {Form::Generic, "tanh"}},
      {"dasinh", {Form::Generic, "asinh"}},
      {"dacosh", {Form::Generic, "acosh"}},
      {"datanh", {Form::Generic, "atanh"}},
      {"dexp", {Form::Generic, "exp"}},
      {"cexp", {Form::Generic, "exp"}},
      {"cdexp", {Form::Generic, "exp"}},
      {"zexp", {Form::Generic, "exp"}},
      {"alog", {Form::Generic, "log"}},
      {"dlog", {Form::Generic, "log"}},
      {"clog", {Form::Generic, "log"}},
      {"cdlog", {Form::Generic, "log"}},
      {"zlog", {Form::Generic, "log"}},
      {"alog10", {Form::Generic, "log10"}},
      {"dlog10", {Form::Generic, "log10"}},
      {"dsqrt", {Form::Generic, "sqrt"}},
      {"csqrt", {Form::Generic, "sqrt"}},
      {"cdsqrt", {Form::Generic, "sqrt"}},
      {"zsqrt", {Form::Generic, "sqrt"}},
      {"dint", {Form::Generic, "aint"}},
      {"dnint", {Form::Generic, "anint"}},
      {"idnint", {Form::Generic, "nint"}},
      {"ddim", {Form::Generic, "dim"}},
      {"idim", {Form::Generic, "dim"}},
      {"dmod", {Form::Generic, "mod"}},
      {"amod", {Form::Generic, "mod"}},
      {"dsign", {Form::Generic, "sign"}},
      {"isign", {Form::Generic, "sign"}},
      {"dimag", {Form::Generic, "aimag"}},
      {"imag", {Form::Generic, "aimag"}},
      {"imagpart", {Form::Generic, "aimag"}},
      {"dconjg", {Form::Generic, "conjg"}},
      {"amax1", {Form::Generic, "max"}},
      {"dmax1", {Form::Generic, "max"}},
      {"max0", {Form::Generic, "max"}},
      {"amin1", {Form::Generic, "min"}},
      {"dmin1", {Form::Generic, "min"}},
      {"min0", {Form::Generic, "min"}},
      {"derf", {Form::Generic, "erf"}},
      {"derfc", {Form::Generic, "erfc"}},
      {"dgamma", {Form::Generic, "gamma"}},
      {"dlgama", {Form::Generic, "log_gamma"}},
      {"lgamma", {Form::Generic, "log_gamma"}},
      {"algama", {Form::Generic, "log_gamma"}},
      // Functions of one type with a result of another.
      {"amax0", {Form::ConvertedResult, "max"}},
      {"max1", {Form::ConvertedResult, "max"}},
      {"amin0", {Form::ConvertedResult, "min"}},
      {"min1", {Form::ConvertedResult, "min"}},
      // Conversions.
      {"int", {Form::Conversion, "int"}},
      {"ifix", {Form::Conversion, "int"}},
      {"idint", {Form::Conversion, "int"}},
      {"int2", {Form::Conversion, "int"}},
      {"int8", {Form::Conversion, "int"}},
      {"real", {Form::Conversion, "real"}},
      {"realpart", {Form::Conversion, "real"}},
      {"float", {Form::Conversion, "real"}},
      {"sngl", {Form::Conversion, "real"}},
      {"dble", {Form::Conversion, "real"}},
      {"dfloat", {Form::Conversion, "real"}},
      {"dreal", {Form::Conversion, "real"}},
      {"logical", {Form::Conversion, "logical"}},
      {"cmplx", {Form::ComplexFromParts, "cmplx"}},
      {"dcmplx", {Form::ComplexFromParts, "cmplx"}},
      // Functions that are not functions of their arguments.
      {"rand", {Form::Impure, "rand"}},
      {"irand", {Form::Impure, "irand"}},
      {"ran", {Form::Impure, "ran"}},
      {"secnds", {Form::Impure, "secnds"}},
      {"second", {Form::Impure, "second"}},
      {"etime", {Form::Impure, "etime"}},
      {"dtime", {Form::Impure, "dtime"}},
      {"time", {Form::Impure, "time"}},
      {"time8", {Form::Impure, "time8"}},
      {"getpid", {Form::Impure, "getpid"}},
      {"getcwd", {Form::Impure, "getcwd"}},
      {"system", {Form::Impure, "system"}},
      {"chdir", {Form::Impure, "chdir"}},
      {"rename", {Form::Impure, "rename"}},
      {"unlink", {Form::Impure, "unlink"}},
      {"ierrno", {Form::Impure, "ierrno"}},
      {"ftell", {Form::Impure, "ftell"}},
      {"hostnm", {Form::Impure, "hostnm"}},
      {"iargc", {Form::Impure, "iargc"}},
      {"command_argument_count", {Form::Impure, "command_argument_count"}},
  };
  return names;
}

} // namespace

IntrinsicName intrinsicName(const std::string &written) {
  auto it = table().find(written);
  return it == table().end() ? IntrinsicName{Form::Generic, written} : it->second;
}

bool promotesArguments(const std::string &generic) { return generic == "max" || generic == "min"; }

bool asksAboutPointer(const std::string &generic) {
  static const std::set<std::string> names = {"associated", "allocated", "c_associated", "c_loc"};
  return names.count(generic) != 0;
}

} // namespace costate::frontend::fortran
