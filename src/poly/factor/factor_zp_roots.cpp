// Roots of products of linear factors over Z/pZ, by the same powers as factors of equal degrees (factor_zp_equal.cpp):
// (x + s)^((p-1)/2) - 1 vanishes at about half of them. For short f the polynomial f(x - s) is computed for powers of
// x.
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_random.hpp"
#include "poly/factor/factor_zp_words.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The roots of y^2 + b y + c that are both in Z/pZ, p odd: (y + s)^((p-1)/2) is 1 at one and -1 at the other of them
/// for half of all s, and a linear polynomial in y.
void roots_of_quadratic(const WordModulus& m, std::uint64_t b, std::uint64_t c, FixedRandom& random,
                        std::vector<std::uint64_t>& out) {
  const std::uint64_t e = m.value() / 2;
  for (std::uint64_t s = 0;; s = m.reduce(random.next())) {
    std::uint64_t low = s;  // low + high y
    std::uint64_t high = 1;
    for (int i = 62 - __builtin_clzll(e); i >= 0; --i) {
      const std::uint64_t top = m.mul(high, high);
      const std::uint64_t middle = m.mul(low, high);
      low = m.sub(m.mul(low, low), m.mul(top, c));
      high = m.sub(m.add(middle, middle), m.mul(top, b));
      if ((e >> i & 1) == 0) continue;
      const std::uint64_t square = high;
      high = m.sub(m.add(low, m.mul(high, s)), m.mul(square, b));
      low = m.sub(m.mul(low, s), m.mul(square, c));
    }
    if (high == 0) continue;
    const std::uint64_t root = m.mul(m.sub(1, low), m.inverse(high));
    if (m.add(m.mul(m.add(root, b), root), c) != 0) continue;  // y + s is zero at a root
    out.push_back(root);
    return out.push_back(m.neg(m.add(root, b)));
  }
}

/// f(y - s) by Horner's scheme.
void shift_down(const WordModulus& m, ResidueVector& f, std::uint64_t s) {
  const std::uint64_t minus = m.neg(s);
  const std::uint64_t shoup = m.shoup(minus);
  for (std::size_t k = 0; k + 1 < f.size(); ++k)
    for (std::size_t i = f.size() - 1; i-- != k;) f[i] = m.add(f[i], m.mul_shoup(f[i + 1], minus, shoup));
}

/// The roots of f, a product of different linear factors; the caller subtracts its shift from those it appends.
void roots_from(const FactorAlgebra& w, ResidueVector f, std::uint64_t seed, std::vector<std::uint64_t>& out) {
  const WordModulus& m = w.modulus;
  if (f.size() == 1) return;
  if (f.size() == 2) return out.push_back(m.neg(f[0]));
  if (m.value() <= 64) {
    std::vector<std::uint64_t> points(m.value());
    std::vector<std::uint64_t> values(m.value());
    for (std::uint64_t i = 0; i < m.value(); ++i) points[i] = i;
    horner_words(m, f, points, values);
    for (std::uint64_t i = 0; i < m.value(); ++i)
      if (values[i] == 0) out.push_back(i);
    return;
  }
  FixedRandom random(seed);
  if (f.size() == 3) return roots_of_quadratic(m, f[1], f[0], random, out);
  std::uint64_t total = 0;
  ResidueVector g;
  for (;;) {
    w.ctx.poll();
    std::uint64_t shift = m.reduce(random.next());
    if (f.size() <= w.shifted_degree) {  // y = x + s takes the place of x
      shift_down(m, f, shift);
      total = m.add(total, shift);
      shift = 0;
    }
    const WordQuotient q(w, f);
    ResidueVector power(q.degree());
    q.power_of_linear(shift, m.value() / 2, power);
    power[0] = m.sub(power[0], q.one());
    g = monic_gcd_words(w, f, normalised_words(power));
    if (g.size() > 1 && g.size() < f.size()) break;
  }
  const std::size_t before = out.size();
  ResidueVector other = exact_quotient_words(w, f, g);
  const std::uint64_t next = random.next();
  if (f.size() < w.forked_degree) {
    roots_from(w, std::move(g), next, out);
    roots_from(w, std::move(other), next + 1, out);
  } else {
    std::vector<std::uint64_t> others;
    fork_join(
        w.ctx, [&] { roots_from(w, std::move(g), next, out); },
        [&] { roots_from(w, std::move(other), next + 1, others); });
    out.insert(out.end(), others.begin(), others.end());
  }
  if (total != 0)
    for (std::size_t i = before; i < out.size(); ++i) out[i] = m.sub(out[i], total);
}

}  // namespace

void roots_of_linear_words(const FactorAlgebra& w, ConstWords f, std::vector<std::uint64_t>& out) {
  roots_from(w, ResidueVector(f.begin(), f.end()), 0x726f6f7473, out);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
