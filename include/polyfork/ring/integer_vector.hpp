// IntegerVector: integers in bulk, flat.
//
// Limbs lie in stripes of 64 coefficients. All coefficients of a stripe have the same stride (limbs reserved per
// coefficient) and are zero-padded to it; beside them stands an array of signed sizes in GMP's convention. One
// allocation holds the limbs, the sizes behind them and, unless the stripes are all alike, the table of the stripes.
// Kernels (residues, Taylor shift, device copies) read rows of equal length; element access copies nothing.
//
//   stripe 0: rows 0..63, stride s0 | stripe 1: rows 64..127, stride s1 | ... | table of the stripes | signed sizes
//
// Who writes in parallel allocates with an a-priori bound, fills disjoint rows, and compacts at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/recycled_memory.hpp>
#include <polyfork/core/unset_allocator.hpp>
#include <polyfork/ring/index_iterator.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {

class ExecutionContext;
namespace detail {
struct UnwrittenIntegers;  // src/ring/unwritten_integers.hpp
}

class POLYFORK_EXPORT IntegerVector {
 public:
  static constexpr std::size_t stripe_rows = 64;

  IntegerVector() noexcept = default;
  /// size zeros, every stripe with the same stride (limbs); stride 0 is allowed. The limbs are zero.
  IntegerVector(std::size_t size, std::size_t stride);
  /// size zeros; strides[i] limbs per coefficient of stripe i. strides.size() = ceil(size/64).
  IntegerVector(std::size_t size, std::span<const std::uint32_t> strides);
  IntegerVector(std::initializer_list<Integer> values);
  explicit IntegerVector(std::span<const Integer> values);
  IntegerVector(const IntegerVector& other);
  IntegerVector(IntegerVector&& other) noexcept
      : limbs_(std::move(other.limbs_)),
        stripes_(std::exchange(other.stripes_, nullptr)),
        sizes_(std::exchange(other.sizes_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        stride_(std::exchange(other.stride_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  /// Into the memory that is there where the copy fits without waste.
  IntegerVector& operator=(const IntegerVector& other);
  IntegerVector& operator=(IntegerVector&& other) noexcept {
    limbs_ = std::move(other.limbs_);
    stripes_ = std::exchange(other.stripes_, nullptr);
    sizes_ = std::exchange(other.sizes_, nullptr);
    size_ = std::exchange(other.size_, 0);
    stride_ = std::exchange(other.stride_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }
  ~IntegerVector() = default;

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  /// Precondition: i < size(). The view is valid until the vector changes.
  IntegerView operator[](std::size_t i) const noexcept { return {row(i), sizes_[i]}; }
  auto begin() const noexcept { return IndexIterator < IntegerVector, &IntegerVector::operator[]>(*this, 0); }
  auto end() const noexcept { return IndexIterator < IntegerVector, &IntegerVector::operator[]>(*this, size()); }

  // --- rows, for kernels -------------------------------------------------------------------------------------
  std::size_t stripes() const noexcept { return (size_ + stripe_rows - 1) / stripe_rows; }
  /// Limbs reserved for each coefficient of the stripe.
  std::size_t stride(std::size_t stripe) const noexcept {
    return stripes_ == nullptr ? stride_ : stripes_[stripe].stride;
  }
  const mp_limb_t* row(std::size_t i) const noexcept {
    if (stripes_ == nullptr) return limbs_.get() + i * stride_;
    const Stripe& stripe = stripes_[i / stripe_rows];
    return limbs_.get() + stripe.offset + (i % stripe_rows) * stripe.stride;
  }
  /// Writable row of stride(i/64) limbs: after writing, the limbs above |signed_size| must be zero.
  mp_limb_t* row(std::size_t i) noexcept { return const_cast<mp_limb_t*>(std::as_const(*this).row(i)); }
  int signed_size(std::size_t i) const noexcept { return sizes_[i]; }
  void set_signed_size(std::size_t i, int signed_size) noexcept { sizes_[i] = signed_size; }
  std::span<const std::int32_t> signed_sizes() const noexcept { return {sizes_, size_}; }

  /// Writes a value that fits the row. Precondition: value's limbs <= stride. Rows may be written in parallel.
  void assign(std::size_t i, IntegerView value) noexcept;
  void assign(std::size_t i, mpz_srcptr value) noexcept { assign(i, IntegerView(value)); }
  /// Writes any value; O(size) limb copies when the row is too short. Loops use IntegerVectorBuilder or rows.
  void set(std::size_t i, IntegerView value);

  // --- whole-vector operations ---------------------------------------------------------------------------------
  // Those with a context can be stopped; a new vector is charged to its account before it is made and until the call
  // returns. Cancelled or MemoryLimit leave this vector as it was.

  /// Shrinks every stripe to its longest coefficient if that saves at least half of the limbs (or always).
  void compact(bool always = false, const ExecutionContext& ctx = ExecutionContext::default_context());
  /// Drops the elements from new_size on. Precondition: new_size <= size().
  void truncate(std::size_t new_size, const ExecutionContext& ctx = ExecutionContext::default_context());
  /// Largest number of limbs, and of bits, of an element; 0 when all are zero or there is none.
  std::size_t max_limbs(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  std::size_t max_bits(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Flips the signs of all elements.
  void negate() noexcept;
  /// Bytes on the heap.
  std::size_t bytes() const noexcept { return capacity_ == 0 ? 0 : capacity_ + alignment; }
  /// Copy of the elements [begin, end), every stripe as narrow as they allow.
  IntegerVector slice(std::size_t begin, std::size_t end,
                      const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Copy with the same strides.
  IntegerVector copy(const ExecutionContext& ctx) const;

  friend bool operator==(const IntegerVector& a, const IntegerVector& b) noexcept { return a.equals(b); }

 private:
  friend class IntegerVectorBuilder;
  friend struct detail::UnwrittenIntegers;
  static constexpr std::size_t alignment = 64;  // of the limbs, in bytes
  struct POLYFORK_EXPORT FreeLimbs {
    void operator()(mp_limb_t* p) const noexcept;
  };
  using Limbs = std::unique_ptr<mp_limb_t[], FreeLimbs>;
  struct Stripe {
    std::size_t offset;  // in limbs
    std::size_t stride;
  };
  /// The signed sizes of a builder.
  using Sizes =
      std::vector<std::int32_t, detail::UnsetAllocator<std::int32_t, detail::RecyclingAllocator<std::int32_t>>>;

  /// Like the constructors, but nothing is set: whoever asks writes every limb of every row and every size, in parallel
  /// where zeroing first would be one thread's work.
  static IntegerVector unwritten(std::size_t size, std::size_t stride);
  static IntegerVector unwritten(std::size_t size, std::span<const std::uint32_t> strides);
  /// Makes this vector such a one, in the memory that it has where that is enough and no waste.
  void remake(std::size_t size, std::size_t stride);
  void remake(std::size_t size, std::span<const std::uint32_t> strides);
  /// A vector of elements of these signed sizes, every stripe as narrow as they allow; the limbs are zero and to be
  /// filled in.
  static IntegerVector tight(std::span<const std::int32_t> sizes);

  /// Memory for so many bytes.
  static Limbs allocate(std::size_t bytes, bool zero);
  /// Whether a vector that takes so many bytes is to be laid out in the memory that is there.
  bool has_room(std::size_t bytes) const noexcept;
  /// Lays out `size` rows, in new memory unless the old is kept; everything is zero afterwards, if asked for.
  template <class StrideOf>
  void lay_out(std::size_t size, const StrideOf& stride_of, bool zero, bool keep = false);
  void lay_out_alike(std::size_t size, std::size_t stride, bool zero, bool keep = false);
  void take_block(std::size_t size, std::size_t limbs, std::size_t table, bool zero, bool keep);
  std::size_t limb_count() const noexcept;
  bool equals(const IntegerVector& other) const noexcept;
  /// The limbs of the longest elements, and their top limbs joined.
  struct Longest {
    std::size_t limbs = 0;
    mp_limb_t top = 0;
    void add(const IntegerVector& v, std::size_t stripe) noexcept;
    void add(const Longest& other) noexcept;
  };

  Limbs limbs_;                // 64-byte aligned; table and sizes follow
  Stripe* stripes_ = nullptr;  // the table of the stripes; null when they are all alike
  std::int32_t* sizes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t stride_ = 0;    // of every stripe, unless there is a table of them
  std::size_t capacity_ = 0;  // bytes for limbs, table and sizes
};

/// Appends integers one after another: amortised O(limbs), at most one copy of what is there when it grows.
class POLYFORK_EXPORT IntegerVectorBuilder {
 public:
  IntegerVectorBuilder() = default;
  /// Hints: avoids reallocation when right.
  void reserve(std::size_t elements, std::size_t limbs);
  void push_back(IntegerView value);
  void push_back(mpz_srcptr value) { push_back(IntegerView(value)); }
  /// Drops the last element. Precondition: size() != 0.
  void pop_back() noexcept;
  std::size_t size() const noexcept { return sizes_.size(); }
  /// The vector; the builder is empty afterwards, also after Cancelled.
  IntegerVector finish(const ExecutionContext& ctx = ExecutionContext::default_context());

 private:
  IntegerVector::Sizes sizes_;
  std::vector<mp_limb_t> packed_;  // without padding
};

}  // namespace v1
}  // namespace polyfork
