// IntegerVectorBuilder: packs limbs without padding while the sizes are unknown, lays out once at the end.
#include <polyfork/ring/integer_vector.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/allocated.hpp"
#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::size_t poll_limbs = 1 << 16;  // copied between two polls

}  // namespace

void IntegerVectorBuilder::reserve(std::size_t elements, std::size_t limbs) {
  detail::allocated(detail::saturating_mul(elements, sizeof(std::int32_t)), [&] { sizes_.reserve(elements); });
  detail::allocated(detail::saturating_mul(limbs, sizeof(mp_limb_t)), [&] { packed_.reserve(limbs); });
}

void IntegerVectorBuilder::push_back(IntegerView value) {
  const auto limbs = value.limbs();
  // The size goes last and cannot fail then: a failed push leaves the builder as it was.
  if (sizes_.size() == sizes_.capacity()) sizes_.reserve(std::max<std::size_t>(16, 2 * sizes_.size()));
  packed_.insert(packed_.end(), limbs.begin(), limbs.end());
  sizes_.push_back(value.signed_size());
}

void IntegerVectorBuilder::pop_back() noexcept {
  packed_.resize(packed_.size() - static_cast<std::size_t>(sizes_.back() < 0 ? -sizes_.back() : sizes_.back()));
  sizes_.pop_back();
}

IntegerVector IntegerVectorBuilder::finish(const ExecutionContext& ctx) {
  IntegerVector vector = IntegerVector::tight(std::exchange(sizes_, {}));  // which copies the sizes
  const std::vector<mp_limb_t> packed = std::exchange(packed_, {});
  const mp_limb_t* from = packed.data();
  std::size_t since_poll = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const std::size_t n = vector[i].limbs().size();
    if (n != 0) std::memcpy(vector.row(i), from, n * sizeof(mp_limb_t));
    from += n;
    since_poll += n + 1;
    if (since_poll > poll_limbs) ctx.poll(), since_poll = 0;
  }
  return vector;
}

}  // namespace v1
}  // namespace polyfork
