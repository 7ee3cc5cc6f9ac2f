// What the plan of a Toom-Cook product and its execution share.
#pragma once

#include <cstddef>

#include <polyfork/poly/mul/multiplication.hpp>

#include "core/limits.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The operands as polynomials in X = x^block with at most `ways` coefficients; their product is found from its values
/// at 0, 1, -1, ..., pairs, -pairs.
struct ToomCookShape {
  std::size_t block;     // coefficients
  std::size_t blocks_a;  // at most `ways`
  std::size_t blocks_b;
  std::size_t pairs;
  std::size_t growth_a;  // bits that a value of an operand has more than its coefficients
  std::size_t growth_b;

  ToomCookShape(const MulShape& s, std::size_t ways) noexcept
      : block(divided_up(std::max(s.length_a, s.length_b), ways)),
        blocks_a(divided_up(s.length_a, block)),
        blocks_b(divided_up(s.length_b, block)),
        pairs((blocks_a + blocks_b - 1) / 2),
        growth_a(growth(blocks_a)),
        growth_b(growth(blocks_b)) {}

  std::size_t points() const noexcept { return 2 * pairs + 1; }
  std::size_t product_blocks() const noexcept { return blocks_a + blocks_b - 1; }
  /// The shape of the products of values: two operands of `block` coefficients.
  MulShape product(const MulShape& s) const noexcept {
    return {block, block, saturating_add(s.bits_a, growth_a), saturating_add(s.bits_b, growth_b), s.square};
  }
  /// Limbs of a two's complement number that holds every quotient of the interpolation: divided differences are at most
  /// 2^pairs times the values.
  std::size_t width(const MulShape& s) const noexcept {
    return limbs_for_bits(saturating_add(product_bits(product(s)), pairs + 2));
  }

 private:
  static std::size_t divided_up(std::size_t n, std::size_t by) noexcept { return n / by + (n % by != 0 ? 1 : 0); }
  /// 1 + pairs + ... + pairs^(blocks - 1), in bits.
  std::size_t growth(std::size_t blocks) const noexcept {
    std::size_t sum = 1;
    for (std::size_t i = 1; i < blocks; ++i) sum = sum * pairs + 1;
    return ceil_log2(sum + 1);
  }
};

constexpr std::size_t toom_cook_ways(MulAlgorithm algorithm) noexcept {
  return algorithm == MulAlgorithm::toom_cook_8 ? 8 : 4;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
