// A search that is begun before it is known to be of use.
//
// That a polynomial is square-free and that it has no rational roots are shown modulo primes, mostly on one thread, and
// are nearly always true of polynomials that one would not expect otherwise. Where threads are idle the real roots are
// looked for meanwhile; what was found is thrown away when either turns out false. A search that ends first, and finds
// each root where f is monotone, has shown that all real roots are simple: then the answer does not wait for the proof
// about the others, which is the longest chain of steps of the three for random polynomials.
#pragma once

#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Work on a polynomial that is square-free without rational roots, or else will be stopped through its context. It may
/// end well only if it has found all real roots to be simple, whatever the polynomial.
using EarlySearch = FunctionRef<void(const IntegerVector& f, const ExecutionContext& ctx)>;

struct EarlyResult {
  std::vector<Rational> roots;  ///< ascending
  PolyZ rest;                   ///< f without their linear factors
  bool searched;                ///< the search has ended and there are no rational roots
  bool proved_square_free;      ///< else the real roots alone are known to be simple
};

/// Enough threads are idle while the proofs run, and nothing limits the memory that a vain search would take.
bool worth_an_early_search(const IntegerVector& f, const ExecutionContext& ctx);

/// Searches f while it is proved that it is square-free and its rational roots are looked for. Nothing when f was not
/// proved to be square-free; the proof may be left out, unless it is wanted, when it is the last to end. What the
/// search throws is thrown only when its result would have counted. Preconditions: f primitive, f(0) != 0, degree >= 1.
std::optional<EarlyResult> search_early(const PolyZ& f, EarlySearch search, bool proof_wanted,
                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
