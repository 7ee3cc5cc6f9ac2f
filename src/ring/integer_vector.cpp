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

#include "core/limits.hpp"
#include "core/polled.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::size_t limb_alignment = 64;
constexpr std::size_t short_bytes = 1 << 10;   // of blocks of which no byte is worth a copy
constexpr std::size_t cleared_here = 1 << 16;  // bytes up to which clearing is cheaper than asking for zeros
constexpr std::size_t most_waste = 8;          // how many times as long as needed a block may be that is kept
constexpr std::size_t poll_stripes = 1 << 9;   // passed over between two polls, 10 microseconds and more
constexpr std::size_t poll_limbs = 1 << 16;    // copied

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
         rows.limbs * sizeof(mp_limb_t) + limb_alignment;
}

}  // namespace

// Aligned by hand, the block's own address in front: the allocator's aligned form takes a slow path, which products of
// short polynomials would feel. Long blocks of zeros are from calloc, because they cost nothing until they are touched:
// in loops that can be stopped and may be parallel; short ones are cleared here, since calloc passes by the allocator's
// list of blocks at hand. Long blocks that nobody wants cleared are recycled, which a word before the address says.
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

IntegerVector::Limbs IntegerVector::allocate(std::size_t bytes, bool zero) {
  static_assert(sizeof(void*) <= sizeof(mp_limb_t) && alignof(std::max_align_t) >= 2 * sizeof(mp_limb_t));
  static_assert(alignment == limb_alignment);
  if (bytes > PTRDIFF_MAX - alignment) throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
  const std::size_t all = bytes + alignment;
  const mp_limb_t recycled = !zero && all >= detail::least_recycled_bytes ? 1 : 0;
  void* block = nullptr;
  if (recycled != 0) {
    block = detail::take_recycled(all);
  } else {
    block = zero && all > cleared_here ? std::calloc(all, 1) : std::malloc(all);
    if (block == nullptr) throw MemoryLimit(all, 0, SIZE_MAX);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  auto* p = static_cast<mp_limb_t*>(block) + (alignment - address % alignment) / sizeof(mp_limb_t);
  std::memcpy(p - 1, &block, sizeof block);
  std::memcpy(p - 2, &recycled, sizeof recycled);
  if (zero && all <= cleared_here) std::memset(p, 0, bytes);
  if (recycled == 0) detail::ask_for_huge_pages(p, bytes);
  return Limbs(p);
}

bool IntegerVector::has_room(std::size_t bytes) const noexcept {
  return bytes <= capacity_ && (capacity_ <= short_bytes || capacity_ / most_waste <= bytes);
}

void IntegerVector::take_block(std::size_t size, std::size_t limbs, std::size_t table, bool zero, bool keep) {
  const std::size_t front = detail::saturating_add(detail::saturating_mul(limbs, sizeof(mp_limb_t)),
                                                   detail::saturating_mul(table, sizeof(Stripe)));
  const std::size_t bytes = detail::saturating_add(front, detail::saturating_mul(size, sizeof(std::int32_t)));
  if (!keep || !has_room(bytes)) {
    Limbs fresh = bytes == 0 ? nullptr : allocate(bytes, zero);
    limbs_ = std::move(fresh);
    capacity_ = bytes;
  }
  stripes_ = table == 0 ? nullptr : reinterpret_cast<Stripe*>(limbs_.get() + limbs);
  sizes_ = size == 0 ? nullptr : reinterpret_cast<std::int32_t*>(limbs_.get() + front / sizeof(mp_limb_t));
  size_ = size;
}

template <class StrideOf>
void IntegerVector::lay_out(std::size_t size, const StrideOf& stride_of, bool zero, bool keep) {
  const std::size_t count = (size + stripe_rows - 1) / stripe_rows;
  const std::size_t first = count == 0 ? 0 : stride_of(0);
  std::size_t alike = std::min<std::size_t>(count, 1);
  while (alike < count && stride_of(alike) == first) ++alike;
  if (alike == count) return lay_out_alike(size, first, zero, keep);
  const auto rows = [size](std::size_t s) { return std::min(size - s * stripe_rows, stripe_rows); };
  std::size_t limbs = 0;
  for (std::size_t s = 0; s < count; ++s) {
    std::size_t here = 0;
    if (__builtin_mul_overflow(rows(s), stride_of(s), &here) || __builtin_add_overflow(limbs, here, &limbs))
      throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
  }
  take_block(size, limbs, count, zero, keep);
  stride_ = 0;
  std::size_t end = 0;
  for (std::size_t s = 0; s < count; ++s) {
    stripes_[s] = {end, stride_of(s)};
    end += rows(s) * stripes_[s].stride;
  }
}

void IntegerVector::lay_out_alike(std::size_t size, std::size_t stride, bool zero, bool keep) {
  std::size_t limbs = 0;
  if (__builtin_mul_overflow(size, stride, &limbs)) throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
  take_block(size, limbs, 0, zero, keep);
  stride_ = stride;
}

std::size_t IntegerVector::limb_count() const noexcept {
  if (stripes_ == nullptr) return size_ * stride_;
  const Stripe& last = stripes_[stripes() - 1];
  return last.offset + (size_ - (stripes() - 1) * stripe_rows) * last.stride;
}

IntegerVector IntegerVector::tight(std::span<const std::int32_t> sizes) {
  IntegerVector v;
  v.lay_out(
      sizes.size(), [&](std::size_t stripe) { return tight_stride(sizes, stripe); }, true);
  std::copy(sizes.begin(), sizes.end(), v.sizes_);
  return v;
}

IntegerVector IntegerVector::unwritten(std::size_t size, std::size_t stride) {
  IntegerVector v;
  v.lay_out_alike(size, stride, false);
  return v;
}

IntegerVector IntegerVector::unwritten(std::size_t size, std::span<const std::uint32_t> strides) {
  IntegerVector v;
  v.lay_out(
      size, [strides](std::size_t stripe) { return std::size_t{strides[stripe]}; }, false);
  return v;
}

void IntegerVector::remake(std::size_t size, std::size_t stride) {
  if (size == size_ && stride == stride_ && stripes_ == nullptr && capacity_ <= short_bytes) return;  // as it is
  lay_out_alike(size, stride, false, true);
}

void IntegerVector::remake(std::size_t size, std::span<const std::uint32_t> strides) {
  lay_out(
      size, [strides](std::size_t stripe) { return std::size_t{strides[stripe]}; }, false, true);
}

IntegerVector::IntegerVector(std::size_t size, std::size_t stride) {
  detail::check_limbs(stride);
  lay_out_alike(size, stride, true);
}

IntegerVector::IntegerVector(std::size_t size, std::span<const std::uint32_t> strides) {
  lay_out(
      size, [strides](std::size_t stripe) { return std::size_t{strides[stripe]}; }, true);
}

IntegerVector::IntegerVector(std::initializer_list<Integer> values)
    : IntegerVector(std::span<const Integer>(values.begin(), values.size())) {}

IntegerVector::IntegerVector(std::span<const Integer> values) {
  const auto stride_of = [&](std::size_t stripe) {
    std::size_t most = 0;
    for (const Integer& value :
         values.subspan(stripe * stripe_rows).first(std::min(stripe_rows, values.size() - stripe * stripe_rows)))
      most = std::max(most, value.view().limbs().size());
    return most;
  };
  lay_out(values.size(), stride_of, false);
  for (std::size_t i = 0; i < values.size(); ++i) assign(i, values[i].view());
}

IntegerVector::IntegerVector(const IntegerVector& other) {
  // A short block is copied as it is, its sizes behind its limbs.
  const std::size_t front = other.size_ * other.stride_ * sizeof(mp_limb_t);
  const std::size_t bytes = front + other.size_ * sizeof(std::int32_t);
  if (other.size_ == 0 || other.stripes_ != nullptr || bytes > short_bytes ||
      reinterpret_cast<const char*>(other.sizes_) != reinterpret_cast<const char*>(other.limbs_.get()) + front) {
    *this = other;
    return;
  }
  limbs_ = allocate(bytes, false);
  std::memcpy(limbs_.get(), other.limbs_.get(), bytes);
  sizes_ = reinterpret_cast<std::int32_t*>(limbs_.get() + front / sizeof(mp_limb_t));
  size_ = other.size_;
  stride_ = other.stride_;
  capacity_ = bytes;
}

IntegerVector& IntegerVector::operator=(const IntegerVector& other) {
  if (this == &other) return *this;
  if (size_ == other.size_ && stride_ == other.stride_ && stripes_ == nullptr && other.stripes_ == nullptr &&
      size_ != 0 && capacity_ <= short_bytes) {
    // The same shape. Where sizes stand depends on how many there were once.
    if (stride_ != 0) std::memcpy(limbs_.get(), other.limbs_.get(), size_ * stride_ * sizeof(mp_limb_t));
    std::memcpy(sizes_, other.sizes_, size_ * sizeof(std::int32_t));
    return *this;
  }
  const std::size_t limbs = other.limb_count();
  const std::size_t table = other.stripes_ == nullptr ? 0 : other.stripes();
  take_block(other.size_, limbs, table, false, true);
  stride_ = other.stride_;
  if (limbs != 0) std::memcpy(limbs_.get(), other.limbs_.get(), limbs * sizeof(mp_limb_t));
  if (table != 0) std::memcpy(stripes_, other.stripes_, table * sizeof(Stripe));
  if (size_ != 0) std::memcpy(sizes_, other.sizes_, size_ * sizeof(std::int32_t));
  return *this;
}

IntegerVector IntegerVector::copy(const ExecutionContext& ctx) const {
  IntegerVector result;
  const std::size_t limbs = limb_count();
  const std::size_t table = stripes_ == nullptr ? 0 : stripes();
  if (capacity_ <= short_bytes && ctx.memory().limit() == MemoryAccount::unlimited) return *this;
  const MemoryReservation reservation(ctx.memory(), bytes());
  result.take_block(size_, limbs, table, false, false);
  result.stride_ = stride_;
  if (table != 0) std::copy_n(stripes_, table, result.stripes_);
  detail::polled_for(ctx, size(), [&](std::size_t begin, std::size_t end) {
    std::copy(sizes_ + begin, sizes_ + end, result.sizes_ + begin);
  });
  // Fresh pages are cleared by whoever touches them first: a share for each thread.
  constexpr std::size_t grain = std::size_t{1} << 14;
  parallel_for(ctx, limbs, grain, [&](std::size_t begin, std::size_t end) {
    std::copy(limbs_.get() + begin, limbs_.get() + end, result.limbs_.get() + begin);
  });
  return result;
}

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
    wider.lay_out(
        size(), [&](std::size_t s) { return s == stripe ? value.limbs().size() : stride(s); }, true);
    for (std::size_t j = 0; j < size(); ++j) wider.assign(j, (*this)[j]);
    wider.assign(i, value);
    *this = std::move(wider);
  } else {
    assign(i, value);
  }
}

void IntegerVector::compact(bool always, const ExecutionContext& ctx) {
  const std::size_t needed = tight_rows(signed_sizes(), ctx).limbs;
  const std::size_t now = limb_count();
  if (needed == now || (!always && needed > now / 2)) return;
  *this = slice(0, size(), ctx);
}

void IntegerVector::truncate(std::size_t new_size, const ExecutionContext& ctx) {
  if (new_size == size()) return;
  if (new_size != 0 && stripes_ == nullptr && capacity_ <= short_bytes) {
    size_ = new_size;  // the sizes stay where they are
    return;
  }
  *this = slice(0, new_size, ctx);
}

IntegerVector IntegerVector::slice(std::size_t begin, std::size_t end, const ExecutionContext& ctx) const {
  const auto sizes = signed_sizes().subspan(begin, end - begin);
  const TightRows rows = tight_rows(sizes, ctx);
  const MemoryReservation reservation(ctx.memory(), bytes_for(sizes.size(), rows));
  IntegerVector part = tight(sizes);
  detail::polled_for(
      ctx, sizes.size(),
      [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) part.assign(i, (*this)[begin + i]);
      },
      1 + poll_limbs / (1 + rows.limbs / (1 + sizes.size())));
  return part;
}

std::size_t IntegerVector::max_limbs(const ExecutionContext& ctx) const {
  if (stripes() <= 1) return longest(signed_sizes());
  return parallel_reduce(
      ctx, size(), poll_stripes * stripe_rows, std::size_t{0},
      [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        return longest(signed_sizes().subspan(begin, end - begin));
      },
      [](std::size_t left, std::size_t right) { return std::max(left, right); });
}

// Only the longest elements can have the most bits; their top limbs decide. In one sweep, stripe by stripe: shorter
// elements have zeros there.
void IntegerVector::Longest::add(const IntegerVector& v, std::size_t stripe) noexcept {
  const std::size_t step = v.stride(stripe);
  const std::size_t most = step <= 1 ? step : tight_stride(v.signed_sizes(), stripe);
  if (most < limbs || most == 0) return;
  const std::size_t first = stripe * stripe_rows;
  const std::size_t count = std::min(v.size() - first, stripe_rows);
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
  if (empty()) return 0;
  // A long element takes one read of a cache line, eight words take one together.
  const std::size_t grain = stride(0) <= 1 ? poll_stripes : poll_stripes / 32;
  Longest all;
  if (stripes() == 1)
    all.add(*this, 0);
  else
    all = parallel_reduce(
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
  for (std::size_t i = 0; i < size_; ++i) sizes_[i] = -sizes_[i];
}

bool IntegerVector::equals(const IntegerVector& other) const noexcept {
  if (this == &other) return true;
  if (size_ != other.size_) return false;
  const bool alike = stripes_ == nullptr && other.stripes_ == nullptr && stride_ == other.stride_;
  if (constexpr std::size_t few = 8; alike && size_ * stride_ <= few) {  // which take less than a call
    for (std::size_t i = 0; i < size_; ++i)
      if (sizes_[i] != other.sizes_[i]) return false;
    for (std::size_t i = 0; i < size_ * stride_; ++i)
      if (limbs_[i] != other.limbs_[i]) return false;
    return true;
  }
  if (!std::equal(sizes_, sizes_ + size_, other.sizes_)) return false;
  if (alike) return std::equal(limbs_.get(), limbs_.get() + size_ * stride_, other.limbs_.get());  // zeros above sizes
  for (std::size_t i = 0; i < size(); ++i)
    if (!std::equal(row(i), row(i) + limbs_of(sizes_[i]), other.row(i))) return false;
  return true;
}

}  // namespace v1
}  // namespace polyfork
