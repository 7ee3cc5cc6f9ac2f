#include "root_generators.hpp"

#include <vector>

#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork::test {

namespace {

PolyZ from(const std::vector<Integer>& coefficients) {
  return PolyZ(IntegerVector(std::span<const Integer>(coefficients)));
}

std::vector<Integer> coefficients_of(const PolyZ& f, std::size_t shift) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < f.length(); ++i) c.push_back(Integer(f.coefficients()[i]) << shift);
  return c;
}

/// 2^shift f with one coefficient changed by one.
PolyZ disturbed(const PolyZ& f, std::size_t shift, std::size_t place, int by) {
  std::vector<Integer> c = coefficients_of(f, shift);
  c[place % c.size()] += by;
  if (c.back().is_zero()) c.back() = 1;
  return from(c);
}

PolyZ sparse(Random& random) {
  const std::size_t degree = 10 + random.below(90);
  std::vector<Integer> c(degree + 1);
  const std::uint64_t percent = 5 + random.below(40);
  for (Integer& a : c)
    if (random.below(100) < percent) a = draw_signed(random, 1 + static_cast<unsigned>(random.below(20)));
  if (c.back().is_zero()) c.back() = 1;
  return from(c);
}

PolyZ planted(Random& random) {
  PolyZ f = draw_dense(random, 1 + random.below(5), 3);
  for (std::uint64_t i = 0, n = 1 + random.below(12); i < n; ++i)
    f = mul(f, PolyZ{draw_signed(random, 1 + static_cast<unsigned>(random.below(10))), Integer(1 + random.below(16))});
  return f;
}

PolyZ spread(Random& random) {
  std::vector<Integer> c(3 + random.below(30));
  for (Integer& a : c) a = draw_signed(random, 1 + static_cast<unsigned>(random.below(400)));
  if (c.back().is_zero()) c.back() = 1;
  return from(c);
}

PolyZ palindromic(Random& random) {
  std::vector<Integer> c(3 + random.below(30));
  for (std::size_t i = 0; 2 * i < c.size(); ++i) c[i] = c[c.size() - 1 - i] = draw_signed(random, 5);
  if (c.back().is_zero()) c.front() = c.back() = 1;
  return from(c);
}

/// q(x^h) x^k, q with rational roots, some of them h-th powers.
PolyZ in_a_power(Random& random) {
  const std::size_t h = 2 + random.below(5);
  PolyZ q = draw_dense(random, 1 + random.below(6), 5);
  for (std::uint64_t i = 0, n = random.below(4); i < n; ++i) {
    const Integer a = draw_signed(random, 3);
    const Integer b = Integer(1 + random.below(4));
    const std::size_t power = random.below(2) == 0 ? h : 1;
    q = mul(q, PolyZ{-pow(a, power), pow(b, power)});
  }
  const std::size_t low = random.below(3);
  std::vector<Integer> c(low + h * static_cast<std::size_t>(q.degree()) + 1);
  for (std::size_t i = 0; i < q.length(); ++i) c[low + h * i] = Integer(q.coefficients()[i]);
  return from(c);
}

PolyZ near_dyadic(Random& random, unsigned most_bits) {
  PolyZ f = PolyZ::constant(Integer(1));
  for (std::uint64_t i = 0, n = 1 + random.below(10); i < n; ++i)
    f = mul(f, PolyZ{draw_signed(random, 6), Integer(1) << random.below(8)});
  return disturbed(f, random.below(most_bits), random.below(16), random.below(2) == 0 ? 1 : -1);
}

}  // namespace

Integer draw_signed(Random& random, unsigned bits) {
  Integer r = 0;
  for (unsigned have = 0; have < bits; have += 64) r = (r << 64) + Integer(random.next());
  r >>= (bits + 63) / 64 * 64 - bits;
  return random.below(2) == 0 ? r : -r;
}

PolyZ draw_dense(Random& random, std::size_t degree, unsigned bits) {
  std::vector<Integer> c(degree + 1);
  for (Integer& a : c) a = draw_signed(random, bits);
  if (c.back().is_zero()) c.back() = 1;
  return from(c);
}

PolyZ draw_polynomial_with_roots(Random& random, unsigned most_bits) {
  switch (random.below(10)) {
    case 0:
      return draw_dense(random, 1 + random.below(6), 1 + static_cast<unsigned>(random.below(4)));
    case 1:
      return draw_dense(random, 1 + random.below(40), 1 + static_cast<unsigned>(random.below(200)));
    case 2:
      return sparse(random);
    case 3:
      return planted(random);
    case 4: {
      PolyZ f = draw_dense(random, 1 + random.below(3), 3);
      const PolyZ repeated = draw_dense(random, 1 + random.below(3), 4);
      for (std::uint64_t i = 0, n = 1 + random.below(4); i < n; ++i) f = mul(f, repeated);
      return f;
    }
    case 5: {
      const PolyZ line{draw_signed(random, 4), Integer(1 + random.below(9))};
      const PolyZ pair = disturbed(mul(line, line), random.below(most_bits), 0, random.below(2) == 0 ? 1 : -1);
      return mul(pair, draw_dense(random, 1 + random.below(8), 6));
    }
    case 6:
      return spread(random);
    case 7:
      return palindromic(random);
    case 8:
      return in_a_power(random);
    default:
      return near_dyadic(random, most_bits);
  }
}

}  // namespace polyfork::test
