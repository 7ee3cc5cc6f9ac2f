// Classical multiplication, division and Euclid's algorithm with rows of words.
#include "system/modular/residue_algebra.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

void drop_leading_zeros(WordCoefficients& f) {
  while (!f.empty() && f.back() == 0) f.pop_back();
}

/// a - q b in a for the quotient q, which is passed on coefficient by coefficient: use(shift, coefficient). b has no
/// leading zeros and is not empty.
template <class Use>
void divide(WordCoefficients& a, const WordCoefficients& b, const SmallPrime& p, const Use& use) {
  const MultipleKernel subtract = multiple_table().select(active_isa());
  const std::uint32_t inverse = b.back() == 1 ? 1 : p.inverse(b.back());
  while (a.size() >= b.size()) {
    const std::uint32_t top = a.back();
    a.pop_back();
    if (top == 0) continue;
    const std::size_t shift = a.size() + 1 - b.size();
    const WordMultiple by(p.mul(top, inverse), p);
    subtract(a.data() + shift, b.data(), b.size() - 1, by);
    use(shift, by);
  }
  drop_leading_zeros(a);
}

}  // namespace

WordCoefficients word_coefficients(const PolyZp& f, std::size_t length) {
  WordCoefficients words(length, 0);
  for (std::size_t i = 0; i < f.length(); ++i) words[i] = static_cast<std::uint32_t>(f.coefficients()[i]);
  return words;
}

WordCoefficients monic_gcd(WordCoefficients a, WordCoefficients b, const SmallPrime& p, const ExecutionContext& ctx) {
  drop_leading_zeros(a);
  drop_leading_zeros(b);
  while (!b.empty()) {
    ctx.poll();
    divide(a, b, p, [](std::size_t, const WordMultiple&) {});
    std::swap(a, b);
  }
  if (a.empty()) return a;
  const std::uint32_t inverse = p.inverse(a.back());
  for (std::uint32_t& c : a) c = p.mul(c, inverse);
  return a;
}

ResidueAlgebra::ResidueAlgebra(WordCoefficients modulus, const SmallPrime& p) : modulus_(std::move(modulus)), p_(p) {}

WordCoefficients ResidueAlgebra::residue(WordCoefficients f) const {
  if (f.size() > degree()) divide(f, modulus_, p_, [](std::size_t, const WordMultiple&) {});
  f.resize(degree(), 0);
  return f;
}

void ResidueAlgebra::add_product(WordCoefficients& sum, std::span<const std::uint32_t> a,
                                 std::span<const std::uint32_t> b) const {
  const std::size_t n = degree();
  const DotKernel kernel = dot_table().select(active_isa());
  const WordCoefficients reversed(b.rbegin(), b.rend());
  for (std::size_t k = 0; k < 2 * n - 1; ++k) {
    const std::size_t first = k < n ? 0 : k - n + 1;
    const std::size_t end = std::min(k + 1, n);
    const SplitSum value = kernel(a.data() + first, reversed.data() + (n - 1 - k + first), end - first);
    sum[k] = p_.reduce_halves(value.low + sum[k], value.high);
  }
}

WordCoefficients ResidueAlgebra::product(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) const {
  WordCoefficients sum(2 * degree() - 1, 0);
  add_product(sum, a, b);
  return residue(std::move(sum));
}

void ResidueAlgebra::add_multiple(std::span<std::uint32_t> a, std::span<const std::uint32_t> b, std::uint32_t c) const {
  if (c == 0) return;
  multiple_table().select(active_isa())(a.data(), b.data(), b.size(), WordMultiple(p_.neg(c), p_));
}

std::optional<WordCoefficients> ResidueAlgebra::inverse(WordCoefficients a, const ExecutionContext& ctx) const {
  const MultipleKernel subtract = multiple_table().select(active_isa());
  // r0 = s0 a and r1 = s1 a modulo the modulus.
  WordCoefficients r0 = modulus_;
  WordCoefficients r1 = std::move(a);
  drop_leading_zeros(r1);
  WordCoefficients s0(degree() + 1, 0);
  WordCoefficients s1(degree() + 1, 0);
  s1[0] = 1;
  std::size_t length = 1;  // of s1; s0 has fewer
  while (!r1.empty()) {
    ctx.poll();
    if (r1.size() == 1) {
      const std::uint32_t inverse = p_.inverse(r1[0]);
      s1.resize(degree());
      for (std::uint32_t& c : s1) c = p_.mul(c, inverse);
      return s1;
    }
    const std::size_t longer = length + r0.size() - r1.size();
    divide(r0, r1, p_,
           [&](std::size_t shift, const WordMultiple& by) { subtract(s0.data() + shift, s1.data(), length, by); });
    std::swap(r0, r1);
    std::swap(s0, s1);
    length = longer;
  }
  return std::nullopt;
}

WordCoefficients ResidueAlgebra::slope() const {
  WordCoefficients f(degree());
  for (std::size_t i = 0; i < degree(); ++i)
    f[i] = p_.mul(modulus_[i + 1], p_.reduce(static_cast<std::uint64_t>(i + 1)));
  return f;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
