// The kernels of residues at eight points, in every instruction set that has them, against arithmetic word by word.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/multivariate/lane_kernels.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::LaneCofactors;
using detail::LaneKernels;
using detail::LaneModulus;
using detail::LaneOperands;
using Words = std::vector<std::uint64_t>;

constexpr std::size_t lanes = LaneKernels::lanes;
constexpr std::uint64_t guard = 0x123456789abcdef0;

/// Small ones, those around 2^26, where products pass r, and the largest.
std::vector<std::uint64_t> odd_primes() {
  std::vector<std::uint64_t> primes = {3, 5, 7, 251, 65537, 67108859, 67108879, 2147483647, 1108307720798209};
  for (const std::uint64_t p : primes_below(std::uint64_t{1} << 50, 2)) primes.push_back(p);
  return primes;
}

/// 0: all p - 1; 1: 0 and p - 1; else any.
Words residues(Random& random, std::size_t n, std::uint64_t p, std::uint64_t shape) {
  Words words(n);
  for (std::uint64_t& w : words) w = shape == 0 ? p - 1 : shape == 1 ? random.below(2) * (p - 1) : random.below(p);
  return words;
}

/// One polynomial at each of the points: coefficient i at point j is at i stride + j.
Words column(const Words& words, std::size_t n, std::size_t stride, std::size_t j) {
  Words coefficients(n);
  for (std::size_t i = 0; i < n; ++i) coefficients[i] = words[i * stride + j];
  return coefficients;
}

Words product(const WordModulus& p, const Words& a, const Words& b) {
  Words c(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] = p.add(c[i + j], p.mul(a[i], b[j]));
  return c;
}

class LaneKernelsIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam());
    kernels_ = detail::lane_kernels(GetParam());
    ASSERT_NE(kernels_, nullptr);
  }

  const LaneKernels& kernels() const { return *kernels_; }

 private:
  const LaneKernels* kernels_ = nullptr;
};

TEST_P(LaneKernelsIsa, ProductsOfMatrices) {
  Random random(7001);
  for (const std::uint64_t p : odd_primes()) {
    const WordModulus m = PrimeField(p).word_modulus();
    const LaneModulus lane(m);
    const std::uint64_t inverse_r = m.inverse(m.reduce(std::uint64_t{1} << 52));
    for (const std::size_t terms : {1, 2, 3, 4, 17, 300})
      for (const std::size_t columns : {1, 3, 4, 7, 8, 9, 16, 31, 32, 33, 45}) {
        const std::size_t count = 1 + random.below(4);
        const std::uint64_t shape = random.below(3);
        const Words w = residues(random, count * terms, p, shape);
        const Words rows = residues(random, terms * columns, p, shape);
        Words out(count * columns + 1, guard);
        kernels().product(lane, {w.data(), terms, 1, count, rows.data(), columns, terms, out.data(), columns, columns});
        EXPECT_EQ(out.back(), guard);
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t j = 0; j < columns; ++j) {
            std::uint64_t sum = 0;
            for (std::size_t e = 0; e < terms; ++e) sum = m.add(sum, m.mul(w[i * terms + e], rows[e * columns + j]));
            ASSERT_EQ(out[i * columns + j], m.mul(m.mul(sum, inverse_r), inverse_r))
                << p << ": " << terms << " terms, row " << i << ", column " << j;
          }
      }
  }
}

TEST_P(LaneKernelsIsa, LongestSums) {
  const std::size_t terms = LaneKernels::most_terms;
  for (const std::uint64_t p : odd_primes()) {
    const WordModulus m = PrimeField(p).word_modulus();
    const std::uint64_t inverse_r = m.inverse(m.reduce(std::uint64_t{1} << 52));
    const Words w(terms, p - 1);
    const Words rows(terms * lanes, p - 1);
    Words out(lanes);
    kernels().product(LaneModulus(m), {w.data(), 0, 1, 1, rows.data(), lanes, terms, out.data(), lanes, lanes});
    EXPECT_EQ(out, Words(lanes, m.mul(m.mul(m.reduce(terms), inverse_r), inverse_r))) << p;
  }
}

TEST_P(LaneKernelsIsa, Inverses) {
  Random random(7002);
  for (const std::uint64_t p : odd_primes()) {
    const WordModulus m = PrimeField(p).word_modulus();
    Words words = residues(random, 5 * lanes, p, 2);
    words[3] = 0;
    const Words before = words;
    Words scratch(words.size());
    kernels().invert(LaneModulus(m), words.data(), words.size(), scratch.data());
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_LT(words[i], p);
      if (before[i] == 0) continue;
      ASSERT_EQ(m.mul(words[i], before[i]), m.reduce(std::uint64_t{1} << 52)) << p;
    }
  }
}

TEST_P(LaneKernelsIsa, ProductsOfWords) {
  Random random(7003);
  for (const std::uint64_t p : odd_primes()) {
    const WordModulus m = PrimeField(p).word_modulus();
    const std::uint64_t inverse_r = m.inverse(m.reduce(std::uint64_t{1} << 52));
    for (const std::uint64_t shape : {0, 1, 2}) {
      const Words x = residues(random, 3 * lanes, p, shape);
      const Words y = residues(random, 3 * lanes, p, shape);
      const std::uint64_t factor = residues(random, 1, p, shape)[0];
      Words out = x;
      kernels().multiply(LaneModulus(m), out.data(), y.data(), factor, out.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        const std::uint64_t expected = m.mul(m.mul(x[i], y[i]), m.mul(factor, m.mul(inverse_r, inverse_r)));
        ASSERT_EQ(out[i], expected) << p << ": " << x[i] << ", " << y[i] << ", " << factor;
      }
    }
  }
}

/// Common factors of known degree: gcds, quotients, and the proof of them.
TEST_P(LaneKernelsIsa, GcdsAndCofactors) {
  Random random(7004);
  for (const std::uint64_t p : odd_primes()) {
    if (p < 100) continue;  // points would meet sequences that are not regular
    const WordModulus m = PrimeField(p).word_modulus();
    const LaneModulus lane(m);
    for (const std::size_t nh : {2, 3, 8, 21})
      for (const std::size_t nc : {1, 2, 3, 9}) {
        const std::size_t na = nh + nc;  // deg a = deg h + nc
        const std::size_t nb = nh + nc - 1 + random.below(3);
        const std::size_t stride = lanes + random.below(3);
        Words a(na * stride, 0);
        Words b(nb * stride, 0);
        std::vector<Words> h(lanes);
        for (std::size_t j = 0; j < lanes; ++j) {
          h[j] = residues(random, nh, p, 2);
          h[j].back() = 1;
          Words ca = residues(random, na - nh + 1, p, 2);
          Words cb = residues(random, nb - nh + 1, p, 2);
          ca.back() = 1 + random.below(p - 1);
          cb.back() = 1 + random.below(p - 1);
          const Words pa = product(m, h[j], ca);
          const Words pb = product(m, h[j], cb);
          for (std::size_t i = 0; i < na; ++i) a[i * stride + j] = pa[i];
          for (std::size_t i = 0; i < nb; ++i) b[i * stride + j] = pb[i];
        }
        Words lead = residues(random, lanes, p, 2);
        for (std::uint64_t& x : lead) x = x == 0 ? 1 : x;
        Words gh(nh * stride, guard);
        Words ga((na - nh + 1) * stride, guard);
        Words gb((nb - nh + 1) * stride, guard);
        Words scratch(lanes * (na + nb));
        const LaneOperands operands = {a.data(), b.data(), lead.data(), na, nb, stride};
        const LaneCofactors parts = {gh.data(), ga.data(), gb.data(), nh, stride};
        const unsigned good = kernels().euclid(lane, operands, parts, scratch.data());
        if (p > 1000000) {
          EXPECT_EQ(good, 0xffU) << p << ": " << na << " and " << nb;
        }
        if (good != 0xff) continue;
        Words inverses(lanes);
        for (std::size_t j = 0; j < lanes; ++j) inverses[j] = gh[(nh - 1) * stride + j];
        Words products(lanes);
        kernels().invert(lane, inverses.data(), lanes, products.data());
        kernels().finish(lane, operands, inverses.data(), parts, scratch.data());
        for (std::size_t j = 0; j < lanes; ++j) {
          Words expected = h[j];
          for (std::uint64_t& x : expected) x = m.mul(x, lead[j]);
          ASSERT_EQ(column(gh, nh, stride, j), expected) << p << ": " << na << ", " << nb << ", " << nh;
          ASSERT_EQ(product(m, h[j], column(ga, na - nh + 1, stride, j)), column(a, na, stride, j));
          ASSERT_EQ(product(m, h[j], column(gb, nb - nh + 1, stride, j)), column(b, nb, stride, j));
        }
        EXPECT_TRUE(kernels().verify(lane, operands, parts));
        for (Words* const words : {&gh, &ga, &gb}) {
          std::uint64_t& x = (*words)[random.below(words->size() / stride) * stride + random.below(lanes)];
          const std::uint64_t before = x;
          x = m.add(x, 1);
          EXPECT_FALSE(kernels().verify(lane, operands, parts)) << p;
          x = before;
        }
      }
  }
}

/// Res(a, b) of products of linear factors is the product of the differences of their roots.
TEST_P(LaneKernelsIsa, Resultants) {
  Random random(7005);
  for (const std::uint64_t p : odd_primes()) {
    if (p < 1000000) continue;
    const WordModulus m = PrimeField(p).word_modulus();
    const LaneModulus lane(m);
    for (const std::size_t na : {2, 3, 4, 9, 20})
      for (const std::size_t nb : {2, 3, 5, 10, 19}) {
        Words a(na * lanes);
        Words b(nb * lanes);
        Words expected(lanes, 1);
        for (std::size_t j = 0; j < lanes; ++j) {
          const Words u = residues(random, na - 1, p, 2);
          const Words v = residues(random, nb - 1, p, 2);
          Words f = {1};
          Words g = {1};
          for (const std::uint64_t x : u) f = product(m, f, {m.neg(x), 1});
          for (const std::uint64_t y : v) g = product(m, g, {m.neg(y), 1});
          for (const std::uint64_t x : u)
            for (const std::uint64_t y : v) expected[j] = m.mul(expected[j], m.sub(x, y));
          for (std::size_t i = 0; i < na; ++i) a[i * lanes + j] = f[i];
          for (std::size_t i = 0; i < nb; ++i) b[i * lanes + j] = g[i];
        }
        Words constants(lanes);
        Words divisors(lanes);
        Words linear(2 * lanes);
        Words linear_divisors(lanes);
        Words scratch(lanes * (na + nb));
        const unsigned good = kernels().resultant(
            lane, {a.data(), b.data(), nullptr, na, nb, lanes},
            {constants.data(), divisors.data(), linear.data(), linear_divisors.data()}, scratch.data());
        ASSERT_EQ(good, 0xffU);
        Words products(lanes);
        kernels().invert(lane, divisors.data(), lanes, products.data());
        kernels().multiply(lane, constants.data(), divisors.data(), detail::resultant_factor(m, na - 1, nb - 1), lanes);
        EXPECT_EQ(constants, expected) << p << ": " << na << " and " << nb;
      }
  }
}

TEST_P(LaneKernelsIsa, GeometricProgressions) {
  Random random(7006);
  __extension__ using Wide = unsigned __int128;
  for (const std::uint64_t p : odd_primes()) {
    const WordModulus m = PrimeField(p).word_modulus();
    for (const std::size_t n : {1, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 70}) {
      const std::size_t steps = lanes * (1 + random.below(3));
      const std::uint64_t shape = random.below(3);
      Words values = residues(random, n, p, shape);
      for (std::uint64_t& x : values) x += random.below(2) * p;
      const Words ratios = residues(random, n, p, shape);
      Words quotients(n);
      for (std::size_t i = 0; i < n; ++i) quotients[i] = static_cast<std::uint64_t>((Wide{ratios[i]} << 52) / p);
      Words terms(n);
      for (std::size_t i = 0; i < n; ++i) terms[i] = m.reduce(values[i]);
      Words expected(steps, 0);
      for (std::uint64_t& sum : expected)
        for (std::size_t i = 0; i < n; ++i) sum = m.add(sum, terms[i] = m.mul(terms[i], ratios[i]));
      Words sums(steps);
      Words scratch(lanes * steps);
      kernels().progress(LaneModulus(m), {values.data(), ratios.data(), quotients.data(), n}, steps, sums.data(),
                         scratch.data());
      ASSERT_EQ(sums, expected) << p << ": " << n << " terms";
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_LT(values[i], 2 * p);
        ASSERT_EQ(m.reduce(values[i]), terms[i]);
      }
    }
  }
}

/// The most terms, all of them p - 1 for ever.
TEST_P(LaneKernelsIsa, LongestProgressions) {
  __extension__ using Wide = unsigned __int128;
  const std::size_t n = LaneKernels::most_terms;
  for (const std::uint64_t p : odd_primes()) {
    const WordModulus m = PrimeField(p).word_modulus();
    for (const std::uint64_t ratio : {std::uint64_t{1}, p - 1}) {
      Words values(n, p - 1);
      const Words ratios(n, ratio);
      const Words quotients(n, static_cast<std::uint64_t>((Wide{ratio} << 52) / p));
      Words sums(lanes);
      Words scratch(lanes * lanes);
      kernels().progress(LaneModulus(m), {values.data(), ratios.data(), quotients.data(), n}, lanes, sums.data(),
                         scratch.data());
      std::uint64_t term = p - 1;
      for (const std::uint64_t sum : sums) {
        term = m.mul(term, ratio);
        ASSERT_EQ(sum, m.mul(term, m.reduce(n))) << p;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, LaneKernelsIsa, testing::Values(Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& level) { return std::string(isa_name(level.param)); });

}  // namespace
}  // namespace polyfork::test
