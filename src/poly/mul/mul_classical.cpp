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

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/short_reservation.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_stack_limbs = 40;  // of an accumulator on the stack

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

bool is_short_product(const MulShape& s, const MulTuning& tuning) noexcept {
  const std::size_t longer = std::max(s.length_a, s.length_b);
  const std::size_t bits = std::max(s.bits_a, s.bits_b);
  if (longer > static_cast<std::size_t>(tuning.classical_length) || s.bits_a == 0 || s.bits_b == 0) return false;
  if (longer > static_cast<std::size_t>(tuning.karatsuba_base) &&
      bits > static_cast<std::size_t>(tuning.plain_max_bits))
    return false;
  return accumulator_limbs(s) <= most_stack_limbs;
}

bool mul_short_rows(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  constexpr MulTuning t;
  constexpr auto some = static_cast<std::size_t>(t.classical_length);
  if (a.empty() || b.empty() || std::max(a.size(), b.size()) > some || !ctx.tuning().empty()) return false;
  const MulShape s{a.size(), b.size(), a.max_bits(ctx), b.max_bits(ctx)};
  if (!is_short_product(s, t)) return false;
  const std::size_t width = accumulator_limbs(s);
  if (&out == &a || &out == &b) {
    IntegerVector product;
    (void)mul_short_rows(product, a, b, ctx);
    out = std::move(product);
    return true;
  }
  const std::size_t n = product_length(s);
  const std::size_t stride = limbs_for_bits(product_bits(s));
  const MemoryReservation reservation = reserve_unless_short(ctx, vector_bytes(n, n * stride));
  ctx.poll();
  const bool words = s.bits_a <= 64 && s.bits_b <= 64;
  const double units = words ? 1 : gmp_mul_units(limbs_for_bits(s.bits_a), limbs_for_bits(s.bits_b));
  ctx.charge(static_cast<std::uint64_t>(units) * s.length_a * s.length_b);
  remake_unwritten(out, n, stride);
  mp_limb_t acc[most_stack_limbs];
  mp_limb_t product[most_stack_limbs];
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t first = k < b.size() ? 0 : k - b.size() + 1;
    const std::size_t last = std::min(k, a.size() - 1);
    std::fill_n(acc, width, mp_limb_t{0});
    for (std::size_t i = first; i <= last; ++i) accumulate(acc, width, a[i], b[k - i], product);
    out.set_signed_size(k, store_accumulator(out.row(k), stride, acc, width));
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
