// Reading: what each format accepts.

#include <gtest/gtest.h>

#include <string>

#include <polyfork/poly/text/io.hpp>

#include "poly/text/io_text.hpp"

using namespace polyfork;

namespace {

std::string infix(std::string_view text, PolyFormat format = PolyFormat::infix) {
  return to_string(parse_poly(text, format));
}

TEST(IoInfix, Monomials) {
  EXPECT_EQ(infix("3*x^5 - 2/3*x + 1"), "3*x^5 - 2/3*x + 1");
  EXPECT_EQ(infix("x/2"), "1/2*x");
  EXPECT_EQ(infix("-x^2"), "-x^2");
  EXPECT_EQ(infix("4/6*x**3"), "2/3*x^3");
  EXPECT_EQ(infix("2*x^2/4"), "1/2*x^2");
  EXPECT_EQ(infix("1/2*x/3"), "1/6*x");
  EXPECT_EQ(infix("  \t+x \r\n - 1 # comment\n + 7 # end"), "x + 6");
  EXPECT_EQ(infix("00012*x^007"), "12*x^7");
  EXPECT_EQ(infix("0*x^2000000000 + 5"), "5");
  EXPECT_EQ(infix("x^0"), "1");
  EXPECT_EQ(infix("-0"), "0");
}

TEST(IoInfix, RepeatedMonomialsAreSummed) {
  EXPECT_EQ(infix("2*x+3*x-x"), "4*x");
  EXPECT_EQ(infix("x/2 + x/3 - 5*x/6 + 1"), "1");
  EXPECT_EQ(infix("x^2 + 1 - x^2 + x + 1"), "x + 2");
  EXPECT_EQ(parse_poly_z("x/2 + x/2"), parse_poly_z("x"));
}

TEST(IoInfix, Expressions) {
  EXPECT_EQ(infix("x-(3+1)"), "x - 4");
  EXPECT_EQ(infix("(x+1)/3"), "1/3*x + 1/3");
  EXPECT_EQ(infix("(x+1)^3*(x-1)/6"), "1/6*x^4 + 1/3*x^3 - 1/3*x - 1/6");
  EXPECT_EQ(infix("(x^2-2)^2 - x*(x-1)*3 + -(-x)"), "x^4 - 7*x^2 + 4*x + 4");
  EXPECT_EQ(infix("2^10*3^2*x^3*(1/2)"), "4608*x^3");
  EXPECT_EQ(infix("3*-x"), "-3*x");
  EXPECT_EQ(infix("2--x"), "x + 2");
  EXPECT_EQ(infix("x^(2)"), "x^2");
  EXPECT_EQ(infix("1/2/3*x"), "1/6*x");
  EXPECT_EQ(infix("x/(1+2)*3"), "x");
  EXPECT_EQ(infix("(x-x+2)/(3-1)"), "1");
  EXPECT_EQ(infix("(x+1)^0"), "1");
  EXPECT_EQ(infix("(2*x)^3/8"), "x^3");
  EXPECT_EQ(infix("(((((x)))))"), "x");
}

TEST(IoInfix, VariableAndTerminator) {
  EXPECT_EQ(parse_poly("t_0^2 - 1", PolyFormat::infix).variable(), "t_0");
  EXPECT_EQ(parse_poly("3", PolyFormat::infix).variable(), "x");
  EXPECT_EQ(infix("x+1;"), "x + 1");
  EXPECT_EQ(infix("x+1 :\n# done\n"), "x + 1");
}

TEST(IoInfix, LongNumbers) {
  for (const std::size_t digits : {7U, 8U, 19U, 20U, 38U, 39U, 400U, 401U, 5000U}) {
    std::string number = "9";
    for (std::size_t i = 1; i < digits; ++i) number += static_cast<char>('0' + (i * 7 + i / 10) % 10);
    const PolyZ f = parse_poly_z(number + "*x - " + number, PolyFormat::infix);
    EXPECT_EQ(f.coefficient(1), Integer(number)) << digits;
    EXPECT_EQ(f.coefficient(0), -Integer(number)) << digits;
    EXPECT_EQ(format_poly(f), number + "*x - " + number);
  }
}

TEST(IoInfix, NumbersOfEveryShortLength) {
  const std::string digits = "98765432101234567899876543210123456789";
  for (std::size_t length = 1; length <= digits.size(); ++length) {
    const std::string number = digits.substr(0, length);
    EXPECT_EQ(infix(number + "*x^" + std::to_string(length)),
              number + "*x" + (length == 1 ? "" : "^" + std::to_string(length)));
    EXPECT_EQ(parse_poly_z(number, PolyFormat::coeffs).coefficient(0).to_string(), number);
  }
}

TEST(IoInfix, OtherNamesThatBeginAlike) {
  EXPECT_EQ(infix("x1^2 + x1"), "x1^2 + x1");
  EXPECT_THROW(infix("x + x1"), ParseError);
  EXPECT_THROW(infix("x + xy"), ParseError);
}

TEST(IoText, DigitsEndAtEveryOtherByte) {
  for (std::size_t digits = 0; digits <= 17; ++digits)
    for (int byte = 0; byte < 256; ++byte) {
      const std::string text =
          std::string(digits, '0' + static_cast<char>(digits % 10)) + static_cast<char>(byte) + "123456789";
      const auto count =
          static_cast<std::size_t>(detail::skip_digits(text.data(), text.data() + text.size()) - text.data());
      EXPECT_EQ(count, byte >= '0' && byte <= '9' ? text.size() : digits) << digits << " digits, byte " << byte;
    }
}

TEST(IoLists, Coeffs) {
  EXPECT_EQ(infix("1\n-2\n3/6\n", PolyFormat::coeffs), "1/2*x^2 - 2*x + 1");
  EXPECT_EQ(infix("# head\r\n\r\n  +5  # five\r\n0\r\n", PolyFormat::coeffs), "5");
  EXPECT_EQ(infix("7", PolyFormat::coeffs), "7");
}

TEST(IoLists, FlintAndNtl) {
  EXPECT_EQ(infix("4  1 -1 0 5", PolyFormat::flint), "5*x^3 - x + 1");
  EXPECT_EQ(infix("4  1\n-1\t0   5\n", PolyFormat::flint), "5*x^3 - x + 1");
  EXPECT_EQ(infix("2  1/2 -3/4", PolyFormat::flint), "-3/4*x + 1/2");
  EXPECT_EQ(infix("0", PolyFormat::flint), "0");
  EXPECT_EQ(infix("[1 -1 0 5]", PolyFormat::ntl), "5*x^3 - x + 1");
  EXPECT_EQ(infix(" [ ] \n", PolyFormat::ntl), "0");
}

TEST(IoLists, Msolve) {
  const PolyQ f = parse_poly("y\n0\n-2/3*y^2\n+1\n", PolyFormat::msolve);
  EXPECT_EQ(to_string(f), "-2/3*y^2 + 1");
  EXPECT_EQ(parse_poly("y\n0\n5", PolyFormat::msolve).variable(), "y");
}

TEST(IoLists, Mpsolve) {
  EXPECT_EQ(infix("! c\nmonomial; DEGREE = 2; Integer; real;\n! z\n-4 0 ! y\n1\n", PolyFormat::mpsolve), "x^2 - 4");
  EXPECT_EQ(infix("Degree=4;\nSparse;\nRational;\nReal;\n4 16\n0 -1/2\n", PolyFormat::mpsolve), "16*x^4 - 1/2");
}

TEST(IoDetect, Rule) {
  const auto name = [](std::string_view text) { return std::string(poly_format_name(detect_format(text))); };
  EXPECT_EQ(name("[1 2]"), "ntl");
  EXPECT_EQ(name("\n# c\n [1 2]"), "ntl");
  EXPECT_EQ(name("! c\nDegree=1;"), "mpsolve");
  EXPECT_EQ(name("Monomial;\nDegree=1;"), "mpsolve");
  EXPECT_EQ(name("degree = 3;"), "mpsolve");
  EXPECT_EQ(name("degree^3 - 1"), "infix");
  EXPECT_EQ(name("x\n0\nx^2"), "ms");
  EXPECT_EQ(name("x,y\n0\nx^2"), "ms");
  EXPECT_EQ(name("x\n- 1"), "infix");
  EXPECT_EQ(name("x\n0"), "infix");
  EXPECT_EQ(name("4  1 -1 0 5"), "flint");
  EXPECT_EQ(name("4  1 -1 0"), "flint");       // the count is wrong, but it is nothing else
  EXPECT_EQ(name("2  -1 -5"), "flint");        // reads as an expression, too: the count decides
  EXPECT_THROW(name("3  -1 -5"), ParseError);  // the sum -3, or a list with a wrong count
  EXPECT_EQ(name("3  +4*x"), "infix");
  EXPECT_EQ(name("3  + x"), "infix");
  EXPECT_EQ(name("0"), "coeffs");
  EXPECT_EQ(name("-3/4"), "coeffs");
  EXPECT_EQ(name("1\n2\n3\n"), "coeffs");
  EXPECT_EQ(name("1\n-2\n-3\n"), "coeffs");
  EXPECT_EQ(name("1\n-2\n+3*x\n"), "infix");
  EXPECT_EQ(name("1\n2\njunk"), "coeffs");
  EXPECT_EQ(name("(x-1)^2"), "infix");
  EXPECT_EQ(name("1 + x"), "infix");
  EXPECT_EQ(name("1/2*x"), "infix");
}

TEST(IoNames, RoundTrip) {
  for (const char* name : {"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"})
    EXPECT_EQ(poly_format_name(poly_format_from_name(name)), name);
  EXPECT_THROW(poly_format_from_name("pari"), DomainError);
}

}  // namespace
