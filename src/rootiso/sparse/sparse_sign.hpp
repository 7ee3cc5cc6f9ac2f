// Signs of polynomials with few terms and huge exponents, at positive points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A term of a polynomial in one variable.
struct FewTerm {
  std::uint64_t exponent;
  Integer coefficient;
};
/// Terms in ascending degree, no coefficient zero.
using FewTerms = std::vector<FewTerm>;

/// The positive dyadic number c 2^-k.
struct DyadicNumber {
  Integer c;
  std::int64_t k = 0;
};

/// Whether f vanishes at p / q, p and q positive and coprime. Decided by divisibility, term by term, on numbers that
/// are never larger than the sum of the coefficients' absolute values: O(terms) operations on those.
bool vanishes_at(const FewTerms& f, const Integer& p, const Integer& q);

/// The sign of f at x: exact, zero included. Precision is doubled until the sign is known.
int sign_at(const FewTerms& f, const DyadicNumber& x, const ExecutionContext& ctx);

/// The sign that f has everywhere on [lower, upper], if an enclosure with so many bits shows it.
std::optional<int> sign_on(const FewTerms& f, const DyadicNumber& lower, const DyadicNumber& upper, std::size_t bits);

/// Bits that powers up to the degree of f lose.
std::size_t power_bits(const FewTerms& f) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
