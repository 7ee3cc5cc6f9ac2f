// Parts of products over Z/pZ, and factors whose transforms are kept.
//
// A product whose operands are the same object, as in mul(a, a), is a square and costs two transforms instead of three.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// a b modulo x^n. Throws ModulusMismatch for polynomials over different fields and DomainError for polynomials in
/// different variables, as all functions of this file.
POLYFORK_EXPORT PolyZp mullow(const PolyZp& a, const PolyZp& b, std::size_t n,
                              const ExecutionContext& ctx = ExecutionContext::default_context());
/// a b without its n lowest coefficients, divided by x^n.
POLYFORK_EXPORT PolyZp mulhigh(const PolyZp& a, const PolyZp& b, std::size_t n,
                               const ExecutionContext& ctx = ExecutionContext::default_context());
/// Coefficients [begin, end) of a b as a polynomial: the middle product. By transforms it costs one cyclic product of
/// length max(end, length(a b) - begin) (Hanrot, Quercia, Zimmermann, AAECC 14, 2004). Zero when end <= begin.
POLYFORK_EXPORT PolyZp mulmid(const PolyZp& a, const PolyZp& b, std::size_t begin, std::size_t end,
                              const ExecutionContext& ctx = ExecutionContext::default_context());

/// A factor of several products: its transforms are computed once. Immutable, cheap to copy; its memory is charged to
/// the context it was made with.
class POLYFORK_EXPORT PreparedFactor {
 public:
  /// For products with polynomials of up to max_length coefficients, at least 1.
  PreparedFactor(const PolyZp& b, std::size_t max_length,
                 const ExecutionContext& ctx = ExecutionContext::default_context());

  const PolyZp& factor() const noexcept;
  std::size_t max_length() const noexcept;

  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// a times the factor. Two transforms of the length that was prepared, where three are needed without. Throws
/// DomainError when a is longer than the factor was prepared for.
POLYFORK_EXPORT PolyZp mul(const PolyZp& a, const PreparedFactor& b,
                           const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
