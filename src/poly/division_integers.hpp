// Division in Z[x]: the algorithms behind DenseOps<Integers>::try_div_rem and try_exact_div.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// Thresholds of division in Z[x].
struct DivisionTuning {
  static constexpr std::string_view section = "poly.div";
  std::int64_t columns_length = 24;                          ///< quotients up to this length: column by column
  std::int64_t kronecker_max_limbs = std::int64_t{1} << 17;  ///< exact division through one integer up to this size
  template <class Visitor>
  void visit(Visitor&& v) {
    v("columns_length", columns_length);
    v("kronecker_max_limbs", kronecker_max_limbs);
  }
};

/// What an attempt to divide found.
enum class Divisibility { divides, does_not, undecided };

/// The quotient of a by b from the leading terms down, where every step divides; nothing when one does not, or when
/// a coefficient exceeds max_bits. The remainder is not looked at. Preconditions: a.size() >= b.size() >= 1, lc(b)
/// not zero. Quotients of at most base_length terms are computed by columns, longer ones by halves through products.
std::optional<IntegerVector> quotient_from_top(const IntegerVector& a, const IntegerVector& b, std::size_t max_bits,
                                               std::size_t base_length, const ExecutionContext& ctx);

/// One exact division of integers a(2^slot_bits) / b(2^slot_bits). `divides` and `does_not` are proved; `undecided`
/// means that the slots are too short. Preconditions as above; coefficients of a and b below 2^(slot_bits - 1).
Divisibility exact_quotient_kronecker(const IntegerVector& a, const IntegerVector& b, std::size_t slot_bits,
                                      IntegerVector& quotient, const ExecutionContext& ctx);

/// Bits that bound every coefficient of a / b if b divides a in Z[x] (Mignotte 1974).
std::size_t exact_quotient_bits(const IntegerVector& a, const IntegerVector& b) noexcept;

/// False only when b does not divide a: looks at both modulo a word prime that does not divide lc(b).
bool may_divide(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
