// Values of sparse polynomials in several variables modulo p, in words.
//
// As over Z and Q (src/poly/multi_rationals/number_values.cpp): the powers of every coordinate stand in tables, and a
// power of the first variables is multiplied once for all terms that share it.
#include <polyfork/poly/multi_products/detail/multi_values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/workspace.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_exponent = 1023;

/// The powers of one coordinate modulo p, in a table where exponents are small.
class ResiduePowers {
 public:
  ResiduePowers() = default;
  /// Of exponents up to the largest.
  ResiduePowers(const WordModulus& m, std::uint64_t x, std::uint64_t largest, Workspace::Frame& frame) : x_(x) {
    if (largest > most_exponent) return;
    table_ = frame.allocate<std::uint64_t>(static_cast<std::size_t>(largest) + 1).data();
    const std::uint64_t shoup = m.shoup(x);
    table_[0] = m.reduce(1);
    for (std::uint64_t e = 1; e <= largest; ++e) table_[e] = m.mul_shoup(table_[e - 1], x, shoup);
  }
  std::uint64_t operator()(const WordModulus& m, std::uint64_t exponent) const noexcept {
    return table_ != nullptr ? table_[exponent] : m.pow(x_, exponent);
  }

 private:
  std::uint64_t x_ = 0;
  std::uint64_t* table_ = nullptr;
};

}  // namespace

std::uint64_t evaluate_residues(const PrimeField& field, std::span<const std::uint64_t> coefficients,
                                std::span<const std::uint64_t> exponents, std::span<const std::uint64_t> point,
                                const ExecutionContext& ctx) {
  const WordModulus m = field.word_modulus();
  const std::size_t n = point.size();
  const std::size_t count = coefficients.size();
  if (n == 0) return count == 0 ? 0 : coefficients[0];
  Workspace::Frame frame;
  const std::span<ResiduePowers> powers = frame.allocate<ResiduePowers>(n);
  for (std::size_t v = 0; v < n; ++v) {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, exponents[i * n + v]);
    powers[v] = ResiduePowers(m, point[v], largest, frame);
  }
  const std::span<std::uint64_t> sums = frame.allocate<std::uint64_t>(n);
  std::fill(sums.begin(), sums.end(), std::uint64_t{0});
  for (std::size_t i = 0; i < count; ++i) {
    if (i % poll_terms == 0) {
      ctx.poll();
      ctx.charge(poll_terms * n);
    }
    const std::uint64_t* const here = exponents.data() + i * n;
    std::size_t d = 0;  // the levels behind d end here
    if (i + 1 != count)
      while (d + 1 < n && here[d] == here[n + d]) ++d;
    std::uint64_t carried = coefficients[i];
    for (std::size_t k = n; k-- != d;) {
      sums[k] = m.add(sums[k], here[k] == 0 ? carried : m.mul(carried, powers[k](m, here[k])));
      if (k == d) break;
      carried = sums[k];
      sums[k] = 0;
    }
  }
  return sums[0];
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
