// Taylor shifts f(x) -> f(x + c) and affine substitutions f(x) -> f(a x + b), with the dispatcher's plans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// How a Taylor shift in Z[x] is computed.
enum class ShiftAlgorithm {
  horner,          ///< rows of multiply-and-add, n^2 / 2 of them
  tableau,         ///< Pascal's triangle in tiles of redundant digits
  tableau_bands,   ///< the same, in parallel along the diagonals of its blocks
  tableau_halves,  ///< the same, in parallel by halves: a square, then two triangles
  products,        ///< f0(x + c) + (x + c)^m f1(x + c) with fast products
  convolution,     ///< one product with the exponential series modulo as many primes as the result needs
  device           ///< the same on a device
};
POLYFORK_EXPORT std::string_view shift_algorithm_name(ShiftAlgorithm algorithm) noexcept;
/// Throws DomainError for an unknown name.
POLYFORK_EXPORT ShiftAlgorithm shift_algorithm_from_name(std::string_view name);

/// What a shift's cost depends on: the number of coefficients, their largest bit length and that of c.
struct ShiftShape {
  std::size_t length = 0;
  std::size_t bits = 0;
  std::size_t shift_bits = 1;
  /// Bits of the result's coefficients at most; 0: bits + length shift_bits, which holds for all.
  std::size_t result_bits = 0;
  std::size_t wanted = 0;  ///< first coefficients of the result that are wanted; 0: all
};

/// Thresholds of the dispatcher.
struct ShiftTuning {
  static constexpr std::string_view section = "poly.shift";
  std::int64_t horner_length = 24;            ///< Horner's scheme up to this length, without comparing plans
  std::int64_t two_limb_length = 64;          ///< the same for results of at most two limbs
  std::int64_t cached_mebibytes = 192;        ///< tables of convolutions that are kept for the next shift, at most
  std::int64_t parallel_min_limbs = 1 << 15;  ///< a task of a tableau makes that many additions of digits
  std::int64_t products_length = 256;         ///< products: the recursion ends at this length
  template <class Visitor>
  void visit(Visitor&& v) {
    v("horner_length", horner_length);
    v("two_limb_length", two_limb_length);
    v("cached_mebibytes", cached_mebibytes);
    v("parallel_min_limbs", parallel_min_limbs);
    v("products_length", products_length);
  }
};

/// What the dispatcher would do. Pure: it depends on the arguments and the processor alone. Where tables or scratch for
/// all threads do not fit under the budget's memory they are not kept, or the plan is for fewer; when nothing fits,
/// throws MemoryLimit, for an empty shape DomainError.
POLYFORK_EXPORT PlanDescription explain_shift(const ShiftShape& shape, const PlanBudget& budget);
/// Every candidate's plan, the chosen one first.
POLYFORK_EXPORT std::vector<PlanDescription> explain_shift_candidates(const ShiftShape& shape,
                                                                      const PlanBudget& budget);

/// The coefficients of f(x + c), by the plan of the dispatcher or by one named algorithm; not normalised. The named one
/// `device` asks for a device whatever the context says; DeviceError where there is none.
POLYFORK_EXPORT IntegerVector taylor_shift(const IntegerVector& f, const Integer& c,
                                           const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT IntegerVector taylor_shift_with(ShiftAlgorithm algorithm, const IntegerVector& f, const Integer& c,
                                                const ExecutionContext& ctx = ExecutionContext::default_context());

/// The first `count` coefficients of f(x + c), f's Taylor coefficients at c: `count` passes of Horner's scheme, or a
/// convolution of which these alone are reconstructed, from as many primes as they need. All of them, as taylor_shift
/// gives, when f has no more.
POLYFORK_EXPORT IntegerVector taylor_shift_first(const IntegerVector& f, const Integer& c, std::size_t count,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());

/// f(x + c). O(M(n)) operations modulo n + bits / 50 primes; see ShiftAlgorithm.
POLYFORK_EXPORT PolyZ taylor_shift(const PolyZ& f, const Integer& c,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// Into a polynomial that exists, which may be the operand: shifts of short polynomials of words in its memory. After
/// an exception it has some value.
POLYFORK_EXPORT void taylor_shift_into(PolyZ& out, const PolyZ& f, const Integer& c,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());
/// By one algorithm, as above.
inline PolyZ taylor_shift_with(ShiftAlgorithm algorithm, const PolyZ& f, const Integer& c,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return PolyZ::make(taylor_shift_with(algorithm, f.coefficients(), c, ctx), f);
}
POLYFORK_EXPORT PolyQ taylor_shift(const PolyQ& f, const Rational& c,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// Over Z/pZ: one convolution where p exceeds the degree, else divide and conquer. c is canonical.
POLYFORK_EXPORT PolyZp taylor_shift(const PolyZp& f, std::uint64_t c,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// Into polynomials that exist, as over Z: over Q shifts of short polynomials of words by integers in their memory,
/// over Z/pZ all shifts.
POLYFORK_EXPORT void taylor_shift_into(PolyQ& out, const PolyQ& f, const Rational& c,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT void taylor_shift_into(PolyZp& out, const PolyZp& f, std::uint64_t c,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

/// f(a x + b).
POLYFORK_EXPORT PolyZ affine(const PolyZ& f, const Integer& a, const Integer& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyQ affine(const PolyQ& f, const Rational& a, const Rational& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyZp affine(const PolyZp& f, std::uint64_t a, std::uint64_t b,
                              const ExecutionContext& ctx = ExecutionContext::default_context());

/// Over any other ring: composition with x + c or a x + b, O(M(n) log n) operations.
template <Ring R>
DensePoly<R> affine(const DensePoly<R>& f, const typename R::element& a, const typename R::element& b,
                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return compose(f, DensePoly<R>::from_elements(f.ring(), {b, a}).with_variable(f.variable()), ctx);
}
template <Ring R>
DensePoly<R> taylor_shift(const DensePoly<R>& f, const typename R::element& c,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return f.is_constant() || f.ring().is_zero(c) ? f : affine(f, f.ring().one(), c, ctx);
}
/// Into a polynomial that exists, which may be the operand.
template <Ring R>
void taylor_shift_into(DensePoly<R>& out, const DensePoly<R>& f, const typename R::element& c,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  out = taylor_shift(f, c, ctx);
}

}  // namespace v1
}  // namespace polyfork
