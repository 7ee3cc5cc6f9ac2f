// Operations on an isolated real root of a polynomial: refinement, comparison, the sign of a polynomial there.
//
// A root is given by its polynomial f and a RootInterval that isolates it: exact, or an open interval with exactly one
// root of f, whose end points are no roots. Multiplicities of f do not matter. Over Q everything is done with the
// numerators, which have the same roots and signs.
//
// Unless said otherwise, every function throws DomainError when a polynomial whose root is given is zero or an interval
// does not isolate a root of it, and MemoryLimit and Cancelled as its context says. The variables' names do not matter.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
inline namespace v1 {

/// The coarsest standard dyadic cell of width at most `width` that contains the root and lies inside its interval
/// (the exact root unchanged). Quadratic interval refinement: the number of correct bits doubles with each step.
/// Throws DomainError also when width <= 0.
POLYFORK_EXPORT RootInterval refine_root(const PolyZ& f, const RootInterval& root, const Rational& width,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());

/// The order of a root of f and a root of g. Decided exactly, equality included.
POLYFORK_EXPORT std::strong_ordering compare_roots(const PolyZ& f, const RootInterval& root_f, const PolyZ& g,
                                                   const RootInterval& root_g,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// The sign (-1, 0, 1) of g at a root of f.
POLYFORK_EXPORT int sign_at_root(const PolyZ& g, const PolyZ& f, const RootInterval& root,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());

/// The root to `digits` places after the decimal point, correctly rounded (ties to even, which only rational roots
/// can be).
POLYFORK_EXPORT std::string root_to_decimal(const PolyZ& f, const RootInterval& root, std::size_t digits,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());

/// The roots of one polynomial to `digits` places after the decimal point, as root_to_decimal. The polynomial is
/// preprocessed once; the roots are converted in parallel. Precondition: the intervals isolate, as those of
/// isolate_real_roots do (this is not checked again).
POLYFORK_EXPORT std::vector<std::string> roots_to_decimal(
    const PolyZ& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The roots to `digits` significant digits, digits >= 1 (else DomainError), correctly rounded as roots_to_decimal
/// does: 0.38197, 123.46, 1.2346e5, 3.8197e-41, and 0 for zero.
POLYFORK_EXPORT std::vector<std::string> roots_to_significant(
    const PolyZ& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());

POLYFORK_EXPORT RootInterval refine_root(const PolyQ& f, const RootInterval& root, const Rational& width,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::strong_ordering compare_roots(const PolyQ& f, const RootInterval& root_f, const PolyQ& g,
                                                   const RootInterval& root_g,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT int sign_at_root(const PolyQ& g, const PolyQ& f, const RootInterval& root,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::string root_to_decimal(const PolyQ& f, const RootInterval& root, std::size_t digits,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<std::string> roots_to_decimal(
    const PolyQ& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<std::string> roots_to_significant(
    const PolyQ& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// Numbers of digits of signed types: DomainError for a negative one.
template <class P, std::signed_integral I>
std::string root_to_decimal(const P& f, const RootInterval& root, I digits,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return root_to_decimal(f, root, detail::natural_number(digits, "number of digits"), ctx);
}
template <class P, std::signed_integral I>
std::vector<std::string> roots_to_decimal(const P& f, const std::vector<RootInterval>& roots, I digits,
                                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return roots_to_decimal(f, roots, detail::natural_number(digits, "number of digits"), ctx);
}
template <class P, std::signed_integral I>
std::vector<std::string> roots_to_significant(const P& f, const std::vector<RootInterval>& roots, I digits,
                                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return roots_to_significant(f, roots, detail::natural_number(digits, "number of digits"), ctx);
}

}  // namespace v1
}  // namespace polyfork
