// The leading coefficient of a polynomial in its main variable, taken apart once for all points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/poly/multi_factor/multi_factor.hpp>

#include "poly/multi_factor/lead_distribution.hpp"
#include "poly/multivariate/multi_modular.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <GcdDomain R>
class LeadParts {
 public:
  using P = SparseMultiPoly<R>;

  /// f and the sequence, x first, must outlive this.
  LeadParts(const P& f, std::span<const std::size_t> sequence, const ExecutionContext& ctx)
      : one_(one_like(f)), ctx_(ctx), factors_(factor(leading_part(f, sequence[0], ctx), ctx)) {
    for (const MultiFactor<R>& h : factors_.factors) terms_.emplace_back(h.polynomial, sequence, ctx);
  }

  /// What is no polynomial: over Z the content with its sign.
  const typename R::element& unit() const noexcept { return factors_.unit; }

  /// The leading coefficients of classes up to elements of the ring, normalised; map(terms) brings terms into the field
  /// of the images.
  template <class F, class Map>
  std::optional<std::vector<P>> of_classes(const ClassImages& images, std::span<const std::uint64_t> point,
                                           const F& field, const Map& map) const {
    std::vector<P> leads(images.leads.front().size(), one_);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const MultiFactor<R>& h = factors_.factors[i];
      const auto exponents = distributed(map(terms_[i]), h.multiplicity, images, point, field);
      if (!exponents) return std::nullopt;
      for (std::size_t s = 0; s < leads.size(); ++s)
        if ((*exponents)[s] != 0) leads[s] = mul(leads[s], pow(h.polynomial, (*exponents)[s], ctx_), ctx_);
    }
    return leads;
  }

 private:
  P one_;
  const ExecutionContext& ctx_;
  MultiFactorization<R> factors_;
  std::vector<ModularTerms<R>> terms_;  // of the factors, which stay where they are
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
