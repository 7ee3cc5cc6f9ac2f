// Real root isolation of univariate polynomials over Z and Q.
//
// The answer is canonical: it depends on the polynomial, the interval and the width alone, and is the same for every
// method, number of threads and back end. Rational roots are exact points. Every other root r gets the coarsest
// standard dyadic cell (c 2^-k, (c+1) 2^-k) that contains r and whose closure contains neither another root nor zero;
// with a width, the coarsest such cell that is at most that wide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {

/// One real root: the point lower = upper when exact, otherwise the open interval (lower, upper).
struct RootInterval {
  Rational lower;
  Rational upper;
  bool exact = false;
  std::uint64_t multiplicity = 1;

  Rational width() const { return upper - lower; }
  friend bool operator==(const RootInterval&, const RootInterval&) = default;
};

/// "(1, 2)"; "3/2" for a point.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const RootInterval& root);

enum class IsolationMethod {
  automatic,
  vca,   ///< Vincent-Collins-Akritas with exact arithmetic: the reference
  local  ///< local models: on each cell a truncated Taylor polynomial in fixed point with a proved error bound; the
         ///< smaller the cell, the fewer terms and bits it needs
};
POLYFORK_EXPORT std::string_view isolation_method_name(IsolationMethod method) noexcept;
/// "auto", "vca", "local". Throws DomainError for an unknown name.
POLYFORK_EXPORT IsolationMethod isolation_method_from_name(std::string_view name);

struct IsolationOptions {
  /// Only roots in the closed interval [first, second]. Cells are not cut at its ends.
  std::optional<std::pair<Rational, Rational>> interval = std::nullopt;
  /// Largest width of an interval, > 0.
  std::optional<Rational> width = std::nullopt;
  IsolationMethod method = IsolationMethod::automatic;
  /// false: P(x) = Q(x^h) is not reduced to Q, rational roots are not divided out, and the search does not end when
  /// Descartes' rule allows no more roots. The answer is the same; its time is that of the search by itself. (The
  /// method vca has no shortcuts but rational roots, which it needs divided out.)
  bool shortcuts = true;
};

/// What the isolation did; no part of the answer.
struct IsolationStats {
  /// Factors of the square-free decomposition; 0 where all real roots were found to be simple before it was known.
  std::size_t square_free_factors = 0;
  std::size_t rational_roots = 0;
  std::size_t annuli = 0;     ///< dyadic annuli, 2^j < x < 2^(j+1) or its mirror image, that no test excluded
  std::size_t nodes = 0;      ///< nodes of the subdivision trees
  std::size_t max_depth = 0;  ///< levels between the deepest node and the root of its tree, an annulus
};

struct IsolationResult {
  std::ptrdiff_t degree = -1;
  std::vector<RootInterval> roots;  ///< ascending
  IsolationStats stats;
};

/// All real roots with multiplicities. Throws DomainError for the zero polynomial (every number is a root), for an
/// empty interval and a width that is not positive; Cancelled and MemoryLimit as the context says.
POLYFORK_EXPORT IsolationResult isolate_real_roots(const PolyZ& f, const IsolationOptions& options = {},
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT IsolationResult isolate_real_roots(const PolyQ& f, const IsolationOptions& options = {},
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// The number of distinct real roots, in the interval if one is given.
POLYFORK_EXPORT std::size_t count_real_roots(
    const PolyZ& f, const std::optional<std::pair<Rational, Rational>>& interval = std::nullopt,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::size_t count_real_roots(
    const PolyQ& f, const std::optional<std::pair<Rational, Rational>>& interval = std::nullopt,
    const ExecutionContext& ctx = ExecutionContext::default_context());
/// The number of distinct real roots, in the options' interval and by their method; their width has no influence.
POLYFORK_EXPORT std::size_t count_real_roots(const PolyZ& f, const IsolationOptions& options,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::size_t count_real_roots(const PolyQ& f, const IsolationOptions& options,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
