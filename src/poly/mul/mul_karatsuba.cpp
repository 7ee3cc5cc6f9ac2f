// Karatsuba multiplication in Z[x].
//
// (a0 + a1 X)(b0 + b1 X) with X = x^h from a0 b0, a1 b1 and (a0 + a1)(b0 + b1): O(n^1.585) coefficient products; the
// three are forked above the grain, span O(n) additions. Coefficients are two's complement rows of fixed width in a
// workspace (the widths of mul_sizes.hpp cover every sum of the recursion), so nothing is resized; the schoolbook at
// the base turns rows into magnitudes once. Operands of uneven length: halves of the longer one while the shorter
// reaches beyond them, else blocks. Memory: about 2 n rows of each width, thrice that for each forked level.
// Literature: Karatsuba, Ofman 1962; Brent and Zimmermann, Modern Computer Arithmetic, 1.3.2.
// Pays for few long coefficients, where the packed product of Kronecker lies in the same range of GMP's algorithms as
// the single products, and for many threads.
#include <algorithm>
#include <memory>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Rows of two's complement numbers.
struct Rows {
  mp_limb_t* data;
  std::size_t length;
  std::size_t width;
  mp_limb_t* row(std::size_t i) const noexcept { return data + i * width; }
  Rows part(std::size_t begin, std::size_t count) const noexcept { return {row(begin), count, width}; }
};

void add_to(mp_limb_t* r, const mp_limb_t* x, std::size_t w) noexcept { mpn_add_n(r, r, x, static_cast<mp_size_t>(w)); }
void sub_from(mp_limb_t* r, const mp_limb_t* x, std::size_t w) noexcept {
  mpn_sub_n(r, r, x, static_cast<mp_size_t>(w));
}

void fill_rows(const Rows& rows, const IntegerVector& v) noexcept {
  for (std::size_t i = 0; i < rows.length; ++i) {
    const IntegerView x = v[i];
    mp_limb_t* row = rows.row(i);
    std::copy_n(x.limbs().data(), x.limbs().size(), row);
    std::fill(row + x.limbs().size(), row + rows.width, mp_limb_t{0});
    if (x.sign() < 0) mpn_neg(row, row, static_cast<mp_size_t>(rows.width));
  }
}

/// Magnitudes of rows: width limbs each, signed sizes apart.
struct Magnitudes {
  Magnitudes(const Rows& rows, Workspace::Frame& frame) : width(rows.width) {
    limbs = frame.allocate<mp_limb_t>(rows.length * width).data();
    sizes = frame.allocate<std::int32_t>(rows.length).data();
    for (std::size_t i = 0; i < rows.length; ++i) {
      mp_limb_t* m = limbs + i * width;
      const mp_limb_t* row = rows.row(i);
      const bool negative = (row[width - 1] >> 63) != 0;
      if (negative)
        mpn_neg(m, row, static_cast<mp_size_t>(width));
      else
        std::copy_n(row, width, m);
      sizes[i] = signed_size(strip(m, width), negative);
    }
  }
  mp_limb_t* limbs;
  std::int32_t* sizes;
  std::size_t width;
};

class KaratsubaProduct {
 public:
  KaratsubaProduct(const MulPlan& plan, const ExecutionContext& ctx)
      : base_(plan.as<RecursionParameters>().base_length), grain_(plan.as<RecursionParameters>().grain), ctx_(ctx) {}

  /// out = a b; out has a.length + b.length - 1 rows.
  void multiply(Rows a, Rows b, Rows out) const {
    ctx_.poll();  // before the sums of a branch, not at its leaves only
    if (a.length < b.length) std::swap(a, b);
    const std::size_t h = (a.length + 1) / 2;
    if (b.length <= base_) {
      classical(a, b, out);
    } else if (b.length > h) {
      halves(a, b, out, h);
    } else {
      blocks(a, b, out);
    }
  }

 private:
  void classical(const Rows& a, const Rows& b, const Rows& out) const {
    ctx_.poll();
    Workspace::Frame frame;
    const Magnitudes x(a, frame);
    const Magnitudes y(b, frame);
    mp_limb_t* product = frame.allocate<mp_limb_t>(a.width + b.width).data();
    for (std::size_t k = 0; k < out.length; ++k) {
      std::fill_n(out.row(k), out.width, mp_limb_t{0});
      const std::size_t first = k < b.length ? 0 : k - b.length + 1;
      const std::size_t last = std::min(k, a.length - 1);
      for (std::size_t i = first; i <= last; ++i) accumulate(out.row(k), out.width, x, i, y, k - i, product);
    }
    ctx_.charge(static_cast<std::uint64_t>(gmp_mul_units(a.width, b.width)) * a.length * b.length);
  }

  static void accumulate(mp_limb_t* acc, std::size_t width, const Magnitudes& x, std::size_t i, const Magnitudes& y,
                         std::size_t j, mp_limb_t* product) noexcept {
    const auto nx = static_cast<std::size_t>(std::abs(x.sizes[i]));
    const auto ny = static_cast<std::size_t>(std::abs(y.sizes[j]));
    if (nx == 0 || ny == 0) return;
    mul_short_limbs(product, x.limbs + i * x.width, nx, y.limbs + j * y.width, ny);
    // a product of values that the accumulator can hold may have zero limbs beyond its width
    const auto n = static_cast<mp_size_t>(std::min(nx + ny, width));
    if ((x.sizes[i] < 0) != (y.sizes[j] < 0))
      mpn_sub(acc, acc, static_cast<mp_size_t>(width), product, n);
    else
      mpn_add(acc, acc, static_cast<mp_size_t>(width), product, n);
  }

  void halves(const Rows& a, const Rows& b, const Rows& out, std::size_t h) const {
    Workspace::Frame frame;
    const Rows middle = rows(frame, 2 * h - 1, out.width);
    const Rows high = out.part(2 * h, a.length + b.length - 2 * h - 1);
    const auto do_low = [&] { multiply(a.part(0, h), b.part(0, h), out.part(0, 2 * h - 1)); };
    const auto do_high = [&] { multiply(a.part(h, a.length - h), b.part(h, b.length - h), high); };
    const auto do_middle = [&] {
      Workspace::Frame own;
      const Rows sum_a = folded(a, h, own);
      const Rows sum_b = folded(b, h, own);
      multiply(sum_a, sum_b, middle);
    };
    if (grain_ != 0 && a.length >= grain_) {
      fork_join(
          ctx_, [&] { fork_join(ctx_, do_low, do_high); }, do_middle);
    } else {
      do_low(), do_high(), do_middle();
    }
    std::fill_n(out.row(2 * h - 1), out.width, mp_limb_t{0});
    for (std::size_t i = 0; i < middle.length; ++i) sub_from(middle.row(i), out.row(i), out.width);
    for (std::size_t i = 0; i < high.length; ++i) sub_from(middle.row(i), high.row(i), out.width);
    const std::size_t reach = std::min(middle.length, out.length - h);  // rows beyond are zero
    for (std::size_t i = 0; i < reach; ++i) add_to(out.row(h + i), middle.row(i), out.width);
    ctx_.charge((2 * middle.length + high.length) * out.width);
  }

  /// a in blocks of the length of b.
  void blocks(const Rows& a, const Rows& b, const Rows& out) const {
    std::fill_n(out.data, out.length * out.width, mp_limb_t{0});
    Workspace::Frame frame;
    const Rows part = rows(frame, 2 * b.length - 1, out.width);
    for (std::size_t i = 0; i < a.length; i += b.length) {
      const Rows block = a.part(i, std::min(b.length, a.length - i));
      const Rows product = part.part(0, block.length + b.length - 1);
      multiply(block, b, product);
      for (std::size_t j = 0; j < product.length; ++j) add_to(out.row(i + j), product.row(j), out.width);
    }
  }

  static Rows rows(Workspace::Frame& frame, std::size_t length, std::size_t width) {
    return {frame.allocate<mp_limb_t>(length * width).data(), length, width};
  }
  static Rows folded(const Rows& a, std::size_t h, Workspace::Frame& frame) {
    const Rows sum = rows(frame, h, a.width);
    std::copy_n(a.data, h * a.width, sum.data);
    for (std::size_t i = h; i < a.length; ++i) add_to(sum.row(i - h), a.row(i), a.width);
    return sum;
  }

  std::size_t base_;
  std::size_t grain_;
  const ExecutionContext& ctx_;
};

}  // namespace

IntegerVector mul_karatsuba(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                            const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const KaratsubaWidths w = karatsuba_widths(s);
  const std::size_t n = product_length(s);
  const auto limbs = std::make_unique_for_overwrite<mp_limb_t[]>(s.length_a * w.a + s.length_b * w.b + n * w.product);
  const Rows rows_a{limbs.get(), s.length_a, w.a};
  const Rows rows_b{limbs.get() + s.length_a * w.a, s.length_b, w.b};
  const Rows out{rows_b.data + s.length_b * w.b, n, w.product};
  fill_rows(rows_a, a);
  fill_rows(rows_b, b);
  KaratsubaProduct(plan, ctx).multiply(rows_a, rows_b, out);
  const std::size_t stride = limbs_for_bits(product_bits(s));
  IntegerVector result(n, stride);
  for (std::size_t i = 0; i < n; ++i)
    result.set_signed_size(i, store_accumulator(result.row(i), stride, out.row(i), out.width));
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
