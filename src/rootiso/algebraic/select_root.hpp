// Which root of a polynomial a number is that can be enclosed as tightly as one likes.
#pragma once

#include <cstddef>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "rootiso/algebraic/algebraic_state.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct Bounds {
  Rational lower;
  Rational upper;
};

/// With dyadic ends and about as many correct bits as asked for.
using Enclosure = FunctionRef<Bounds(std::size_t bits)>;

/// A root of h, rational or with its minimal polynomial and a cell.
struct SelectedRoot {
  std::optional<Rational> value;
  PolyZ polynomial;
  DyadicCell cell;
};

/// The root of h that lies in all the intervals enclosure(bits), which shrink to it as the bits grow.
///
/// h is factored. An irreducible factor that has a sign on an interval is out; when one factor is left whose derivative
/// has a sign, too, the interval has one root of it. Where h has several roots close together, one of them is told from
/// the others by refining the operands, whose degrees are small, and never by subdividing h. Each interval costs O(deg
/// h) operations on numbers of `bits` bits.
SelectedRoot select_root(const PolyZ& h, Enclosure enclosure, const ExecutionContext& ctx);
/// select_root without factoring where all roots of h, whatever their multiplicities, are conjugates: h is a multiple
/// of a power of their minimal polynomial, which is its square-free part.
SelectedRoot select_conjugate(const PolyZ& h, Enclosure enclosure, const ExecutionContext& ctx);
/// The root of an irreducible h of degree at least 2 that lies in all the intervals: select_root without factoring.
SelectedRoot select_root_of_irreducible(const PolyZ& h, Enclosure enclosure, const ExecutionContext& ctx);

/// The number.
AlgebraicReal number_at(SelectedRoot root);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
