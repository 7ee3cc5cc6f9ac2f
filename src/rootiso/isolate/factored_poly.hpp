// Square-free factors and their product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Nonconstant factors, pairwise coprime, and the product of each taken once. A single factor, which is what most
/// polynomials have, is the product itself and not copied.
class FactoredPoly {
 public:
  using Factor = SquareFreeFactor<Integers>;

  /// Without factors: the product is 1, in this variable.
  explicit FactoredPoly(const std::string& variable = "x")
      : product_(PolyZ::constant(Integer(1)).with_variable(variable)) {}

  void add(PolyZ&& factor, std::uint64_t multiplicity, const ExecutionContext& ctx) {
    if (!factors_.empty()) product_ = mul(product(), factor, ctx);
    factors_.push_back({std::move(factor), multiplicity});
  }

  const PolyZ& product() const noexcept { return factors_.size() == 1 ? factors_.front().factor : product_; }
  std::size_t size() const noexcept { return factors_.size(); }
  bool empty() const noexcept { return factors_.empty(); }
  const Factor& front() const noexcept { return factors_.front(); }
  auto begin() const noexcept { return factors_.begin(); }
  auto end() const noexcept { return factors_.end(); }

  /// The factors, moved out.
  std::vector<Factor> take() && noexcept { return std::move(factors_); }

  std::size_t bytes() const noexcept {
    std::size_t bytes = product_.coefficients().bytes();
    for (const Factor& f : factors_) bytes += f.factor.coefficients().bytes();
    return bytes;
  }

 private:
  std::vector<Factor> factors_;
  PolyZ product_;  // of two or more; 1 where there is none
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
