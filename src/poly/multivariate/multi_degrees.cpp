// Images in every variable at one point: a term's value at the whole point, divided by the power of one variable, is
// what it contributes to that variable's image. The points' inverses make this two products for each term and variable.
#include "poly/multivariate/multi_degrees.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/word_terms.hpp"
#include "poly/residues/field_poly.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/half_gcd.hpp"
#include "poly/residues/word_matrix.hpp"
#include "ring/table_field.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t many_terms = std::size_t{1} << 14;   // of two operands whose images are computed in parallel
constexpr std::size_t grain_terms = std::size_t{1} << 11;  // of a task

/// Univariate images of one polynomial.
template <class F>
class Images {
 public:
  Images(const ModularTable& a, std::span<const std::uint64_t> point, const F& m, const ExecutionContext& ctx)
      : a_(a), m_(m), n_(point.size()) {
    resize_unwritten(values_, a.coefficients.size());
    std::vector<WordPowers<F>> powers;
    for (std::size_t k = 0; k < n_; ++k) {
      const bool occurs = a.degrees[k] != 0;
      powers.emplace_back(m, occurs ? point[k] : m.reduce(1), a.degrees[k]);
      inverses_.emplace_back(m, occurs ? m.inverse(point[k]) : m.reduce(1), a.degrees[k]);
    }
    parallel_for(ctx, values_.size(), grain_terms, [&](std::size_t begin, std::size_t end) {
      std::copy(a.coefficients.begin() + static_cast<std::ptrdiff_t>(begin),
                a.coefficients.begin() + static_cast<std::ptrdiff_t>(end),
                values_.begin() + static_cast<std::ptrdiff_t>(begin));
      for (std::size_t k = 0; k < n_; ++k) {
        if (a.degrees[k] == 0) continue;
        for (std::size_t i = begin; i < end; ++i)
          values_[i] = m.mul(values_[i], powers[k](static_cast<std::uint32_t>(a.exponents(i, k))));
      }
    });
  }

  /// The image in variable k; in parallel over the terms where it is short beside them.
  std::vector<std::uint64_t> in(std::size_t k, const ExecutionContext& ctx) const {
    const std::size_t length = a_.degrees[k] + 1;
    const std::size_t grain = std::max(grain_terms, 8 * length);
    std::vector<std::uint64_t> image = parallel_reduce<std::vector<std::uint64_t>>(
        ctx, values_.size(), grain, std::vector<std::uint64_t>(length, 0),
        [&](std::size_t begin, std::size_t end) {
          std::vector<std::uint64_t> sums(length, 0);
          for (std::size_t i = begin; i < end; ++i) {
            std::uint64_t& sum = sums[a_.exponents(i, k)];
            sum = m_.add(sum, values_[i]);
          }
          return sums;
        },
        [&](std::vector<std::uint64_t>&& left, std::vector<std::uint64_t>&& right) {
          for (std::size_t e = 0; e < length; ++e) left[e] = m_.add(left[e], right[e]);
          return std::move(left);
        });
    for (std::size_t e = 0; e < image.size(); ++e)
      image[e] = m_.mul(image[e], inverses_[k](static_cast<std::uint32_t>(e)));
    return image;
  }

 private:
  const ModularTable& a_;
  const F& m_;
  std::size_t n_;
  ResidueVector values_;
  std::vector<WordPowers<F>> inverses_;
};

template <class F>
std::size_t gcd_degree(std::vector<std::uint64_t> u, std::vector<std::uint64_t> v, const F& m,
                       const ExecutionContext& ctx) {
  if constexpr (std::is_same_v<F, WordModulus>) {
    constexpr std::size_t long_images = 4096;  // Euclid's algorithm is quadratic
    if (std::min(u.size(), v.size()) > long_images) {
      ResidueVector a(u.begin(), u.end());
      ResidueVector b(v.begin(), v.end());
      normalise_words(a);
      normalise_words(b);
      return gcd_words(WordAlgebra(PrimeField::trusted(m.value()), ctx), std::move(a), std::move(b)).size() - 1;
    }
  }
  return word_gcd(u, v, m, ctx).size() - 1;
}

}  // namespace

template <class F>
std::vector<std::uint64_t> gcd_degree_bounds(const ModularTable& a, const ModularTable& b,
                                             std::span<const std::size_t> which, const F& m,
                                             const ExecutionContext& ctx) {
  std::vector<std::uint64_t> bounds(a.degrees.size(), 0);
  std::vector<std::uint64_t> point(a.degrees.size());
  WordRandom random(element_count(m), m);
  for (std::uint64_t& x : point) x = random.next();
  std::uint64_t largest = 0;
  for (const std::size_t k : which) largest = std::max({largest, a.degrees[k], b.degrees[k]});
  const std::size_t grain = a.coefficients.size() + b.coefficients.size() < many_terms ? 2 : 1;
  const std::size_t at_once = grain == 1 ? which.size() : 1;
  const MemoryReservation reservation(
      ctx.memory(), saturating_mul(2 * sizeof(std::uint64_t),
                                   saturating_add(saturating_mul(largest, at_once), a.coefficients.size())));
  std::optional<Images<F>> images[2];
  parallel_for(ctx, 2, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) images[i].emplace(i == 0 ? a : b, point, m, ctx);
  });
  // Variables side by side where there are many terms.
  parallel_for(ctx, which.size(), grain == 1 ? 1 : which.size() + 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t k = which[i];
      ctx.poll();
      std::vector<std::uint64_t> u;
      std::vector<std::uint64_t> v;
      parallel_for(ctx, 2, grain, [&](std::size_t first, std::size_t last) {
        for (std::size_t j = first; j < last; ++j) (j == 0 ? u : v) = images[j]->in(k, ctx);
      });
      bounds[k] = std::min(a.degrees[k], b.degrees[k]);
      if (u.back() == 0 && v.back() == 0) continue;
      bounds[k] = std::min<std::uint64_t>(bounds[k], gcd_degree(std::move(u), std::move(v), m, ctx));
    }
  });
  return bounds;
}

template std::vector<std::uint64_t> gcd_degree_bounds(const ModularTable&, const ModularTable&,
                                                      std::span<const std::size_t>, const WordModulus&,
                                                      const ExecutionContext&);
template std::vector<std::uint64_t> gcd_degree_bounds(const ModularTable&, const ModularTable&,
                                                      std::span<const std::size_t>, const TableField&,
                                                      const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
