// The terms of a polynomial in groups within which the power of one variable alone differs.
//
// The variable is that with the fewest groups. A hash that is linear in the exponents tells for each variable how many
// there are: that of the other exponents is a difference. O(terms variables) operations. A collision makes the choice
// worse, not the groups, whose exponents are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/f4.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// So many terms, a few operations for each, take less than a millisecond.
constexpr std::size_t terms_between_polls = 4096;

class TermGroups {
 public:
  /// Coefficients do not matter. Polls, and charges what it takes and holds to the context.
  TermGroups(const WordPolynomial& f, const MonomialTable& monomials, const ExecutionContext& ctx);

  std::size_t size() const noexcept { return ends_.size(); }
  /// All terms of a group have the same exponents but of this variable.
  std::size_t variable() const noexcept { return variable_; }
  /// The places of a group's terms in the polynomial, ascending.
  std::span<const std::uint32_t> terms(std::size_t group) const noexcept {
    const std::size_t begin = group == 0 ? 0 : ends_[group - 1];
    return std::span(terms_).subspan(begin, ends_[group] - begin);
  }

 private:
  MemoryReservation held_;
  std::size_t variable_ = 0;
  std::vector<std::uint32_t> terms_;  // one group after the other
  std::vector<std::uint32_t> ends_;   // of groups
};

/// The groups of each polynomial.
std::vector<TermGroups> term_groups(std::span<const WordPolynomial> polynomials, const MonomialTable& monomials,
                                    const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
