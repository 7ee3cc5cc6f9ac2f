// All monomials of a total degree within a box, in lexicographic sequence, until there are too many.
#include "poly/multi_factor/completed_support.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class Enumeration {
 public:
  /// bounds: of the exponents, that of x first.
  Enumeration(std::vector<std::size_t> bounds, std::size_t most) : bounds_(std::move(bounds)), most_(most) {}

  /// False where there are more than that.
  bool run(std::size_t total) { return extend(0, total); }
  const std::vector<std::uint32_t>& exponents() const noexcept { return exponents_; }

 private:
  bool extend(std::size_t v, std::size_t left) {
    if (v == bounds_.size()) {
      if (exponents_.size() == most_ * bounds_.size()) return false;
      exponents_.insert(exponents_.end(), row_.begin(), row_.end());
      return true;
    }
    for (std::size_t e = std::min(bounds_[v], left) + 1; e-- > 0;) {
      row_.push_back(static_cast<std::uint32_t>(e));
      const bool few = extend(v + 1, left - e);
      row_.pop_back();
      if (!few) return false;
    }
    return true;
  }

  std::vector<std::size_t> bounds_;
  std::size_t most_;
  std::vector<std::uint32_t> row_;
  std::vector<std::uint32_t> exponents_;
};

}  // namespace

WordTerms completed_support(const WordTerms& a, std::span<const std::size_t> degrees) {
  const std::size_t n = a.variables;
  std::size_t lead = 0;  // terms of the leading coefficient
  std::size_t total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.monomial(i)[0] == a.monomial(0)[0]) ++lead;
    total = std::max(total, std::accumulate(a.monomial(i), a.monomial(i) + n, std::size_t{0}));
  }
  std::vector<std::size_t> bounds{a.monomial(0)[0] - std::size_t{1}};
  bounds.insert(bounds.end(), degrees.begin(), degrees.begin() + static_cast<std::ptrdiff_t>(n - 1));
  const std::size_t others = a.size() - lead;
  Enumeration all(std::move(bounds), others + others / 4 + 2);
  if (!all.run(total)) return a;
  WordTerms result{n, {a.exponents.begin(), a.monomial(lead) - a.exponents.data() + a.exponents.begin()}, {}};
  result.coefficients.assign(a.coefficients.begin(), a.coefficients.begin() + static_cast<std::ptrdiff_t>(lead));
  std::size_t i = lead;
  for (auto row = all.exponents().begin(); row != all.exponents().end(); row += static_cast<std::ptrdiff_t>(n)) {
    const bool known = i < a.size() && std::equal(a.monomial(i), a.monomial(i) + n, row);
    result.exponents.insert(result.exponents.end(), row, row + static_cast<std::ptrdiff_t>(n));
    result.coefficients.push_back(known ? a.coefficients[i++] : 0);
  }
  return i == a.size() ? result : a;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
