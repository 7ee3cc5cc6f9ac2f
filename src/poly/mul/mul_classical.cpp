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
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_stack_limbs = 40;  // of an accumulator on the stack
// A recursion of operands that are no longer than this saves less than its plan takes.
constexpr std::size_t few_long = 6;
constexpr std::size_t few_long_bits = 640;

/// Limbs that hold every sum of products, in two's complement, and every product.
std::size_t accumulator_limbs(const MulShape& s) noexcept {
  return std::max(limbs_for_bits(product_bits(s) + 1), limbs_for_bits(s.bits_a) + limbs_for_bits(s.bits_b)) + 1;
}

/// acc +-= x y, modulo 2^(64 w); product: scratch of |x| + |y| limbs, which is at most w.
void accumulate(mp_limb_t* acc, std::size_t w, IntegerView x, IntegerView y, mp_limb_t* product) noexcept {
  std::size_t nx = x.limbs().size();
  std::size_t ny = y.limbs().size();
  if (nx == 0 || ny == 0) return;
  const bool negative = (x.sign() < 0) != (y.sign() < 0);
  const mp_limb_t* px = x.limbs().data();
  const mp_limb_t* py = y.limbs().data();
  if (nx < ny) {
    std::swap(nx, ny);
    std::swap(px, py);
  }
  if (px == py && nx == ny)
    mpn_sqr(product, px, static_cast<mp_size_t>(nx));
  else
    mpn_mul(product, px, static_cast<mp_size_t>(nx), py, static_cast<mp_size_t>(ny));
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
  if (plan.shape.bits_a <= 64 && plan.shape.bits_b <= 64) return mul_classical_words(plan, a, b, ctx);
  return ColumnProduct(plan, a, b, ctx).run(plan.as<ColumnParameters>().grain);
}

namespace {

/// accumulator_limbs for short operands, or zero where is_short_product says no.
std::size_t short_accumulator(const MulShape& s, const MulTuning& tuning) noexcept {
  const std::size_t longer = std::max(s.length_a, s.length_b);
  const std::size_t bits = std::max(s.bits_a, s.bits_b);
  if (longer > static_cast<std::size_t>(tuning.classical_length) || s.bits_a == 0 || s.bits_b == 0) return 0;
  if (longer > static_cast<std::size_t>(tuning.karatsuba_base) &&
      bits > static_cast<std::size_t>(tuning.plain_max_bits) && (longer > few_long || bits > few_long_bits))
    return 0;
  const std::size_t limbs = accumulator_limbs(s);
  return limbs <= most_stack_limbs ? limbs : 0;
}

/// The operands of a product without a plan, and what its columns need.
struct ShortColumns {
  const mp_limb_t* a;
  const mp_limb_t* b;
  const std::int32_t* sizes_a;
  const std::int32_t* sizes_b;
  std::size_t stride_a;
  std::size_t stride_b;
  std::size_t width;  // of the accumulator

  /// Coefficient k of the product, the sum of its terms first to last, into a row. Sums are relative to the sign of
  /// the first term that is not zero, which is written where others are added.
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    if (first == last) return one_product(first, k - first, row, stride);
    mp_limb_t acc[most_stack_limbs];
    mp_limb_t product[most_stack_limbs];
    bool written = false;
    bool minus = false;
    std::size_t n = 0;
    bool sums = false;
    for (std::size_t i = first; i <= last; ++i) {
      const std::int32_t sx = sizes_a[i];
      const std::int32_t sy = sizes_b[k - i];
      if (sx == 0 || sy == 0) continue;
      n = mul_limbs(written ? product : acc, a + i * stride_a, static_cast<std::size_t>(std::abs(sx)),
                    b + (k - i) * stride_b, static_cast<std::size_t>(std::abs(sy)));
      const bool negative = (sx ^ sy) < 0;
      if (written) {
        add_product(acc, product, n, negative != minus);
        sums = true;
      } else {
        std::fill(acc + n, acc + width, mp_limb_t{0});
        minus = negative;
        written = true;
      }
    }
    if (!written) {
      std::fill_n(row, stride, mp_limb_t{0});
      return 0;
    }
    if (!sums) {
      n = strip(acc, n);
      std::copy_n(acc, n, row);
      std::fill(row + n, row + stride, mp_limb_t{0});
      return signed_size(n, minus);
    }
    const std::int32_t size = store_accumulator(row, stride, acc, width);
    return minus ? -size : size;
  }

  /// product = x y, which has nx + ny limbs, maybe with a zero on top.
  static std::size_t mul_limbs(mp_limb_t* product, const mp_limb_t* x, std::size_t nx, const mp_limb_t* y,
                               std::size_t ny) noexcept {
    if (nx < ny) {
      std::swap(nx, ny);
      std::swap(x, y);
    }
    if (ny == 1)
      product[nx] = mpn_mul_1(product, x, static_cast<mp_size_t>(nx), y[0]);
    else if (x == y && nx == ny)
      mpn_sqr(product, x, static_cast<mp_size_t>(nx));
    else if (nx == 2)
      mul_two_limbs(product, x, y);
    else
      mpn_mul(product, x, static_cast<mp_size_t>(nx), y, static_cast<mp_size_t>(ny));
    return nx + ny;
  }

 private:
  /// The row of a column of one term.
  std::int32_t one_product(std::size_t i, std::size_t j, mp_limb_t* row, std::size_t stride) const noexcept {
    const std::int32_t sx = sizes_a[i];
    const std::int32_t sy = sizes_b[j];
    const auto nx = static_cast<std::size_t>(std::abs(sx));
    const auto ny = static_cast<std::size_t>(std::abs(sy));
    std::size_t n = 0;
    if (nx != 0 && ny != 0) {
      mp_limb_t scratch[most_stack_limbs];
      mp_limb_t* const product = nx + ny <= stride ? row : scratch;  // a row may lack the zero limb on top
      n = strip(product, mul_limbs(product, a + i * stride_a, nx, b + j * stride_b, ny));
      if (product != row) std::copy_n(product, n, row);
    }
    for (std::size_t l = n; l < stride; ++l) row[l] = 0;
    return signed_size(n, (sx ^ sy) < 0);
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
  /// acc +-= product of n limbs, modulo 2^(64 width).
  void add_product(mp_limb_t* acc, const mp_limb_t* product, std::size_t n, bool subtract) const noexcept {
    const auto limbs = static_cast<mp_size_t>(n);
    if (subtract) {
      mp_limb_t borrow = mpn_sub_n(acc, acc, product, limbs);
      for (std::size_t j = n; borrow != 0 && j < width; ++j) borrow = static_cast<mp_limb_t>(acc[j]-- == 0);
    } else {
      mp_limb_t carry = mpn_add_n(acc, acc, product, limbs);
      for (std::size_t j = n; carry != 0 && j < width; ++j) carry = static_cast<mp_limb_t>(++acc[j] == 0);
    }
  }
};

/// out = a b for vectors of one integer, none of them out; false unless they have 1 to 38 limbs together, as
/// is_short_product says.
bool mul_constants(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const IntegerView x = a[0];
  const IntegerView y = b[0];
  const std::size_t nx = x.limbs().size();
  const std::size_t ny = y.limbs().size();
  if (nx == 0 || ny == 0 || nx + ny + 2 > most_stack_limbs) return false;
  ctx.poll();
  if (ctx.profile() != nullptr) ctx.charge(static_cast<std::uint64_t>(nx * ny == 1 ? 1 : gmp_mul_units(nx, ny)));
  const auto zeros = static_cast<std::size_t>(std::countl_zero(x.limbs().back()) + std::countl_zero(y.limbs().back()));
  const std::size_t stride = nx + ny - zeros / 64;
  remake_short(out, 1, stride, ctx);
  mp_limb_t scratch[most_stack_limbs];
  mp_limb_t* const row = out.row(0);
  mp_limb_t* const product = nx + ny == stride ? row : scratch;  // a row may lack the zero limb on top
  const std::size_t n = strip(product, ShortColumns::mul_limbs(product, x.limbs().data(), nx, y.limbs().data(), ny));
  if (product != row) std::copy_n(product, stride, row);
  out.set_signed_size(0, signed_size(n, (x.sign() < 0) != (y.sign() < 0)));
  return true;
}

}  // namespace

bool is_short_product(const MulShape& s, const MulTuning& tuning) noexcept { return short_accumulator(s, tuning) != 0; }

bool mul_short_rows(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  constexpr MulTuning t;
  constexpr auto some = static_cast<std::size_t>(t.classical_length);
  static_assert(some <= IntegerVector::stripe_rows);
  if (a.empty() || b.empty() || std::max(a.size(), b.size()) > some || !ctx.tuning().empty()) return false;
  if (a.size() == 1 && b.size() == 1 && &out != &a && &out != &b && mul_constants(out, a, b, ctx)) return true;
  const MulShape s{a.size(), b.size(), short_bits(a), short_bits(b)};
  const std::size_t width = short_accumulator(s, t);
  if (width == 0) return false;
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
  const ShortColumns column{a.row(0),    b.row(0), a.signed_sizes().data(), b.signed_sizes().data(), a.stride(0),
                            b.stride(0), width};
  for (std::size_t k = 0; k < n; ++k)
    sizes[k] =
        column(k, k < s.length_b ? 0 : k - s.length_b + 1, std::min(k, s.length_a - 1), rows + k * stride, stride);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
