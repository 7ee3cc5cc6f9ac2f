// Sums of products of residues modulo a prime power, reduced once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "poly/dense/mul_dot.hpp"
#include "poly/factor/hensel_residues.hpp"
#include "poly/residues/division_word.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One accumulator for sums of products, and its reduction.
class ResidueSum {
 public:
  ResidueSum(const ResidueRing& ring, std::size_t stride_a, std::size_t stride_b)
      : ring_(ring), na_(stride_a), nb_(stride_b), size_(na_ + nb_ + 1), scratch_(3 * size_ + 1) {}

  /// out = sum a[i + t] b[j - t], t < n.
  void dot(mp_limb_t* out, const Residues& a, std::size_t i, const Residues& b, std::size_t j, std::size_t n) {
    if (ring_.in_words()) {
      WordDotProduct sum;
      sum.add_reversed(a.row(i), b.row(j), n);
      out[0] = sum.reduce(*ring_.word_);
      return;
    }
    mp_limb_t* const sum = scratch_.data();
    mp_limb_t* const product = sum + size_;
    std::fill_n(sum, size_, 0);
    for (std::size_t t = 0; t < n; ++t) {
      const mp_limb_t* const x = a.row(i + t);
      const mp_limb_t* const y = b.row(j - t);
      mul_short_limbs(product, x, na_, y, nb_);
      sum[size_ - 1] += mpn_add_n(sum, sum, product, static_cast<mp_size_t>(size_ - 1));
    }
    ring_.reduce_row(out, sum, size_, product);
  }

 private:
  const ResidueRing& ring_;
  std::size_t na_, nb_, size_;
  std::vector<mp_limb_t> scratch_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
