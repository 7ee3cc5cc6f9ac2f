// A division of u by v, one longer, is one pass: with l = lc(v), t = lc(u), the remainder of l^2 u is
//   l^2 u - (l t x + l u[n - 2] - t v[n - 3]) v.
// Longer and shorter quotients take passes l u - t x^k v. Montgomery's reduction divides every sum by R, 2^64 or, for p
// below 2^31, 2^32. To a gcd that is a unit more. Resultants are of operands times R, so that a reduced product is a
// product again; the units l^k are gathered as in half_gcd.hpp. Literature: von zur Gathen, Gerhard, Modern Computer
// Algebra, chapters 3 and 6; Montgomery 1985; for the inverse Kaliski, The Montgomery inverse and its applications,
// 1995.
#include "poly/residues/short_euclid.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "poly/residues/narrow_euclid.hpp"
#include "poly/residues/short_units.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Reduction of sums below 3 p^2 by R = 2^64 for odd p below 2^63, or by 2^32 for p below 2^31, when sums are words.
template <class Half, class Whole>
class ShortMontgomery {
 public:
  using Wide = Whole;
  static constexpr int bits = 8 * sizeof(Half);

  explicit ShortMontgomery(std::uint64_t p) noexcept : p_(static_cast<Half>(p)), negative_inverse_(p_) {
    for (int i = 0; i < 5; ++i) negative_inverse_ *= 2 - p_ * negative_inverse_;  // p is its own modulo 8
    negative_inverse_ = Half{0} - negative_inverse_;
  }

  /// sum / R modulo p.
  std::uint64_t reduce(Wide sum) const noexcept {
    auto high = static_cast<Half>(sum >> bits);
    high = high >= p_ ? high - p_ : high;
    // The low half of m p is minus the sum's: sum + m p is (high + (m p / R) + carry) R, with 0 < p - that half.
    const Half m = Half{0} - static_cast<Half>(static_cast<Half>(sum) * negative_inverse_);
    const auto minus = static_cast<Half>((Wide{m} * p_) >> bits);
    return high >= minus ? high - minus : high + (p_ - minus);
  }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept { return reduce(Wide{a} * b); }
  std::uint64_t neg(std::uint64_t a) const noexcept { return a == 0 ? 0 : p_ - a; }
  std::uint64_t modulus() const noexcept { return p_; }
  /// R modulo p.
  static std::uint64_t radix(const WordModulus& m) noexcept {
    return bits == 64 ? m.reduce(1, 0) : m.reduce(std::uint64_t{1} << 32);
  }
  /// 1 / a, where neither is times R.
  std::uint64_t inverse(std::uint64_t a) const noexcept;

 private:
  Half p_;
  Half negative_inverse_;
};

__extension__ using ShortPairWord = unsigned __int128;
using LongReduction = ShortMontgomery<std::uint64_t, ShortPairWord>;
using WordReduction = ShortMontgomery<std::uint32_t, std::uint64_t>;

/// f with the reduction for p.
template <class F>
auto with_reduction(std::uint64_t p, const F& f) noexcept {
  return p >> 31 == 0 ? f(WordReduction(p)) : f(LongReduction(p));
}

/// Coefficients on the stack.
struct ShortResidues {
  std::uint64_t lead() const noexcept { return words[size - 1]; }
  void strip() noexcept {
    while (size != 0 && words[size - 1] == 0) --size;
  }
  std::uint64_t* words;
  std::size_t size;
};

/// Two polynomials that follow u and v through the divisions: their words above the sizes are zero.
struct ShortCofactors {
  /// u = c u + (q1 x + q0) v
  template <class Reduction>
  void combine(std::uint64_t c, std::uint64_t q1, std::uint64_t q0, const Reduction& m) noexcept {
    using Wide = typename Reduction::Wide;
    if (v.size != 0) u.size = std::max(u.size, v.size + 1);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < u.size; ++i) {
      const std::uint64_t here = v.words[i];
      u.words[i] = m.reduce(Wide{c} * u.words[i] + Wide{q1} * below + Wide{q0} * here);
      below = here;
    }
  }
  /// u = c u + q x^shift v
  template <class Reduction>
  void combine_shifted(std::uint64_t c, std::uint64_t q, std::size_t shift, const Reduction& m) noexcept {
    using Wide = typename Reduction::Wide;
    if (v.size != 0) u.size = std::max(u.size, v.size + shift);
    for (std::size_t i = 0; i < u.size; ++i)
      u.words[i] = m.reduce(Wide{c} * u.words[i] + Wide{q} * (i < shift ? 0 : v.words[i - shift]));
  }
  ShortResidues u;
  ShortResidues v;
};

/// u = l^k u modulo v, l = lc(v), which is not a constant, u not shorter than v, and likewise the cofactors; returns k.
template <class Reduction, class... Cofactors>
std::size_t reduce(ShortResidues& u, const ShortResidues& v, const Reduction& m, Cofactors&... cofactors) noexcept {
  using Wide = typename Reduction::Wide;
  const std::uint64_t lead = v.lead();
  const std::size_t nv = v.size;
  if (u.size == nv + 1) {
    const std::uint64_t top = m.neg(u.words[nv]);
    const std::uint64_t c = m.mul(lead, lead);
    const std::uint64_t q1 = m.mul(lead, top);
    // top is the opposite here: minus (l u[n - 2] - t v[n - 3])
    const std::uint64_t q0 = m.neg(m.reduce(Wide{lead} * u.words[nv - 1] + Wide{top} * v.words[nv - 2]));
    std::uint64_t below = 0;
    for (std::size_t i = 0; i + 1 < nv; ++i) {
      const std::uint64_t here = v.words[i];
      u.words[i] = m.reduce(Wide{c} * u.words[i] + Wide{q1} * below + Wide{q0} * here);
      below = here;
    }
    (cofactors.combine(c, q1, q0, m), ...);
    u.size = nv - 1;
    u.strip();
    return 2;
  }
  std::size_t steps = 0;
  while (u.size >= nv) {
    const std::size_t shift = u.size - nv;
    const std::uint64_t top = m.neg(u.lead());
    --u.size;
    for (std::size_t i = 0; i < shift; ++i) u.words[i] = m.mul(u.words[i], lead);
    for (std::size_t i = 0; i + 1 < nv; ++i)
      u.words[shift + i] = m.reduce(Wide{lead} * u.words[shift + i] + Wide{top} * v.words[i]);
    (cofactors.combine_shifted(lead, top, shift, m), ...);
    u.strip();
    ++steps;
  }
  return steps;
}

/// a^-1 = r / 2^k.
struct AlmostInverse {
  std::uint64_t r;
  int k;
};

/// Stein's algorithm on u = p and v = a with a r = -u 2^k and a s = v 2^k modulo p, or both with the opposite sign. The
/// sum of r v and s u is p throughout, so that neither r nor s exceeds it.
AlmostInverse almost_inverse(std::uint64_t p, std::uint64_t a) noexcept {
  int k = std::countr_zero(a);
  std::uint64_t u = p, v = a >> k, r = 0, s = 1;  // both odd from here on
  bool negative = false;
  while (v != 1) {
    const bool less = v < u;
    const std::uint64_t difference = less ? u - v : v - u;
    const std::uint64_t of_lower = less ? s : r;
    u = less ? v : u;
    s += r;
    negative ^= less;
    const int twos = std::countr_zero(difference);
    v = difference >> twos;
    r = of_lower << twos;
    k += twos;
  }
  return {negative ? p - s : s, k};
}

template <class Half, class Whole>
std::uint64_t ShortMontgomery<Half, Whole>::inverse(std::uint64_t a) const noexcept {
  const AlmostInverse found = almost_inverse(p_, a);
  const Wide r = found.r;
  if (found.k == 0) return found.r;
  if (found.k <= bits) return reduce(r << (bits - found.k));
  return reduce(Wide{reduce(r)} << (2 * bits - found.k));
}

/// The words times R.
template <class Reduction>
ShortResidues times_radix(std::uint64_t* out, std::span<const std::uint64_t> a, const ShortUnits<Reduction>& units,
                          const Reduction& m) noexcept {
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = m.mul(a[i], units.square());
  return {out, a.size()};
}

/// The gcd of operands that are no constants, as short_gcd has it.
template <class Reduction>
std::size_t monic_gcd(std::uint64_t* g, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                      const WordModulus& modulus, const Reduction& m) noexcept {
  std::uint64_t words[2][most_short_residues];
  if (a.size() < b.size()) std::swap(a, b);
  std::copy(a.begin(), a.end(), words[0]);
  std::copy(b.begin(), b.end(), words[1]);
  ShortResidues u{words[0], a.size()};
  ShortResidues v{words[1], b.size()};
  while (v.size > 1) {
    reduce(u, v, m);
    std::swap(u, v);
  }
  if (v.size == 1) {
    g[0] = 1;
    return 1;
  }
  if (u.size == 0) return 0;
  const std::uint64_t unit = u.lead() == 1 ? 1 : m.inverse(u.lead());
  const std::uint64_t shoup = modulus.shoup(unit);
  for (std::size_t i = 0; i < u.size; ++i) g[i] = modulus.mul_shoup(u.words[i], unit, shoup);
  return u.size;
}

template <class Reduction>
std::uint64_t resultant_of(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           const WordModulus& modulus, const Reduction& m) noexcept {
  bool negative = false;
  if (a.size() < b.size()) {
    negative = a.size() % 2 == 0 && b.size() % 2 == 0;
    std::swap(a, b);
  }
  ShortUnits<Reduction> units(m, modulus, negative);
  std::uint64_t words[2][most_short_residues];
  ShortResidues u = times_radix(words[0], a, units, m);
  ShortResidues v = times_radix(words[1], b, units, m);
  while (v.size > 1) {
    const typename ShortUnits<Reduction>::Lengths before{u.size, v.size, v.lead()};
    const std::size_t steps = reduce(u, v, m);
    if (u.size == 0) return 0;
    units.add(before, steps, u.size);
    std::swap(u, v);
  }
  return units.finish(v.words[0], u.size - 1);
}

}  // namespace

bool prefers_short_euclid(std::size_t longer, std::uint64_t modulus, const ExecutionContext& ctx) {
  return longer <= most_short_residues && modulus != 2 && ctx.tuning().empty();
}

std::uint64_t short_inverse(const WordModulus& m, std::uint64_t a) noexcept {
  return with_reduction(m.value(), [a](const auto& reduction) { return reduction.inverse(a); });
}

std::size_t short_gcd(std::uint64_t* g, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                      const WordModulus& modulus) noexcept {
  if (a.size() == 1 || b.size() == 1) {
    g[0] = 1;
    return 1;
  }
  if (modulus.value() < narrow_moduli && std::min(a.size(), b.size()) >= least_narrow_gcd)
    return narrow_gcd(g, a, b, modulus);
  return with_reduction(modulus.value(), [&](const auto& m) { return monic_gcd(g, a, b, modulus, m); });
}

std::uint64_t short_resultant(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                              const WordModulus& modulus) noexcept {
  if (a.size() == 2 && b.size() == 2) return modulus.sub(modulus.mul(a[1], b[0]), modulus.mul(a[0], b[1]));
  if (modulus.value() < narrow_moduli && std::min(a.size(), b.size()) >= least_narrow_resultant)
    return narrow_resultant(a, b, modulus);
  return with_reduction(modulus.value(), [&](const auto& m) { return resultant_of(a, b, modulus, m); });
}

std::uint64_t short_bezout(std::uint64_t* s, std::uint64_t* t, std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b, const WordModulus& modulus) noexcept {
  const LongReduction m(modulus.value());
  ShortUnits<LongReduction> units(m, modulus, false);
  std::uint64_t words[2][most_short_residues];
  std::uint64_t rows[4][most_short_residues + 1] = {};
  ShortResidues u = times_radix(words[0], a, units, m);
  ShortResidues v = times_radix(words[1], b, units, m);
  // u = of_a.u a + of_b.u b, and likewise v.
  ShortCofactors of_a{{rows[0], 1}, {rows[1], 0}};
  ShortCofactors of_b{{rows[2], 0}, {rows[3], 1}};
  rows[0][0] = rows[3][0] = units.one();
  while (v.size > 1) {
    const ShortUnits<LongReduction>::Lengths before{u.size, v.size, v.lead()};
    const std::size_t steps = reduce(u, v, m, of_a, of_b);
    if (u.size == 0) return 0;
    units.add(before, steps, u.size);
    std::swap(u, v);
    std::swap(of_a.u, of_a.v);
    std::swap(of_b.u, of_b.v);
  }
  // The last remainder is a constant c, and the resultant is f c.
  const std::uint64_t factor = units.finish(v.words[0], u.size - 2);
  for (std::size_t i = 0; i + 1 < b.size(); ++i) s[i] = m.mul(of_a.v.words[i], factor);
  for (std::size_t i = 0; i + 1 < a.size(); ++i) t[i] = m.mul(of_b.v.words[i], factor);
  return m.mul(v.words[0], factor);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
