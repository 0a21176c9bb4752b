#include "emit/c/StandardHeaders.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace costate::emit::c {

namespace {

struct Header {
  const char *name;
  const char *functions;
  const char *families; ///< functions with variants for float and long double
};

const Header headers[] = {
    {"<complex.h>", "CMPLX CMPLXF CMPLXL",
     "cabs carg cimag conj creal cproj cpow csqrt cexp clog csin ccos ctan casin cacos catan csinh ccosh ctanh "
     "casinh cacosh catanh"},
    {"<math.h>", "isnan isinf isfinite isnormal signbit fpclassify",
     "acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 "
     "log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint "
     "lrint llrint round lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax "
     "fmin fma"},
    {"<stdio.h>", "printf fprintf sprintf snprintf scanf fscanf sscanf fopen fclose fread fwrite fputs puts putchar", ""},
    {"<stdlib.h>",
     "abort abs aligned_alloc atof atoi bsearch calloc exit free labs llabs malloc qsort rand realloc srand strtod", ""},
    {"<string.h>", "memchr memcmp memcpy memmove memset strcmp strcpy strlen", ""},
};

std::map<std::string, const char *> headersByFunction() {
  std::map<std::string, const char *> out;
  for (const Header &header : headers) {
    std::istringstream functions(header.functions), families(header.families);
    for (std::string name; functions >> name;)
      out[name] = header.name;
    for (std::string name; families >> name;)
      for (const char *variant : {"", "f", "l"})
        out[name + variant] = header.name;
  }
  return out;
}

/// Calls a function with each word that a parenthesis follows, outside of comments and strings.
template <typename Visit> void forEachCalled(const std::string &text, Visit &&visit) {
  auto part = [&](size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  for (size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    } else if (text[i] == '"' || text[i] == '\'') {
      for (char quote = text[i++]; i < text.size() && text[i] != quote; ++i)
        i += text[i] == '\\';
      ++i;
    } else if (part(i)) {
      size_t begin = i;
      while (part(i))
        ++i;
      if (i < text.size() && text[i] == '(')
        visit(text.substr(begin, i - begin));
    } else {
      ++i;
    }
  }
}

/// tgmath.h brings what it makes generic.
bool brings(const std::string &line, const std::string &header) {
  size_t at = line.find_first_not_of(" \t#");
  if (at == std::string::npos || line.compare(at, 7, "include") != 0)
    return false;
  bool generic = header == "<math.h>" || header == "<complex.h>";
  return line.find(header) != std::string::npos || (generic && line.find("<tgmath.h>") != std::string::npos);
}

} // namespace

std::vector<std::string> missingHeaders(const std::string &text, const std::set<std::string> &declared,
                                        const std::vector<std::string> &given) {
  static const std::map<std::string, const char *> known = headersByFunction();
  std::set<std::string> needed;
  forEachCalled(text, [&](const std::string &name) {
    if (auto header = known.find(name); header != known.end() && !declared.count(name))
      needed.insert(header->second);
  });
  std::vector<std::string> out;
  for (const std::string &header : needed) {
    bool isGiven = false;
    for (const std::string &line : given)
      isGiven = isGiven || brings(line, header);
    if (!isGiven)
      out.push_back("#include " + header);
  }
  return out;
}

} // namespace costate::emit::c
