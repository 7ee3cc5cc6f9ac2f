// Errors of every reader, with their positions; limits.

#include <gtest/gtest.h>

#include <stop_token>

#include <polyfork/poly/text/io.hpp>

using namespace polyfork;
using namespace std::string_view_literals;

namespace {

/// "line:column: part of the reason" must be what parsing throws.
void expect_error(PolyFormat format, std::string_view text, std::size_t line, std::size_t column,
                  std::string_view reason) {
  SCOPED_TRACE(std::string(text));
  try {
    const PolyQ f = parse_poly(text, format);
    ADD_FAILURE() << "read as " << to_string(f);
  } catch (const ParseError& error) {
    EXPECT_EQ(error.line(), line);
    EXPECT_EQ(error.column(), column);
    EXPECT_NE(error.reason().find(reason), std::string::npos) << error.reason();
  }
}

TEST(IoErrors, Infix) {
  const auto bad = [](std::string_view text, std::size_t line, std::size_t column, std::string_view reason) {
    expect_error(PolyFormat::infix, text, line, column, reason);
  };
  bad("x/2 - y", 1, 7, "second variable 'y'");
  bad("0*y + x", 1, 7, "second variable 'x'");
  bad("*x", 1, 1, "expected a number");
  bad("x*", 1, 3, "the end of the input");
  bad("x +", 1, 4, "the end of the input");
  bad("3x", 1, 2, "products are written");
  bad("2 x", 1, 3, "products are written");
  bad("x 2", 1, 3, "products are written");
  bad("2(x+1)", 1, 2, "products are written");
  bad("(x 2)", 1, 4, "operator or ')'");
  bad("x^-1", 1, 3, "negative exponent (only numbers have them)");
  bad("x^(-1)", 1, 4, "negative exponent (only numbers have them)");
  bad("(2)^-1", 1, 5, "negative exponent (only numbers have them)");
  bad("2^--1", 1, 4, "a second sign");
  bad("x + 0^-3", 1, 5, "division by zero");
  bad("2^-x", 1, 4, "nonnegative integer");
  bad("x^y", 1, 3, "exponent");
  bad("x^2^3", 1, 4, "power of a power");
  bad("x**2**3", 1, 5, "power of a power");
  bad("1/0", 1, 3, "division by zero");
  bad("x\n + 1/00*x", 2, 6, "division by zero");
  bad("x/(1-1)", 1, 3, "division by zero");
  bad("x/x", 1, 3, "not constant");
  bad("1/(x+1)", 1, 3, "not constant");
  bad("x^99999999999999999999", 1, 3, "too large");
  bad("x^2147483647", 1, 3, "too large");
  bad("x^2000000000*x^2000000000", 1, 13, "too large");
  bad("(x^65536)^65536", 1, 10, "too large");
  bad("(3^65536)^2000000000", 1, 10, "too large");
  bad("x^1.5", 1, 4, "whole numbers");
  bad("x^.5", 1, 3, "nonnegative integer");
  bad("1.5.2*x", 1, 4, "expected an operator");
  bad("1e2000000000*x", 1, 3, "beyond 10^9");
  bad("sqrt(2)*x", 1, 5, "functions such as sqrt are not read");
  bad("-2 0 1", 1, 4, "numbers side by side");
  bad("x = 1", 1, 3, "equation");
  bad("x, x+1", 1, 2, "second polynomial");
  bad("x+1; 3", 1, 6, "after the end");
  bad("x)", 1, 2, "found ')'");
  bad("((x+1)", 1, 7, "expected ')'");
  bad("()", 1, 2, "expected a number");
  bad("", 1, 1, "empty");
  bad(" \n# only a comment\n", 3, 1, "empty");
  bad("x +\r\n\r\n  $", 3, 3, "found '$'");
  bad("x + \xC3\xA9", 1, 5, "the character U+00E9");
  bad("x \xE2\x80\x93 1", 1, 3, "U+2013, a dash");
  bad("x\xC2\xB2\x33", 1, 2, "U+00B2, an exponent that runs into a digit");
  bad("1 +\nx\xC2\xB9\xC2\xB2\x33 + 1", 2, 2, "U+00B9, an exponent that runs into a digit");
  bad("x\xE2\x81\xB4\x33", 1, 2, "U+2074, an exponent that runs into a digit");
  bad("x\n + \xF0\x9D\x91\xA5", 2, 4, "the character U+1D465");
  bad("x + \xC3", 1, 5, "byte 0xC3");
  bad("x + \xA9\xC3", 1, 5, "byte 0xA9");
  bad("x\0"sv, 1, 2, "byte 0x00");
  bad("1 \0+ x"sv, 1, 3, "byte 0x00");
}

TEST(IoErrors, NestingIsLimited) {
  const std::string deep = std::string(150, '(') + "x" + std::string(150, ')');
  EXPECT_EQ(to_string(parse_poly(deep)), "x");
  expect_error(PolyFormat::infix, std::string(1'000'000, '('), 1, 201, "nested");
  EXPECT_EQ(to_string(parse_poly(std::string(1'000'000, '-') + "x")), "x");
}

TEST(IoErrors, Lists) {
  expect_error(PolyFormat::coeffs, "1\n2 x\n", 2, 3, "end of the line");
  expect_error(PolyFormat::coeffs, "1\n2 3\n", 2, 3, "end of the line");
  expect_error(PolyFormat::coeffs, "1\nx\n", 2, 1, "coefficient");
  expect_error(PolyFormat::coeffs, "1\n2/0", 2, 3, "division by zero");
  expect_error(PolyFormat::coeffs, "1\n-\n", 2, 2, "digit");
  expect_error(PolyFormat::coeffs, "1.5 2", 1, 5, "end of the line");
  expect_error(PolyFormat::coeffs, "0.5\n1.5/0\n", 2, 5, "division by zero");
  expect_error(PolyFormat::flint, "2  1 1.5", 1, 7, "a space");
  expect_error(PolyFormat::ntl, "[1 1.5]", 1, 5, "a space");
  expect_error(PolyFormat::coeffs, "1/-2", 1, 3, "denominator");
  expect_error(PolyFormat::coeffs, "# nothing\n", 2, 1, "no coefficients");
  expect_error(PolyFormat::coeffs, "1\n2\0"sv, 2, 2, "byte 0x00");
  expect_error(PolyFormat::flint, "4  1 -1 0", 1, 1, "says 4");
  expect_error(PolyFormat::flint, "2  1 -1 7", 1, 9, "more than");
  expect_error(PolyFormat::flint, "2  1 x", 1, 6, "digit");
  expect_error(PolyFormat::flint, "x", 1, 1, "number of coefficients");
  expect_error(PolyFormat::flint, "99999999999999999999  1", 1, 1, "too large");
  expect_error(PolyFormat::flint, "1000000000  1", 1, 1, "but there are 1");
  expect_error(PolyFormat::flint, "0 1", 1, 3, "more than");
  expect_error(PolyFormat::ntl, "[1 2", 1, 5, "']'");
  expect_error(PolyFormat::ntl, "[1/2]", 1, 4, "integers");
  expect_error(PolyFormat::ntl, "[1,2]", 1, 3, "space or ']'");
  expect_error(PolyFormat::ntl, "[1] 2", 1, 5, "after the closing");
}

TEST(IoErrors, Headers) {
  expect_error(PolyFormat::msolve, "x,y\n0\nx", 1, 2, "several variables");
  expect_error(PolyFormat::msolve, "x\n7\nx", 2, 1, "characteristic 0");
  expect_error(PolyFormat::msolve, "x\n0\nx-1,\nx-2", 3, 4, "second polynomial");
  expect_error(PolyFormat::msolve, "x\n0\ny", 3, 1, "second variable");
  expect_error(PolyFormat::msolve, "x\n0\n", 3, 1, "empty");
  const auto bad = [](std::string_view text, std::size_t line, std::size_t column, std::string_view reason) {
    expect_error(PolyFormat::mpsolve, text, line, column, reason);
  };
  bad("Degree=1; Complex; Integer;\n1 1", 1, 11, "not supported");
  bad("Degree=1; Real; FloatingPoint;\n1 1", 1, 17, "not supported");
  bad("Chebyshev;", 1, 1, "not supported");
  bad("Degree=1; Real; Integr;\n1 1", 1, 17, "unknown");
  bad("Degree=1; Integer;\n1 1", 2, 1, "'Real;' is missing");
  bad("Degree=1; Real;\n1 1", 2, 1, "'Integer;' or 'Rational;'");
  bad("Real; Integer;\n1 1", 2, 1, "'Degree=N;'");
  bad("Degree=1; Real; Integer;\n1 1/2", 2, 3, "says Integer");
  bad("Degree=1; Real; Integer;\n1", 2, 2, "needs 2 coefficients");
  bad("Degree=1; Real; Integer;\n1 1 1", 2, 5, "more than");
  bad("Degree=3; Real; Integer; Sparse;\n4 1", 2, 1, "too large");
  bad("Degree=3; Real; Integer; Sparse;\n2 1\n2 5", 3, 1, "occurs twice");
  bad("Degree=3; Real; Integer; Sparse;\n2", 2, 2, "digit");
}

TEST(IoErrors, NumbersSideBySideAreRefused) {
  const auto bad = [](std::string_view text, std::size_t line, std::size_t column, std::string_view reason) {
    expect_error(PolyFormat::automatic, text, line, column, reason);
  };
  bad("3 -6 -5 -1\n", 1, 3, "the sum of 4 numbers (format infix), or a list of 4 coefficients");
  bad("3\t-6 -5 -1\n", 1, 3, "the sum of 4 numbers");
  bad("3 -6\n-5 -1\n", 1, 3, "the sum of 4 numbers");
  bad("1\n2 -3\n", 2, 3, "the end of the line after a coefficient");
  bad("-1/2 +3", 1, 6, "the sum of 2 numbers");
  bad("1 2 3", 1, 3, "numbers side by side: a list of 3 coefficients");
  bad("0.5 -1.5", 1, 5, "the sum of 2 numbers");
  bad("3 \xE2\x88\x92"
      "6",
      1, 5, "the sum of 2 numbers");
  EXPECT_EQ(to_string(parse_poly("3 - 6 - 5")), "-8");  // blanks on both sides: operators
  EXPECT_EQ(to_string(parse_poly("3-6")), "-3");
  EXPECT_EQ(to_string(parse_poly("3 -6 -5 -1", PolyFormat::infix)), "-9");
  EXPECT_EQ(to_string(parse_poly("3  -6 -5 -1")), "-x^2 - 5*x - 6");  // FLINT's
  EXPECT_EQ(to_string(parse_poly("3 -6*x")), "-6*x + 3");
}

TEST(IoErrors, FilesOfMPSolve2) {
  const auto read = [](std::string_view text) { return to_string(parse_poly(text)); };
  EXPECT_EQ(read("dri\n0\n2\n-6\n-5\n-1\n"), "-x^2 - 5*x - 6");
  EXPECT_EQ(read("! a comment\nDRI\r\n0\r\n2\r\n-6 -5 -1"), "-x^2 - 5*x - 6");
  EXPECT_EQ(read("!\nsri\n0\n100\n2\n0\n -1\n100\n 1\n"), "x^100 - 1");
  EXPECT_EQ(read("drq\n0\n1\n\n1\n2\n\n-3\n4\n"), "-3/4*x + 1/2");
  EXPECT_EQ(read("srq\n0\n5\n1\n5\n 6\n 4\n"), "3/2*x^5");
  EXPECT_EQ(read("dri\n0\ndri^2 - 2"), "dri^2 - 2");  // msolve's, in the variable dri
  const auto bad = [](std::string_view text, std::size_t line, std::size_t column, std::string_view reason) {
    expect_error(PolyFormat::automatic, text, line, column, reason);
  };
  bad("!\ndci\n0\n1\n1 0\n1 0\n", 2, 1, "complex coefficients");
  bad("drf\n20\n1\n1.5\n2e-5\n", 1, 1, "floating-point coefficients");
  bad("uri\n0\n1023", 1, 1, "a program");
  bad("dri\n0\n2\n1 2", 4, 4, "a coefficient");
  bad("dri\n0\n1\n1 2 3", 4, 5, "after the 2 coefficients");
  bad("sri\n0\n3\n2\n1 1\n1 2", 6, 1, "occurs twice");
  bad("sri\n0\n3\n1\n4 1", 5, 1, "too large");
  bad("drq\n0\n0\n1 0", 4, 1, "division by zero");
}

TEST(IoErrors, IntegerCoefficientsRequired) {
  const auto position = [](std::string_view text) -> std::string {
    try {
      parse_poly_z(text);
    } catch (const ParseError& error) {
      return std::to_string(error.line()) + ":" + std::to_string(error.column());
    }
    return "none";
  };
  EXPECT_EQ(position("x^2 +\n 4/2*x + 1/2"), "2:10");
  EXPECT_EQ(position("1\n4/2\n-03/2\n"), "3:1");
  EXPECT_EQ(position("(x+1)/3"), "1:6");
  EXPECT_EQ(position("x + 0.5*x^2"), "1:5");
  EXPECT_EQ(position("0.5*x + 1.5*x"), "none");
  EXPECT_EQ(position("2.0\n-0.25\n"), "2:1");
  EXPECT_EQ(position("4/2*x + 6/3"), "none");
}

TEST(IoErrors, MemoryCap) {
  const auto ctx = ExecutionContext().with_memory_limit(1 << 20);
  EXPECT_THROW(parse_poly("x^2000000000", PolyFormat::automatic, ctx), MemoryLimit);
  EXPECT_THROW(parse_poly("(x+1)*x^2000000000", PolyFormat::automatic, ctx), MemoryLimit);
  EXPECT_THROW(parse_poly("(x+1)^200000", PolyFormat::automatic, ctx), MemoryLimit);
  EXPECT_THROW(parse_poly("x + 3^200000000", PolyFormat::automatic, ctx), MemoryLimit);
  const std::string lines(1 << 20, '1');
  std::string many;
  for (int i = 0; i < 200'000; ++i) many += "1\n";
  EXPECT_THROW(parse_poly(many, PolyFormat::coeffs, ctx), MemoryLimit);
  EXPECT_THROW(parse_poly("Degree=2000000000;Real;Integer;Sparse;\n2000000000 1", PolyFormat::mpsolve, ctx),
               MemoryLimit);
  EXPECT_EQ(ctx.memory().used(), 0U);
  const PolyZ large = parse_poly_z(lines);
  EXPECT_THROW(format_poly(large, PolyFormat::coeffs, ctx), MemoryLimit);
}

TEST(IoErrors, StopToken) {
  std::stop_source source;
  const auto ctx = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_EQ(to_string(parse_poly("x + 1", PolyFormat::automatic, ctx)), "x + 1");
  source.request_stop();
  EXPECT_THROW(parse_poly("x + 1", PolyFormat::automatic, ctx), Cancelled);
  EXPECT_THROW(parse_poly("1\n2\n", PolyFormat::automatic, ctx), Cancelled);
  EXPECT_THROW(format_poly(PolyZ{1, 2}, PolyFormat::infix, ctx), Cancelled);
}

}  // namespace
