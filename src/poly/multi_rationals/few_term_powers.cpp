// Powers of sparse polynomials of one term or two, over Z and Q, by the binomial theorem.
//
// (c u + d v)^k = sum C(k, j) c^(k-j) d^j u^(k-j) v^j: monomials descend as they are written, none meets another, and
// no coefficient is zero. Powers of c and d stand in tables of the thread's scratch memory. Over Q the numerators'
// power is over that of the denominator, in lowest terms, since the content of a power is the power of the content
// (Gauss). Cost: 3 k products. Preconditions: k is small, numbers have some limbs, the power's monomials fit the
// layout. Beside the multinomial way (multinomial_power.cpp), which is for coefficients that are words: no lists, no
// sort.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_rationals/integer_rows_out.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_few_term_exponent = 32;  // binomial coefficients are words
constexpr std::size_t most_few_term_limbs = 256;      // of a coefficient of the power

/// base^0, ..., base^k without signs in rows of the table.
void write_powers(const ScratchRows& table, IntegerView base, std::uint64_t k) noexcept {
  table.row(0)[0] = 1;
  table.sizes[0] = 1;
  for (std::uint64_t i = 1; i <= k; ++i) table.sizes[i] = long_product(table.row(i), table[i - 1], base.abs());
}

/// The terms of a power.
class FewTermPower {
 public:
  /// False where the preconditions are not met. The power's rows have been charged then.
  bool run(const IntegerTerms& a, std::uint64_t k, const ExecutionContext& ctx) {
    const std::size_t n = a.size();
    const MonomialLayout& layout = a.monomials.layout();
    if (n == 0 || n > 2 || k == 0 || k > most_few_term_exponent || layout.words != 1) return false;
    const IntegerView c = a.coefficients[0];
    const IntegerView d = a.coefficients[n - 1];
    const std::size_t width = k * std::max(limbs_of(c), limbs_of(d)) + 2;
    if (width > most_few_term_limbs || a.monomials.largest_field() > layout.largest() / k) return false;
    ctx.poll();
    ctx.charge(3 * k * width);
    const std::size_t rows = static_cast<std::size_t>(k) + 1;
    held_ = reserve_unless_short(ctx, rows * (3 * width + 3) * sizeof(mp_limb_t));
    mp_limb_t* const limbs = frame_.allocate<mp_limb_t>(3 * rows * width).data();
    std::int32_t* const sizes = frame_.allocate<std::int32_t>(3 * rows).data();
    const ScratchRows of_c{limbs + rows * width, sizes + rows, width};
    const ScratchRows of_d{limbs + 2 * rows * width, sizes + 2 * rows, width};
    keys_ = frame_.allocate<std::uint64_t>(rows).data();
    rows_ = {limbs, sizes, width};
    count_ = n == 1 ? 1 : rows;
    const std::uint64_t first = *a.monomials[0];
    const std::uint64_t second = *a.monomials[n - 1];
    write_powers(of_c, c, k);
    if (n == 2) write_powers(of_d, d, k);
    mp_limb_t choices = 1;  // C(k, j)
    for (std::size_t j = 0; j < count_; ++j) {
      keys_[j] = (k - j) * first + j * second;
      std::int32_t size;
      if (j == 0) {
        size = copied(rows_.row(j), of_c[k]);
      } else {
        choices = choices * (k - j + 1) / j;
        size = of_d[j].is_one() ? copied(rows_.row(j), of_c[k - j]) : long_product(rows_.row(j), of_c[k - j], of_d[j]);
        if (choices != 1) {
          const mp_limb_t carry = mpn_mul_1(rows_.row(j), rows_.row(j), size, choices);
          if (carry != 0) rows_.row(j)[size++] = carry;
        }
      }
      const bool negative = (c.sign() < 0 && (k - j) % 2 != 0) != (d.sign() < 0 && j % 2 != 0);
      rows_.sizes[j] = negative ? -size : size;
    }
    return true;
  }
  const std::uint64_t* keys() const noexcept { return keys_; }
  const ScratchRows& rows() const noexcept { return rows_; }
  std::size_t count() const noexcept { return count_; }
  Workspace::Frame& frame() noexcept { return frame_; }

 private:
  static std::int32_t copied(mp_limb_t* to, IntegerView x) noexcept {
    std::copy_n(x.limbs().data(), limbs_of(x), to);
    return x.signed_size();
  }

  MemoryReservation held_;
  Workspace::Frame frame_;
  std::uint64_t* keys_ = nullptr;
  ScratchRows rows_{};
  std::size_t count_ = 0;
};

}  // namespace

bool power_of_few_terms(SparseTerms<Integers>& out, const SparseTerms<Integers>& a, std::uint64_t k,
                        const ExecutionContext& ctx) {
  FewTermPower power;
  if (!power.run({a.monomials, a.coefficients}, k, ctx)) return false;
  const MonomialLayout layout = a.monomials.layout();
  write_terms(out, layout, power.keys(), power.rows(), power.count(), ctx);
  return true;
}

bool power_of_few_terms(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a, std::uint64_t k,
                        const ExecutionContext& ctx) {
  const IntegerView bottom = a.coefficients.denominator().view();
  if (k > most_few_term_exponent || k * limbs_of(bottom) > most_few_term_limbs) return false;
  FewTermPower power;
  if (!power.run({a.monomials, a.coefficients.numerators()}, k, ctx)) return false;
  const std::size_t width = k * limbs_of(bottom) + 1;
  const ScratchRows powers{power.frame().allocate<mp_limb_t>((k + 1) * width).data(),
                           power.frame().allocate<std::int32_t>(k + 1).data(), width};
  write_powers(powers, bottom, k);
  const MonomialLayout layout = a.monomials.layout();
  write_terms(out, layout, power.keys(), power.rows(), power.count(), ctx);
  set_denominator(out, powers[k]);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
