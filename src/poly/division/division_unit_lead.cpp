// Steps of Euclidean division from the top in words of 256 bits, two's complement, on the stack: every step divides,
// and what values grow to is known beforehand.
#include "poly/division/division_unit_lead.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Pair = unsigned __int128;

constexpr std::size_t limbs = 4;
constexpr std::size_t most_terms = 16;
constexpr std::size_t most_bits = 64 * limbs - 2;

using Quad = std::array<std::uint64_t, limbs>;

inline bool is_negative(const Quad& x) noexcept { return x[limbs - 1] >> 63 != 0; }

inline Quad negated(const Quad& x) noexcept {
  Quad y;
  unsigned char carry = 1;
  for (std::size_t i = 0; i < limbs; ++i) {
    y[i] = ~x[i] + carry;
    carry = static_cast<unsigned char>(carry & static_cast<unsigned char>(y[i] == 0));
  }
  return y;
}

/// f + x g for a word g, or f - x g: the other one of the two where g is negative.
template <bool minus>
inline void add_multiple(Quad& f, const Quad& x, std::uint64_t g) noexcept {
  Pair carry = 0, sum = minus ? 1 : 0;
  for (std::size_t i = 0; i < limbs; ++i) {
    carry += Pair{x[i]} * g;
    const auto word = static_cast<std::uint64_t>(carry);
    carry >>= 64;
    sum += Pair{f[i]} + (minus ? ~word : word);
    f[i] = static_cast<std::uint64_t>(sum);
    sum >>= 64;
  }
}

Quad read(const ReadRows& rows, std::size_t k) noexcept {
  Quad x{};
  std::copy_n(rows.row(k), std::min<std::size_t>(limbs, static_cast<std::size_t>(std::abs(rows.sizes[k]))), x.begin());
  return rows.sizes[k] < 0 ? negated(x) : x;
}

/// v = the values without zeros on top.
void write(IntegerVector& v, Quad* values, std::size_t size, const ExecutionContext& ctx) {
  std::int32_t sizes[most_terms];
  for (std::size_t i = 0; i < size; ++i) {
    const bool minus = is_negative(values[i]);
    if (minus) values[i] = negated(values[i]);
    std::size_t n = limbs;
    while (n != 0 && values[i][n - 1] == 0) --n;
    sizes[i] = signed_size(n, minus);
  }
  write_rows(v, {values->data(), sizes, limbs}, 0, size, ctx);
}

/// The most bits that a value has in the course of the division.
std::size_t final_bits(const IntegerVector& a, std::uint64_t words_of_b, std::size_t steps) noexcept {
  return short_bits(a) + steps * (static_cast<std::size_t>(std::bit_width(words_of_b)) + 1);
}

}  // namespace

bool div_rem_by_unit_lead(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                          const IntegerVector& b, const ExecutionContext& ctx) {
  constexpr std::size_t bits_of_words = 62;
  const std::size_t n = b.size();
  if (a.size() > most_terms) return false;
  const ReadRows divisor = read_rows(b);
  if (divisor.stride != 1 || divisor.limbs[n - 1] != 1 || !ctx.tuning().empty()) return false;
  const std::size_t steps = a.size() - n + 1;
  const std::size_t bits = final_bits(a, n == 1 ? 0 : joined_words(b), steps);
  if (bits <= bits_of_words || bits > most_bits) return false;
  ctx.poll();
  ctx.charge(steps * n);
  const ReadRows dividend = read_rows(a);
  const bool minus = divisor.sizes[n - 1] < 0;
  Quad rest[most_terms], digits[most_terms];
  for (std::size_t i = 0; i < a.size(); ++i) rest[i] = read(dividend, i);
  for (std::size_t k = steps; k-- != 0;) {
    const Quad& lead = rest[k + n - 1];
    digits[k] = minus ? negated(lead) : lead;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (divisor.sizes[i] < 0)
        add_multiple<false>(rest[k + i], digits[k], divisor.limbs[i]);
      else
        add_multiple<true>(rest[k + i], digits[k], divisor.limbs[i]);
    }
  }
  write(quotient, digits, steps, ctx);
  write(remainder, rest, n - 1, ctx);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
