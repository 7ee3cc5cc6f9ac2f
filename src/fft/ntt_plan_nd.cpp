// The row-column method: the transform of an array is that of its lines along each axis in turn.
//
// Along the last axis rows are contiguous: a plan for one of them, or, where they are shorter than a vector of blocks,
// the same tiles as along the other axes with eight rows side by side (ntt_axis.hpp). Forward starts with the rows
// and goes up the axes, inverse goes down; the factor 1/N is applied once, in the last step.
#include "fft/ntt_plan_nd.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "fft/ntt_axis.hpp"
#include "fft/ntt_plan.hpp"
#include "fft/over_items.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

constexpr std::size_t shortest_row = 64;  // shorter plans do not use the kernels
constexpr std::size_t most_elements = std::size_t{1} << 60;

}  // namespace

struct NttPlanNd::Impl {
  std::uint64_t prime = 0;
  std::vector<std::size_t> lengths;
  std::vector<NttPlan> plans;  // one per axis; they check, name the roots, and the last one transforms rows
  std::vector<std::optional<NttAxis>> axes;  // those that are transformed in tiles
  std::size_t size = 1;
  std::optional<NttFactor> scale;  // 1 / the full lengths of the axes in tiles; none: there are none

  bool rows() const { return lengths.back() >= shortest_row; }

  /// The lines along an axis; count and stride hold the description of the groups while it is used.
  NttLines lines(std::size_t axis, std::uint64_t* data, std::size_t& count, std::size_t& stride) const {
    const std::size_t n = lengths[axis];
    if (axis + 1 == lengths.size()) return {data, size / n, n, 1, n};
    std::size_t inner = 1;
    for (std::size_t k = axis + 1; k < lengths.size(); ++k) inner *= lengths[k];
    stride = n * inner;
    count = size / stride;
    return {data, inner, 1, inner, n, {&count, 1}, {&stride, 1}};
  }

  std::size_t scratch_bytes(const std::uint64_t* data, int threads) const {
    std::size_t bytes = 0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      std::size_t count = 0, stride = 0;
      if (axes[axis])
        bytes = std::max(bytes, NttAxis::scratch_bytes(lengths[axis], lines(axis, nullptr, count, stride), threads));
    }
    if (rows() && !aligned(data))
      bytes = std::max(bytes, items_at_once(size / lengths.back(), threads) * lengths.back() * sizeof(std::uint64_t));
    return bytes;
  }

  static bool aligned(const std::uint64_t* data) { return reinterpret_cast<std::uintptr_t>(data) % 64 == 0; }

  /// body(row, ctx) for every row, on aligned words: rows are whole cache lines, so they are aligned if the array is.
  template <class Body>
  void over_rows(std::uint64_t* data, const ExecutionContext& ctx, const Body& body) const {
    const std::size_t n = lengths.back();
    over_items(ctx, size / n, n, [&](std::size_t i, const ExecutionContext& inside) {
      std::uint64_t* const row = data + i * n;
      if (aligned(row)) return body(std::span(row, n), inside);
      Workspace::Frame frame;
      const std::span<std::uint64_t> copy = frame.allocate<std::uint64_t>(n);
      std::copy(row, row + n, copy.begin());
      body(copy, inside);
      std::copy(copy.begin(), copy.end(), row);
    });
  }

  void check_size(std::size_t given) const {
    if (given != size)
      throw DomainError("a transform of " + std::to_string(size) + " elements was given " + std::to_string(given) +
                        " words");
  }
};

namespace detail {

NttPlanNd make_ntt_plan_nd(std::uint64_t prime, std::vector<std::size_t> lengths, const NttKernels& kernels,
                           const ExecutionContext& ctx) {
  if (lengths.empty()) throw DomainError("a multi-dimensional transform needs at least one axis");
  auto plan = std::make_shared<NttPlanNd::Impl>();
  plan->prime = prime;
  for (const std::size_t n : lengths) {
    plan->plans.push_back(make_ntt_plan(prime, n, NttKind::cyclic, kernels, ctx));
    plan->size = saturating_mul(plan->size, n);
  }
  if (plan->size > most_elements) throw DomainError("a multi-dimensional transform has at most 2^60 elements");
  plan->lengths = std::move(lengths);
  std::uint64_t factor = 1;
  const NttTable* table = nullptr;
  for (std::size_t axis = 0; axis < plan->lengths.size(); ++axis) {
    const std::size_t n = plan->lengths[axis];
    const bool in_rows = axis + 1 == plan->lengths.size() && plan->rows();
    plan->axes.push_back(n == 1 || in_rows ? std::nullopt : std::optional(NttAxis(kernels, prime, n, ctx)));
    if (!plan->axes.back()) continue;
    table = &plan->axes.back()->table();
    const WordModulus& m = table->modulus();
    factor = m.mul(factor, m.inverse(m.reduce(plan->axes.back()->full_length())));
  }
  if (table != nullptr) plan->scale = table->factor(factor);
  return NttPlanNd(std::shared_ptr<const NttPlanNd::Impl>(std::move(plan)));
}

}  // namespace detail

NttPlanNd::NttPlanNd(std::uint64_t prime, std::vector<std::size_t> lengths, const ExecutionContext& ctx)
    : NttPlanNd(make_ntt_plan_nd(prime, std::move(lengths), ntt_kernels(prime, active_isa()), ctx)) {}

std::uint64_t NttPlanNd::prime() const noexcept { return impl_->prime; }
std::span<const std::size_t> NttPlanNd::lengths() const noexcept { return impl_->lengths; }
std::size_t NttPlanNd::size() const noexcept { return impl_->size; }
std::uint64_t NttPlanNd::root(std::size_t axis) const noexcept { return impl_->plans[axis].root(); }

void NttPlanNd::forward(std::span<std::uint64_t> data, const ExecutionContext& ctx) const {
  impl_->check_size(data.size());
  const MemoryReservation reservation(ctx.memory(), impl_->scratch_bytes(data.data(), ctx.threads()));
  if (impl_->rows())
    impl_->over_rows(data.data(), ctx, [&](std::span<std::uint64_t> row, const ExecutionContext& inside) {
      impl_->plans.back().forward(row, inside);
    });
  for (std::size_t axis = impl_->axes.size(); axis-- > 0;) {
    std::size_t count = 0, stride = 0;
    if (impl_->axes[axis]) impl_->axes[axis]->forward(impl_->lines(axis, data.data(), count, stride), ctx);
  }
}

void NttPlanNd::inverse(std::span<std::uint64_t> data, const ExecutionContext& ctx) const {
  impl_->check_size(data.size());
  const MemoryReservation reservation(ctx.memory(), impl_->scratch_bytes(data.data(), ctx.threads()));
  std::size_t last = impl_->axes.size();  // the last axis in tiles
  while (last > 0 && !impl_->axes[last - 1]) --last;
  for (std::size_t axis = 0; axis < last; ++axis) {
    std::size_t count = 0, stride = 0;
    if (impl_->axes[axis])
      impl_->axes[axis]->inverse(impl_->lines(axis, data.data(), count, stride),
                                 axis + 1 == last ? &*impl_->scale : nullptr, ctx);
  }
  if (impl_->rows())
    impl_->over_rows(data.data(), ctx, [&](std::span<std::uint64_t> row, const ExecutionContext& inside) {
      impl_->plans.back().inverse(row, inside);
    });
}

}  // namespace v1
}  // namespace polyfork
