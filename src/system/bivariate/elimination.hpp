// Two polynomials in two variables, prepared for resultants in one of them.
//
// With t = x_1 or x_0, or a form x_1 + c x_0, and s the other variable or x_0, the equations are polynomials in s whose
// coefficients are polynomials in t. The resultant R(t) and the first subresultant s_1(t) s + s_0(t) are determinants:
// their values at points come from Euclid's algorithm there, and they are interpolated.
// Literature: docs/reference/bibliography.md, [collins71].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer.hpp>

#include "groebner/quotient.hpp"
#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A dense array: the coefficient of s^i t^k is at i * length + k.
struct EliminationOperand {
  std::size_t rows = 0;    ///< degree in s + 1
  std::size_t length = 0;  ///< largest degree in t + 1
  std::vector<Integer> coefficients;
};

/// Forms with short coefficients in two variables, in the sequence in which ModularEngine tries them.
inline constexpr std::array<std::array<std::int32_t, 2>, 6> small_bivariate_forms = {
    {{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {2, 1}, {-2, 1}}};

/// Of the arrays of an elimination modulo a prime with their values, 32 MiB.
inline constexpr std::size_t most_elimination_words = std::size_t{1} << 22;

struct Elimination {
  LinearForm form;               ///< t as a form in x_0, x_1
  std::size_t other = 0;         ///< the variable s
  EliminationOperand f, g;       ///< f of the higher degree in s
  std::size_t degree_bound = 0;  ///< of R, s_1 and s_0

  MemoryReservation held;  ///< for the places of coefficients

  /// Words of the arrays modulo a prime with `points` points, coefficients included.
  std::size_t words(std::size_t points) const noexcept;
};

/// The equations for the form, one of (0, 1), (1, 0) and (c, 1), charged to the context's account, which has to live
/// longer. Empty where an equation does not contain s, or where the arrays would be longer than `most_words`.
/// Precondition: two equations in two variables.
std::optional<Elimination> elimination_for(const IntegerSystem& system, const LinearForm& form, std::size_t most_words,
                                           const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
