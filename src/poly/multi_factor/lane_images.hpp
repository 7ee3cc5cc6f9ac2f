// Images of one step of lifting in vectors: values, liftings and changes of variables at eight points at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_factor/lane_lift.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A step of lifting from (x, y_1, ..., y_(k-1)) to y_k, at values of y_1, ..., y_(k-1).
struct ImageStep {
  const WordTerms& f;                   ///< in x, y_1, ..., y_k
  const std::vector<WordTerms>& leads;  ///< of the factors in x
  const std::vector<WordTerms>& known;  ///< the factors at y_k = value, x having its degree in the first term
  std::uint64_t value;
  std::size_t length;  ///< one more than the largest degree of a factor in y_k
};

/// Cells of monomials in y_1, ..., y_(k-1): products of earlier cells, the first ones being 1 and the variables.
class LaneMonomials {
 public:
  /// degrees: of the variables, 0 for x.
  explicit LaneMonomials(std::vector<std::size_t> degrees);
  /// The cell of a monomial (the exponent of x is not looked at).
  std::uint32_t cell(const std::uint32_t* exponents);
  std::size_t cells() const noexcept { return first() + factors_.size() / 2; }
  /// The first cell that is a product; before it are 1 and the variables.
  std::size_t first() const noexcept { return degrees_.size(); }
  const std::vector<std::uint32_t>& factors() const noexcept { return factors_; }

 private:
  std::uint32_t power(std::size_t v, std::size_t exponent) const noexcept {
    return static_cast<std::uint32_t>(exponent == 0 ? 0 : exponent == 1 ? v : powers_[v] + exponent - 2);
  }
  std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    factors_.insert(factors_.end(), {a, b});
    return static_cast<std::uint32_t>(cells() - 1);
  }

  std::vector<std::size_t> degrees_;
  std::vector<std::size_t> powers_;  // the cells of squares
  std::vector<std::uint32_t> factors_;
  std::vector<std::uint32_t> table_;  // by exponents, where there are not too many; 0: no cell yet
  std::unordered_map<std::uint64_t, std::uint32_t> map_;
};

class LaneImages {
 public:
  static constexpr std::size_t points = LaneLiftKernel::lanes;

  /// Whether there are vectors for factors of a polynomial of this degree in x, modulo odd primes below 2^31.
  static bool serve(std::size_t degree);
  /// Nothing where there are no vectors for the modulus, or the factors are too large for what they gain.
  static std::optional<LaneImages> make(const ImageStep& step, const WordModulus& p);

  /// Words for at().
  std::size_t workspace() const noexcept { return points * workspace_cells_; }
  /// The factors at eight points, as polynomials in x and y_k: out[8 (begin_s + m w_s + x) + j] is the coefficient of
  /// x^x y_k^m of factor s at point j, w_s its width, begin_s the sum of length w over the factors before. Coordinate
  /// v < k of point j is at coordinates[8 (v - 1) + j]. The result has bit j where point j is lucky.
  unsigned at(std::span<const std::uint64_t> coordinates, std::span<std::uint64_t> workspace,
              std::span<std::uint64_t> out) const;

 private:
  struct Sums {
    std::vector<std::uint64_t> coefficients;  // times R
    std::vector<std::uint32_t> values;
    std::vector<std::uint32_t> ends;
    LaneTerms terms() const noexcept { return {coefficients.data(), values.data(), ends.data(), ends.size()}; }
  };

  LaneImages(const ImageStep& step, const WordModulus& p, const LaneLiftKernel& kernel);
  /// place(exponents) < places.
  template <class Place>
  Sums sums_of(const WordTerms& a, std::size_t places, const Place& place);
  /// Row i: of polynomials in y = t + value the coefficients of t^i, from those of y^j; times `scale`.
  std::vector<std::uint64_t> shift_matrix(std::size_t length, std::uint64_t value, std::uint64_t scale) const;

  SumModulus modulus_;
  const LaneLiftKernel* kernel_;
  LaneMonomials monomials_;
  std::size_t length_;
  std::vector<std::uint32_t> degrees_;
  std::size_t width_ = 1;  // of f
  std::size_t rows_;       // of f
  Sums f_;
  std::vector<Sums> known_;
  std::vector<Sums> leads_;
  std::vector<std::uint64_t> to_t_;                     // of f
  std::vector<std::vector<std::uint64_t>> leads_to_t_;  // of each lead
  std::vector<std::uint64_t> from_t_;
  std::size_t factor_cells_ = 0;
  std::size_t lead_rows_ = 0;  // the largest number of a lead's rows
  std::size_t workspace_cells_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
