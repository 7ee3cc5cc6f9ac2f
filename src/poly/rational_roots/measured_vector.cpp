// Bit lengths of the elements of a vector, found in parallel: each costs a cache miss. A reverse shares the vector, and
// is written out only for those who need it as a vector.
#include "poly/rational_roots/measured_vector.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "ring/reversed.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t task_terms = 1 << 8;  // each a cache miss

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

MeasuredVector::MeasuredVector(const MeasuredVector& whole, std::vector<std::int64_t> lengths,
                               const ExecutionContext& ctx)
    : v_(whole.v_),
      backwards_(!whole.backwards_),
      reverse_(backwards_ ? std::make_unique<Reverse>() : nullptr),
      held_(hold_lengths(whole.size(), ctx)),
      lengths_(std::move(lengths)) {}

MeasuredVector MeasuredVector::reversed(const ExecutionContext& ctx) const {
  return {*this, std::vector<std::int64_t>(lengths_.rbegin(), lengths_.rend()), ctx};
}

std::size_t MeasuredVector::max_bits() const noexcept {
  std::int64_t most = 0;
  for (const std::int64_t length : lengths_) most = std::max(most, std::abs(length));
  return static_cast<std::size_t>(most);
}

const IntegerVector& MeasuredVector::vector(const ExecutionContext& ctx) const {
  if (!backwards_) return *v_;
  // On the calling thread alone: a thread that waits for a fork could come to this line again.
  const ExecutionContext serial = ctx.with_threads(1);
  const std::lock_guard lock(reverse_->mutex);
  if (!reverse_->vector) {
    MemoryReservation held(ctx.memory(), v_->bytes());
    reverse_->vector = detail::reversed(*v_, serial);
    reverse_->held = std::move(held);
  }
  return *reverse_->vector;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
