// Certificates that were changed: rejected, or else a proof of what is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/check/verify_partition.hpp"
#include "sturm.hpp"

namespace polyfork {
namespace {

IsolationCertificate certificate_of(const PolyZ& f) { return isolate_with_certificate(f).certificate; }
IsolationCertificate certificate_of(const char* f) { return certificate_of(parse_poly_z(f)); }

template <class Change>
void expect_rejected(const char* f, const Change& change) {
  IsolationCertificate c = certificate_of(f);
  ASSERT_TRUE(verify_certificate(c).ok) << f;
  change(c);
  const VerificationResult result = verify_certificate(c);
  EXPECT_FALSE(result.ok) << to_text(c);
  EXPECT_NE(result.reason, "");
  EXPECT_EQ(result.reason.find('\n'), std::string::npos);
}

/// Irrational and rational roots, two factors, and a half-line where Descartes' rule is not sharp.
constexpr const char* mixed = "x^2*(3*x-1)^3*(x^2-2)^2*(x^5-x+3)*(x^4-4*x^3+7*x^2-6*x+3)";
/// Square-free, one factor, partitions on both half-lines.
constexpr const char* plain = "7*x^7-20*x^5+3*x^4+9*x^3-8*x^2-x+1";

TEST(CertificateTampering, Roots) {
  for (const char* f : {mixed, plain, "x^6-5*x^4+6*x^2-1", "(x^3-3)*(x^6-2)"}) {
    const std::size_t count = certificate_of(f).roots.size();
    ASSERT_GT(count, 0U);
    for (std::size_t i = 0; i < count; ++i) {
      expect_rejected(f, [i](auto& c) { c.roots.erase(c.roots.begin() + static_cast<std::ptrdiff_t>(i)); });
      expect_rejected(f,
                      [i](auto& c) { c.roots.insert(c.roots.begin() + static_cast<std::ptrdiff_t>(i), c.roots[i]); });
      expect_rejected(f, [i](auto& c) { ++c.roots[i].multiplicity; });
      expect_rejected(f, [i](auto& c) { c.roots[i].multiplicity = 0; });
      expect_rejected(f, [i](auto& c) {  // moved by its width, or a little
        const Rational by = c.roots[i].exact ? Rational("1/1000") : c.roots[i].width();
        c.roots[i].lower += by;
        c.roots[i].upper += by;
      });
      expect_rejected(f, [i](auto& c) { std::swap(c.roots[i].lower, c.roots[(i + 1) % c.roots.size()].upper); });
    }
    for (std::size_t i = 0; i + 1 < count; ++i)  // widened over the next root
      expect_rejected(f, [i](auto& c) {
        c.roots[i].upper = c.roots[i + 1].upper;
        c.roots[i].exact = false;
      });
  }
}

TEST(CertificateTampering, AnInventedRoot) {
  expect_rejected(plain, [](auto& c) { c.roots.push_back({Rational(100), Rational(101), false, 1}); });
  expect_rejected(plain, [](auto& c) { c.roots.push_back({Rational(100), Rational(100), true, 1}); });
  expect_rejected("x^2+1", [](auto& c) { c.roots.push_back({Rational(0), Rational(0), true, 1}); });
  expect_rejected(plain, [](auto& c) {  // no fixed-point number
    c.roots.back().upper += Rational("1/3");
  });
}

TEST(CertificateTampering, Factorisation) {
  for (const char* f : {mixed, "(x^3-3)*(x^6-2)*(x^3-8)"}) {
    expect_rejected(f, [](auto& c) { c.content += 1; });
    expect_rejected(f, [](auto& c) { c.content.negate(); });
    expect_rejected(f, [](auto& c) { ++c.power; });
    expect_rejected(f, [](auto& c) { c.power = 0; });
    expect_rejected(f, [](auto& c) { c.points.pop_back(); });
    expect_rejected(f, [](auto& c) { c.factors.pop_back(); });
    expect_rejected(f, [](auto& c) { ++c.points.front().multiplicity; });
    expect_rejected(f, [](auto& c) { c.points.front().multiplicity = std::uint64_t{1} << 63; });
    expect_rejected(f, [](auto& c) { c.points.front().value += Rational(1); });
    expect_rejected(f, [](auto& c) { ++c.factors.front().multiplicity; });
    expect_rejected(f,
                    [](auto& c) { c.factors.front().polynomial = c.factors.front().polynomial + PolyZ{Integer(1)}; });
    expect_rejected(f, [](auto& c) { c.polynomial = c.polynomial + PolyZ{Integer(0), Integer(1)}; });
    expect_rejected(f, [](auto& c) { c.polynomial = PolyZ(); });
  }
}

TEST(CertificateTampering, Partitions) {
  const IsolationCertificate original = certificate_of(plain);
  std::size_t letters = 0;
  for (const bool negative : {false, true}) {
    const auto half = [negative](IsolationCertificate& c) -> CertifiedHalfLine& {
      return negative ? c.negative : c.positive;
    };
    IsolationCertificate copy = original;
    if (half(copy).variations) continue;
    expect_rejected(plain, [&](auto& c) { half(c) = CertifiedHalfLine(); });
    for (std::size_t i = 0; i < half(copy).annuli.size(); ++i) {
      // Without the outermost one the claim may still be proved: Budan's theorem bounds the roots.
      if (i + 1 < half(copy).annuli.size())
        expect_rejected(
            plain, [&](auto& c) { half(c).annuli.erase(half(c).annuli.begin() + static_cast<std::ptrdiff_t>(i)); });
      expect_rejected(plain, [&](auto& c) { half(c).annuli[i].exponent += 100; });
      const std::string tree = half(copy).annuli[i].partition;
      for (std::size_t k = 0; k < tree.size(); ++k, ++letters) {
        expect_rejected(plain, [&](auto& c) { half(c).annuli[i].partition.erase(k, 1); });
        expect_rejected(plain, [&](auto& c) { half(c).annuli[i].partition.insert(k, "S"); });
        if (tree[k] == 'M') expect_rejected(plain, [&](auto& c) { half(c).annuli[i].partition[k] = 'X'; });
      }
    }
  }
  EXPECT_GT(letters, 5U);
}

TEST(CertificateTampering, OuterAnnuliWithRootsLeftOut) {
  // roots 1/3, sqrt(5) and sqrt(2) 100, complex ones near the axis
  const char* f = "(x^2-5)*(x^2-20000)*(50*x^2-150*x+113)*(3*x-1)";
  const auto original = certificate_of(f);
  const std::size_t annuli = original.positive.annuli.size();
  ASSERT_GT(annuli, 2U);
  for (std::size_t kept = 0; kept < annuli; ++kept) {
    IsolationCertificate c = original;
    c.positive.annuli.resize(kept);
    // the outermost root lies in the annulus of 2^7
    const bool has_all = kept > 0 && c.positive.annuli.back().exponent >= 7;
    EXPECT_EQ(verify_certificate(c).ok, has_all) << kept;
  }
}

TEST(CertificateTampering, ASubtreeReplacedByALeaf) {
  // two roots in (1, 2), and a pair of complex ones near the axis in (2, 4): not monotone on either
  const char* f = "(x^2-3*x+1)*(50*x^2-150*x+111)*(1000*x^2-6000*x+9001)";
  for (const char leaf : {'X', 'M'}) {
    for (const std::int64_t j : {0, 1})
      expect_rejected(f, [&](auto& c) {
        for (CertifiedAnnulus& a : c.positive.annuli)
          if (a.exponent == j) a.partition = std::string(1, leaf);
      });
  }
}

/// What the certificate says is true.
void expect_true_claim(const IsolationCertificate& c) {
  const test::SturmSequence sturm(c.polynomial);
  ASSERT_EQ(c.roots.size(), sturm.count()) << to_text(c);
  const auto expected = isolate_real_roots(c.polynomial).roots;
  for (std::size_t i = 0; i < c.roots.size(); ++i) {
    EXPECT_EQ(sturm.count_closed(c.roots[i].lower, c.roots[i].upper), 1U) << to_text(c);
    EXPECT_EQ(c.roots[i].multiplicity, expected[i].multiplicity) << to_text(c);
  }
}

std::size_t proved_after(const std::string& text) {
  try {
    const IsolationCertificate c = parse_certificate(text);
    if (!verify_certificate(c).ok) return 0;
    expect_true_claim(c);
    return 1;
  } catch (const ParseError&) {
    return 0;
  }
}

TEST(CertificateTamperingProperty, EveryCharacterChanged) {
  std::size_t proved = 0;
  std::size_t tried = 0;
  for (const char* f : {"(x^2-2)^2*(3*x-1)*x", plain, "(x^3-3)*(x^6-2)", "x^4-5*x^2+6", "2*x^5-x+3"}) {
    const std::string text = to_text(certificate_of(f));
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (const char c : std::string("0129-/SXM \n\0a\xff", 14)) {
        if (text[i] == c) continue;
        std::string changed = text;
        changed[i] = c;
        proved += proved_after(changed);
        ++tried;
      }
      std::string shorter = text;
      proved += proved_after(shorter.erase(i, 1));
      proved += proved_after(text.substr(0, i));
      if (HasFailure()) FAIL() << f << " at " << i;
    }
  }
  EXPECT_LT(proved, tried / 20);
}

/// Replaces a random subtree of a random partition by a leaf.
void collapse(IsolationCertificate& c, test::Random& random) {
  CertifiedHalfLine& half = random.below(2) == 0 || c.negative.annuli.empty() ? c.positive : c.negative;
  if (half.annuli.empty()) return;
  std::string& letters = half.annuli[random.below(half.annuli.size())].partition;
  const auto tree = detail::read_partition(letters);
  ASSERT_TRUE(tree);
  const std::size_t at = random.below(letters.size());
  letters.replace(at, tree->ends[at] - at, random.below(2) == 0 ? "X" : "M");
}

/// Says of x what was proved of its inverse, or the other way round.
void invert(IsolationCertificate& c, test::Random& random) {
  CertifiedHalfLine& half = random.below(2) == 0 || c.negative.annuli.empty() ? c.positive : c.negative;
  if (half.annuli.empty()) return;
  CertifiedAnnulus& a = half.annuli[random.below(half.annuli.size())];
  a.inverse = !a.inverse;
}

TEST(CertificateTamperingProperty, LostRootsAreNotProvedAway) {
  test::Random random(721);
  std::size_t collapsed = 0;
  for (int round = 0; round < 440; ++round) {
    const IsolationCertificate original =
        certificate_of(round < 400 ? test::draw_polynomial_with_roots(random, 100)
                                   : test::draw_dense(random, 65 + random.below(30), 40));  // with inverses
    if (original.positive.annuli.empty() && original.negative.annuli.empty()) continue;
    for (int change = 0; change < 8; ++change) {
      IsolationCertificate c = original;
      if (random.below(4) == 0) invert(c, random);
      collapse(c, random);
      if (c != original && verify_certificate(c).ok) ++collapsed;  // coarser, and as true
      if (c.roots.empty()) continue;
      // the claim is false now, whatever the partition says
      const std::size_t first = random.below(c.roots.size());
      const std::size_t count = std::min<std::size_t>(1 + random.below(2), c.roots.size() - first);
      const auto begin = c.roots.begin() + static_cast<std::ptrdiff_t>(first);
      c.roots.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
      ASSERT_FALSE(verify_certificate(c).ok) << "round " << round << "\n" << to_text(c);
    }
  }
  EXPECT_GT(collapsed, 0U);
}

TEST(CertificateTampering, InversesOfRoots) {
  // roots of either sign near 1/2 and 3, so that each is searched on its own side of 1
  PolyZ f = parse_poly_z("(x^30-3*x+1)*(x^2-x-7)*(x^2+x-11)*(3*x^31+5)");
  f = f * parse_poly_z("x^10+x+9");
  const IsolationCertificate original = certificate_of(f);
  ASSERT_TRUE(verify_certificate(original).ok);
  std::size_t inverse = 0;
  for (const bool negative : {false, true}) {
    const std::size_t annuli = (negative ? original.negative : original.positive).annuli.size();
    for (std::size_t i = 0; i < annuli; ++i) {
      IsolationCertificate c = original;
      CertifiedAnnulus& a = (negative ? c.negative : c.positive).annuli[i];
      if (!a.inverse) continue;
      ++inverse;
      // the annulus of the inverse in place of its own
      a.exponent = -1 - a.exponent;
      EXPECT_FALSE(verify_certificate(c).ok);
      a.exponent = std::numeric_limits<std::int64_t>::min();
      EXPECT_FALSE(verify_certificate(c).ok);
      a.exponent = std::numeric_limits<std::int64_t>::max();
      EXPECT_FALSE(verify_certificate(c).ok);
    }
  }
  EXPECT_GT(inverse, 0U);
  for (std::size_t i = 0; i < original.roots.size(); ++i) {
    IsolationCertificate c = original;
    c.roots.erase(c.roots.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(verify_certificate(c).ok);
  }
}

/// Sizes prove nothing: right claims stay right and wrong ones wrong, whatever is said.
TEST(CertificateTampering, AnySizes) {
  test::Random random(733);
  for (const PolyZ& f : {make_family(Family::laguerre, 60), make_family(Family::exp, 40),
                         make_family(Family::random, 80), make_family(Family::mignotte, 30)}) {
    IsolationCertificate c = isolate_with_certificate(f).certificate;
    for (int round = 0; round < 40; ++round) {
      for (CertifiedHalfLine* half : {&c.positive, &c.negative})
        for (CertifiedAnnulus& a : half->annuli) {
          const auto any = static_cast<std::int64_t>(random.next() >> random.below(64));
          a.size = round == 0 ? std::nullopt : std::optional(random.below(2) == 0 ? any : -any);
        }
      ASSERT_TRUE(verify_certificate(c).ok) << round;
      ASSERT_EQ(parse_certificate(to_text(c)), c);
      IsolationCertificate wrong = c;
      for (CertifiedHalfLine* half : {&wrong.positive, &wrong.negative})
        for (CertifiedAnnulus& a : half->annuli)
          if (a.partition.find('M') != std::string::npos) a.partition = "X";
      if (wrong != c) {
        ASSERT_FALSE(verify_certificate(wrong).ok) << round;
      }
    }
  }
}

TEST(CertificateTampering, HostileTexts) {
  for (const std::string& text :
       {std::string(), std::string("polyfork certificate 1"), std::string("polyfork certificate 2\n"),
        std::string("polyfork certificate 1\n"), std::string("polyfork certificate 1\npolynomial 99999999999  1\n"),
        std::string("polyfork certificate 1\npolynomial 2  1 1\nroot 1e999999999 1\n"),
        std::string("polyfork certificate 1\npolynomial 2  1 1\nroot 1/0 1\n"),
        std::string("polyfork certificate 1\npolynomial 2  1 1\nroot 1/-2 1\n"),
        std::string("polyfork certificate 1\npolynomial 2  1 1\nroot 1 99999999999999999999\n")})
    EXPECT_THROW(parse_certificate(text), ParseError) << text;
  try {
    parse_certificate("polyfork certificate 1\npolynomial 2  1 1\nroot -1 1\npower 1\ncontent 1\npositive maybe\n");
    FAIL();
  } catch (const ParseError& e) {
    EXPECT_EQ(e.line(), 6U);
    EXPECT_EQ(e.column(), 10U);
  }
}

TEST(CertificateTampering, DeepTreesAndLimits) {
  IsolationCertificate c = certificate_of("2*x^5-x+3");
  c.positive.variations = false;
  c.positive.annuli.clear();
  for (const std::int64_t j : {-1, 0, 1}) {
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "SX";
    c.positive.annuli.push_back({j, deep + "X"});
  }
  std::stop_source stop;
  EXPECT_FALSE(verify_certificate(c).ok);
  stop.request_stop();
  EXPECT_THROW(verify_certificate(c, ExecutionContext().with_stop_token(stop.get_token())), Cancelled);
  const IsolationCertificate large = certificate_of(make_family(Family::random, 200));
  EXPECT_THROW(verify_certificate(large, ExecutionContext().with_memory_limit(20000)), MemoryLimit);
  EXPECT_THROW(parse_certificate(to_text(large), ExecutionContext().with_memory_limit(2000)), MemoryLimit);
}

TEST(CertificateThreads, TheSameForEveryThreadCount) {
  for (const char* f : {mixed, plain}) {
    const IsolationCertificate expected = certificate_of(f);
    for (const int threads : {1, 2, 4}) {
      const ExecutionContext ctx = ExecutionContext().with_threads(threads);
      EXPECT_EQ(isolate_with_certificate(parse_poly_z(f), {}, ctx).certificate, expected);
      EXPECT_TRUE(verify_certificate(expected, ctx).ok);
    }
  }
}

/// Partitions that begin with one disc around all annuli and with one around each differ for this polynomial.
TEST(CertificateThreads, TheSameWhereverSearchesBegin) {
  std::ifstream file(POLYFORK_SOURCE_DIR "/tests/rootiso/data/scaled_roots_19.txt");
  const PolyZ f = parse_poly_z(std::string(std::istreambuf_iterator<char>(file), {}));
  ASSERT_EQ(f.degree(), 19);
  const IsolationCertificate expected = certificate_of(f);
  for (const int threads : {2, 3, 4, 8})
    EXPECT_EQ(isolate_with_certificate(f, {}, ExecutionContext().with_threads(threads)).certificate, expected);
}

TEST(Certificate, RefusesTheExactEngine) {
  IsolationOptions options;
  options.method = IsolationMethod::vca;
  EXPECT_THROW(isolate_with_certificate(parse_poly_z("x^2-2"), options), DomainError);
  EXPECT_THROW(isolate_with_certificate(PolyZ()), DomainError);
}

}  // namespace
}  // namespace polyfork
