// Values of sparse polynomials in several variables over Z, in rows of limbs of the thread's scratch memory, and modulo
// p, in words.
//
// The powers of every coordinate that occur stand in tables, each made from the one before. A stack of sums, one for
// each variable, goes through the terms: the sum of level k has the terms whose exponents of the first k variables are
// those of the term at hand, without these variables' powers. Where a term differs from the one before in variable d,
// the levels behind d are multiplied by their powers and added to the level before. So a power of the first variables
// is multiplied once for all terms that share it, and products of the last ones are short. Orders other than lex are
// evaluated likewise, with fewer terms that share.
#include <polyfork/poly/multi_products/detail/multi_values.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/product_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_exponent = 1023;
constexpr std::size_t most_row_limbs = std::size_t{1} << 12;
constexpr std::size_t most_table_limbs = std::size_t{1} << 18;
constexpr std::size_t polled_products = 64;

/// A number in scratch memory.
struct LimbRow {
  mp_limb_t* limbs = nullptr;
  std::int32_t size = 0;

  IntegerView view() const noexcept { return {limbs, size}; }
};

/// The powers of one coordinate that occur, by their exponents.
class Powers {
 public:
  /// Limbs of the largest power; 0 where all exponents are zero.
  std::size_t limbs() const noexcept { return largest_ == 0 || is_sign() ? 0 : limbs_for_bits(bits()) + 1; }
  std::size_t bits() const noexcept { return bits_ == 1 ? 1 : bits_ * largest_; }
  std::size_t count() const noexcept { return count_; }

  /// Notes the exponents, a number of them `stride` apart. False for large ones.
  bool note(const std::uint64_t* exponents, std::size_t count, std::size_t stride, IntegerView x,
            Workspace::Frame& frame) {
    x_ = x;
    bits_ = std::max<std::size_t>(1, x.bit_length());
    if (is_sign()) return true;
    for (std::size_t i = 0; i < count; ++i) largest_ = std::max(largest_, exponents[i * stride]);
    if (largest_ > most_exponent) return false;
    rows_ = frame.allocate<LimbRow>(static_cast<std::size_t>(largest_) + 1).data();
    std::fill_n(rows_, largest_ + 1, LimbRow{nullptr, 0});
    for (std::size_t i = 0; i < count; ++i) rows_[exponents[i * stride]].size = 1;
    for (std::uint64_t e = 1; e <= largest_; ++e) count_ += static_cast<std::size_t>(rows_[e].size);
    return true;
  }
  /// Computes them; scratch: two rows of limbs(), which hold every product of two powers without its zero on top.
  void make(Workspace::Frame& frame, mp_limb_t* scratch) {
    if (is_sign()) return;
    if (x_.limbs().size() == 1 && bits_ <= 32) return make_by_words(frame);
    const std::size_t width = limbs();
    mp_limb_t* limbs = frame.allocate<mp_limb_t>(count_ * width).data();
    LimbRow last{nullptr, 0};
    std::uint64_t at = 0;
    for (std::uint64_t e = 1; e <= largest_; ++e) {
      if (rows_[e].size == 0) continue;
      LimbRow row{limbs, 0};
      limbs += width;
      const LimbRow step = power(e - at, {scratch, 0}, {scratch + width, 0});
      row.size = at == 0 ? copy(row.limbs, step.view()) : long_product(row.limbs, last.view(), step.view());
      rows_[e] = row;
      last = row;
      at = e;
    }
  }
  /// Precondition: it occurs, exponent != 0.
  IntegerView operator[](std::uint64_t exponent) const noexcept { return rows_[exponent].view(); }
  /// The coordinate is 1 or -1: powers are signs, and no table is made.
  bool is_sign() const noexcept { return x_.limbs().size() == 1 && x_.limbs()[0] == 1; }
  bool is_negative(std::uint64_t exponent) const noexcept { return x_.sign() < 0 && exponent % 2 != 0; }

 private:
  static std::uint64_t word_power(std::uint64_t x, std::uint64_t exponent) noexcept {
    std::uint64_t power = 1;
    for (; exponent != 0; exponent >>= 1, x *= x)
      if (exponent % 2 != 0) power *= x;
    return power;
  }
  /// Of a short word: products with as high a power as a word holds.
  void make_by_words(Workspace::Frame& frame) {
    const std::uint64_t x = x_.limbs()[0];
    const std::uint64_t most = 64 / bits_;
    const std::uint64_t whole = word_power(x, most);
    const std::size_t width = limbs();
    mp_limb_t* row = frame.allocate<mp_limb_t>(count_ * width).data();
    const mp_limb_t one = 1;
    const mp_limb_t* last = &one;
    mp_size_t size = 1;
    std::uint64_t at = 0;
    for (std::uint64_t e = 1; e <= largest_; ++e) {
      if (rows_[e].size == 0) continue;
      while (at != e) {
        const std::uint64_t step = std::min(e - at, most);
        const mp_limb_t carry = mpn_mul_1(row, last, size, step == most ? whole : word_power(x, step));
        if (carry != 0) row[size++] = carry;
        last = row;
        at += step;
      }
      rows_[e] = {row, signed_size(static_cast<std::size_t>(size), is_negative(e))};
      row += width;
    }
  }
  static std::int32_t copy(mp_limb_t* to, IntegerView x) noexcept {
    std::copy(x.limbs().begin(), x.limbs().end(), to);
    return x.signed_size();
  }
  /// x^exponent in one of two rows, exponent > 0, from the leading bit down.
  LimbRow power(std::uint64_t exponent, LimbRow row, LimbRow other) const noexcept {
    row.size = copy(row.limbs, x_);
    if (row.size == 0) return row;
    for (int bit = std::bit_width(exponent) - 2; bit >= 0; --bit) {
      const mp_size_t size = row.size < 0 ? -row.size : row.size;
      mpn_sqr(other.limbs, row.limbs, size);
      other.size = static_cast<std::int32_t>(2 * size - (other.limbs[2 * size - 1] == 0 ? 1 : 0));
      if (((exponent >> bit) & 1) != 0)
        row.size = long_product(row.limbs, other.view(), x_);
      else
        std::swap(row, other);
    }
    return row;
  }

  IntegerView x_;
  std::size_t bits_ = 0;
  std::uint64_t largest_ = 0;
  std::size_t count_ = 0;
  LimbRow* rows_ = nullptr;
};

/// sum += a b, or a where there is no b; sum and product have room for the product and a zero on top.
void add_product(LimbRow& sum, IntegerView a, const IntegerView* b, mp_limb_t* product) noexcept {
  if (sum.size == 0 && b != nullptr) {
    sum.size = long_product(sum.limbs, a, *b);
    return;
  }
  const IntegerView summand = b == nullptr ? a : IntegerView(product, long_product(product, a, *b));
  sum.size = add_rows(sum.limbs, sum.view(), summand);
}

}  // namespace

bool evaluate_in_rows(Integer& value, const SparseTerms<Integers>& terms, const Variables& variables,
                      std::span<const std::uint64_t> exponents, std::span<const Integer> point,
                      const ExecutionContext& ctx) {
  const std::size_t n = point.size();
  const std::size_t count = terms.size();
  if (count == 0 || n == 0) return false;
  for (const Integer& x : point)
    if (x.view().limbs().size() > most_row_limbs) return false;
  ctx.poll();
  MemoryReservation lists;
  Workspace::Frame frame;
  if (exponents.empty()) {
    lists = reserve_unless_short(ctx, count * n * sizeof(std::uint64_t));
    const std::span<std::uint64_t> rows = frame.allocate<std::uint64_t>(count * n);
    write_exponent_rows(rows.data(), terms.monomials, variables, 0, count);
    exponents = rows;
  }
  const std::span<Powers> powers = frame.allocate<Powers>(n);
  std::size_t bits = terms.coefficients.max_bits(ctx) + static_cast<std::size_t>(std::bit_width(count));
  std::size_t table = 0;
  std::size_t widest = 0;
  for (std::size_t v = 0; v < n; ++v) {
    powers[v] = Powers();
    if (!powers[v].note(exponents.data() + v, count, n, point[v].view(), frame)) return false;
    bits += powers[v].bits();
    table += powers[v].count() * powers[v].limbs();
    widest = std::max(widest, powers[v].limbs());
  }
  const std::size_t width = limbs_for_bits(bits) + 2;
  if (width > most_row_limbs || table > most_table_limbs) return false;
  const MemoryReservation held = reserve_unless_short(ctx, (table + (n + 6) * width) * sizeof(mp_limb_t));
  mp_limb_t* const scratch = frame.allocate<mp_limb_t>(2 * std::max(width, widest)).data();
  for (Powers& p : powers) p.make(frame, scratch);
  const std::span<LimbRow> sums = frame.allocate<LimbRow>(n);
  mp_limb_t* const rows = frame.allocate<mp_limb_t>(n * width).data();
  for (std::size_t k = 0; k < n; ++k) sums[k] = {rows + k * width, 0};
  mp_limb_t* const product = scratch;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % polled_products == 0) {
      ctx.poll();
      ctx.charge(polled_products * n * width);
    }
    const std::uint64_t* const here = exponents.data() + i * n;
    std::size_t d = 0;  // the levels behind d end here
    if (i + 1 != count)
      while (d + 1 < n && here[d] == here[n + d]) ++d;
    IntegerView carried = terms.coefficients[i];
    for (std::size_t k = n; k-- != d;) {
      if (here[k] == 0 || powers[k].is_sign()) {
        const bool minus = here[k] != 0 && powers[k].is_negative(here[k]);
        add_product(sums[k], minus ? -carried : carried, nullptr, product);
      } else {
        const IntegerView power = powers[k][here[k]];
        add_product(sums[k], carried, &power, product);
      }
      if (k == d) break;
      carried = sums[k].view();
    }
    for (std::size_t k = d + 1; k < n; ++k) sums[k].size = 0;
  }
  value = sums[0].view();
  return true;
}

namespace {

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
