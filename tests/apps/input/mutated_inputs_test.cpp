// Mutated inputs of every format that the command reads, through the readers in process: polynomials, systems,
// certificates, numbers of options. Nothing but documented exceptions comes out, and what is read is written and read
// back equal.
//
// Every format has valid texts; an input is one of them, or two spliced, with one to six mutations: bytes exchanged,
// ranges dropped, doubled and moved, words of other formats put in. POLYFORK_MUTATED_INPUTS is the number for each
// format; without it a short run belongs to the unit tests. Every input has a generator of its own, so that the number
// in a failure finds it again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "input/read_operands.hpp"
#include "input/read_polynomial.hpp"
#include "input/read_system.hpp"
#include "random.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"

namespace polyfork::test {
namespace {

using Texts = std::vector<std::string>;

const ExecutionContext& narrow() {
  static const ExecutionContext ctx = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{4} << 20);
  return ctx;
}

std::uint64_t inputs_of_each_format() {
  const char* text = std::getenv("POLYFORK_MUTATED_INPUTS");
  return text == nullptr ? 150 : std::strtoull(text, nullptr, 10);
}

/// Words that mean something in one format or another, and numbers at the edges of machine words.
const Texts& words() {
  static const Texts list = {"^",
                             "**",
                             "*",
                             "/",
                             "//",
                             "+",
                             "-",
                             "(",
                             ")",
                             "((((((((",
                             "))))",
                             ",",
                             ";",
                             "=",
                             "==",
                             "#",
                             "!",
                             ".",
                             "e",
                             "e9",
                             "E-9",
                             "1e999999999",
                             "e99999999999999999999",
                             "\n",
                             "\r\n",
                             "\r",
                             "\t",
                             "\v",
                             " ",
                             "  ",
                             "\xEF\xBB\xBF",
                             "\xE2\x88\x92",
                             "\xC2\xB2",
                             "\xC2\xA0",
                             "\xE2",
                             "\xFF",
                             std::string(1, '\0'),
                             "x",
                             "y",
                             "x1",
                             "i",
                             "t",
                             "_",
                             "0",
                             "00",
                             "1",
                             "-0",
                             "2147483647",
                             "2147483648",
                             "4294967296",
                             "9223372036854775807",
                             "9223372036854775808",
                             "18446744073709551615",
                             "18446744073709551616",
                             "^1000000000000",
                             "^(",
                             ")^99",
                             "x^65536",
                             "dri",
                             "sri",
                             "drq",
                             "srq",
                             "dci",
                             "drf",
                             "Degree=",
                             "Integer",
                             "Rational",
                             "Dense",
                             "Sparse",
                             "Real",
                             "Complex",
                             "Monomial",
                             ";",
                             "[",
                             "]",
                             "polynomial",
                             "root",
                             "roots",
                             "factor",
                             "end",
                             "sqrt(2)",
                             "inf",
                             "nan",
                             "0x10",
                             "K",
                             "G",
                             "%",
                             "'",
                             "\"",
                             "\\"};
  return list;
}

class Mutator {
 public:
  Mutator(Random& random, const Texts& seeds) : random_(random), seeds_(seeds) {}

  std::string draw() {
    std::string text = pick(seeds_);
    if (random_.below(8) == 0) {
      const std::string& other = pick(seeds_);
      text = text.substr(0, random_.below(text.size() + 1)) + other.substr(random_.below(other.size() + 1));
    }
    for (std::uint64_t n = 1 + random_.below(6); n != 0; --n) mutate(text);
    return text;
  }

 private:
  const std::string& pick(const Texts& list) { return list[random_.below(list.size())]; }
  std::size_t place(const std::string& text) { return random_.below(text.size() + 1); }

  void mutate(std::string& text) {
    const std::size_t at = place(text);
    const std::size_t length = random_.below(std::min<std::size_t>(text.size() - at, 12) + 1);
    switch (random_.below(8)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random_.below(256));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random_.below(8)));
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(place(text), text.substr(at, length));
        break;
      case 4:
        text.resize(at);
        break;
      case 5:
        text.insert(at, std::string(1 + random_.below(40), pick(words()).front()));
        break;
      default:
        text.insert(at, pick(words()));
    }
  }

  Random& random_;
  const Texts& seeds_;
};

std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '\\') {
      shown += c;
    } else {
      const char* digits = "0123456789abcdef";
      shown += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    }
  }
  return shown;
}

using Reader = std::function<void(const std::string& text, Random& random)>;

struct Counts {
  std::uint64_t read = 0;
  std::uint64_t refused = 0;
};

/// Feeds mutated texts to a reader. Documented are errors of input, MemoryLimit, and what names a wrong variable.
Counts feed(const std::string& name, std::uint64_t stream, const Texts& seeds, const Reader& reader) {
  Counts counts;
  const std::uint64_t inputs = inputs_of_each_format();
  for (std::uint64_t input = 0; input < inputs && !::testing::Test::HasFailure(); ++input) {
    Random random(stream << 32 | input);
    const std::string text = Mutator(random, seeds).draw();
    const std::clock_t start = std::clock();  // of this process: the machine may be busy
    try {
      reader(text, random);
      ++counts.read;
    } catch (const ParseError&) {
      ++counts.refused;
    } catch (const MemoryLimit&) {
      ++counts.refused;
    } catch (const DomainError&) {
      ++counts.refused;
    } catch (const polyfork_app::InputError&) {
      ++counts.refused;
    } catch (const std::exception& e) {
      ADD_FAILURE() << name << ", input " << input << ": " << e.what() << "\n" << printable(text);
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, 10) << name << ", input " << input << "\n" << printable(text);
  }
  // A mutation need not make a text wrong.
  if (inputs >= 1000) {
    EXPECT_GT(counts.read, inputs / 500) << name;
  }
  EXPECT_GT(counts.refused, 0U) << name;
  std::printf("%s: %llu inputs read, %llu refused\n", name.c_str(), static_cast<unsigned long long>(counts.read),
              static_cast<unsigned long long>(counts.refused));
  return counts;
}

Texts polynomials_in(PolyFormat format) {
  Texts texts;
  for (const char* text : {"x^3 - 6*x^2 + 11*x - 6", "-x^40 + 18446744073709551616*x^7 - 1", "5", "0", "x",
                           "123456789012345678901234567890*x^2 - 2*x"})
    texts.push_back(format_poly(parse_poly(text), format));
  if (format != PolyFormat::ntl) texts.push_back(format_poly(parse_poly("1/3*x^5 - 2/7*x + 1/2"), format));
  return texts;
}

void check_round_trip(const PolyQ& f, PolyFormat format) {
  if (f.length() > 1000) return;
  if (format == PolyFormat::ntl && !f.coefficients().denominator().is_one()) return;
  EXPECT_EQ(parse_poly(format_poly(f, format), format).coefficients(), f.coefficients());
}

void feed_format(PolyFormat format, std::uint64_t stream, Texts seeds) {
  const std::string name(poly_format_name(format));
  feed(name, stream, seeds, [&](const std::string& text, Random& random) {
    const PolyQ f = polyfork_app::parse_polynomial("text", text, name, narrow()).value;
    check_round_trip(f, format);
    const bool automatic = random.below(2) == 0;
    polyfork_app::parse_polynomial("text", text, automatic ? "auto" : "infix", narrow());
  });
}

TEST(MutatedInputs, Coefficients) { feed_format(PolyFormat::coeffs, 1, polynomials_in(PolyFormat::coeffs)); }
TEST(MutatedInputs, Flint) { feed_format(PolyFormat::flint, 2, polynomials_in(PolyFormat::flint)); }
TEST(MutatedInputs, Ntl) { feed_format(PolyFormat::ntl, 3, polynomials_in(PolyFormat::ntl)); }
TEST(MutatedInputs, Msolve) { feed_format(PolyFormat::msolve, 4, polynomials_in(PolyFormat::msolve)); }
TEST(MutatedInputs, MPSolve) {
  Texts seeds = polynomials_in(PolyFormat::mpsolve);
  // Those of version 2, with the headers that version 3 has dropped.
  seeds.insert(seeds.end(), {"dri\n0\n3\n-6\n11\n-6\n1\n", "sri\n0\n40\n2\n0\n-1\n40\n1\n", "drq\n0\n1\n1 2\n-3 7\n",
                             "srq\n0\n9\n1\n9\n1 3\n", "! a comment\ndci\n0\n1\n1 0\n2 0\n"});
  feed_format(PolyFormat::mpsolve, 5, seeds);
}

Texts expressions() {
  return {"x^3 - 6*x^2 + 11*x - 6",
          "(x + 1)^5*(x - 2)/3",
          "0.5*x - 1e3",
          "x**2 - 2 # a comment",
          "-(x - 1)^3 + (x)^2",
          "2*x^65536 - x + 1",
          "x^1000000000 - 2*x + 1",
          "123456789012345678901234567890*y^2 - 1//2",
          "7",
          "a_1 + 1"};
}

TEST(MutatedInputs, Infix) { feed_format(PolyFormat::infix, 6, expressions()); }

TEST(MutatedInputs, Equations) {
  feed("equations", 7, expressions(), [](const std::string& text, Random& random) {
    const auto f = polyfork_app::parse_equation(text, random.below(2) == 0 ? "auto" : "infix", narrow());
    if (f.sparse) {
      EXPECT_TRUE(f.dense.is_zero());
    }
    polyfork_app::parse_any_expression(text, "auto", "", narrow());
  });
}

TEST(MutatedInputs, Operands) {
  Texts seeds = expressions();
  seeds.insert(seeds.end(), {"x^2*y - y + 1", "(x + y + z)^3/2", "x*y*z - 1"});
  feed("operands", 8, seeds, [&](const std::string& text, Random& random) {
    polyfork_app::OperandSources sources;
    sources.list = {{text, true}, {seeds[random.below(seeds.size())], true}};
    if (random.below(3) == 0) sources.variables = Mutator(random, {"x,y", "x, y, z", "a_1"}).draw();
    polyfork_app::read_operands(sources, narrow());
  });
}

TEST(MutatedInputs, Systems) {
  const Texts seeds = {"x, y\n0\nx^2 + y^2 - 1,\nx - y\n",
                       "x,y,z\n0\nx*y - 1,\n2*z + x,\nz^2 - 1/3*y\n",
                       "x^2 + y^2 = 1; x = y",
                       "x*y = 1 # hyperbola\nx + y = 3\n",
                       "(x\n+ y)^2 = 2, x - y",
                       "x, y\n65537\nx*y\n",
                       "s := [x^2 = y, x*y - 1];",
                       "RootFinding:-Isolate({x = y, x*y - 1}, [x, y]):"};
  feed("systems", 9, seeds, [](const std::string& text, Random& random) {
    const char* formats[] = {"auto", "ms", "infix", "maple"};
    const std::string variables = random.below(4) == 0 ? Mutator(random, {"x,y", "x, y, z"}).draw() : "";
    std::uint64_t characteristic = 0;
    polyfork_app::parse_system("text", text, formats[random.below(4)], variables, narrow(),
                               random.below(2) == 0 ? &characteristic : nullptr);
  });
}

TEST(MutatedInputs, Certificates) {
  Texts seeds;
  for (const char* text :
       {"x^3 - 6*x^2 + 11*x - 6", "x^4 - 10*x^2 + 1", "(x^2 - 2)^2*(3*x - 1)*x^3", "x^6 - x^5 - 7", "5"})
    seeds.push_back(to_text(isolate_with_certificate(parse_poly_z(text)).certificate));
  feed("certificates", 10, seeds, [](const std::string& text, Random&) {
    const IsolationCertificate c = parse_certificate(text, narrow());
    EXPECT_EQ(parse_certificate(to_text(c, narrow()), narrow()), c);
    const VerificationResult result = verify_certificate(c, narrow());
    EXPECT_EQ(result.ok, result.reason.empty());
  });
}

template <class P>
void check_type(const std::string& text, const typename P::ring_type& ring) {
  const P f = parse_poly<P>(text, ring, narrow());
  if constexpr (requires { f.variables().order(); }) {
    EXPECT_EQ(parse_poly<P>(to_string(f), f.variables(), ring, narrow()), f);
  }
}

TEST(MutatedInputs, TypesOfPolynomials) {
  Texts seeds = expressions();
  seeds.insert(seeds.end(), {"x^2*y - y + 1", "(1/2 + 3*i)*x*y", "(t + 1)*x^2/(t + 1)", "x*y*z - i"});
  feed("types", 11, seeds, [](const std::string& text, Random& random) {
    const PrimeField field(7);
    switch (random.below(8)) {
      case 0:
        return check_type<MultiPolyZ>(text, {});
      case 1:
        return check_type<MultiPolyQ>(text, {});
      case 2:
        return check_type<MultiPolyZp>(text, field);
      case 3:
        return check_type<SparseMultiPoly<GaussianRationals>>(text, {});
      case 4:
        return check_type<DDMMP>(text, field);
      case 5:
        return check_type<SparsePoly<Rationals>>(text, {});
      case 6:
        return check_type<DensePoly<PrimeField>>(text, field);
      default:
        parse_element(PolynomialRing<Rationals>({}, "t"), text, narrow());
    }
  });
}

TEST(MutatedInputs, NumbersOfOptions) {
  const Texts seeds = {
      "1/3", "-17", "1.25", "1e-3", "64K", "8G", "1000000", "-1e1000", "123456789012345678901234567890/7"};
  feed("numbers", 12, seeds, [](const std::string& text, Random& random) {
    if (random.below(3) == 0) {
      polyfork_app::parse_size("--memory", text);
    } else {
      const auto number = polyfork_app::parse_rational("--width", text, narrow());
      EXPECT_EQ(Rational(number.value.to_string()), number.value);
    }
  });
}

TEST(MutatedInputs, Tuning) {
  const Texts seeds = {"poly.mul.karatsuba_length = 24\n", "# all\npoly.shift.horner_length=12\npoly.mul.x = -64\n"};
  feed("tuning", 13, seeds, [](const std::string& text, Random&) {
    const Tuning tuning = Tuning::parse(text);
    EXPECT_EQ(Tuning::parse(tuning.to_text()).values(), tuning.values());
  });
}

}  // namespace
}  // namespace polyfork::test
