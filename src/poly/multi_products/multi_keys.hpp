// Monomials of a product as single numbers.
//
// The fields of all products f_i g_j lie in a box: between the sums of the operands' minima and of their maxima. A
// monomial's key is its place in the box, the fields as digits of mixed radix: keys are compared as monomials are and
// add up as monomials multiply, and the key of a product f_i g_j is key(f_i) + key(g_j). `exact` radices make the box
// as small as can be, so that keys address an array; `binary` ones are rounded up to powers of two, so that no division
// is needed on the way back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The least and the largest value of every field. Precondition: not empty.
struct FieldRanges {
  std::vector<std::uint64_t> least;
  std::vector<std::uint64_t> largest;
};
FieldRanges field_ranges(const PackedMonomials& monomials);
/// The same, in parallel over the monomials.
FieldRanges field_ranges(const PackedMonomials& monomials, const ExecutionContext& ctx);

class MonomialKeys {
 public:
  enum class Radices { exact, binary };

  /// Nothing when the box has more than 2^62 places.
  static std::optional<MonomialKeys> make(const FieldRanges& f, const FieldRanges& g, Radices radices);

  /// Places of the box.
  std::uint64_t places() const noexcept { return places_; }
  /// The last field that is not the same in all products; 0 when none varies.
  std::size_t last_varying_field() const noexcept;
  /// Its range: keys divided by it are those without their lowest digit.
  std::uint64_t last_radix() const noexcept { return radix_.empty() ? 1 : radix_[last_varying_field()]; }
  /// The keys of one operand, which must be the one that the ranges are of.
  std::vector<std::uint64_t> keys(const PackedMonomials& monomials, const FieldRanges& ranges) const;
  /// The monomials of keys of products, in a layout that holds them; ranges are those of the operands.
  void unpack(std::span<const std::uint64_t> keys, const MonomialLayout& layout, std::uint64_t* words) const;

 private:
  MonomialKeys() = default;
  /// The key without its lowest digit, which is that of the field.
  std::uint64_t divided(std::uint64_t key, std::size_t field) const noexcept;
  void unpack_shifted(std::span<const std::uint64_t> keys, const MonomialLayout& layout, std::uint64_t* words) const;

  std::vector<std::uint64_t> radix_;
  std::vector<std::uint64_t> least_;       // of products
  std::vector<std::uint64_t> reciprocal_;  // of the radices, where they serve; else empty
  std::vector<unsigned> shift_;            // binary: where the digits stand; empty for exact
  std::uint64_t places_ = 1;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
