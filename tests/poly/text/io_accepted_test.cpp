// What readers accept beyond the plain grammar: decimal numbers, signs of word processors, other systems' habits.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
namespace {

std::string read(std::string_view text, PolyFormat format = PolyFormat::automatic) {
  return to_string(parse_poly(text, format));
}

TEST(IoAccepted, DecimalNumbersAreExact) {
  EXPECT_EQ(read("0.5*x - 1"), "1/2*x - 1");
  EXPECT_EQ(read("1e3*x - 1"), "1000*x - 1");
  EXPECT_EQ(read("x - .5"), "x - 1/2");
  EXPECT_EQ(read(".5"), "1/2");
  EXPECT_EQ(read("x/1.5 + 2.*x"), "8/3*x");
  EXPECT_EQ(read("-1.25E-1*x^2*2.5"), "-5/16*x^2");
  EXPECT_EQ(read("(0.1*x + 0.2)^2*100"), "x^2 + 4*x + 4");
  EXPECT_EQ(read("2^3*x + 1.5^2"), "8*x + 9/4");
  EXPECT_EQ(read("x - 2^-60"), "x - 1/1152921504606846976");
  EXPECT_EQ(read("-2^(-1)*x^2/10 ** -1 + 1.5^ - 2*x - 1^-7"), "-5*x^2 + 4/9*x - 1");
  EXPECT_EQ(read("x\n0\n0.5*x^2-2\n"), "1/2*x^2 - 2");  // msolve
  EXPECT_EQ(read("0.5\n-1e-1\n.25\n3\n1/2\n", PolyFormat::coeffs), "1/2*x^4 + 3*x^3 + 1/4*x^2 - 1/10*x + 1/2");
  EXPECT_EQ(read("1\n0.5\n0.0\n"), "1/2*x + 1");
  EXPECT_EQ(read("1\n-.5\n"), "-1/2*x + 1");
  EXPECT_EQ(parse_poly_z("1.0\n2e2\n"), (PolyZ{1, 200}));
  EXPECT_EQ(parse_poly_z("2.50*x*2"), (PolyZ{0, 5}));
}

TEST(IoAccepted, DecimalNumbersInEveryRing) {
  EXPECT_EQ(to_string(parse_poly<MultiPolyQ>("0.5*x*y - 1e-1")), "1/2*x*y - 1/10");
  EXPECT_EQ(parse_dense(PrimeField(7), "0.5*x"), parse_dense(PrimeField(7), "x/2"));
  EXPECT_THROW(parse_dense(Integers(), "0.5*x"), ParseError);
  EXPECT_EQ(to_string(parse_dense(GaussianRationals(), "0.5*i*x")),
            to_string(parse_dense(GaussianRationals(), "i/2*x")));
}

TEST(IoAccepted, HabitsOfOtherSystems) {
  EXPECT_EQ(read("1//2*x + 3//4"), "1/2*x + 3/4");
  EXPECT_EQ(read("(x + 1)//2"), "1/2*x + 1/2");
  EXPECT_EQ(read("1//2\n3\n"), "3*x + 1/2");
  EXPECT_EQ(read("x\n0\nx^2-2,\n"), "x^2 - 2");
  EXPECT_EQ(read("x\r\n0\r\nx^2-2 ,\r\n\r\n"), "x^2 - 2");
  EXPECT_THROW(read("x\n0\nx^2-2,\nx-1,\n"), ParseError);
}

TEST(IoAccepted, CharactersOutsideAscii) {
  EXPECT_EQ(read("x\xC2\xB2 \xE2\x88\x92 2"), "x^2 - 2");                             // superscript two, minus sign
  EXPECT_EQ(read("x\xC2\xB9\xE2\x81\xB0 + 3\xC2\xB7x\xE2\x81\xB4"), "x^10 + 3*x^4");  // x to the 10, middle dot
  EXPECT_EQ(read("2\xC3\x97x\xC2\xA0+\xC2\xA0"
                 "1"),
            "2*x + 1");                               // times, no-break spaces
  EXPECT_EQ(read("\xEF\xBB\xBF[1 -2]"), "-2*x + 1");  // byte order mark
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "1\r\n\xE2\x88\x92"
                 "2\r\n"),
            "-2*x + 1");
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "2  \xE2\x88\x92"
                 "1 5"),
            "5*x - 1");
  EXPECT_EQ(to_string(parse_poly<MultiPolyZ>("x\xC2\xB2*y \xE2\x88\x92 y\xC2\xB3")), "x^2*y - y^3");
  EXPECT_THROW(read("x\xC2\xBD"), ParseError);  // one half
  try {
    read("x\xC2\xB2 +\n \xE2\x88\x92 $");
    ADD_FAILURE();
  } catch (const ParseError& error) {  // columns are those of the original
    EXPECT_EQ(error.line(), 2U);
    EXPECT_EQ(error.column(), 6U);
  }
}

}  // namespace
}  // namespace polyfork
