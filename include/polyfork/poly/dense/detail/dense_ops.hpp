// Vector-level arithmetic of DensePoly<R>.
//
// The primary template (dense_generic.hpp) works for any ring on arrays of elements; Z, Q and Z/pZ are specialised
// on their flat vectors and compiled in src/poly. Vectors are coefficient lists in ascending degree; `normalised`
// means that the last entry, if any, is not zero. Inputs are normalised unless said otherwise, outputs always are.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Ring R>
struct DenseOps;

// What every DenseOps<R> offers; V = R::vector_type, E = R::element.
#define POLYFORK_DENSE_OPS_MEMBERS(R)                                                                                 \
  using V = R::vector_type;                                                                                           \
  using E = R::element;                                                                                               \
  static void normalise(const R& ring, V& a, const ExecutionContext& ctx = ExecutionContext::default_context());      \
  static V add(const R& ring, const V& a, const V& b, const ExecutionContext& ctx);                                   \
  static V sub(const R& ring, const V& a, const V& b, const ExecutionContext& ctx);                                   \
  static V neg(const R& ring, V a);                                                                                   \
  static V scale(const R& ring, const V& a, const E& factor, const ExecutionContext& ctx);                            \
  static V mul(const R& ring, const V& a, const V& b, const ExecutionContext& ctx);                                   \
  /* x^k a, and a div x^k (the k lowest coefficients dropped) */                                                      \
  static V shift_left(const R& ring, const V& a, std::size_t k, const ExecutionContext& ctx);                         \
  static V shift_right(const R& ring, const V& a, std::size_t k, const ExecutionContext& ctx);                        \
  static V derivative(const R& ring, const V& a, const ExecutionContext& ctx);                                        \
  static E evaluate(const R& ring, const V& a, const E& x, const ExecutionContext& ctx);                              \
  /* the same into a vector or number whose memory is reused; it may be an operand */                                 \
  static void add_into(const R& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx);                   \
  static void sub_into(const R& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx);                   \
  static void neg_into(const R& ring, V& out, const V& a, const ExecutionContext& ctx);                               \
  static void scale_into(const R& ring, V& out, const V& a, const E& factor, const ExecutionContext& ctx);            \
  static void mul_into(const R& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx);                   \
  static void derivative_into(const R& ring, V& out, const V& a, const ExecutionContext& ctx);                        \
  static void evaluate_into(const R& ring, E& out, const V& a, const E& x, const ExecutionContext& ctx);              \
  static void shift_left_into(const R& ring, V& out, const V& a, std::size_t k, const ExecutionContext& ctx);         \
  static void shift_right_into(const R& ring, V& out, const V& a, std::size_t k, const ExecutionContext& ctx);        \
  static void gcd_into(const R& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx);                   \
  /* false where try_exact_div gives nothing; then the vectors have some value */                                     \
  static bool exact_div_into(const R& ring, V& quotient, const V& a, const V& b, const ExecutionContext& ctx);        \
  /* likewise; quotient and remainder are two vectors */                                                              \
  static bool div_rem_into(const R& ring, V& quotient, V& remainder, const V& a, const V& b,                          \
                           const ExecutionContext& ctx);                                                              \
  /* a / factor coefficient by coefficient; nothing when it is not exact. factor != 0 */                              \
  static std::optional<V> try_divide_scalar(const R& ring, const V& a, const E& factor, const ExecutionContext& ctx); \
  /* quotient and remainder when lc(b) is a unit (or every step divides); nothing otherwise. b not empty */           \
  static std::optional<std::pair<V, V>> try_div_rem(const R& ring, const V& a, const V& b,                            \
                                                    const ExecutionContext& ctx);                                     \
  /* a / b when the division is exact; nothing otherwise. b not empty */                                              \
  static std::optional<V> try_exact_div(const R& ring, const V& a, const V& b, const ExecutionContext& ctx);          \
  /* gcd of the coefficients, normalised; zero for the empty vector. Over a field: 1, or over Q the rational content  \
     (gcd of numerators over the common denominator) */                                                               \
  static E content(const R& ring, const V& a, const ExecutionContext& ctx);                                           \
  /* normalised gcd: primitive with positive leading coefficient times the gcd of contents (Z), monic (fields) */     \
  static V gcd(const R& ring, const V& a, const V& b, const ExecutionContext& ctx);

template <>
struct POLYFORK_EXPORT DenseOps<Integers> {
  POLYFORK_DENSE_OPS_MEMBERS(Integers)
};
template <>
struct POLYFORK_EXPORT DenseOps<Rationals> {
  POLYFORK_DENSE_OPS_MEMBERS(Rationals)
};
template <>
struct POLYFORK_EXPORT DenseOps<PrimeField> {
  POLYFORK_DENSE_OPS_MEMBERS(PrimeField)
};

#undef POLYFORK_DENSE_OPS_MEMBERS

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
