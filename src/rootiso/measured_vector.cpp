#include "rootiso/measured_vector.hpp"

#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::size_t task_terms = 1 << 10;

MemoryReservation hold_lengths(std::size_t size, const ExecutionContext& ctx) {
  return {ctx.memory(), size * sizeof(std::int64_t)};
}

}  // namespace

MeasuredVector::MeasuredVector(const IntegerVector& v, const ExecutionContext& ctx)
    : v_(&v), held_(hold_lengths(v.size(), ctx)), lengths_(v.size()) {
  parallel_for(ctx, v.size(), task_terms, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) {
      const auto bits = static_cast<std::int64_t>(v[i].bit_length());
      lengths_[i] = v.signed_size(i) < 0 ? -bits : bits;
    }
  });
}

MeasuredVector::MeasuredVector(const IntegerVector& v, std::vector<std::int64_t> lengths, const ExecutionContext& ctx)
    : v_(&v), held_(hold_lengths(v.size(), ctx)), lengths_(std::move(lengths)) {}

MeasuredVector MeasuredVector::reversed(const IntegerVector& reverse, const ExecutionContext& ctx) const {
  return {reverse, std::vector<std::int64_t>(lengths_.rbegin(), lengths_.rend()), ctx};
}

}  // namespace detail
}  // namespace polyfork::inline v1
