// Collins' modular resultant: values of the last variable, resultants in the others, interpolation.
//
// All points serve: where leading coefficients vanish the formal degrees are kept, so that a value of the resultant is
// always the resultant of the values (zero when both vanish).
// Literature: docs/reference/bibliography.md, [collins71].
#include "poly/multivariate/multi_resultant_image.hpp"

#include <algorithm>
#include <optional>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/residues/multipoint.hpp>

#include "poly/residues/half_gcd.hpp"
#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Interpolation in the points 0, ..., n - 1: by a matrix, or by a subproduct tree where the matrix would be large.
class RowInterpolation {
 public:
  RowInterpolation(std::size_t n, const PrimeField& field, const ExecutionContext& ctx) : ctx_(ctx) {
    constexpr std::size_t matrix_rows = 256;
    std::vector<std::uint64_t> points(n);
    for (std::size_t i = 0; i < n; ++i) points[i] = i;
    if (n <= matrix_rows)
      matrix_.emplace(points, field.word_modulus());
    else
      tree_.emplace(field, points, ctx);
  }
  void coefficients(std::span<const std::uint64_t> values, std::span<std::uint64_t> out) const {
    ctx_.poll();
    if (matrix_) return matrix_->coefficients(values, out);
    const PolyZp f = interpolate(*tree_, values, ctx_);
    std::copy(f.coefficients().begin(), f.coefficients().end(), out.begin());
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(f.length()), out.end(), 0);
  }

 private:
  const ExecutionContext& ctx_;
  std::optional<WordInterpolation<WordModulus>> matrix_;
  std::optional<EvaluationPoints> tree_;
};

class ResultantImage {
 public:
  ResultantImage(std::size_t degree_a, std::size_t degree_b, std::span<const std::size_t> lengths,
                 const PrimeField& field, const ExecutionContext& ctx)
      : degree_a_(degree_a),
        degree_b_(degree_b),
        lengths_(lengths),
        algebra_(field, ctx),
        m_(field.word_modulus()),
        ctx_(ctx) {
    for (const std::size_t n : lengths) interpolations_.emplace_back(n, field, ctx);
  }

  /// a and b in the variables 0, ..., k.
  std::vector<std::uint64_t> run(const WordTerms& a, const WordTerms& b) const {
    const std::size_t k = a.variables - 1;
    if (k == 0) return {univariate(a, b)};
    const std::size_t n = lengths_[k - 1];
    std::vector<std::vector<std::uint64_t>> values(n);
    const WordLastVariable last_a(a);
    const WordLastVariable last_b(b);
    const std::size_t grain = (a.size() + b.size()) * n > 4096 ? 1 : n;
    parallel_for(ctx_, n, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        ctx_.poll();
        values[i] = run(last_a.evaluate(i, m_, ctx_), last_b.evaluate(i, m_, ctx_));
      }
    });
    const std::size_t others = values[0].size();
    std::vector<std::uint64_t> array(others * n);
    std::vector<std::uint64_t> column(n);
    for (std::size_t i = 0; i < others; ++i) {
      for (std::size_t j = 0; j < n; ++j) column[j] = values[j][i];
      interpolations_[k - 1].coefficients(column, std::span(array).subspan(i * n, n));
    }
    return array;
  }

 private:
  static ResidueVector dense(const WordTerms& a) {
    ResidueVector f(a.empty() ? 0 : a.monomial(0)[0] + 1);
    for (std::size_t i = 0; i < a.size(); ++i) f[a.monomial(i)[0]] = a.coefficients[i];
    return f;
  }

  std::uint64_t univariate(const WordTerms& a, const WordTerms& b) const {
    if (a.empty() || b.empty()) return 0;
    ResidueVector f = dense(a);
    ResidueVector g = dense(b);
    const std::size_t missing_a = degree_a_ + 1 - f.size();
    const std::size_t missing_b = degree_b_ + 1 - g.size();
    if (missing_a != 0 && missing_b != 0) return 0;
    std::uint64_t factor = missing_a != 0 ? m_.pow(g.back(), missing_a) : m_.pow(f.back(), missing_b);
    if (missing_a % 2 != 0 && degree_b_ % 2 != 0) factor = m_.neg(factor);
    return m_.mul(factor, resultant_words(algebra_, std::move(f), std::move(g)));
  }

  std::size_t degree_a_;
  std::size_t degree_b_;
  std::span<const std::size_t> lengths_;
  WordAlgebra algebra_;
  WordModulus m_;
  const ExecutionContext& ctx_;
  std::vector<RowInterpolation> interpolations_;
};

}  // namespace

std::vector<std::uint64_t> resultant_image(const WordTerms& a, const WordTerms& b, std::size_t degree_a,
                                           std::size_t degree_b, std::span<const std::size_t> lengths,
                                           const PrimeField& field, const ExecutionContext& ctx) {
  std::size_t size = 1;
  for (const std::size_t n : lengths) size *= n;
  const MemoryReservation reservation(ctx.memory(), 2 * size * sizeof(std::uint64_t));
  return ResultantImage(degree_a, degree_b, lengths, field, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
