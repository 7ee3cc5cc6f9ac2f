// The checker's signs at many points of an annulus, on local models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/check/verify_model.hpp"
#include "rootiso/check/verify_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// About how large a polynomial is where it is small in an annulus, whoever found it: for the choice of a precision.
struct KnownSize {
  std::int64_t j;     ///< of the annulus of x
  bool negative;      ///< its mirror image
  bool inverse;       ///< of x^n f(1/x) at y = 1/x
  std::int64_t size;  ///< log2
};

/// When models are used, and with which precision; the tests use them for little, and with little.
struct PiecePoints {
  std::size_t guard = 64;          ///< bits between the unit of a model and the size of f
  std::size_t fewest_rows = 3072;  ///< of f: shorter ones are evaluated faster than they are shifted
  std::size_t fewest = 450;        ///< points of an annulus
  std::size_t short_rows = 64;     ///< models that are not halved any more
  std::optional<bool> inverse{};   ///< all annuli in 1/x, or none; where it is not said, as is cheaper
  std::vector<KnownSize> known{};  ///< these annuli are taken in x, or in 1/x, as it says; negative ones count for none
};

/// Whether so many points of a polynomial may be worth models at all: what a caller asks before it prepares anything.
inline bool worth_pieces(const IntegerVector& f, std::size_t points, const PiecePoints& how = {}) noexcept {
  return f.size() >= how.fewest_rows && points >= how.fewest;
}

/// The proved signs of f at the points, in any order; 0 where the models do not tell, and for points that have few
/// others in their annulus or more than 62 bits behind the first. An annulus takes two Taylor shifts' time and little
/// for each point, where Horner's scheme takes n rows for each. Precondition: f not zero.
std::vector<int> signs_on_pieces(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                                 const ExecutionContext& ctx, const PiecePoints& how = {});

/// All signs, 0 for roots only: those that models do not tell are found by proved_signs.
std::vector<int> signs_at(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                          const ExecutionContext& ctx);

/// The certain signs of a model's polynomial at t = numerators 2^-62; 0 where it is not certain. Precondition: |t|
/// <= 1.
std::vector<int> signs_on_piece(const Piece& piece, const std::vector<std::int64_t>& numerators,
                                const ExecutionContext& ctx);

/// Those at t = 2^(level+64) / divisor - 2^(level+1) - 2 index - 1, where the points of 1/x lie in the cell of this
/// index and level. Precondition: |t| <= 1, 2^62 <= divisor < 2^63, level <= 60.
std::vector<int> signs_of_inverses(const Piece& piece, unsigned level, std::uint64_t index,
                                   const std::vector<std::uint64_t>& divisors, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
