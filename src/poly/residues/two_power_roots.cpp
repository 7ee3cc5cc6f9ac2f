// Graeffe's root squaring, downwards.
//
// f(x) = E(x^2) + x O(x^2) has the root w or -w where E^2 - y O^2, Graeffe's transform, has the root y = w^2. After
// `bits` transforms every root is 1; from there on, each root's logarithm gains a binary digit in each step: w is a
// root if E(y) = -w O(y), -w if E(y) = w O(y), and both are if both values are zero. So the logarithms come with the
// roots, without random choices and without a table of the group. Why not Cantor and Zassenhaus' splitting: it costs a
// power of x modulo f for each of log n levels, and discrete logarithms after that. Source:
// docs/reference/bibliography.md, [grenet16].
#include "poly/residues/two_power_roots.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <polyfork/ring/primes.hpp>

#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using WordList = std::vector<std::uint64_t>;

/// Every second coefficient, from the given one on.
WordList half_of(std::span<const std::uint64_t> f, std::size_t first) {
  WordList half;
  half.reserve(f.size() / 2 + 1);
  for (std::size_t i = first; i < f.size(); i += 2) half.push_back(f[i]);
  return half;
}

/// Coefficient k of a^2.
std::uint64_t square_coefficient(const WordList& a, std::size_t k, const WordModulus& m) {
  if (a.empty() || k > 2 * (a.size() - 1)) return 0;
  const std::size_t low = k < a.size() ? 0 : k - a.size() + 1;
  const std::size_t high = std::min(k, a.size() - 1);
  WordDotProduct sum;
  sum.add_reversed(a.data() + low, a.data() + (k - low), high - low + 1);
  return sum.reduce(m);
}

/// f(x) as E(x^2) + x O(x^2).
struct Halves {
  WordList even;
  WordList odd;

  explicit Halves(std::span<const std::uint64_t> f) : even(half_of(f, 0)), odd(half_of(f, 1)) {}

  /// E^2 - y O^2, whose roots are the squares of those of f.
  WordList squared_roots(const WordModulus& m) const {
    WordList f(even.size() + odd.size());
    for (std::size_t k = 0; k < f.size(); ++k)
      f[k] = m.sub(square_coefficient(even, k, m), k == 0 ? 0 : square_coefficient(odd, k - 1, m));
    return f;
  }
};

std::uint64_t value_at(const WordList& a, std::uint64_t y, std::uint64_t shoup, const WordModulus& m) {
  std::uint64_t value = 0;
  for (std::size_t i = a.size(); i-- > 0;) value = m.add(m.mul_shoup(value, y, shoup), a[i]);
  return value;
}

}  // namespace

TwoPowerGroup::TwoPowerGroup(const WordModulus& m, unsigned bits) : m_(m), bits_(bits) {
  powers_.reserve(bits + 1);
  quotients_.reserve(bits + 1);
  std::uint64_t power = root_of_unity(m.value(), std::uint64_t{1} << bits);
  for (unsigned i = 0; i <= bits; ++i) {
    powers_.push_back(power);
    quotients_.push_back(m.shoup(power));
    power = m.mul(power, power);
  }
}

std::uint64_t TwoPowerGroup::power(std::uint64_t e, unsigned level) const noexcept {
  std::uint64_t result = 1;
  for (; e != 0; e &= e - 1) {
    const std::size_t i = level + static_cast<std::size_t>(std::countr_zero(e));
    result = m_.mul_shoup(result, powers_[i], quotients_[i]);
  }
  return result;
}

std::optional<TwoPowerRoots> two_power_roots(std::span<const std::uint64_t> f, const TwoPowerGroup& group,
                                             const ExecutionContext& ctx) {
  const WordModulus& m = group.modulus();
  const unsigned bits = group.bits();
  std::vector<Halves> levels;
  levels.reserve(bits);
  WordList current(f.begin(), f.end());
  for (unsigned i = 0; i < bits; ++i) {
    ctx.poll();
    levels.emplace_back(current);
    current = levels.back().squared_roots(m);
  }
  WordList logarithms;
  if (value_at(current, 1, m.shoup(1), m) == 0) logarithms.push_back(0);
  for (unsigned i = bits; i-- > 0;) {
    ctx.poll();
    WordList longer;
    longer.reserve(f.size());
    const std::uint64_t minus_one = std::uint64_t{1} << (bits - i - 1);  // its logarithm
    for (const std::uint64_t e : logarithms) {
      const std::uint64_t y = group.power(e, i + 1);
      const std::uint64_t shoup = m.shoup(y);
      const std::uint64_t even = value_at(levels[i].even, y, shoup, m);
      const std::uint64_t odd = m.mul(value_at(levels[i].odd, y, shoup, m), group.power(e, i));
      const bool plus = m.add(even, odd) == 0;
      const bool minus = even == odd;
      if (!plus && !minus) return std::nullopt;
      if (plus) longer.push_back(e);
      if (minus) longer.push_back(e + minus_one);
    }
    logarithms = std::move(longer);
  }
  if (logarithms.size() + 1 != f.size()) return std::nullopt;
  TwoPowerRoots roots;
  roots.values.reserve(logarithms.size());
  for (const std::uint64_t e : logarithms) roots.values.push_back(group.power(e));
  roots.logarithms = std::move(logarithms);
  return roots;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
