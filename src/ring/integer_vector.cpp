// IntegerVector: layout, copies and whole-vector operations; the builder is in integer_vector_builder.cpp.
#include <polyfork/ring/integer_vector.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "ring/integer_limits.hpp"

namespace polyfork::inline v1 {

namespace {

constexpr std::size_t limb_alignment = 64;

std::size_t stripe_count(std::size_t size) noexcept {
  return size / IntegerVector::stripe_rows + (size % IntegerVector::stripe_rows != 0);
}

std::uint32_t limbs_of(std::int32_t signed_size) noexcept {
  return static_cast<std::uint32_t>(signed_size < 0 ? -signed_size : signed_size);
}

/// The longest of each 64 sizes.
std::vector<std::uint32_t> tight_strides(std::span<const std::int32_t> sizes) {
  std::vector<std::uint32_t> strides(stripe_count(sizes.size()));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::uint32_t& stride = strides[i / IntegerVector::stripe_rows];
    stride = std::max(stride, limbs_of(sizes[i]));
  }
  return strides;
}

}  // namespace

void IntegerVector::FreeLimbs::operator()(mp_limb_t* p) const noexcept {
  ::operator delete (p, std::align_val_t{limb_alignment});
}

IntegerVector::Limbs IntegerVector::allocate(std::size_t limbs) {
  if (limbs == 0) return nullptr;
  if (limbs > PTRDIFF_MAX / sizeof(mp_limb_t)) throw std::bad_alloc();
  void* p = ::operator new (limbs * sizeof(mp_limb_t), std::align_val_t{limb_alignment});
  return Limbs(static_cast<mp_limb_t*>(std::memset(p, 0, limbs * sizeof(mp_limb_t))));
}

/// Lays out sizes_.size() rows; every limb is zero afterwards.
void IntegerVector::layout(std::span<const std::uint32_t> strides) {
  strides_.assign(strides.begin(), strides.end());
  offsets_.assign(1, 0);
  offsets_.reserve(strides.size() + 1);
  std::size_t rows_left = sizes_.size();
  for (const std::uint32_t stride : strides) {
    const std::size_t rows = std::min(rows_left, stripe_rows);
    std::size_t end = 0;
    if (__builtin_mul_overflow(rows, std::size_t{stride}, &end) || __builtin_add_overflow(end, offsets_.back(), &end))
      throw std::bad_alloc();
    offsets_.push_back(end);
    rows_left -= rows;
  }
  limbs_ = allocate(offsets_.back());
}

IntegerVector::IntegerVector(std::size_t size, std::size_t stride) {
  detail::check_limbs(stride);
  sizes_.assign(size, 0);
  const std::vector<std::uint32_t> strides(stripe_count(size), static_cast<std::uint32_t>(stride));
  layout(strides);
}

IntegerVector::IntegerVector(std::size_t size, std::span<const std::uint32_t> strides) : sizes_(size, 0) {
  layout(strides);
}

IntegerVector::IntegerVector(std::initializer_list<Integer> values)
    : IntegerVector(std::span<const Integer>(values.begin(), values.size())) {}

IntegerVector::IntegerVector(std::span<const Integer> values) {
  sizes_.reserve(values.size());
  for (const Integer& value : values) sizes_.push_back(value.view().signed_size());
  layout(tight_strides(sizes_));
  for (std::size_t i = 0; i < values.size(); ++i) assign(i, values[i].view());
}

IntegerVector::IntegerVector(const IntegerVector& other)
    : sizes_(other.sizes_), strides_(other.strides_), offsets_(other.offsets_) {
  const std::size_t limbs = offsets_.empty() ? 0 : offsets_.back();
  limbs_ = allocate(limbs);
  if (limbs != 0) std::memcpy(limbs_.get(), other.limbs_.get(), limbs * sizeof(mp_limb_t));
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
  const std::size_t width = strides_[i / stripe_rows];
  // A view of a row of this vector is allowed, hence memmove.
  if (!from.empty()) std::memmove(to, from.data(), from.size() * sizeof(mp_limb_t));
  if (from.size() < width) std::memset(to + from.size(), 0, (width - from.size()) * sizeof(mp_limb_t));
  sizes_[i] = value.signed_size();
}

void IntegerVector::set(std::size_t i, IntegerView value) {
  const std::size_t stripe = i / stripe_rows;
  if (value.limbs().size() > strides_[stripe]) {
    // The value may be a view into this vector: the old limbs live until it is copied.
    std::vector<std::uint32_t> strides = strides_;
    strides[stripe] = static_cast<std::uint32_t>(value.limbs().size());
    IntegerVector wider(size(), strides);
    for (std::size_t j = 0; j < size(); ++j) wider.assign(j, (*this)[j]);
    wider.assign(i, value);
    *this = std::move(wider);
  } else {
    assign(i, value);
  }
}

void IntegerVector::compact(bool always) {
  const std::vector<std::uint32_t> strides = tight_strides(sizes_);
  std::size_t tight = 0;
  for (std::size_t s = 0; s < strides.size(); ++s)
    tight += std::min(size() - s * stripe_rows, stripe_rows) * strides[s];
  const std::size_t now = offsets_.empty() ? 0 : offsets_.back();
  if (tight == now || (!always && tight > now / 2)) return;
  IntegerVector packed(size(), strides);
  for (std::size_t i = 0; i < size(); ++i) packed.assign(i, (*this)[i]);
  *this = std::move(packed);
}

void IntegerVector::truncate(std::size_t new_size) {
  if (new_size == size()) return;
  *this = slice(0, new_size);
}

IntegerVector IntegerVector::slice(std::size_t begin, std::size_t end) const {
  IntegerVector part;
  part.sizes_.assign(sizes_.begin() + static_cast<std::ptrdiff_t>(begin),
                     sizes_.begin() + static_cast<std::ptrdiff_t>(end));
  part.layout(tight_strides(part.sizes_));
  for (std::size_t i = begin; i < end; ++i) part.assign(i - begin, (*this)[i]);
  return part;
}

std::size_t IntegerVector::max_limbs() const noexcept {
  std::uint32_t most = 0;
  for (const std::int32_t s : sizes_) most = std::max(most, limbs_of(s));
  return most;
}

std::size_t IntegerVector::max_bits() const noexcept {
  const std::size_t limbs = max_limbs();
  if (limbs == 0) return 0;
  // Only the longest elements can have the most bits; their top limbs decide.
  mp_limb_t top = 0;
  for (std::size_t i = 0; i < size(); ++i)
    if (limbs_of(sizes_[i]) == limbs) top |= row(i)[limbs - 1];
  return limbs * GMP_NUMB_BITS - static_cast<std::size_t>(__builtin_clzll(top));
}

void IntegerVector::negate() noexcept {
  for (std::int32_t& s : sizes_) s = -s;
}

std::size_t IntegerVector::bytes() const noexcept {
  return sizes_.capacity() * sizeof(sizes_[0]) + strides_.capacity() * sizeof(strides_[0]) +
         offsets_.capacity() * sizeof(offsets_[0]) + (offsets_.empty() ? 0 : offsets_.back() * sizeof(mp_limb_t));
}

bool IntegerVector::equals(const IntegerVector& other) const noexcept {
  if (sizes_ != other.sizes_) return false;
  for (std::size_t i = 0; i < size(); ++i)
    if (!std::equal(row(i), row(i) + limbs_of(sizes_[i]), other.row(i))) return false;
  return true;
}

}  // namespace polyfork::inline v1
