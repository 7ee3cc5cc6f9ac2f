// A root brought to the form in which the operations on roots work: exact, or a standard dyadic cell of a polynomial
// that is square-free and without rational roots.
#pragma once

#include <cstdint>
#include <memory>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct LocatedRoot {
  std::shared_ptr<const Preprocessed> source;  ///< its product has the inexact root in the cell, and no other
  bool exact = false;
  Rational value;   ///< when exact
  DyadicCell cell;  ///< otherwise

  const PolyZ& polynomial() const { return source->factors.product(); }
  /// Makes the cell of an inexact root 2^bits times narrower.
  void refine(std::int64_t bits, const ExecutionContext& ctx);
};

/// The root of f in the interval. Throws DomainError when f is zero, or the interval does not isolate one root of f.
LocatedRoot locate_root(const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx);

/// The root in the interval for a polynomial that is preprocessed. Precondition: the interval has exactly one root.
LocatedRoot locate_isolated_root(std::shared_ptr<const Preprocessed> source, const RootInterval& root,
                                 const ExecutionContext& ctx);

/// The coarsest standard dyadic cell inside the interval around the one root of g there. Preconditions: g has exactly
/// one root in (lower, upper), which is simple, and no rational roots.
DyadicCell coarsest_cell(const IntegerVector& g, const Rational& lower, const Rational& upper,
                         const ExecutionContext& ctx);

/// The preprocessed polynomial, for locate_isolated_root. Throws DomainError for zero.
std::shared_ptr<const Preprocessed> preprocess_for_roots(const PolyZ& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
