// The gcd of polynomials in several variables over Z/pZ: one image, over an extension where p has too few points.
//
// The image is the gcd up to a factor, which division proves. Over an extension it has coefficients in Z/pZ as well,
// since its leading coefficient has: a gcd does not depend on the field. Extensions of small fields have tables of
// logarithms (ring/table_field.hpp), others are quadratic. A second, larger field is tried when the points of the first
// were unlucky, as they are when the square of a number of terms is large beside it. Where nothing of this leads to the
// gcd, subresultants (multi_subresultant.hpp) do.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "core/limits.hpp"
#include "poly/multi_gcd/dense_gcd_image.hpp"
#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multi_gcd/multi_gcd_lanes.hpp"
#include "poly/multi_gcd/power_images.hpp"
#include "poly/multi_gcd/sparse_gcd_plan.hpp"
#include "poly/residues/quadratic_field.hpp"
#include "poly/residues/word_fields.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The multiple of the gcd, proved by products with the cofactors.
template <class F>
std::optional<MultiPolyZp> from_dense_images(const MultiGcdPair<PrimeField>& pair, const GcdImageProblem& problem,
                                             const F& field, const ExecutionContext& ctx) {
  const DenseGcdImages images = dense_gcd_images(problem, field, ctx);
  if (images.status != GcdImageStatus::found) return std::nullopt;
  const DenseWords* const parts[] = {&images.h, &images.cofactor_a, &images.cofactor_b};
  std::vector<MultiPolyZp> polynomials;
  polynomials.reserve(std::size(parts));
  for (const DenseWords* const part : parts) {
    WordTerms terms = terms_of(*part);
    if (!into_integers(terms.coefficients, field)) return std::nullopt;
    const ResidueVector coefficients(terms.coefficients.begin(), terms.coefficients.end());
    polynomials.push_back(from_modular(terms, coefficients, pair.sequence, pair.a, ctx));
  }
  MultiPolyZp& h = polynomials[0];
  if (mul(h, polynomials[1], ctx) == mul(pair.a, pair.lead, ctx) &&
      mul(h, polynomials[2], ctx) == mul(pair.b, pair.lead, ctx))
    return std::move(h);
  return std::nullopt;
}

/// The multiple of the gcd, proved by its images' products with the cofactors.
std::optional<MultiPolyZp> from_lanes(const MultiGcdPair<PrimeField>& pair, const ExecutionContext& ctx) {
  LanePair<PrimeField> lanes(pair, ctx);
  const WordModulus& m = pair.a.ring().word_modulus();
  if (!lanes.possible(m.value())) return std::nullopt;
  lanes.find_places(ctx);
  const LaneGcdResult images = lanes.modulo(m, ctx);
  if (images.status != GcdImageStatus::found) return std::nullopt;
  const WordTerms h = lane_terms(images.h, lanes.shape().h, pair.sequence, ctx);
  return from_modular(h, ResidueVector(h.coefficients.begin(), h.coefficients.end()), pair.sequence, pair.a, ctx);
}

constexpr std::uint64_t tables_below = 256;  // larger primes have quadratic extensions without tables
/// The numbers of elements of the extensions with tables that are tried.
constexpr std::array<std::uint64_t, 2> extension_sizes = {least_extension, std::uint64_t{1} << 17};

/// Interpolation takes an eighth of the field's elements at most.
std::uint64_t least_elements(const MultiGcdPair<PrimeField>& pair) {
  const std::uint64_t most = std::max(*std::max_element(pair.degrees.begin(), pair.degrees.end()), [&] {
    const MultiExponents a = pair.a.degrees();
    const MultiExponents b = pair.b.degrees();
    return std::max(*std::max_element(a.begin(), a.end()), *std::max_element(b.begin(), b.end()));
  }());
  return saturating_mul(16, saturating_add(most, 2));
}

GcdImageProblem problem_of(const MultiGcdPair<PrimeField>& pair, const ExecutionContext& ctx) {
  const std::uint64_t p = pair.a.ring().modulus();
  return {ModularTerms<PrimeField>(pair.a, pair.sequence, ctx).modulo(p, ctx),
          ModularTerms<PrimeField>(pair.b, pair.sequence, ctx).modulo(p, ctx),
          ModularTerms<PrimeField>(pair.lead, pair.sequence, ctx).modulo(p, ctx), pair.degrees};
}
bool is_dense(const GcdImageProblem& problem) {
  return fills_array(word_degrees(problem.a), problem.a.size()) &&
         fills_array(word_degrees(problem.b), problem.b.size());
}
/// Of images along powers of one point, where these are possible modulo p and predicted to be the better ones.
std::optional<SparseGcdPlan> plan_powers(const MultiGcdPair<PrimeField>& pair, const GcdImageProblem& problem,
                                         const ExecutionContext& ctx) {
  constexpr int least_bits = 40;  // the squares of numbers of terms are far below such primes
  const std::uint64_t p = pair.a.ring().modulus();
  if (std::bit_width(p) < least_bits) return std::nullopt;
  const auto possible = [&](std::size_t main_variables) {
    return static_cast<int>(power_image_bits(pair.degrees, main_variables)) <= std::countr_zero(p - 1);
  };
  const SparseGcdShape shape = sparse_gcd_shape(problem, ctx);
  const SparseGcdPlan plan = plan_sparse_gcd(shape, possible(2) && bivariate_points_possible(shape, p));
  if (!plan.powers || !possible(plan.main_variables)) return std::nullopt;
  return plan;
}

}  // namespace

template <>
std::optional<MultiPolyZp> MultiGcd<PrimeField>::by_images(const MultiGcdPair<PrimeField>& pair) const {
  const PrimeField& ring = pair.a.ring();
  const std::uint64_t p = ring.modulus();
  if (std::optional<MultiPolyZp> h = from_lanes(pair, ctx_)) return primitive_in_main(pair, std::move(*h));
  const GcdImageProblem problem = problem_of(pair, ctx_);
  const bool dense = is_dense(problem);
  const auto from_image = [&](GcdImage image, const auto& field) -> std::optional<MultiPolyZp> {
    if (image.status != GcdImageStatus::found) return std::nullopt;
    if (image.part == GcdPart::gcd && image.terms.monomial(0)[0] == 0)
      return one_like(pair.a);  // no common factor contains the main variable
    if (!into_integers(image.terms.coefficients, field)) return std::nullopt;
    const ResidueVector coefficients(image.terms.coefficients.begin(), image.terms.coefficients.end());
    return proved(pair, image.part, from_modular(image.terms, coefficients, pair.sequence, pair.a, ctx_));
  };
  const auto over = [&](const auto& field, const GcdImageProblem& images) -> std::optional<MultiPolyZp> {
    if (dense)
      if (std::optional<MultiPolyZp> h = from_dense_images(pair, images, field, ctx_))
        return primitive_in_main(pair, std::move(*h));
    return from_image(gcd_image(images, field, ctx_), field);
  };
  const WordModulus& field = ring.word_modulus();
  if (!dense)
    if (const auto plan = plan_powers(pair, problem, ctx_))
      if (std::optional<MultiPolyZp> g = from_image(power_gcd_image(problem, plan->main_variables, field, ctx_), field))
        return g;
  if (p >= images_without_extension)
    if (std::optional<MultiPolyZp> g = over(field, problem)) return g;
  if (p >= tables_below) {
    if (p > QuadraticField::largest_prime) return std::nullopt;
    const QuadraticField extension(field);
    return from_image(gcd_image(problem, extension, ctx_), extension);
  }
  std::size_t last = 1;
  for (const std::uint64_t size : extension_sizes) {
    const std::size_t degree = extension_degree(p, std::max(size, least_elements(pair)), most_extension);
    if (degree == last || degree == 0) continue;
    const TableField extension(p, last = degree, ctx_);
    GcdImageProblem images = problem;
    for (WordTerms* const terms : {&images.a, &images.b, &images.lead}) into_field(terms->coefficients, extension);
    if (std::optional<MultiPolyZp> g = over(extension, images)) return g;
  }
  return std::nullopt;
}

template <>
PlanDescription MultiGcd<PrimeField>::described_images(const MultiGcdPair<PrimeField>& pair) const {
  const std::uint64_t p = pair.a.ring().modulus();
  const LanePair<PrimeField> lanes(pair, ctx_);
  if (lanes.possible(p)) return describe_arrays(lanes.shape(), 0);
  const GcdImageProblem problem = problem_of(pair, ctx_);
  PlanDescription images;
  if (is_dense(problem)) {
    images = describe_dense_gcd();
  } else {
    const SparseGcdShape shape = sparse_gcd_shape(problem, ctx_);
    images = describe_sparse_gcd(shape, plan_powers(pair, problem, ctx_).value_or(SparseGcdPlan()));
  }
  if (p < images_without_extension) images.parameters.emplace_back("points", "of an extension");
  return images;
}

MultiPolyZp multi_gcd_subresultants(const MultiPolyZp& a, const MultiPolyZp& b, const ExecutionContext& ctx) {
  MultiPolyZp::check(a, b);
  return MultiGcd<PrimeField>(ctx, false).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
