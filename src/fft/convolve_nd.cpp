// Arrays are spread over rows, transformed along the leading axes, multiplied row by row and transformed back.
#include "fft/convolve_nd.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/limits.hpp"
#include "fft/over_items.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t longest_axis = std::size_t{1} << 58;

bool has_root(std::uint64_t prime, std::size_t order) { return (prime - 1) % order == 0; }

/// The order of the roots that products of rows need: the transform in y = x^8 and the values modulo x^8 - y.
std::size_t row_order(std::size_t length) { return std::size_t{2} << NttShape::cyclic(length).table_log_nodes(); }

std::size_t product(std::span<const std::size_t> lengths) {
  std::size_t n = 1;
  for (const std::size_t k : lengths) n = saturating_mul(n, k);
  return n;
}

/// An array of rows: the leading axes padded, the others one row whose words are a multiple of a cache line.
struct Rows {
  std::uint64_t* data = nullptr;
  std::size_t length = 1;            // given words of a row
  std::size_t words = 0;             // from a row to the next
  std::size_t padded_words = 0;      // of the whole array
  std::vector<std::size_t> used;     // lengths along the leading axes before padding
  std::vector<std::size_t> strides;  // of the leading axes

  Rows(const NdConvolutionPlan& plan, std::span<const std::size_t> shape) {
    const std::size_t d = plan.leading.size();
    // Index i_d ... of the merged axes is at the sum of i_k times the product's lengths after k.
    std::size_t stride = 1;
    for (std::size_t k = plan.axes(); k-- > d;) {
      length = saturating_add(length, saturating_mul(shape[k] - 1, stride));
      stride = saturating_mul(stride, plan.length(k));
    }
    words = saturating_add(length, ntt_block - 1) / ntt_block * ntt_block;
    used.assign(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(d));
    strides.resize(d);
    stride = words;
    for (std::size_t k = d; k-- > 0; stride = saturating_mul(stride, plan.leading[k])) strides[k] = stride;
    padded_words = stride;
  }

  /// The lines along a leading axis of which some element can be nonzero.
  NttLines lines(std::size_t axis) const {
    return {
        data, strides[axis], 1, strides[axis], used[axis], std::span(used).first(axis), std::span(strides).first(axis)};
  }
  /// Where row number r of the given ones begins.
  std::uint64_t* row(std::size_t r) const { return data + NttLines{data, 0, 1, 0, 0, used, strides}.offset(r); }
  std::size_t rows() const { return product(used); }
};

struct Arrays {
  Rows a, b, out;

  explicit Arrays(const NdConvolutionPlan& plan)
      : a(plan, plan.shape_a), b(plan, plan.shape_b), out(plan, product_shape(plan)) {}

  /// A product that is one row needs no copy of itself, and none of operands that are rows already.
  std::size_t words(const NdConvolutionPlan& plan) const {
    if (plan.axes() == 1) return 0;
    const std::size_t operands = saturating_add(a.padded_words, b.padded_words);
    return plan.leading.empty() ? operands : saturating_add(operands, out.padded_words);
  }

 private:
  static std::vector<std::size_t> product_shape(const NdConvolutionPlan& plan) {
    std::vector<std::size_t> shape;
    for (std::size_t k = 0; k < plan.axes(); ++k) shape.push_back(plan.length(k));
    return shape;
  }
};

/// Runs body(row) for n rows of `words` words, many rows to a task.
template <class Body>
void over_rows(const ExecutionContext& ctx, std::size_t n, std::size_t words, const Body& body) {
  parallel_for(ctx, n, std::max<std::size_t>(1, fork_words / words), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t r = begin; r < end; ++r) body(r);
  });
}

/// Spreads an operand over its rows; what lies between the runs of the last axis, and a row's end, is zero.
void copy_in(const NdConvolutionPlan& plan, std::span<const std::size_t> shape, std::span<const std::uint64_t> source,
             const Rows& rows, const ExecutionContext& ctx) {
  const std::size_t d = plan.leading.size();
  const std::size_t run = shape.back();
  std::vector<std::size_t> counts, strides;  // of the runs in a row
  std::size_t stride = plan.length(plan.axes() - 1);
  for (std::size_t k = plan.axes() - 1; k-- > d; stride *= plan.length(k)) {
    counts.insert(counts.begin(), shape[k]);
    strides.insert(strides.begin(), stride);
  }
  const std::size_t runs = product(counts);
  over_rows(ctx, rows.rows(), rows.words, [&](std::size_t r) {
    std::uint64_t* const row = rows.row(r);
    std::fill(row, row + rows.words, 0);
    const NttLines places{row, 0, 1, 0, 0, counts, strides};
    for (std::size_t i = 0; i < runs; ++i)
      std::copy_n(source.data() + (r * runs + i) * run, run, row + places.offset(i));
  });
}

/// The product of two rows, in scratch of its own; a.data() == b.data() with equal sizes is a square.
void multiply_row(const NttTransform& transform, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  const std::size_t words = transform.shape.data_words();
  Workspace::Frame frame;
  std::uint64_t* const data = frame.allocate<std::uint64_t>(words).data();
  const bool square = a.data() == b.data() && a.size() == b.size();
  std::uint64_t* const second = square ? data : frame.allocate<std::uint64_t>(words).data();
  ntt_convolve(transform, {.a = a, .b = b, .data = data, .second = second}, out.data(), {0, out.size()}, ctx);
}

/// The products of rows, at every point of the leading axes.
void multiply_rows(const NttTransform& transform, const Arrays& arrays, bool square, std::size_t rows,
                   const ExecutionContext& ctx) {
  const Rows& a = arrays.a;
  const Rows& b = square ? arrays.a : arrays.b;
  over_items(ctx, rows, 2 * transform.shape.words(), [&](std::size_t r, const ExecutionContext& inside) {
    std::uint64_t* const out = arrays.out.data + r * arrays.out.words;
    multiply_row(transform, {a.data + r * a.words, a.length}, {b.data + r * b.words, b.length},
                 {out, arrays.out.length}, inside);
    std::fill(out + arrays.out.length, out + arrays.out.words, 0);
  });
}

void check_size(const char* name, std::size_t given, std::size_t wanted) {
  if (given != wanted)
    throw DomainError(std::string(name) + " of " + std::to_string(wanted) + " elements was given " +
                      std::to_string(given) + " words");
}

/// The axes of a plan's transforms; none where an axis has length 1.
std::vector<std::optional<NttAxis>> leading_axes(const NdConvolutionPlan& plan, const ExecutionContext& ctx) {
  std::vector<std::optional<NttAxis>> axes;
  for (const std::size_t n : plan.leading)
    axes.push_back(n == 1 ? std::nullopt : std::optional(NttAxis(*plan.kernels, plan.prime, n, ctx)));
  return axes;
}

}  // namespace

std::size_t NdConvolutionPlan::size_a() const noexcept { return product(shape_a); }
std::size_t NdConvolutionPlan::size_b() const noexcept { return product(shape_b); }
std::size_t NdConvolutionPlan::size() const noexcept {
  std::size_t n = 1;
  for (std::size_t k = 0; k < axes(); ++k) n = saturating_mul(n, length(k));
  return n;
}

NdConvolutionPlan plan_convolve_nd(std::uint64_t prime, std::vector<std::size_t> shape_a,
                                   std::vector<std::size_t> shape_b, const NttKernels& kernels,
                                   const ConvolveNdTuning& tuning) {
  if (prime < 3 || prime >= std::uint64_t{1} << 63 || !is_prime(prime))
    throw DomainError("transforms need an odd prime modulus below 2^63, not " + std::to_string(prime));
  if (shape_a.empty() || shape_a.size() != shape_b.size())
    throw DomainError("a product of arrays needs shapes with the same number of axes, at least one");
  NdConvolutionPlan plan;
  plan.prime = prime;
  plan.kernels = &kernels;
  for (std::size_t k = 0; k < shape_a.size(); ++k)
    if (shape_a[k] == 0 || shape_b[k] == 0 || shape_a[k] > longest_axis || shape_b[k] > longest_axis)
      throw DomainError("there is no array of length " + std::to_string(std::min(shape_a[k], shape_b[k])) + " by " +
                        std::to_string(std::max(shape_a[k], shape_b[k])));
  plan.shape_a = std::move(shape_a);
  plan.shape_b = std::move(shape_b);

  const auto long_row = static_cast<std::size_t>(std::max<std::int64_t>(tuning.long_row, 1));
  const bool one_row = plan.size() <= static_cast<std::size_t>(std::max<std::int64_t>(tuning.one_row, 0));
  std::size_t row = plan.length(plan.axes() - 1);
  std::size_t d = plan.axes() - 1;
  for (; d > 0 && (one_row || row < long_row); --d) {
    const std::size_t merged = saturating_mul(row, plan.length(d - 1));
    if (merged > longest_axis || !has_root(prime, row_order(merged))) break;
    row = merged;
  }
  if (!has_root(prime, row_order(row)))
    throw DomainError("the prime " + std::to_string(prime) + " has no root of unity for products of length " +
                      std::to_string(row));
  plan.row = NttShape::cyclic(row);
  for (std::size_t k = 0; k < d; ++k) {
    if (!has_root(prime, std::bit_ceil(plan.length(k))))
      throw DomainError("the prime " + std::to_string(prime) + " has no root of unity for products of length " +
                        std::to_string(plan.length(k)));
    plan.leading.push_back(plan.length(k) == 1 ? 1 : NttAxis::padded(plan.length(k)));
  }
  return plan;
}

std::size_t NdConvolutionPlan::workspace_bytes(int threads) const {
  const Arrays arrays(*this);
  std::size_t scratch = saturating_mul(items_at_once(product(leading), threads),
                                       saturating_mul(2 * row.data_words(), sizeof(std::uint64_t)));
  for (std::size_t k = 0; k < leading.size(); ++k)
    for (const Rows* rows : {&arrays.a, &arrays.b, &arrays.out})
      scratch = std::max(scratch, NttAxis::scratch_bytes(leading[k], rows->lines(k), threads));
  return saturating_add(scratch, saturating_mul(arrays.words(*this), sizeof(std::uint64_t)));
}

void convolve_nd(const NdConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  check_size("the first operand", a.size(), plan.size_a());
  check_size("the second operand", b.size(), plan.size_b());
  check_size("the product", out.size(), plan.size());
  const bool square = a.data() == b.data() && plan.shape_a == plan.shape_b;
  const MemoryReservation reservation(ctx.memory(), plan.workspace_bytes(ctx.threads()));
  const auto table = NttTable::get(plan.prime, plan.kernels->arithmetic, plan.row.table_log_nodes(), ctx);
  const NttTransform transform{*plan.kernels, *table, plan.row};
  if (plan.axes() == 1) return multiply_row(transform, a, square ? a : b, out, ctx);
  const std::vector<std::optional<NttAxis>> axes = leading_axes(plan, ctx);

  Arrays arrays(plan);
  Workspace::Frame frame;
  const auto evaluate = [&](std::span<const std::size_t> shape, std::span<const std::uint64_t> source, Rows& rows) {
    rows.data = frame.allocate<std::uint64_t>(rows.padded_words).data();
    copy_in(plan, shape, source, rows, ctx);
    for (std::size_t k = axes.size(); k-- > 0;)
      if (axes[k]) axes[k]->forward(rows.lines(k), ctx);
  };
  evaluate(plan.shape_a, a, arrays.a);
  if (!square) evaluate(plan.shape_b, b, arrays.b);
  if (plan.leading.empty()) {
    const std::span<const std::uint64_t> row_a(arrays.a.data, arrays.a.length);
    const std::span<const std::uint64_t> row_b(arrays.b.data, arrays.b.length);
    return multiply_row(transform, row_a, square ? row_a : row_b, out, ctx);
  }
  arrays.out.data = frame.allocate<std::uint64_t>(arrays.out.padded_words).data();

  multiply_rows(transform, arrays, square, product(plan.leading), ctx);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (!axes[k]) continue;
    const WordModulus& m = axes[k]->table().modulus();
    const NttFactor scale = axes[k]->table().factor(m.inverse(m.reduce(axes[k]->full_length())));
    axes[k]->inverse(arrays.out.lines(k), &scale, ctx);
  }
  const Rows& rows = arrays.out;
  over_rows(ctx, rows.rows(), rows.length,
            [&](std::size_t r) { std::copy_n(rows.row(r), rows.length, out.data() + r * rows.length); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
