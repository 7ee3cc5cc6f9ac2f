#include "root_shapes.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <polyfork/poly/mul/multiplication.hpp>

#include "root_generators.hpp"

namespace polyfork::test {

namespace {

PolyZ from(const std::vector<Integer>& c) { return PolyZ(IntegerVector{std::span<const Integer>(c)}); }

PolyZ power_of_x(std::size_t n) {
  std::vector<Integer> c(n + 1);
  c[n] = 1;
  return from(c);
}

/// 2^k g^2 - by.
PolyZ doubled(const PolyZ& g, std::size_t k, int by) {
  const PolyZ square = mul(g, g);
  std::vector<Integer> c;
  for (std::size_t i = 0; i < square.length(); ++i) c.push_back(Integer(square.coefficients()[i]) << k);
  c[0] -= by;
  return from(c);
}

/// A short fraction is a root, and two or three roots lie very close to it.
PolyZ around_split_point(Random& random) {
  const PolyZ line{draw_signed(random, 5), Integer(1) << random.below(6)};
  const std::size_t k = random.below(300);
  PolyZ f = mul(doubled(line, k, random.below(2) == 0 ? 2 : 3), draw_dense(random, 1 + random.below(6), 5));
  if (random.below(2) == 0) f = mul(f, line);
  return random.below(3) == 0 ? mul(f, doubled(line, k / 2, 5)) : f;
}

/// Roots of all orders of magnitude, most of them irrational.
PolyZ wide_range(Random& random) {
  const unsigned most = 1 + static_cast<unsigned>(random.below(random.below(4) == 0 ? 500 : 60));
  PolyZ f = PolyZ::constant(Integer(1));
  for (std::uint64_t i = 0, n = 2 + random.below(8); i < n; ++i) {
    const Integer a = (Integer(1) << random.below(most)) * Integer(1 + random.below(7));
    const Integer b = (Integer(1) << random.below(most)) * Integer(1 + random.below(7));
    f = random.below(2) == 0 ? mul(f, PolyZ{-a, Integer(0), b}) : mul(f, PolyZ{random.below(2) == 0 ? a : -a, b});
  }
  std::vector<Integer> c;
  for (std::size_t i = 0; i < f.length(); ++i) c.push_back(Integer(f.coefficients()[i]));
  c[random.below(c.size())] += random.below(3) == 0 ? 0 : 1;
  if (c.back().is_zero()) c.back() = 1;
  return from(c);
}

/// The largest root is close to the bound: all coefficients below the leading one are negative and as large as may be.
PolyZ at_the_bound(Random& random) {
  const std::size_t n = 2 + random.below(20);
  const std::size_t k = random.below(30);
  std::vector<Integer> c(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    if (random.below(2) == 0) c[i] = -(Integer(1) << (k * (n - i)));
  c[n] = 1 + random.below(2);
  c[n - 1] += random.below(3);
  PolyZ f = from(c);
  if (random.below(2) == 0) return f;
  std::vector<Integer> reversed;  // the smallest root close to the lower bound
  for (std::size_t i = f.length(); i-- > 0;) reversed.push_back(Integer(f.coefficients()[i]));
  if (reversed.back().is_zero()) reversed.back() = -1;
  return from(reversed);
}

PolyZ draw_shape(Random& random) {
  switch (random.below(16)) {
    case 0: {
      const std::size_t k = 1 + random.below(random.below(8) == 0 ? 2000 : 200);
      return near_double_roots(k, static_cast<std::int64_t>(random.below(60)) - 30, 1 + random.below(16));
    }
    case 1:
      return mignotte_polynomial(3 + random.below(40), Integer(2) + draw_signed(random, 6));
    case 2:
      return nested_clusters(2 + random.below(18), Integer(2 + random.below(30)), random.below(60),
                             1 + random.below(3));
    case 3:
      return around_split_point(random);
    case 4:
      return wide_range(random);
    case 5:
      return at_the_bound(random);
    default:
      return draw_polynomial_with_roots(random, 400);
  }
}

}  // namespace

void for_all_small_polynomials(std::size_t degree, int most, const std::function<void(const PolyZ&)>& use) {
  std::vector<int> c(degree + 1, -most);
  for (;;) {
    std::size_t top = degree + 1;
    while (top > 0 && c[top - 1] == 0) --top;
    if (top > 0 && c[top - 1] > 0) use(from({c.begin(), c.end()}));
    std::size_t i = 0;
    while (i <= degree && c[i] == most) c[i++] = -most;
    if (i > degree) return;
    ++c[i];
  }
}

PolyZ near_double_roots(std::size_t k, std::int64_t a, std::int64_t b) {
  return mul(doubled(PolyZ{-a, b}, k, 1), PolyZ{1, -3, 0, 1});
}

PolyZ mignotte_polynomial(std::size_t n, const Integer& a) {
  std::vector<Integer> c(std::max<std::size_t>(n + 1, 3));
  c[0] = -2;
  c[1] = Integer(4) * a;
  c[2] = Integer(-2) * a * a;
  c[n] += 1;
  return from(c);
}

PolyZ nested_clusters(std::size_t n, const Integer& a, std::size_t k, std::size_t depth) {
  PolyZ g{Integer(-1), a};
  for (std::size_t i = 0; i < depth; ++i) g = doubled(g, k, 1);
  return g + power_of_x(n);
}

PolyZ draw_root_shape(Random& random) {
  PolyZ f = draw_shape(random);
  if (random.below(6) == 0) f = mul(f, power_of_x(1 + random.below(3)));
  return random.below(2) == 0 ? f : -f;
}

}  // namespace polyfork::test
