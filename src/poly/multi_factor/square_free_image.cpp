// Images in one variable at a random point, all variables in one pass over the terms.
#include "poly/multi_factor/square_free_image.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_parts.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t image_prime = 4611686018427387847;       // below 2^62
constexpr std::uint64_t least_modulus = std::uint64_t{1} << 20;  // of a field whose elements are seldom unlucky
constexpr std::size_t terms_of_an_image_task = 4096;             // terms

/// The coefficients of the images in all variables, one after another.
class PointImages {
 public:
  PointImages(std::vector<std::uint64_t> exponents, ResidueVector coefficients, const MultiExponents& degrees,
              const WordModulus& m)
      : n_(degrees.size()), m_(m), exponents_(std::move(exponents)), coefficients_(std::move(coefficients)) {
    WordRandom random(0x706f696e74, m);
    for (const std::uint64_t d : degrees) {
      const std::uint64_t value = random.next();
      powers_.emplace_back(m, value, static_cast<std::size_t>(d));
      inverses_.emplace_back(m, m.inverse(value), static_cast<std::size_t>(d));
      begins_.push_back(words_);
      words_ += static_cast<std::size_t>(d) + 1;
    }
  }

  std::size_t words() const noexcept { return words_; }
  std::size_t begin(std::size_t v) const noexcept { return begins_[v]; }

  ResidueVector values(const ExecutionContext& ctx) const {
    return parallel_reduce<ResidueVector>(
        ctx, coefficients_.size(), std::max(terms_of_an_image_task, 2 * words_), {},
        [&](std::size_t begin, std::size_t end) { return sums(begin, end, ctx); },
        [&](ResidueVector&& a, ResidueVector&& b) {
          for (std::size_t i = 0; i < a.size(); ++i) a[i] = m_.add(a[i], b[i]);
          return std::move(a);
        });
  }

 private:
  ResidueVector sums(std::size_t begin, std::size_t end, const ExecutionContext& ctx) const {
    ResidueVector result(words_);
    for (std::size_t i = begin; i < end; ++i) {
      if (i % terms_of_an_image_task == 0) ctx.poll();
      const std::uint64_t* const e = exponents_.data() + i * n_;
      std::uint64_t value = coefficients_[i];
      for (std::size_t v = 0; v < n_; ++v) value = m_.mul(value, powers_[v](static_cast<std::uint32_t>(e[v])));
      for (std::size_t v = 0; v < n_; ++v) {
        std::uint64_t& sum = result[begins_[v] + e[v]];
        sum = m_.add(sum, m_.mul(value, inverses_[v](static_cast<std::uint32_t>(e[v]))));
      }
    }
    return result;
  }

  std::size_t n_;
  WordModulus m_;
  std::vector<std::uint64_t> exponents_;  // rows of n
  ResidueVector coefficients_;
  std::vector<WordPowers<WordModulus>> powers_, inverses_;
  std::vector<std::size_t> begins_;
  std::size_t words_ = 0;
};

/// coefficients(out): the residues of those of f.
template <Ring R, class Coefficients>
bool square_free_at_a_point(const SparseMultiPoly<R>& f, std::uint64_t p, const Coefficients& coefficients,
                            const ExecutionContext& ctx) {
  const MultiExponents degrees = f.degrees();
  std::size_t words = 0;
  for (const std::uint64_t d : degrees) {
    if (d > 1024 + 16 * f.term_count() || d >= p) return false;
    words += static_cast<std::size_t>(d) + 1;
  }
  const std::size_t bytes = saturating_mul(f.term_count() * (degrees.size() + 1) + 16 * words, sizeof(std::uint64_t));
  if (ctx.memory().available() / 4 < bytes) return false;
  const MemoryReservation held(ctx.memory(), bytes);
  ResidueVector residues(f.term_count());
  coefficients(std::span<std::uint64_t>(residues));
  const PrimeField field = PrimeField::trusted(p);
  const PointImages images(exponent_table(f), std::move(residues), degrees, field.word_modulus());
  const ResidueVector values = images.values(ctx);
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    if (degrees[v] == 0) continue;
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(images.begin(v));
    const PolyZp image(field, ResidueVector(first, first + static_cast<std::ptrdiff_t>(degrees[v] + 1)));
    if (image.degree() != static_cast<std::ptrdiff_t>(degrees[v]) || !is_square_free(image, ctx)) return false;
  }
  return true;
}

}  // namespace

bool is_square_free_at_a_point(const MultiPolyZ& f, const ExecutionContext& ctx) {
  return square_free_at_a_point(
      f, image_prime, [&](std::span<std::uint64_t> out) { residues(f.coefficients(), image_prime, out, ctx); }, ctx);
}

bool is_square_free_at_a_point(const MultiPolyZp& f, const ExecutionContext& ctx) {
  const std::uint64_t p = f.ring().modulus();
  if (p < least_modulus) return false;
  return square_free_at_a_point(
      f, p,
      [&](std::span<std::uint64_t> out) { std::copy(f.coefficients().begin(), f.coefficients().end(), out.begin()); },
      ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
