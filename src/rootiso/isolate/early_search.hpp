// A search that is begun before it is known to be of use.
//
// That a polynomial is square-free and has no rational roots is shown modulo primes, mostly on one thread, and is true
// of most polynomials. Where threads are idle the real roots are searched at the same time; the outcome is dropped when
// either turns out false. A search that ends first, and finds each root in a cell where f is monotone, has shown that
// all real roots are simple: then the answer does not wait for the proof about the complex roots, which takes the
// longest of the three for random polynomials.
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

/// A search of the real roots of f. If f is not square-free or has rational roots, it will be stopped through its
/// context; it must not return unless it has found all real roots to be simple.
using EarlySearch = FunctionRef<void(const IntegerVector& f, const ExecutionContext& ctx)>;

struct EarlyResult {
  std::vector<Rational> roots;  ///< ascending
  PolyZ rest;                   ///< f without their linear factors
  bool searched;                ///< the search has ended and there are no rational roots
  bool proved_square_free;      ///< else the real roots alone are known to be simple
};

/// Whether enough threads are idle while the proofs run, and the memory is not limited: a search that is dropped would
/// have taken some of it.
bool worth_an_early_search(const IntegerVector& f, const ExecutionContext& ctx);

/// Searches f while it is proved that f is square-free and its rational roots are found. Nothing when f was not proved
/// to be square-free. Unless `proof_wanted`, the proof is stopped when the two others end first. What the search throws
/// is thrown only when its result would have counted. Preconditions: f primitive, f(0) != 0, degree >= 1.
std::optional<EarlyResult> search_early(const PolyZ& f, EarlySearch search, bool proof_wanted,
                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
