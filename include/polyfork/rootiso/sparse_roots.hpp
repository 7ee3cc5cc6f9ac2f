// Real roots of sparse univariate polynomials over Z and Q.
//
// f = x^k G, G(0) != 0: zero is a root of multiplicity k, whatever k is; the other roots are those of G, which is
// handed to the isolation of dense polynomials, that takes steps of the exponents apart by itself. The answers are
// those of the dense form.
//
// Where G has few terms for its degree, or the list of its coefficients does not fit (above 2^27 of them, or more than
// a quarter of the memory that the context allows, at 64 bytes each), isolation, counting, refinement and digits go by
// the critical points instead: whatever the degree, each root takes some hundred evaluations of the terms. What needs
// the list then (values as algebraic numbers, comparisons, signs at roots, certificates) throws MemoryLimit at once.
// Otherwise the functions throw what those of isolate.hpp, certificate.hpp, root_operations.hpp and algebraic_real.hpp
// throw for dense polynomials.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>
#include <polyfork/rootiso/certificate.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

namespace polyfork {
inline namespace v1 {

/// All real roots with multiplicities.
POLYFORK_EXPORT IsolationResult isolate_real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options = {},
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT IsolationResult isolate_real_roots(const SparsePoly<Rationals>& f, const IsolationOptions& options = {},
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// The number of distinct real roots, in the interval if one is given.
POLYFORK_EXPORT std::size_t count_real_roots(
    const SparsePoly<Integers>& f, const std::optional<std::pair<Rational, Rational>>& interval = std::nullopt,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::size_t count_real_roots(
    const SparsePoly<Rationals>& f, const std::optional<std::pair<Rational, Rational>>& interval = std::nullopt,
    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The number of distinct real roots, in the options' interval and by their method; their width plays no part.
POLYFORK_EXPORT std::size_t count_real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::size_t count_real_roots(const SparsePoly<Rationals>& f, const IsolationOptions& options,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());

/// All real roots as values, ascending.
POLYFORK_EXPORT std::vector<RealRoot> real_roots(const SparsePoly<Integers>& f, const IsolationOptions& options = {},
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<RealRoot> real_roots(const SparsePoly<Rationals>& f, const IsolationOptions& options = {},
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());

/// The isolation with a certificate, which holds the dense form.
POLYFORK_EXPORT CertifiedIsolation
isolate_with_certificate(const SparsePoly<Integers>& f, const IsolationOptions& options = {},
                         const ExecutionContext& ctx = ExecutionContext::default_context());

// Operations on single roots, as for dense polynomials (root_operations.hpp, algebraic_real.hpp); also AlgebraicReal(f,
// root).
POLYFORK_EXPORT RootInterval refine_root(const SparsePoly<Integers>& f, const RootInterval& root, const Rational& width,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::strong_ordering compare_roots(const SparsePoly<Integers>& f, const RootInterval& root_f,
                                                   const SparsePoly<Integers>& g, const RootInterval& root_g,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT int sign_at_root(const SparsePoly<Integers>& g, const SparsePoly<Integers>& f, const RootInterval& root,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::string root_to_decimal(const SparsePoly<Integers>& f, const RootInterval& root, std::size_t digits,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<std::string> roots_to_decimal(
    const SparsePoly<Integers>& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<std::string> roots_to_significant(
    const SparsePoly<Integers>& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT int sign_at(const SparsePoly<Integers>& g, const AlgebraicReal& x,
                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT RootInterval refine_root(const SparsePoly<Rationals>& f, const RootInterval& root,
                                         const Rational& width,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::strong_ordering compare_roots(const SparsePoly<Rationals>& f, const RootInterval& root_f,
                                                   const SparsePoly<Rationals>& g, const RootInterval& root_g,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT int sign_at_root(const SparsePoly<Rationals>& g, const SparsePoly<Rationals>& f,
                                 const RootInterval& root,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::string root_to_decimal(const SparsePoly<Rationals>& f, const RootInterval& root,
                                            std::size_t digits,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<std::string> roots_to_decimal(
    const SparsePoly<Rationals>& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<std::string> roots_to_significant(
    const SparsePoly<Rationals>& f, const std::vector<RootInterval>& roots, std::size_t digits,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT int sign_at(const SparsePoly<Rationals>& g, const AlgebraicReal& x,
                            const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
