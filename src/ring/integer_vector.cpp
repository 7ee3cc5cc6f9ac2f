// IntegerVector: layout, copies and whole-vector operations; the builder is in integer_vector_builder.cpp.
#include <polyfork/ring/integer_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <utility>

#include <polyfork/core/huge_pages.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/recycled_memory.hpp>

#include "core/polled.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::size_t limb_alignment = 64;
constexpr std::size_t poll_stripes = 1 << 9;  // passed over between two polls, 10 microseconds and more
constexpr std::size_t poll_limbs = 1 << 16;   // copied

std::uint32_t limbs_of(std::int32_t signed_size) noexcept {
  return static_cast<std::uint32_t>(signed_size < 0 ? -signed_size : signed_size);
}

/// The longest of some sizes.
std::size_t longest(std::span<const std::int32_t> sizes) noexcept {
  std::uint32_t most = 0;
  for (const std::int32_t s : sizes) most = std::max(most, limbs_of(s));
  return most;
}

/// The longest of the sizes of one stripe.
std::size_t tight_stride(std::span<const std::int32_t> sizes, std::size_t stripe) noexcept {
  const std::size_t first = stripe * IntegerVector::stripe_rows;
  return longest(sizes.subspan(first, std::min(sizes.size() - first, IntegerVector::stripe_rows)));
}

/// What rows take when every stripe is as narrow as their sizes allow.
struct TightRows {
  std::size_t limbs = 0;
  std::size_t narrowest = SIZE_MAX;
  std::size_t widest = 0;

  TightRows operator+(const TightRows& other) const noexcept {
    return {limbs + other.limbs, std::min(narrowest, other.narrowest), std::max(widest, other.widest)};
  }
};

TightRows tight_rows(std::span<const std::int32_t> sizes, const ExecutionContext& ctx) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  return parallel_reduce(
      ctx, (sizes.size() + rows - 1) / rows, poll_stripes, TightRows{},
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        TightRows all;
        for (std::size_t s = begin; s < end; ++s) {
          const std::size_t stride = tight_stride(sizes, s);
          all = all + TightRows{std::min(sizes.size() - s * rows, rows) * stride, stride, stride};
        }
        return all;
      },
      std::plus<>());
}

/// What an IntegerVector takes.
std::size_t bytes_for(std::size_t size, const TightRows& rows) noexcept {
  const std::size_t stripes = (size + IntegerVector::stripe_rows - 1) / IntegerVector::stripe_rows;
  return size * sizeof(std::int32_t) + (rows.narrowest < rows.widest ? stripes * 2 * sizeof(std::size_t) : 0) +
         (rows.limbs == 0 ? 0 : rows.limbs * sizeof(mp_limb_t) + limb_alignment);
}

}  // namespace

// Aligned by hand, the block's own address in front: the allocator's aligned form takes a slow path, which products of
// short polynomials would feel. From calloc, because long blocks of zeros then cost nothing until they are touched: in
// loops that can be stopped and may be parallel. Long blocks that nobody wants cleared are recycled, which a word
// before the address says.
void IntegerVector::FreeLimbs::operator()(mp_limb_t* p) const noexcept {
  void* block = nullptr;
  mp_limb_t recycled = 0;
  std::memcpy(&block, p - 1, sizeof block);
  std::memcpy(&recycled, p - 2, sizeof recycled);
  if (recycled != 0)
    detail::leave_recycled(block);
  else
    std::free(block);
}

IntegerVector::Limbs IntegerVector::allocate(std::size_t limbs, bool zero) {
  static_assert(sizeof(void*) <= sizeof(mp_limb_t) && alignof(std::max_align_t) >= 2 * sizeof(mp_limb_t));
  if (limbs == 0) return nullptr;
  if (limbs > PTRDIFF_MAX / sizeof(mp_limb_t) - limb_alignment) throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
  const std::size_t bytes = limbs * sizeof(mp_limb_t) + limb_alignment;
  const mp_limb_t recycled = !zero && bytes >= detail::least_recycled_bytes ? 1 : 0;
  void* block = nullptr;
  if (recycled != 0) {
    block = detail::take_recycled(bytes);
  } else {
    block = zero ? std::calloc(bytes, 1) : std::malloc(bytes);
    if (block == nullptr) throw MemoryLimit(bytes, 0, SIZE_MAX);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  auto* p = static_cast<mp_limb_t*>(block) + (limb_alignment - address % limb_alignment) / sizeof(mp_limb_t);
  std::memcpy(p - 1, &block, sizeof block);
  std::memcpy(p - 2, &recycled, sizeof recycled);
  if (recycled == 0) detail::ask_for_huge_pages(p, limbs * sizeof(mp_limb_t));
  return Limbs(static_cast<mp_limb_t*>(p));
}

/// Lays out sizes_.size() rows; every limb is zero afterwards, if asked for.
template <class StrideOf>
void IntegerVector::layout(const StrideOf& stride_of, bool zero) {
  const std::size_t count = stripes();
  stripes_.clear();
  const std::size_t first = count == 0 ? 0 : stride_of(0);
  std::size_t alike = std::min<std::size_t>(count, 1);
  std::size_t stride = first;
  while (alike < count && (stride = stride_of(alike)) == first) ++alike;
  if (alike == count) return layout_alike(first, zero);
  stripes_.reserve(count);
  std::size_t end = 0;
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t here = s < alike ? first : s == alike ? stride : stride_of(s);
    stripes_.push_back({end, here});
    const std::size_t rows = std::min(sizes_.size() - s * stripe_rows, stripe_rows);
    std::size_t limbs = 0;
    if (__builtin_mul_overflow(rows, here, &limbs) || __builtin_add_overflow(end, limbs, &end))
      throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
  }
  limbs_ = allocate(end, zero);
}

void IntegerVector::layout_alike(std::size_t stride, bool zero) {
  stripes_.clear();
  stride_ = stride;
  std::size_t limbs = 0;
  if (__builtin_mul_overflow(sizes_.size(), stride, &limbs)) throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
  limbs_ = allocate(limbs, zero);
}

std::size_t IntegerVector::limb_count() const noexcept {
  if (stripes_.empty()) return sizes_.size() * stride_;
  const Stripe& last = stripes_.back();
  return last.offset + (sizes_.size() - (stripes() - 1) * stripe_rows) * last.stride;
}

IntegerVector IntegerVector::tight(Sizes sizes) {
  IntegerVector v;
  v.sizes_ = std::move(sizes);
  v.layout([&](std::size_t stripe) { return tight_stride(v.sizes_, stripe); });
  return v;
}

IntegerVector IntegerVector::unwritten(std::size_t size, std::size_t stride) {
  IntegerVector v;
  v.sizes_.resize(size);  // unset
  v.layout_alike(stride, false);
  return v;
}

IntegerVector IntegerVector::unwritten(std::size_t size, std::span<const std::uint32_t> strides) {
  IntegerVector v;
  v.sizes_.resize(size);  // unset
  v.layout([strides](std::size_t stripe) { return std::size_t{strides[stripe]}; }, false);
  return v;
}

IntegerVector::IntegerVector(std::size_t size, std::size_t stride) {
  detail::check_limbs(stride);
  sizes_.assign(size, 0);
  layout_alike(stride);
}

IntegerVector::IntegerVector(std::size_t size, std::span<const std::uint32_t> strides) : sizes_(size, 0) {
  layout([strides](std::size_t stripe) { return std::size_t{strides[stripe]}; });
}

IntegerVector::IntegerVector(std::initializer_list<Integer> values)
    : IntegerVector(std::span<const Integer>(values.begin(), values.size())) {}

IntegerVector::IntegerVector(std::span<const Integer> values) {
  sizes_.reserve(values.size());
  for (const Integer& value : values) sizes_.push_back(value.view().signed_size());
  layout([this](std::size_t stripe) { return tight_stride(sizes_, stripe); });
  for (std::size_t i = 0; i < values.size(); ++i) assign(i, values[i].view());
}

IntegerVector::IntegerVector(const IntegerVector& other)
    : sizes_(other.sizes_), stride_(other.stride_), stripes_(other.stripes_) {
  const std::size_t limbs = limb_count();
  limbs_ = allocate(limbs, false);
  if (limbs != 0) std::memcpy(limbs_.get(), other.limbs_.get(), limbs * sizeof(mp_limb_t));
}

IntegerVector IntegerVector::copy(const ExecutionContext& ctx) const {
  const MemoryReservation reservation(ctx.memory(), bytes());
  IntegerVector result;
  result.sizes_.reserve(size());
  detail::polled_for(ctx, size(), [&](std::size_t begin, std::size_t end) {
    result.sizes_.insert(result.sizes_.end(), sizes_.data() + begin, sizes_.data() + end);
  });
  result.stride_ = stride_;
  result.stripes_ = stripes_;
  const std::size_t limbs = limb_count();
  result.limbs_ = allocate(limbs, false);
  // Fresh pages are cleared by whoever touches them first: a share for each thread.
  constexpr std::size_t grain = std::size_t{1} << 14;
  parallel_for(ctx, limbs, grain, [&](std::size_t begin, std::size_t end) {
    std::copy(limbs_.get() + begin, limbs_.get() + end, result.limbs_.get() + begin);
  });
  return result;
}

IntegerVector::IntegerVector(IntegerVector&& other) noexcept = default;

IntegerVector& IntegerVector::operator=(const IntegerVector& other) {
  if (this != &other) *this = IntegerVector(other);
  return *this;
}

IntegerVector& IntegerVector::operator=(IntegerVector&& other) noexcept = default;

IntegerVector::~IntegerVector() = default;

void IntegerVector::assign(std::size_t i, IntegerView value) noexcept {
  mp_limb_t* to = row(i);
  const auto from = value.limbs();
  const std::size_t width = stride(i / stripe_rows);
  // A view of a row of this vector is allowed, hence memmove.
  if (!from.empty()) std::memmove(to, from.data(), from.size() * sizeof(mp_limb_t));
  if (from.size() < width) std::memset(to + from.size(), 0, (width - from.size()) * sizeof(mp_limb_t));
  sizes_[i] = value.signed_size();
}

void IntegerVector::set(std::size_t i, IntegerView value) {
  const std::size_t stripe = i / stripe_rows;
  if (value.limbs().size() > stride(stripe)) {
    // The value may be a view into this vector: the old limbs live until it is copied.
    IntegerVector wider;
    wider.sizes_.assign(size(), 0);
    wider.layout([&](std::size_t s) { return s == stripe ? value.limbs().size() : stride(s); });
    for (std::size_t j = 0; j < size(); ++j) wider.assign(j, (*this)[j]);
    wider.assign(i, value);
    *this = std::move(wider);
  } else {
    assign(i, value);
  }
}

void IntegerVector::compact(bool always, const ExecutionContext& ctx) {
  const std::size_t needed = tight_rows(sizes_, ctx).limbs;
  const std::size_t now = limb_count();
  if (needed == now || (!always && needed > now / 2)) return;
  *this = slice(0, size(), ctx);
}

void IntegerVector::truncate(std::size_t new_size, const ExecutionContext& ctx) {
  if (new_size == size()) return;
  *this = slice(0, new_size, ctx);
}

IntegerVector IntegerVector::slice(std::size_t begin, std::size_t end, const ExecutionContext& ctx) const {
  const auto sizes = std::span(sizes_).subspan(begin, end - begin);
  const TightRows rows = tight_rows(sizes, ctx);
  const MemoryReservation reservation(ctx.memory(), bytes_for(sizes.size(), rows));
  IntegerVector part = tight({sizes.begin(), sizes.end()});
  detail::polled_for(
      ctx, sizes.size(),
      [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) part.assign(i, (*this)[begin + i]);
      },
      1 + poll_limbs / (1 + rows.limbs / (1 + sizes.size())));
  return part;
}

std::size_t IntegerVector::max_limbs(const ExecutionContext& ctx) const {
  return parallel_reduce(
      ctx, size(), poll_stripes * stripe_rows, std::size_t{0},
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        return longest(std::span(sizes_).subspan(begin, end - begin));
      },
      [](std::size_t left, std::size_t right) { return std::max(left, right); });
}

// Only the longest elements can have the most bits; their top limbs decide. In one sweep, stripe by stripe: shorter
// elements have zeros there.
void IntegerVector::Longest::add(const IntegerVector& v, std::size_t stripe) noexcept {
  const std::size_t step = v.stride(stripe);
  const std::size_t most = step <= 1 ? step : tight_stride(v.sizes_, stripe);
  if (most < limbs || most == 0) return;
  const std::size_t first = stripe * stripe_rows;
  const std::size_t count = std::min(v.sizes_.size() - first, stripe_rows);
  const mp_limb_t* const at = v.row(first) + (most - 1);
  mp_limb_t joined = 0;
  if (step == 1) {
    for (std::size_t i = 0; i < count; ++i) joined |= at[i];
  } else {
    for (std::size_t i = 0; i < count; ++i) joined |= at[i * step];
  }
  if (joined != 0) add({most, joined});
}

void IntegerVector::Longest::add(const Longest& other) noexcept {
  if (other.limbs > limbs)
    *this = other;
  else if (other.limbs == limbs)
    top |= other.top;
}

std::size_t IntegerVector::max_bits(const ExecutionContext& ctx) const {
  // A long element takes one read of a cache line, eight words take one together.
  const std::size_t grain = empty() || stride(0) <= 1 ? poll_stripes : poll_stripes / 32;
  const Longest all = parallel_reduce(
      ctx, stripes(), grain, Longest{},
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        Longest part;
        for (std::size_t s = begin; s < end; ++s) part.add(*this, s);
        return part;
      },
      [](Longest left, const Longest& right) {
        left.add(right);
        return left;
      });
  return all.limbs == 0 ? 0 : all.limbs * GMP_NUMB_BITS - static_cast<std::size_t>(__builtin_clzll(all.top));
}

void IntegerVector::negate() noexcept {
  for (std::int32_t& s : sizes_) s = -s;
}

std::size_t IntegerVector::bytes() const noexcept {
  const std::size_t limbs = limb_count();
  return sizes_.capacity() * sizeof(sizes_[0]) + stripes_.capacity() * sizeof(Stripe) +
         (limbs == 0 ? 0 : limbs * sizeof(mp_limb_t) + limb_alignment);
}

bool IntegerVector::equals(const IntegerVector& other) const noexcept {
  if (sizes_ != other.sizes_) return false;
  for (std::size_t i = 0; i < size(); ++i)
    if (!std::equal(row(i), row(i) + limbs_of(sizes_[i]), other.row(i))) return false;
  return true;
}

}  // namespace v1
}  // namespace polyfork
