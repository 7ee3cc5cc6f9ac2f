// A remainder modulo a word is a chain of dependent steps, one for each limb; a remainder modulo a product of k words
// is a row of k multiply-and-adds for each limb, which take about a fifth of k such steps.
#include "poly/images/prime_block.hpp"

#include <algorithm>
#include <vector>

#include <gmp.h>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/images/gcd_primes.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

PrimeBlock::PrimeBlock(std::span<const std::uint64_t> primes) {
  std::vector<mp_limb_t> limbs(primes.size() + 1, 0);
  limbs[0] = 1;
  for (std::size_t i = 0; i < primes.size(); ++i)
    limbs[i + 1] = mpn_mul_1(limbs.data(), limbs.data(), static_cast<mp_size_t>(i + 1), primes[i]);
  const std::size_t size = strip(limbs.data(), limbs.size());
  product_ = Integer(IntegerView(limbs.data(), static_cast<int>(size)));
}

std::size_t PrimeBlock::bytes(std::size_t size) const noexcept {
  const std::size_t rows = (size + IntegerVector::stripe_rows - 1) / IntegerVector::stripe_rows;
  return rows * IntegerVector::stripe_rows *
         (product_.view().limbs().size() * sizeof(mp_limb_t) + sizeof(std::int32_t));
}

IntegerVector PrimeBlock::remainders(const IntegerVector& a, const ExecutionContext& ctx) const {
  const std::span<const mp_limb_t> product = product_.view().limbs();
  IntegerVector result(a.size(), product.size());
  parallel_for(ctx, a.size(), residues_grain(a), [&](std::size_t begin, std::size_t end) {
    Workspace::Frame frame;
    mp_limb_t* const quotient = frame.allocate<mp_limb_t>(a.max_limbs(ctx) + 1).data();
    for (std::size_t i = begin; i < end; ++i) {
      ctx.poll();
      const IntegerView x = a[i];
      const std::size_t n = x.limbs().size();
      if (n < product.size()) {
        result.assign(i, x);
        continue;
      }
      mp_limb_t* const row = result.row(i);
      mpn_tdiv_qr(quotient, row, 0, x.limbs().data(), static_cast<mp_size_t>(n), product.data(),
                  static_cast<mp_size_t>(product.size()));
      result.set_signed_size(i, signed_size(strip(row, product.size()), x.sign() < 0));
    }
  });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
