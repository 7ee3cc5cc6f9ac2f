// Collins' modular resultant: values of the last variable, resultants in the others, interpolation.
//
// All points serve: where leading coefficients vanish the formal degrees are kept, so that a value of the resultant is
// always the resultant of the values (zero when both vanish).
// Modulo primes below 2^50 with few degrees of freedom the arrays are full, and eight points are looked at in one
// vector. Literature: docs/reference/bibliography.md, [collins71].
#include "poly/multivariate/multi_resultant_image.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/residues/multipoint.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/lane_grid.hpp"
#include "poly/residues/half_gcd.hpp"
#include "poly/residues/word_algebra.hpp"
#include "poly/residues/word_matrix.hpp"

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

/// The resultant of formal degrees of two normalised polynomials, not zero.
std::uint64_t formal_resultant(const WordAlgebra& algebra, ResidueVector f, ResidueVector g, std::size_t degree_a,
                               std::size_t degree_b) {
  const WordModulus& m = algebra.modulus;
  const std::size_t missing_a = degree_a + 1 - f.size();
  const std::size_t missing_b = degree_b + 1 - g.size();
  if (missing_a != 0 && missing_b != 0) return 0;
  std::uint64_t factor = missing_a != 0 ? m.pow(g.back(), missing_a) : m.pow(f.back(), missing_b);
  if (missing_a % 2 != 0 && degree_b % 2 != 0) factor = m.neg(factor);
  return m.mul(factor, resultant_words(algebra, std::move(f), std::move(g)));
}

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
  std::uint64_t univariate(const WordTerms& a, const WordTerms& b) const {
    if (a.empty() || b.empty()) return 0;
    return formal_resultant(algebra_, dense(a), dense(b), degree_a_, degree_b_);
  }

  static ResidueVector dense(const WordTerms& a) {
    ResidueVector f(a.monomial(0)[0] + 1);
    for (std::size_t i = 0; i < a.size(); ++i) f[a.monomial(i)[0]] = a.coefficients[i];
    return f;
  }

  std::size_t degree_a_;
  std::size_t degree_b_;
  std::span<const std::size_t> lengths_;
  WordAlgebra algebra_;
  WordModulus m_;
  const ExecutionContext& ctx_;
  std::vector<RowInterpolation> interpolations_;
};

/// The same on arrays, in vectors: Euclid's algorithm at eight points of x_1 at a time, without divisions, for the
/// formal degrees; points at which degrees fall otherwise are looked at one by one.
class LaneResultant {
 public:
  LaneResultant(const WordTerms& a, const WordTerms& b, std::size_t degree_a, std::size_t degree_b,
                std::span<const std::size_t> lengths, const PrimeField& field, const ExecutionContext& ctx)
      : lengths_(lengths),
        algebra_(field, ctx),
        field_(field.word_modulus()),
        ctx_(ctx),
        n_(a.variables),
        reservation_(ctx.memory(), bytes(a, b, degree_a + degree_b + 2, lengths)),
        a_lengths_(word_degrees(a)),
        b_lengths_(word_degrees(b)),
        a_(array_of(a, degree_a, a_lengths_)),
        b_(array_of(b, degree_b, b_lengths_)),
        factor_(resultant_factor(field.word_modulus(), degree_a, degree_b)) {
    for (std::size_t k = 1; k < n_; ++k) {
      ctx.poll();
      const std::size_t n = lengths[k - 1];
      axes_.push_back(field_.axis(0, k == 1 ? whole_lanes(n) : n, std::max(a_lengths_[k], b_lengths_[k]), k == 1));
      if (n_ == 2)
        row_.emplace(n, field, ctx);
      else if (!matrices_.contains(n))
        matrices_.emplace(n, field_.interpolation_at(std::span(axes_.back().points).first(n)));
    }
  }

  std::vector<std::uint64_t> run() const {
    std::vector<std::uint64_t> found(lane_places(lengths_));
    run(n_ - 1, a_.data(), b_.data(), found.data());
    if (n_ == 2) return found;
    // From the first variable fastest to the last one fastest.
    std::vector<std::uint64_t> result(found.size());
    std::vector<std::size_t> e(lengths_.size(), 0);
    for (const std::uint64_t word : found) {
      std::size_t place = 0;
      for (std::size_t k = 0; k < e.size(); ++k) place = place * lengths_[k] + e[k];
      result[place] = word;
      for (std::size_t k = 0; k < e.size() && ++e[k] == lengths_[k]; ++k) e[k] = 0;
    }
    return result;
  }

 private:
  /// Of the matrices, the arrays, and their values at the points of the last variable; of the values of `rows` rows of
  /// both operands at the points of x_1, for as many points of x_2 as are looked at together.
  static std::size_t bytes(const WordTerms& a, const WordTerms& b, std::size_t rows,
                           std::span<const std::size_t> lengths) {
    const std::vector<std::size_t> degrees_a = word_degrees(a);
    const std::vector<std::size_t> degrees_b = word_degrees(b);
    const std::size_t together = a.variables < 3 ? 1 : points_together(lengths);
    std::size_t words = saturating_mul(rows + 3, saturating_mul(together, whole_lanes(lengths[0])));
    const auto coefficients = [&](std::size_t k) { return std::max(degrees_a[k], degrees_b[k]) + 1; };
    std::size_t places = rows;
    for (std::size_t k = 1; k + 1 < a.variables; ++k) places = saturating_mul(places, coefficients(k));
    const std::size_t last = a.variables - 1;
    words = saturating_add(words, saturating_mul(places, coefficients(last) + (last < 2 ? 0 : lengths[last - 1])));
    for (std::size_t k = 1; k < a.variables; ++k)
      words = saturating_add(words, saturating_mul(whole_lanes(lengths[k - 1]), coefficients(k)));
    return saturating_mul(words, sizeof(std::uint64_t));
  }

  /// Points of x_2 for which resultants at points of x_1 are computed together.
  static std::size_t points_together(std::span<const std::size_t> lengths) noexcept {
    return std::max<std::size_t>(1, 256 / whole_lanes(lengths[0]));
  }

  static std::vector<std::size_t> array_lengths(std::vector<std::size_t> degrees, std::size_t degree) {
    for (std::size_t& n : degrees) ++n;
    degrees[0] = degree + 1;
    return degrees;
  }

  /// degrees becomes the lengths of the array.
  static std::vector<std::uint64_t> array_of(const WordTerms& a, std::size_t degree,
                                             std::vector<std::size_t>& degrees) {
    degrees = array_lengths(std::move(degrees), degree);
    const std::vector<std::size_t> strides = lane_strides(degrees);
    std::vector<std::uint64_t> array(lane_places(degrees), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::size_t place = 0;
      for (std::size_t k = 0; k < a.variables; ++k) place += a.monomial(i)[k] * strides[k];
      array[place] = a.coefficients[i];
    }
    return array;
  }

  /// Of arrays in the variables 0, ..., k; the first of the result's variables runs fastest.
  void run(std::size_t k, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out) const {
    ctx_.poll();
    if (k == 1) return over_first(a, b, 1, out);
    const std::size_t n = lengths_[k - 1];
    const std::size_t size = lane_places(lengths_.first(k - 1));
    const std::size_t size_a = lane_places(std::span(a_lengths_).first(k));
    const std::size_t size_b = lane_places(std::span(b_lengths_).first(k));
    Workspace::Frame frame;
    const auto images = frame.allocate<std::uint64_t>(n * size);
    const auto values_a = frame.allocate<std::uint64_t>(n * size_a);
    const auto values_b = frame.allocate<std::uint64_t>(n * size_b);
    field_.values(axes_[k - 1], a, size_a, a_lengths_[k], values_a.data());
    field_.values(axes_[k - 1], b, size_b, b_lengths_[k], values_b.data());
    // Points of x_2 are taken together, so that one inversion serves many of them.
    const std::size_t grain = k == 2 ? points_together(lengths_) : 1;
    parallel_for(ctx_, n, grain, [&](std::size_t begin, std::size_t end) {
      if (k == 2)
        return over_first(values_a.data() + begin * size_a, values_b.data() + begin * size_b, end - begin,
                          images.data() + begin * size);
      for (std::size_t i = begin; i < end; ++i)
        run(k - 1, values_a.data() + i * size_a, values_b.data() + i * size_b, images.data() + i * size);
    });
    field_.coefficients(matrices_.at(n), n, images.data(), size, 0, n, out, ctx_);
  }

  /// Of `outer` pairs of arrays in x_0 and x_1, one after another.
  void over_first(const std::uint64_t* a, const std::uint64_t* b, std::size_t outer, std::uint64_t* out) const {
    constexpr std::size_t lanes = LaneKernels::lanes;
    const std::size_t n = lengths_[0];
    const std::size_t count = whole_lanes(n);
    const std::size_t rows_a = a_lengths_[0];
    const std::size_t rows_b = b_lengths_[0];
    const std::size_t blocks = count / lanes;
    Workspace::Frame frame;
    const auto values_a = frame.allocate<std::uint64_t>(outer * rows_a * count);
    const auto values_b = frame.allocate<std::uint64_t>(outer * rows_b * count);
    const auto found = frame.allocate<std::uint64_t>(outer * count);
    const auto divisors = frame.allocate<std::uint64_t>(outer * count);
    const auto scratch = frame.allocate<std::uint64_t>(outer * count);
    const auto right = frame.allocate<unsigned>(outer * blocks);
    field_.columns(axes_[0], a, outer * rows_a, a_lengths_[1], 0, count, values_a.data());
    ctx_.poll();
    field_.columns(axes_[0], b, outer * rows_b, b_lengths_[1], 0, count, values_b.data());
    ctx_.poll();
    parallel_for(ctx_, outer * blocks, 4, [&](std::size_t begin, std::size_t end) {
      Workspace::Frame inner;
      const auto rows = inner.allocate<std::uint64_t>(lanes * (rows_a + rows_b));
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t j = i % blocks * lanes;
        right[i] = field_.kernels.resultant(
            field_.lane,
            {values_a.data() + i / blocks * rows_a * count + j, values_b.data() + i / blocks * rows_b * count + j,
             nullptr, rows_a, rows_b, count},
            {found.data() + i * lanes, divisors.data() + i * lanes, nullptr, nullptr}, rows.data());
      }
    });
    field_.kernels.invert(field_.lane, divisors.data(), outer * count, scratch.data());
    field_.kernels.multiply(field_.lane, found.data(), divisors.data(), factor_, outer * count);
    for (std::size_t i = 0; i < outer * blocks; ++i)
      for (std::size_t j = 0; j < lanes; ++j)
        if ((right[i] >> j & 1) == 0)
          found[i * lanes + j] =
              at_point(values_a.subspan(i / blocks * rows_a * count + i % blocks * lanes + j),
                       values_b.subspan(i / blocks * rows_b * count + i % blocks * lanes + j), count);
    if (row_)
      row_->coefficients(found.first(n), std::span(out, n));
    else
      field_.column_coefficients(matrices_.at(n).data(), n, found.data(), count, outer, 0, n, out);
  }

  std::uint64_t at_point(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::size_t stride) const {
    const auto column = [&](std::span<const std::uint64_t> from, std::size_t rows) {
      ResidueVector f(rows);
      for (std::size_t i = 0; i < rows; ++i) f[i] = from[i * stride];
      normalise_words(f);
      return f;
    };
    ResidueVector f = column(a, a_lengths_[0]);
    ResidueVector g = column(b, b_lengths_[0]);
    if (f.empty() || g.empty()) return 0;
    return formal_resultant(algebra_, std::move(f), std::move(g), a_lengths_[0] - 1, b_lengths_[0] - 1);
  }

  std::span<const std::size_t> lengths_;
  WordAlgebra algebra_;
  LaneField field_;
  const ExecutionContext& ctx_;
  std::size_t n_;
  MemoryReservation reservation_;
  std::vector<std::size_t> a_lengths_;
  std::vector<std::size_t> b_lengths_;
  std::vector<std::uint64_t> a_;
  std::vector<std::uint64_t> b_;
  std::uint64_t factor_;
  std::vector<LaneAxis> axes_;
  std::map<std::size_t, std::vector<std::uint64_t>> matrices_;  // by numbers of points
  std::optional<RowInterpolation> row_;                         // of results in one variable
};

}  // namespace

bool resultants_in_lanes(std::span<const std::size_t> degrees_a, std::size_t terms_a,
                         std::span<const std::size_t> degrees_b, std::size_t terms_b,
                         std::span<const std::size_t> lengths, std::uint64_t p) {
  constexpr std::size_t matrix_rows = 256;
  constexpr std::size_t places_for_term = 64;
  // Values at points are products with a matrix: beside few steps of Euclid's algorithm long operands cost more so.
  constexpr std::size_t length_for_step = 32;
  constexpr std::size_t most_matrix_words = std::size_t{1} << 23;
  const std::size_t n = degrees_a.size();
  if (n < 2 || !lanes_possible(p) || whole_lanes(lengths[0]) > p) return false;
  if (degrees_a[0] == 0 || degrees_b[0] == 0 || degrees_a[0] + degrees_b[0] > LaneKernels::most_terms) return false;
  const std::size_t longest = std::max(degrees_a[1], degrees_b[1]) + 1;
  if (longest > length_for_step * (degrees_a[0] + degrees_b[0])) return false;
  if (saturating_mul(lengths[0], longest) > most_matrix_words) return false;
  if (n > 2 && *std::max_element(lengths.begin(), lengths.end()) > matrix_rows) return false;
  const auto fits = [&](std::span<const std::size_t> degrees, std::size_t terms) {
    std::size_t places = 1;
    for (const std::size_t d : degrees) {
      if (d >= LaneKernels::most_terms) return false;
      places = saturating_mul(places, d + 1);
    }
    return places <= saturating_mul(places_for_term, terms);
  };
  return fits(degrees_a, terms_a) && fits(degrees_b, terms_b);
}

std::vector<std::uint64_t> resultant_image(const WordTerms& a, const WordTerms& b, std::size_t degree_a,
                                           std::size_t degree_b, std::span<const std::size_t> lengths,
                                           const PrimeField& field, const ExecutionContext& ctx) {
  std::size_t size = 1;
  for (const std::size_t n : lengths) size *= n;
  const MemoryReservation reservation(ctx.memory(), 2 * size * sizeof(std::uint64_t));
  if (!a.empty() && !b.empty() &&
      resultants_in_lanes(word_degrees(a), a.size(), word_degrees(b), b.size(), lengths, field.modulus()))
    return LaneResultant(a, b, degree_a, degree_b, lengths, field, ctx).run();
  return ResultantImage(degree_a, degree_b, lengths, field, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
