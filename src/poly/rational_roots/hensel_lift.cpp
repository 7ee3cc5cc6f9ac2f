// Roots modulo a power of p lifted as far as rational roots need, many words long.
//
// Each step goes from p^d to p^e, e <= 2 d: x - f(x) / f'(x) with f' and its inverse modulo p^d only, as f(x) is
// divisible by p^d. The exponents are halved backwards from the last one, so that no step computes digits that are
// never used. f is reduced modulo p^e once for all roots; the roots are lifted in parallel. f(x) is cut into blocks of
// 16 terms, whose products with the first powers of x are added up without reductions (Paterson and Stockmeyer's
// scheme): n products and n / 16 divisions.
// The last exponent comes from a bound on the integer lc(f) r, or f(0) / r. As a root is usually far smaller than this
// bound, fractions are reconstructed after each step, and the lifting ends when half of the roots have one, or no more
// appear: the polynomial without the roots that were found is smaller, and so is its bound.
// Cost: k n products of e log2(p) bits for k roots, and as much again for all steps before the last. Memory: the
// residues of f, twice at most. Literature: Loos, SIAM J. Comput. 12, 1983; Paterson, Stockmeyer, SIAM J. Comput. 2,
// 1973; von zur Gathen, Gerhard, Modern Computer Algebra, section 9.4.
#include "poly/rational_roots/hensel_lift.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/rational_roots/rational_candidates.hpp"
#include "poly/rational_roots/root_bound.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t block = 16;                         // coefficients that share a division
constexpr std::size_t poll_limbs = std::size_t{1} << 14;  // of operands, some tens of microseconds

/// A polynomial modulo m, coefficients in [0, m) on rows of as many limbs as m has.
class ModularRows {
 public:
  ModularRows(Integer m, std::size_t count, const ExecutionContext& ctx)
      : limbs_(m.view().limbs().size()),
        reservation_(ctx.memory(), saturating_mul(saturating_mul(count, limbs_), sizeof(mp_limb_t))),
        m_(std::move(m)),
        count_(count),
        rows_(count * limbs_) {}

  const Integer& modulus() const noexcept { return m_; }

  /// Row i = value(i) modulo m, in parallel; value: size_t -> Integer or IntegerView.
  template <class Value>
  void fill(std::size_t limbs_in, const ExecutionContext& ctx, const Value& value) {
    const std::size_t grain = std::max<std::size_t>(1, poll_limbs / (limbs_in + limbs_));
    parallel_for(ctx, count_, grain, [&](std::size_t begin, std::size_t end) {
      ctx.poll();
      ctx.charge((end - begin) * limbs_in);
      Integer r;
      for (std::size_t i = begin; i < end; ++i) {
        const auto v = value(i);  // its view must live as long as it is used
        const IntegerView view(v);
        r.with_mpz([&](mpz_ptr z) { mpz_mod(z, view.mpz(), m_.view().mpz()); });
        const auto limbs = r.view().limbs();
        std::copy(limbs.begin(), limbs.end(), &rows_[i * limbs_]);
      }
    });
  }

  IntegerView operator[](std::size_t i) const noexcept { return view(row(i)); }

  /// The value at x in [0, m). Precondition: 0 <= x < m.
  Integer evaluate(const Integer& x, const ExecutionContext& ctx) const {
    const std::size_t n = limbs_;
    const std::size_t words = (block + 1) * n + 4 * (2 * n + 1);
    const MemoryReservation reservation(ctx.memory(), words * sizeof(mp_limb_t));
    std::vector<mp_limb_t> scratch(words);
    mp_limb_t* const powers = scratch.data();  // x, x^2, ..., x^block; then the value so far
    mp_limb_t* const y = powers + block * n;
    mp_limb_t* const product = y + n;
    mp_limb_t* const sum = product + 2 * n + 1;
    mp_limb_t* const quotient = sum + 2 * n + 1;
    const auto size = static_cast<mp_size_t>(n);
    const mp_limb_t* const m = m_.view().limbs().data();
    const auto reduce = [&](mp_limb_t* r, const mp_limb_t* a) {
      mpn_tdiv_qr(quotient, r, 0, a, 2 * size + 1, m, size);
    };

    const auto limbs = x.view().limbs();
    std::copy(limbs.begin(), limbs.end(), powers);
    for (std::size_t j = 1; j < std::min(block, count_); ++j) {
      mpn_mul_n(product, powers + (j - 1) * n, powers, size);
      product[2 * n] = 0;
      reduce(powers + j * n, product);
    }
    std::size_t work = 0;
    for (std::size_t top = (count_ + block - 1) / block; top-- != 0;) {
      const std::size_t begin = top * block;
      mpn_mul_n(sum, y, powers + (block - 1) * n, size);
      sum[2 * n] = 0;
      mpn_add(sum, sum, 2 * size + 1, row(begin), size);
      for (std::size_t j = 1; j < std::min(block, count_ - begin); ++j) {
        const mp_limb_t* const coefficient = row(begin + j);
        if (mpn_zero_p(coefficient, size) != 0) continue;
        mpn_mul_n(product, coefficient, powers + (j - 1) * n, size);
        sum[2 * n] += mpn_add_n(sum, sum, product, 2 * size);
      }
      reduce(y, sum);
      work += block * n;
      if (work < poll_limbs) continue;
      ctx.poll();
      work = 0;
    }
    ctx.charge(count_ * n);
    return Integer(view(y));
  }

 private:
  const mp_limb_t* row(std::size_t i) const noexcept { return rows_.data() + i * limbs_; }
  IntegerView view(const mp_limb_t* limbs) const noexcept {
    std::size_t n = limbs_;
    while (n != 0 && limbs[n - 1] == 0) --n;
    return {limbs, static_cast<int>(n)};
  }

  std::size_t limbs_;
  MemoryReservation reservation_;
  Integer m_;
  std::size_t count_;
  std::vector<mp_limb_t> rows_;
};

/// Exponents, ascending: the last one reaches 2^bits, each is at most twice the one before, the first at most `start`.
std::vector<std::size_t> lifting_exponents(std::uint64_t p, std::size_t bits, std::size_t start) {
  auto e =
      static_cast<std::size_t>(std::ceil(static_cast<double>(bits) / std::log2(static_cast<double>(p)) * 1.000001));
  std::vector<std::size_t> exponents;
  for (++e; e > start; e = (e + 1) / 2) exponents.push_back(e);
  exponents.push_back(e);
  std::reverse(exponents.begin(), exponents.end());
  return exponents;
}

struct Lifted {
  Integer root;
  Integer inverse;  // of f' at the root, modulo the power before
};

/// Whether Euclid's algorithm on numbers of `bits` bits costs less than a fraction of the evaluations.
bool fractions_are_cheap(std::size_t bits, std::size_t length) { return bits <= 2048 + 16 * length; }

}  // namespace

RootSize rational_root_size(const IntegerVector& f, const ExecutionContext& ctx) {
  const auto bits_of = [&](IntegerView d, bool reciprocal) {
    const std::int64_t bound = std::max<std::int64_t>(root_modulus_exponent(f, ctx, reciprocal), 0);
    return d.bit_length() + static_cast<std::size_t>(bound) + 2;
  };
  const std::size_t direct = bits_of(f[f.size() - 1], false);
  const std::size_t reciprocal = bits_of(f[0], true);
  return reciprocal < direct ? RootSize{reciprocal, true} : RootSize{direct, false};
}

std::optional<Rational> determined_root(const IntegerVector& f, const RootSize& size, const Integer& r,
                                        const Integer& m) {
  if (!size.reciprocal) return scaled_fraction(r, m, Integer(f[f.size() - 1]));
  Integer inverse;
  bool unit = false;
  inverse.with_mpz([&](mpz_ptr z) { unit = mpz_invert(z, r.view().mpz(), m.view().mpz()) != 0; });
  if (!unit) return std::nullopt;
  const Rational one_over = scaled_fraction(inverse, m, Integer(f[0]));
  if (one_over.is_zero()) return std::nullopt;
  return one_over.inverse();
}

LiftedCandidates lift_until_found(const IntegerVector& f, const PadicRoots& start, const RootSize& size,
                                  std::size_t known, const ExecutionContext& ctx) {
  const std::vector<std::size_t> exponents = lifting_exponents(start.p, size.bits, start.digits);
  const std::size_t last_limbs = size.bits / 64 + 2;
  const MemoryReservation held(
      ctx.memory(), saturating_mul(start.roots.size(), 2 * (last_limbs * sizeof(mp_limb_t) + sizeof(Lifted))));
  std::vector<Lifted> lifted(start.roots.size());
  Integer m = pow(Integer(start.p), exponents[0]);
  for (std::size_t k = 0; k < lifted.size(); ++k) lifted[k].root = floor_div_rem(Integer(start.roots[k]), m).second;

  const std::size_t limbs_in = f.max_limbs(ctx);
  for (std::size_t step = 1; step < exponents.size(); ++step) {
    ctx.poll();
    ModularRows rows(pow(Integer(start.p), exponents[step]), f.size(), ctx);
    rows.fill(limbs_in, ctx, [&](std::size_t i) { return f[i]; });
    ModularRows slope(m, f.size() - 1, ctx);
    slope.fill(limbs_in, ctx, [&](std::size_t i) { return mul(rows[i + 1], Integer(i + 1)); });
    const bool last = step + 1 == exponents.size();
    const Integer& next = rows.modulus();
    const bool search_fractions = last || fractions_are_cheap(next.bit_length(), f.size());
    std::vector<std::optional<Rational>> found(lifted.size());
    parallel_for(ctx, lifted.size(), 1, [&](std::size_t begin, std::size_t end) {
      const std::size_t limbs = 4 * (next.view().limbs().size() + 1);
      const MemoryReservation scratch(ctx.memory(), saturating_add(gmp_mul_bytes(limbs), gmp_div_bytes(limbs)));
      for (std::size_t k = begin; k < end; ++k) {
        auto& [root, inverse] = lifted[k];
        const Integer at_slope = slope.evaluate(root, ctx);
        if (step == 1)
          inverse.with_mpz([&](mpz_ptr z) { mpz_invert(z, at_slope.view().mpz(), m.view().mpz()); });
        else
          inverse = floor_div_rem(inverse * (Integer(2) - at_slope * inverse), m).second;
        root = floor_div_rem(root - rows.evaluate(root, ctx) * inverse, next).second;
        if (last)
          found[k] = determined_root(f, size, root, next);
        else if (search_fractions)
          found[k] = small_fraction(root, next, ctx);
      }
    });
    m = next;
    if (!search_fractions) continue;
    std::vector<Rational> candidates;
    for (auto& r : found)
      if (r) candidates.push_back(std::move(*r));
    candidates = likely_roots(f, std::move(candidates), ctx);
    const bool enough = 2 * candidates.size() >= lifted.size() || candidates.size() <= known;
    if (last || (enough && !candidates.empty())) return {std::move(candidates), last};
    known = candidates.size();
  }
  return {};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
