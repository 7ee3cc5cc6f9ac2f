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

/// About how large a polynomial is where it is small in an annulus. It chooses a precision and proves nothing, so that
/// any source of it will do.
struct KnownSize {
  std::int64_t j;     ///< exponent of the annulus of x
  bool negative;      ///< the annulus is the mirror image
  bool inverse;       ///< the size is that of x^n f(1/x) at y = 1/x
  std::int64_t size;  ///< log2 of it
};

/// When models are used, and with which precision. Tests use them for few points and with low precision.
struct ModelUse {
  std::size_t guard = 64;           ///< bits between the unit of a model and the size of f
  std::size_t fewest_rows = 3072;   ///< of f: shorter ones are evaluated faster than they are shifted
  std::size_t fewest_points = 450;  ///< points of an annulus
  std::size_t short_rows = 64;      ///< models that are not halved any more
  std::optional<bool> inverse{};    ///< all annuli in 1/x, or all in x; when unset, as is cheaper
  std::vector<KnownSize> known{};   ///< in which variable annuli are taken; negative ones are ignored
};

/// Whether models may pay for this number of points of f: what a caller asks before it prepares anything.
inline bool models_pay(const IntegerVector& f, std::size_t points, const ModelUse& use = {}) noexcept {
  return f.size() >= use.fewest_rows && points >= use.fewest_points;
}

/// The proved signs of f at the points, in any order; 0 where the models do not tell, and for points that have few
/// others in their annulus or more than 62 bits behind the first. An annulus takes two Taylor shifts' time and little
/// for each point, where Horner's scheme takes n rows for each. Precondition: f not zero.
std::vector<int> signs_on_models(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                                 const ExecutionContext& ctx, const ModelUse& use = {});

/// The proved signs of f at all points, 0 for roots only. Those that models do not decide are found by proved_signs.
std::vector<int> signs_at(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                          const ExecutionContext& ctx);

/// The certain signs of a model's polynomial at t = numerators 2^-62; 0 where it is not certain. Precondition: |t|
/// <= 1.
std::vector<int> signs_on_model(const ProvedModel& model, const std::vector<std::int64_t>& numerators,
                                const ExecutionContext& ctx);

/// The certain signs of a model's polynomial at t = 2^(level+64) / divisor - 2^(level+1) - 2 index - 1, where the
/// points of 1/x lie in the cell of this index and level. Precondition: |t| <= 1, 2^62 <= divisor < 2^63, level <= 60.
std::vector<int> signs_of_inverses(const ProvedModel& model, unsigned level, std::uint64_t index,
                                   const std::vector<std::uint64_t>& divisors, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
