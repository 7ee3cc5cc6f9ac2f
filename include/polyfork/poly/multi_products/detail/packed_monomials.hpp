// Monomials packed into words.
//
// The fields of a monomial (variables.hpp) stand from high to low in W words of 64 bits, all of the same width; no
// field straddles two words. The top bit of a field is a guard that stays zero, so that sums of words carry from no
// field into the next and, in differences, show where a field has become negative. Hence
//   comparing monomials = comparing words lexicographically, unsigned;   multiplying = adding words;
//   a divides b (but for partial sums) = no guard is set in (b | guards) - a, read as: no borrow.
// The layout is a function of the number of fields and the largest value alone: as few words as can hold it, then
// fields as wide as these words allow. Values go up to 2^63 - 1; what is larger throws, nothing wraps.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/core/unset_allocator.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Aligned, in huge pages where it is large, and not set to zero by vector(n).
using MonomialWords = std::vector<std::uint64_t, UnsetAllocator<std::uint64_t, AlignedAllocator<std::uint64_t>>>;

/// Where the fields of a monomial lie.
struct POLYFORK_EXPORT MonomialLayout {
  std::uint32_t fields = 0;
  std::uint32_t bits = 64;     ///< of a field, with its guard
  std::uint32_t per_word = 1;  ///< fields in a word
  std::uint32_t words = 1;     ///< of a monomial; at least 1

  /// The layout of monomials whose fields are at most `largest`. Throws DomainError "exponent overflow" from 2^63 on.
  static MonomialLayout for_value(std::size_t fields, std::uint64_t largest);

  // Without divisions where there is one word: short operations would feel them.
  std::size_t word(std::size_t field) const noexcept { return words == 1 ? 0 : field / per_word; }
  unsigned shift(std::size_t field) const noexcept {
    return static_cast<unsigned>(bits * (per_word - 1 - (words == 1 ? field : field % per_word)));
  }
  std::uint64_t largest() const noexcept { return (std::uint64_t{1} << (bits - 1)) - 1; }
  std::uint64_t get(const std::uint64_t* monomial, std::size_t field) const noexcept {
    return (monomial[word(field)] >> shift(field)) & largest();
  }
  /// Precondition: the field is zero, value <= largest().
  void put(std::uint64_t* monomial, std::size_t field, std::uint64_t value) const noexcept {
    monomial[word(field)] |= value << shift(field);
  }
  /// The guards of a word full of fields.
  std::uint64_t guards() const noexcept {
    std::uint64_t mask = 0;
    for (std::uint32_t i = 0; i < per_word; ++i) mask |= std::uint64_t{1} << (bits * i + bits - 1);
    return mask;
  }
  /// The larger one of every two fields of two words without guards: x >= y where no borrow takes the guard.
  static std::uint64_t larger_fields(std::uint64_t x, std::uint64_t y, std::uint64_t guards, unsigned bits) noexcept {
    const std::uint64_t not_less = ((x | guards) - y) & guards;
    const std::uint64_t mask = not_less - (not_less >> (bits - 1));
    return (x & mask) | (y & ~mask);
  }
  /// As two words: sums of few terms would feel a call.
  friend bool operator==(const MonomialLayout& a, const MonomialLayout& b) noexcept {
    using Words = std::array<std::uint64_t, 2>;
    const auto x = std::bit_cast<Words>(a);
    const auto y = std::bit_cast<Words>(b);
    return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
  }
};

/// Lexicographic, unsigned: negative, zero, positive.
inline int compare_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) noexcept {
  for (std::size_t i = 0; i < words; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/// A list of monomials of one layout.
class POLYFORK_EXPORT PackedMonomials {
 public:
  PackedMonomials() = default;
  explicit PackedMonomials(const MonomialLayout& layout) : layout_(layout) {}
  /// Precondition: words.size() is a multiple of layout.words.
  PackedMonomials(const MonomialLayout& layout, MonomialWords words) : layout_(layout), words_(std::move(words)) {}

  const MonomialLayout& layout() const noexcept { return layout_; }
  std::size_t words() const noexcept { return layout_.words; }
  std::size_t size() const noexcept { return layout_.words == 1 ? words_.size() : words_.size() / layout_.words; }
  bool empty() const noexcept { return words_.empty(); }
  const std::uint64_t* operator[](std::size_t i) const noexcept { return words_.data() + i * layout_.words; }
  const std::uint64_t* data() const noexcept { return words_.data(); }
  std::uint64_t field(std::size_t i, std::size_t field) const noexcept { return layout_.get((*this)[i], field); }
  bool is_one(std::size_t i) const noexcept {
    for (std::size_t w = 0; w < layout_.words; ++w)
      if ((*this)[i][w] != 0) return false;
    return true;
  }
  std::size_t bytes() const noexcept { return words_.capacity() * sizeof(std::uint64_t); }

  void reserve(std::size_t monomials) { words_.reserve(monomials * layout_.words); }
  void push_back(const std::uint64_t* monomial) { words_.insert(words_.end(), monomial, monomial + layout_.words); }
  /// Appends a monomial given by its fields, which must fit.
  void push_fields(std::span<const std::uint64_t> fields) {
    words_.resize(words_.size() + layout_.words, 0);
    std::uint64_t* const last = words_.data() + words_.size() - layout_.words;
    for (std::size_t i = 0; i < fields.size(); ++i) layout_.put(last, i, fields[i]);
  }
  void get_fields(std::size_t i, std::span<std::uint64_t> fields) const noexcept {
    for (std::size_t f = 0; f < fields.size(); ++f) fields[f] = field(i, f);
  }

  /// Makes this a list of so many monomials, all to be written, in the memory that it has if that is enough; where they
  /// go.
  std::uint64_t* remake(const MonomialLayout& layout, std::size_t monomials) {
    const std::size_t words = monomials * layout.words;
    if (words_.capacity() < words) words_.clear();  // nothing is worth a copy
    words_.resize(words);
    layout_ = layout;
    return words_.data();
  }
  /// Keeps the first ones.
  void truncate(std::size_t monomials) noexcept { words_.resize(monomials * layout_.words); }

  /// The largest value of every field; zeros when there is no monomial.
  std::vector<std::uint64_t> maxima() const;
  /// The largest value of any field.
  std::uint64_t largest_field() const noexcept;
  /// The dimension of the affine hull of the exponents, found modulo a prime: perhaps less, never more. O(monomials
  /// fields^2).
  std::size_t least_dimension() const;
  /// These monomials in another layout, which must hold them.
  PackedMonomials repacked(const MonomialLayout& layout) const;

  friend bool operator==(const PackedMonomials& a, const PackedMonomials& b) {
    if (a.size() != b.size()) return false;
    return a.layout_ == b.layout_ ? a.words_ == b.words_ : a.equals_repacked(b);
  }

 private:
  bool equals_repacked(const PackedMonomials& other) const;
  /// The largest values of the fields that stand in word w of the monomials, as such a word.
  std::uint64_t largest_fields(std::size_t w) const noexcept;
  MonomialLayout layout_;
  MonomialWords words_;
};

/// The narrower of two repacked to the layout of the wider: both with one layout.
POLYFORK_EXPORT MonomialLayout wider(const MonomialLayout& a, const MonomialLayout& b) noexcept;
/// The layout of products. Throws DomainError "exponent overflow" when one of their fields could be 2^63 or more.
POLYFORK_EXPORT MonomialLayout product_layout(std::span<const std::uint64_t> maxima_a,
                                              std::span<const std::uint64_t> maxima_b);

/// A list as it is, or repacked when its layout is another one.
class InLayout {
 public:
  InLayout(const PackedMonomials& monomials, const MonomialLayout& layout) : list_(&monomials) {
    if (monomials.layout() == layout) return;
    copy_ = monomials.repacked(layout);
    list_ = &copy_;
  }
  InLayout(const InLayout&) = delete;
  InLayout& operator=(const InLayout&) = delete;
  const PackedMonomials& operator*() const noexcept { return *list_; }

 private:
  PackedMonomials copy_;
  const PackedMonomials* list_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
