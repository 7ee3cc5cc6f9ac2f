// Counting real roots by Sturm's theorem, written plainly on integers: the oracle of the isolator's tests. It shares
// nothing with the library but the Integer type.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork::test {

/// The Sturm sequence of a nonzero polynomial; multiple roots count once.
class SturmSequence {
 public:
  explicit SturmSequence(const PolyZ& f);

  /// Number of distinct real roots.
  std::size_t count() const;
  /// Number of distinct real roots in the half-open interval (a, b].
  std::size_t count(const Rational& a, const Rational& b) const;
  /// Number of distinct real roots in the closed interval [a, b].
  std::size_t count_closed(const Rational& a, const Rational& b) const;

 private:
  using Coefficients = std::vector<Integer>;
  std::size_t variations_at(const Rational& x) const;
  std::size_t variations_at_infinity(int direction) const;
  std::vector<Coefficients> sequence_;
};

}  // namespace polyfork::test
