// Powers of sparse polynomials of one term or two, over Z and Q, by the binomial theorem.
//
// (c u + d v)^k = sum C(k, j) c^(k-j) d^j u^(k-j) v^j: monomials descend as they are written, none meets another, and
// no coefficient is zero. Powers of c and d stand in tables of the thread's scratch memory. Over Q the numerators'
// power is over that of the denominator, in lowest terms, since the content of a power is the power of the content
// (Gauss). Cost: 3 k products. Preconditions: k is small, numbers have some limbs, the power's monomials fit the
// layout. Beside the multinomial way (multinomial_power.cpp), which is for coefficients that are words: no lists, no
// sort.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_rationals/few_term_values.hpp"
#include "poly/multi_rationals/integer_rows_out.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
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

/// The terms of a power whose coefficients are pairs of words, in `terms`, which has room for k + 1; how many there
/// are, 0, with nothing done, where that is not so. The preconditions are met but for the numbers.
std::size_t power_in_pairs(RowTerm* terms, const IntegerTerms& a, std::uint64_t k) noexcept {
  const std::size_t n = a.size();
  const IntegerView c = a.coefficients[0];
  const IntegerView d = a.coefficients[n - 1];
  if (limbs_of(c) != 1 || limbs_of(d) != 1) return 0;
  const mp_limb_t x = c.limbs()[0];
  const mp_limb_t y = d.limbs()[0];
  const std::uint64_t bits = static_cast<std::uint64_t>(std::bit_width(std::max(x, y)));
  if (k * bits > 62) return 0;  // with a binomial coefficient, at most 2^30: 94 bits
  const std::uint64_t first = *a.monomials[0];
  const std::uint64_t second = *a.monomials[n - 1];
  mp_limb_t powers[most_few_term_exponent + 1];  // of c
  powers[0] = 1;
  for (std::uint64_t i = 1; i <= k; ++i) powers[i] = powers[i - 1] * x;
  mp_limb_t of_d = 1;
  mp_limb_t choices = 1;  // C(k, j)
  const std::size_t count = n == 1 ? 1 : static_cast<std::size_t>(k) + 1;
  for (std::size_t j = 0; j < count; ++j) {
    const bool negative = (c.sign() < 0 && (k - j) % 2 != 0) != (d.sign() < 0 && j % 2 != 0);
    terms[j].key = (k - j) * first + j * second;
    terms[j].set(powers[k - j] * of_d, choices, negative);
    of_d *= y;
    choices = choices * (k - j) / (j + 1);
  }
  return count;
}

/// What power_in_pairs and FewTermPower want of the monomials and the exponent.
bool is_few_term_power(const PackedMonomials& monomials, std::uint64_t k) noexcept {
  const std::size_t n = monomials.size();
  if (n == 0 || n > 2 || k == 0 || k > most_few_term_exponent || monomials.words() != 1) return false;
  const MonomialLayout& layout = monomials.layout();
  if (layout.fields == 1) return *monomials[0] <= layout.largest() / k;
  return monomials.largest_field() <= layout.largest() / k;
}

/// The terms of a power.
class FewTermPower {
 public:
  /// False where numbers are long. Precondition: is_few_term_power.
  bool run(const IntegerTerms& a, std::uint64_t k, const ExecutionContext& ctx) {
    const std::size_t n = a.size();
    const IntegerView c = a.coefficients[0];
    const IntegerView d = a.coefficients[n - 1];
    const std::size_t width = k * std::max(limbs_of(c), limbs_of(d)) + 2;
    if (width > most_few_term_limbs) return false;
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
  if (!is_few_term_power(a.monomials, k)) return false;
  const MonomialLayout layout = a.monomials.layout();
  RowTerm terms[most_few_term_exponent + 1];
  if (const std::size_t count = power_in_pairs(terms, {a.monomials, a.coefficients}, k); count != 0) {
    ctx.poll();
    const MemoryReservation held =
        reserve_unless_short(ctx, vector_bytes(count, 2 * count) + count * sizeof(std::uint64_t));
    terms_of_rows(out, layout, std::span<const RowTerm>(terms, count));
    return true;
  }
  FewTermPower power;
  if (!power.run({a.monomials, a.coefficients}, k, ctx)) return false;
  write_terms(out, layout, power.keys(), power.rows(), power.count(), ctx);
  return true;
}

bool power_of_few_terms(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a, std::uint64_t k,
                        const ExecutionContext& ctx) {
  const IntegerView d = a.coefficients.denominator().view();
  if (!is_few_term_power(a.monomials, k) || k * limbs_of(d) > most_few_term_limbs) return false;
  const MonomialLayout layout = a.monomials.layout();
  const IntegerTerms numerators{a.monomials, a.coefficients.numerators()};
  mp_limb_t bottom[most_few_term_limbs];
  std::size_t size = 1;
  bottom[0] = 1;
  if (limbs_of(d) == 1) {
    WordRun run(bottom, IntegerView(bottom, 1));
    run.multiply_power(d.limbs()[0], k);
    size = limbs_of(run.finish());
  } else {
    mp_limb_t product[most_few_term_limbs];
    for (std::uint64_t i = 0; i < k; ++i) {
      size = static_cast<std::size_t>(long_product(product, IntegerView(bottom, static_cast<int>(size)), d));
      std::copy_n(product, size, bottom);
    }
  }
  RowTerm terms[most_few_term_exponent + 1];
  if (const std::size_t count = power_in_pairs(terms, numerators, k); count != 0) {
    ctx.poll();
    write_terms(out, layout, std::span<const RowTerm>(terms, count), ctx);
  } else {
    FewTermPower power;
    if (!power.run(numerators, k, ctx)) return false;
    write_terms(out, layout, power.keys(), power.rows(), power.count(), ctx);
  }
  set_denominator(out, IntegerView(bottom, static_cast<int>(size)));
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
