// A root brought to the form in which the operations on roots work: exact, or a standard dyadic cell of a polynomial
// that is square-free and without rational roots.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/dyadic_cell.hpp"

namespace polyfork::inline v1 {
namespace detail {

struct LocatedRoot {
  PolyZ polynomial;  ///< square-free, without rational roots; the cell holds exactly one root of it
  bool exact = false;
  Rational value;   ///< when exact
  DyadicCell cell;  ///< otherwise

  /// Makes the cell of an inexact root `bits` times two narrower.
  void refine(std::int64_t bits, const ExecutionContext& ctx);
};

/// Throws DomainError when f is zero, or the interval does not isolate one root of f.
LocatedRoot locate_root(const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
