// Horner's rule in one variable after another, over the exponents that occur.
//
// Terms are grouped by their degrees, ascending, and within a degree by the exponents of x_1, those by the exponents of
// x_2 and so on, descending. Sums of groups are multiplied by f' or g_j to the power of the distance to the next group,
// and a group with x_j^k by d_j^(m_j - k). So no list of powers is held, and terms with a common beginning share their
// products.
#include "system/proofs/equation_at_roots.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Terms = std::span<const std::size_t>;

/// The terms at the beginning with one and the same key.
template <class Key>
Terms first_group(Terms terms, const Key& key) {
  std::size_t size = 1;
  while (size < terms.size() && key(terms[size]) == key(terms[0])) ++size;
  return terms.first(size);
}

class ValueAtRoots {
 public:
  ValueAtRoots(const IntegerEquation& equation, const UnivariateRepresentation& r, const PolyZ& slope,
               const ExecutionContext& ctx)
      : equation_(equation), r_(r), slope_(slope), ctx_(ctx), most_(r.numerators.size(), 0) {
    for (std::size_t v = 0; v < most_.size(); ++v) {
      denominators_.push_back(PolyZ::constant(Integers{}, r.denominators[v]));
      for (const auto& e : equation.exponents) most_[v] = std::max(most_[v], e[v]);
    }
  }

  HeldPolynomial of_all() const {
    const std::size_t count = equation_.exponents.size();
    const MemoryReservation lists(ctx_.memory(), 2 * count * sizeof(std::size_t));
    std::vector<std::uint64_t> degrees;
    degrees.reserve(count);
    for (const auto& e : equation_.exponents) degrees.push_back(std::reduce(e.begin(), e.end()));
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (degrees[a] != degrees[b]) return degrees[a] < degrees[b];
      return equation_.exponents[a] > equation_.exponents[b];
    });
    const auto degree = [&](std::size_t term) { return degrees[term]; };
    HeldPolynomial sum;
    std::uint64_t before = 0;
    for (Terms rest = order; !rest.empty();) {
      const Terms group = first_group(rest, degree);
      sum = product_with_power(std::move(sum), slope_, degrees[group[0]] - before, ctx_);
      before = degrees[group[0]];
      sum = sum_of(std::move(sum), of_group(group, 0), ctx_);
      rest = rest.subspan(group.size());
    }
    return sum;
  }

 private:
  /// Terms whose exponents of variables before x_v are the same, which are left out.
  HeldPolynomial of_group(Terms terms, std::size_t v) const {
    if (v == most_.size()) return {PolyZ::constant(Integers{}, equation_.coefficients[terms[0]]), ctx_};
    const auto exponent = [&](std::size_t term) { return equation_.exponents[term][v]; };
    std::uint64_t before = exponent(terms[0]);
    HeldPolynomial factor(PolyZ::constant(Integers{}, Integer(1)), ctx_);  // d_v^(m_v - before)
    factor = product_with_power(std::move(factor), denominators_[v], most_[v] - before, ctx_);
    HeldPolynomial sum;
    for (Terms rest = terms; !rest.empty();) {
      const Terms group = first_group(rest, exponent);
      const std::uint64_t distance = before - exponent(group[0]);
      sum = product_with_power(std::move(sum), r_.numerators[v], distance, ctx_);
      factor = product_with_power(std::move(factor), denominators_[v], distance, ctx_);
      before = exponent(group[0]);
      sum = sum_of(std::move(sum), product_of(of_group(group, v + 1), factor.value, ctx_), ctx_);
      rest = rest.subspan(group.size());
    }
    return product_with_power(std::move(sum), r_.numerators[v], before, ctx_);
  }

  const IntegerEquation& equation_;
  const UnivariateRepresentation& r_;
  const PolyZ& slope_;
  const ExecutionContext& ctx_;
  std::vector<std::uint64_t> most_;  // the degree in each variable
  std::vector<PolyZ> denominators_;
};

}  // namespace

HeldPolynomial equation_at_roots(const IntegerEquation& equation, const UnivariateRepresentation& r, const PolyZ& slope,
                                 const ExecutionContext& ctx) {
  return ValueAtRoots(equation, r, slope, ctx).of_all();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
