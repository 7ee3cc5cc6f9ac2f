// Divisions by passes over vectors of eight residues of 16 bits.
//
// The passes are those of short_euclid.cpp: l^2 u - (q1 x + q0) v, or l u - t x^k v. Modulo p below 128 a sum of three
// products is below 2^16, and is reduced by its product with floor(2^16 / p), whose high half is the quotient or one
// less. Rows have zeros before and behind them: a pass takes whole vectors, and what should cancel does.
#include "poly/residues/narrow_euclid.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "poly/residues/short_euclid.hpp"
#include "poly/residues/short_units.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Residues = std::uint16_t __attribute__((vector_size(16)));
constexpr std::size_t lanes = 8;

Residues load_residues(const std::uint16_t* from) noexcept {
  Residues v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

Residues high_product(Residues a, Residues b) noexcept {
#if defined(__SSE2__)
  return reinterpret_cast<Residues>(_mm_mulhi_epu16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  Residues high;
  for (std::size_t i = 0; i < lanes; ++i)
    high[i] = static_cast<std::uint16_t>((std::uint32_t{a[i]} * std::uint32_t{b[i]}) >> 16);
  return high;
#endif
}

/// Residues as they are: R is 1.
class NarrowReduction {
 public:
  using Wide = std::uint64_t;

  explicit NarrowReduction(std::uint64_t p) noexcept
      : p_(static_cast<std::uint32_t>(p)), quotient_(65536 / static_cast<std::uint32_t>(p)) {}

  std::uint64_t reduce(std::uint64_t sum) const noexcept {
    const auto low = static_cast<std::uint32_t>(sum);
    const std::uint32_t r = low - ((low * quotient_) >> 16) * p_;
    return r >= p_ ? r - p_ : r;
  }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept { return reduce(a * b); }
  std::uint64_t neg(std::uint64_t a) const noexcept { return a == 0 ? 0 : p_ - a; }
  static std::uint64_t radix(const WordModulus&) noexcept { return 1; }
  /// Euclid's algorithm: s a is r modulo p.
  std::uint64_t inverse(std::uint64_t a) const noexcept {
    auto r = static_cast<std::int32_t>(a);
    auto before = static_cast<std::int32_t>(p_);
    std::int32_t s = 1;
    std::int32_t s_before = 0;
    while (r != 1) {
      const std::int32_t q = before / r;
      before = std::exchange(r, before - q * r);
      s_before = std::exchange(s, s_before - q * s);
    }
    return static_cast<std::uint64_t>(s < 0 ? s + static_cast<std::int32_t>(p_) : s);
  }

  Residues reduce(Residues sum) const noexcept {
    const Residues r = sum - high_product(sum, all(quotient_)) * all(p_);
    return r - (static_cast<Residues>(r >= all(p_)) & all(p_));
  }
  static Residues all(std::uint64_t value) noexcept { return Residues{} + static_cast<std::uint16_t>(value); }

 private:
  std::uint32_t p_;
  std::uint32_t quotient_;
};

constexpr std::size_t zeros_before = most_short_residues;
constexpr std::size_t row_words = zeros_before + most_short_residues + 2 * lanes;

/// Coefficients with zeros around them.
struct NarrowRow {
  NarrowRow(std::uint16_t* row, std::span<const std::uint64_t> a) noexcept : words(row + zeros_before), size(a.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) words[i] = static_cast<std::uint16_t>(a[i]);
  }
  std::uint64_t lead() const noexcept { return words[size - 1]; }
  void strip() noexcept {
    while (size != 0 && words[size - 1] == 0) --size;
  }
  std::uint16_t* words;
  std::size_t size;
};

/// u = l^k u modulo v, l = lc(v), which is not a constant, u not shorter than v; returns k.
std::size_t narrow_reduce(NarrowRow& u, const NarrowRow& v, const NarrowReduction& m) noexcept {
  const std::uint64_t lead = v.lead();
  const std::size_t nv = v.size;
  if (u.size == nv + 1) {
    const std::uint64_t top = m.neg(u.words[nv]);
    const Residues c = NarrowReduction::all(m.mul(lead, lead));
    const Residues q1 = NarrowReduction::all(m.mul(lead, top));
    const Residues q0 = NarrowReduction::all(m.neg(m.reduce(lead * u.words[nv - 1] + top * v.words[nv - 2])));
    for (std::size_t i = 0; i < u.size; i += lanes) {
      const Residues sum =
          c * load_residues(u.words + i) + q1 * load_residues(v.words + i - 1) + q0 * load_residues(v.words + i);
      const Residues r = m.reduce(sum);
      std::memcpy(u.words + i, &r, sizeof r);
    }
    u.size = nv - 1;
    u.strip();
    return 2;
  }
  std::size_t steps = 0;
  const Residues c = NarrowReduction::all(lead);
  while (u.size >= nv) {
    const Residues q = NarrowReduction::all(m.neg(u.lead()));
    const std::uint16_t* const shifted = v.words - (u.size - nv);
    for (std::size_t i = 0; i < u.size; i += lanes) {
      const Residues r = m.reduce(c * load_residues(u.words + i) + q * load_residues(shifted + i));
      std::memcpy(u.words + i, &r, sizeof r);
    }
    --u.size;
    u.strip();
    ++steps;
  }
  return steps;
}

}  // namespace

std::size_t narrow_gcd(std::uint64_t* g, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       const WordModulus& modulus) noexcept {
  if (a.size() < b.size()) std::swap(a, b);
  const NarrowReduction m(modulus.value());
  alignas(16) std::uint16_t words[2][row_words] = {};
  NarrowRow u(words[0], a);
  NarrowRow v(words[1], b);
  while (v.size > 1) {
    narrow_reduce(u, v, m);
    std::swap(u, v);
  }
  if (v.size == 1) {
    g[0] = 1;
    return 1;
  }
  const std::uint64_t unit = m.inverse(u.lead());
  for (std::size_t i = 0; i < u.size; ++i) g[i] = m.mul(u.words[i], unit);
  return u.size;
}

std::uint64_t narrow_resultant(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                               const WordModulus& modulus) noexcept {
  bool negative = false;
  if (a.size() < b.size()) {
    negative = a.size() % 2 == 0 && b.size() % 2 == 0;
    std::swap(a, b);
  }
  const NarrowReduction m(modulus.value());
  ShortUnits<NarrowReduction> units(m, modulus, negative);
  alignas(16) std::uint16_t words[2][row_words] = {};
  NarrowRow u(words[0], a);
  NarrowRow v(words[1], b);
  while (v.size > 1) {
    const ShortUnits<NarrowReduction>::Lengths before{u.size, v.size, v.lead()};
    const std::size_t steps = narrow_reduce(u, v, m);
    if (u.size == 0) return 0;
    units.add(before, steps, u.size);
    std::swap(u, v);
  }
  return units.finish(v.words[0], u.size - 1);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
