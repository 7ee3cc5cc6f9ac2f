// A factor over Z whose residues are kept transformed, for several multimodular products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "fft/ntt_transform.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class PreparedMultimodular {
 public:
  /// For factors a of at most s.length_a coefficients of s.bits_a bits; s.length_b and s.bits_b are those of b. Charged
  /// to the context's account while it lives. P transforms.
  PreparedMultimodular(const IntegerVector& b, const MulShape& s, const ExecutionContext& ctx);
  /// Bytes that a prepared factor takes, and the scratch of one product; saturate.
  static std::size_t bytes(const MulShape& s) noexcept;
  static std::size_t scratch_bytes(const MulShape& s, int threads) noexcept;
  std::size_t scratch_bytes(int threads) const noexcept { return scratch_bytes(s_, threads); }

  /// a b: two transforms per prime instead of three. The caller has charged the scratch. Preconditions: a is not empty
  /// and fits the shape.
  IntegerVector mul(const IntegerVector& a, const ExecutionContext& ctx) const;

 private:
  MulShape s_;
  NttShape shape_;
  std::shared_ptr<const CrtBasis> basis_;
  MemoryReservation reservation_;
  std::size_t row_;
  ResidueVector words_;  // row j: b modulo prime j, transformed
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
