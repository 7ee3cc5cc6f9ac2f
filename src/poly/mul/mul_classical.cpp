// Schoolbook multiplication in Z[x].
//
// Cost: n m products of coefficients; span one column, O(min(n, m)) products; memory: one accumulator and one product
// for each thread besides the result. Every column sum_i a_i b_(k-i) is computed on its own in a two's complement
// accumulator wide enough for the sum (plan's bits), so columns are independent tasks that write disjoint rows of the
// result and nothing grows. Operands of at most 64 bits go to the word kernels. A square needs half of the products.
// Few coefficients of few limbs go the same way without a plan, on the stack.
// Least memory of all algorithms and perfectly parallel; Kronecker wins as soon as the packed product leaves GMP's
// schoolbook range.
#include "poly/mul/mul_algorithms.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/limb_products.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_stack_limbs = 40;  // of an accumulator on the stack
// A recursion of operands that are no longer than this, or have no more pairs, saves less than its plan takes.
constexpr std::size_t few_long = 6;
constexpr std::size_t few_long_bits = 640;
constexpr std::size_t very_few_long = 5;
constexpr std::size_t very_few_long_bits = 1088;
// Squares, which take half of the products, may be a third longer than classical_length from this on.
constexpr std::size_t least_bits_in_square = 193;

/// Limbs that hold every sum of products, in two's complement, and every product.
std::size_t accumulator_limbs(const MulShape& s) noexcept {
  return std::max(limbs_for_bits(product_bits(s) + 1), limbs_for_bits(s.bits_a) + limbs_for_bits(s.bits_b)) + 1;
}

/// acc +-= x y, modulo 2^(64 w); product: scratch of |x| + |y| limbs, which is at most w.
void accumulate(mp_limb_t* acc, std::size_t w, IntegerView x, IntegerView y, mp_limb_t* product) noexcept {
  const std::size_t nx = x.limbs().size();
  const std::size_t ny = y.limbs().size();
  if (nx == 0 || ny == 0) return;
  const bool negative = (x.sign() < 0) != (y.sign() < 0);
  const mp_limb_t* const px = x.limbs().data();
  const mp_limb_t* const py = y.limbs().data();
  if (px == py && nx == ny)
    sqr_short_limbs(product, px, nx);
  else
    mul_short_limbs(product, px, nx, py, ny);
  const auto n = static_cast<mp_size_t>(nx + ny);
  if (negative)
    mpn_sub(acc, acc, static_cast<mp_size_t>(w), product, n);
  else
    mpn_add(acc, acc, static_cast<mp_size_t>(w), product, n);
}

class ColumnProduct {
 public:
  ColumnProduct(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx)
      : a_(a),
        b_(b),
        ctx_(ctx),
        square_(plan.shape.square),
        width_(accumulator_limbs(plan.shape)),
        stride_(limbs_for_bits(product_bits(plan.shape))),
        units_(gmp_mul_units(limbs_for_bits(plan.shape.bits_a), limbs_for_bits(plan.shape.bits_b))),
        result_(product_length(plan.shape), stride_) {}

  IntegerVector run(std::size_t grain) {
    const std::size_t columns = result_.size();
    parallel_for(ctx_, columns, grain == 0 ? columns : grain, [this](std::size_t begin, std::size_t end) {
      Workspace::Frame frame;
      mp_limb_t* acc = frame.allocate<mp_limb_t>(width_).data();
      mp_limb_t* product = frame.allocate<mp_limb_t>(width_).data();
      for (std::size_t k = begin; k < end; ++k) column(k, acc, product);
    });
    return std::move(result_);
  }

 private:
  void column(std::size_t k, mp_limb_t* acc, mp_limb_t* product) {
    const std::size_t first = k < b_.size() ? 0 : k - b_.size() + 1;
    const std::size_t last = std::min(k, a_.size() - 1);
    std::fill_n(acc, width_, mp_limb_t{0});
    if (square_) {
      for (std::size_t i = first; 2 * i < k; ++i) term(i, k, acc, product);
      mpn_lshift(acc, acc, static_cast<mp_size_t>(width_), 1);
      if (k % 2 == 0) term(k / 2, k, acc, product);
    } else {
      for (std::size_t i = first; i <= last; ++i) term(i, k, acc, product);
    }
    ctx_.poll();
    ctx_.charge(static_cast<std::uint64_t>(units_) * (last - first + 1));
    result_.set_signed_size(k, store_accumulator(result_.row(k), stride_, acc, width_));
  }
  void term(std::size_t i, std::size_t k, mp_limb_t* acc, mp_limb_t* product) const {
    if (units_ > 1e4) ctx_.poll();
    accumulate(acc, width_, a_[i], b_[k - i], product);
  }

  const IntegerVector& a_;
  const IntegerVector& b_;
  const ExecutionContext& ctx_;
  bool square_;
  std::size_t width_;
  std::size_t stride_;
  double units_;
  IntegerVector result_;
};

}  // namespace

IntegerVector mul_classical(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  if (plan.as<ColumnParameters>().digits) return mul_classical_digits(plan, a, b, ctx);
  if (plan.shape.bits_a <= 64 && plan.shape.bits_b <= 64) return mul_classical_words(plan, a, b, ctx);
  return ColumnProduct(plan, a, b, ctx).run(plan.as<ColumnParameters>().grain);
}

namespace {

/// accumulator_limbs for short operands, or zero where is_short_product says no.
std::size_t short_accumulator(const MulShape& s, const MulTuning& tuning) noexcept {
  const std::size_t longer = std::max(s.length_a, s.length_b);
  const std::size_t bits = std::max(s.bits_a, s.bits_b);
  const auto most = static_cast<std::size_t>(tuning.classical_length);
  if (s.bits_a == 0 || s.bits_b == 0) return 0;
  if (!s.square || bits < least_bits_in_square || bits > very_few_long_bits || longer > most + most / 3) {
    if (longer > most) return 0;
    const std::size_t pairs = s.length_a * s.length_b;  // both lengths are at most `most`
    const bool few = (pairs <= few_long * few_long && bits <= few_long_bits) ||
                     (pairs <= very_few_long * very_few_long && bits <= very_few_long_bits);
    if (longer > static_cast<std::size_t>(tuning.karatsuba_base) &&
        bits > static_cast<std::size_t>(tuning.plain_max_bits) && !few)
      return 0;
  }
  const std::size_t limbs = accumulator_limbs(s);
  return limbs <= most_stack_limbs ? limbs : 0;
}

/// The operands of a product without a plan.
struct ShortColumns {
  ReadRows a;
  ReadRows b;

  /// Coefficient k of the product, the sum of its terms first to last, into a row, which holds the sum of their
  /// magnitudes. Terms of the sign of the first that is not zero are added up in the row, the others on the stack:
  /// one subtraction then, and nothing is negated or copied.
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    if (first == last) return one_product(first, k - first, row, stride);
    mp_limb_t others[most_stack_limbs];
    Sums sums{row, others, stride};
    if (a.limbs == b.limbs) {  // a square: every product of two different coefficients stands for two
      for (std::size_t i = first; 2 * i < k; ++i) add_term(sums, i, k - i);
      sums.twice();
      if (k % 2 == 0) add_term(sums, k / 2, k / 2);
    } else {
      for (std::size_t i = first; i <= last; ++i) add_term(sums, i, k - i);
    }
    return sums.difference();
  }

  /// product = x y, which has nx + ny limbs, maybe with a zero on top.
  static std::size_t set_product(mp_limb_t* product, const mp_limb_t* x, std::size_t nx, const mp_limb_t* y,
                                 std::size_t ny) noexcept {
    if (nx == 2 && ny == 2)
      mul_two_limbs(product, x, y);
    else if (x == y && nx == ny)
      sqr_short_limbs(product, x, nx);
    else
      mul_short_limbs(product, x, nx, y, ny);
    return nx + ny;
  }

  static void mul_two_limbs(mp_limb_t* product, const mp_limb_t* x, const mp_limb_t* y) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide low = static_cast<wide>(x[0]) * y[0];
    const wide one = static_cast<wide>(x[0]) * y[1];
    const wide other = static_cast<wide>(x[1]) * y[0];
    const wide middle = (low >> 64) + static_cast<std::uint64_t>(one) + static_cast<std::uint64_t>(other);
    const wide high = static_cast<wide>(x[1]) * y[1] + (one >> 64) + (other >> 64) + (middle >> 64);
    product[0] = static_cast<mp_limb_t>(low);
    product[1] = static_cast<mp_limb_t>(middle);
    product[2] = static_cast<mp_limb_t>(high);
    product[3] = static_cast<mp_limb_t>(high >> 64);
  }

 private:
  /// Sums of the terms of either sign, in rows of `stride` limbs.
  struct Sums {
    mp_limb_t* row;     // of the terms of the sign of the first
    mp_limb_t* others;  // of the other terms
    std::size_t stride;
    bool has_row = false;
    bool has_others = false;
    bool minus = false;  // the sign of the first

    void twice() noexcept {
      if (has_row) mpn_lshift(row, row, static_cast<mp_size_t>(stride), 1);
      if (has_others) mpn_lshift(others, others, static_cast<mp_size_t>(stride), 1);
    }
    /// The row becomes the sum of all; its signed size.
    std::int32_t difference() noexcept {
      if (!has_row) {
        std::fill_n(row, stride, mp_limb_t{0});
        return 0;
      }
      if (has_others) {
        const auto limbs = static_cast<mp_size_t>(stride);
        if (mpn_cmp(row, others, limbs) < 0) {
          mpn_sub_n(row, others, row, limbs);
          minus = !minus;
        } else {
          mpn_sub_n(row, row, others, limbs);
        }
      }
      return signed_size(strip(row, stride), minus);
    }
  };

  /// The product of coefficient i of one and j of the other operand, added to the sum of its sign.
  void add_term(Sums& sums, std::size_t i, std::size_t j) const noexcept {
    const std::int32_t sx = a.sizes[i];
    const std::int32_t sy = b.sizes[j];
    if (sx == 0 || sy == 0) return;
    mp_limb_t product[most_stack_limbs];
    const bool negative = (sx ^ sy) < 0;
    if (!sums.has_row) sums.minus = negative;
    const bool to_row = negative == sums.minus;
    bool& is_there = to_row ? sums.has_row : sums.has_others;
    mp_limb_t* const sum = to_row ? sums.row : sums.others;
    const auto nx = static_cast<std::size_t>(std::abs(sx));
    const auto ny = static_cast<std::size_t>(std::abs(sy));
    if (is_there && nx + ny <= sums.stride)
      if (const auto carry = add_short_product(sum, a.row(i), nx, b.row(j), ny))
        return add_carry(sum, *carry, nx + ny, sums.stride);
    mp_limb_t* const place = is_there || nx + ny > sums.stride ? product : sum;
    const std::size_t n = std::min(set_product(place, a.row(i), nx, b.row(j), ny), sums.stride);
    if (is_there)
      add_product(sum, product, n, sums.stride);
    else
      set_sum(sum, place, n, sums.stride);
    is_there = true;
  }
  /// The row of a column of one term.
  std::int32_t one_product(std::size_t i, std::size_t j, mp_limb_t* row, std::size_t stride) const noexcept {
    const std::int32_t sx = a.sizes[i];
    const std::int32_t sy = b.sizes[j];
    const auto nx = static_cast<std::size_t>(std::abs(sx));
    const auto ny = static_cast<std::size_t>(std::abs(sy));
    std::size_t n = 0;
    if (nx != 0 && ny != 0) {
      mp_limb_t scratch[most_stack_limbs];
      mp_limb_t* const product = nx + ny <= stride ? row : scratch;  // a row may lack the zero limb on top
      n = strip(product, set_product(product, a.row(i), nx, b.row(j), ny));
      if (product != row) std::copy_n(product, n, row);
    }
    clear_from(row, n, stride);
    return signed_size(n, (sx ^ sy) < 0);
  }
  /// sum = product of n limbs, in rows of `stride`; they may be one.
  static void set_sum(mp_limb_t* sum, const mp_limb_t* product, std::size_t n, std::size_t stride) noexcept {
    if (sum != product) std::copy_n(product, n, sum);
    clear_from(sum, n, stride);
  }
  /// sum += product of n limbs, in rows of `stride`.
  static void add_product(mp_limb_t* sum, const mp_limb_t* product, std::size_t n, std::size_t stride) noexcept {
    add_carry(sum, mpn_add_n(sum, sum, product, static_cast<mp_size_t>(n)), n, stride);
  }
  static void add_carry(mp_limb_t* sum, mp_limb_t carry, std::size_t n, std::size_t stride) noexcept {
    for (std::size_t j = n; carry != 0 && j < stride; ++j) carry = static_cast<mp_limb_t>(++sum[j] == 0);
  }
};

}  // namespace

bool is_short_product(const MulShape& s, const MulTuning& tuning) noexcept { return short_accumulator(s, tuning) != 0; }

bool mul_constants(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const auto nx = static_cast<std::size_t>(std::abs(x.sizes[0]));
  const auto ny = static_cast<std::size_t>(std::abs(y.sizes[0]));
  if (nx == 0 || ny == 0 || nx + ny + 2 > most_stack_limbs || !ctx.tuning().empty()) return false;
  // The limbs of a product of numbers of so many bits, as a plan has them.
  const auto zeros = static_cast<std::size_t>(std::countl_zero(x.limbs[nx - 1]) + std::countl_zero(y.limbs[ny - 1]));
  const std::size_t stride = nx + ny - zeros / 64;
  if (stride != nx + ny) return false;  // the row lacks the zero limb on top
  if (ctx.stop_requested()) ctx.poll();
  if (ctx.profile() != nullptr) ctx.charge(static_cast<std::uint64_t>(nx * ny == 1 ? 1 : gmp_mul_units(nx, ny)));
  const std::int32_t sign = x.sizes[0] ^ y.sizes[0];
  WrittenRows z = written_rows(out);
  if (z.count != 1 || z.stride != stride) {
    remake_short(out, 1, stride, ctx);
    z = written_rows(out);
  }
  if (nx == 2 && ny == 2)
    ShortColumns::mul_two_limbs(z.limbs, x.limbs, y.limbs);
  else
    ShortColumns::set_product(z.limbs, x.limbs, nx, y.limbs, ny);
  z.sizes[0] = signed_size(stride - (z.limbs[stride - 1] == 0 ? 1 : 0), sign < 0);
  return true;
}

bool mul_short_rows(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  constexpr MulTuning t;
  static_assert(static_cast<std::size_t>(t.classical_length) <= IntegerVector::stripe_rows);
  if (a.empty() || b.empty() || std::max(a.size(), b.size()) > IntegerVector::stripe_rows || !ctx.tuning().empty())
    return false;
  const std::size_t bits_a = short_bits(a);
  const MulShape s{a.size(), b.size(), bits_a, &a == &b ? bits_a : short_bits(b), &a == &b};
  if (mul_short_digits(out, s, a, b, ctx)) return true;
  if (short_accumulator(s, t) == 0) return false;
  if (&out == &a || &out == &b) {
    IntegerVector product;
    (void)mul_short_rows(product, a, b, ctx);
    out = std::move(product);
    return true;
  }
  ctx.poll();
  if (ctx.profile() != nullptr) {
    const bool words = s.bits_a <= 64 && s.bits_b <= 64;
    const double units = words ? 1 : gmp_mul_units(limbs_for_bits(s.bits_a), limbs_for_bits(s.bits_b));
    ctx.charge(static_cast<std::uint64_t>(units) * s.length_a * s.length_b);
  }
  const std::size_t n = s.length_a + s.length_b - 1;
  const std::size_t stride = limbs_for_bits(product_bits(s));
  remake_short(out, n, stride, ctx);
  std::int32_t* const sizes = unwritten_sizes(out);
  mp_limb_t* const rows = out.row(0);
  const ShortColumns column{read_rows(a), read_rows(b)};
  for (std::size_t k = 0; k < n; ++k)
    sizes[k] =
        column(k, k < s.length_b ? 0 : k - s.length_b + 1, std::min(k, s.length_a - 1), rows + k * stride, stride);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
