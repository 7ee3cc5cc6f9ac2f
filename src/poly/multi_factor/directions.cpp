// Monic power series factors along each variable, their logarithmic derivatives, and the products of classes.
#include "poly/multi_factor/directions.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "poly/multi_factor/placed_terms.hpp"
#include "poly/multi_factor/prime_subfield.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t few_terms = 512;  // their images take less time than forks

FieldPoly column(const SeriesRows& a, std::size_t x) {
  FieldPoly c(a.length);
  for (std::size_t m = 0; m < a.length; ++m) c[m] = a.row(m)[x];
  normalise(c);
  return c;
}

/// The gcd of the coefficients as a polynomial in x.
template <class F>
FieldPoly content_of(const SeriesRows& a, const F& field) {
  FieldPoly g = column(a, a.width - 1);
  for (std::size_t x = 0; x + 1 < a.width && g.size() > 1; ++x) g = field_gcd(std::move(g), column(a, x), field);
  return g;
}

std::size_t degree_in_t(const SeriesRows& a) {
  for (std::size_t m = a.length; m-- > 0;)
    for (const std::uint64_t c : a.row(m))
      if (c != 0) return m;
  return 0;
}

}  // namespace

template <class F>
Directions<F>::Directions(const WordTerms& f, std::span<const std::uint64_t> point, std::vector<FieldPoly> bases,
                          const F& field, const ExecutionContext& ctx)
    : f_(f), point_(point), field_(field), ctx_(ctx), lifter_(std::move(bases), field) {}

template <class F>
SeriesRows Directions<F>::image(std::size_t k) const {
  std::vector<std::uint64_t> others;
  for (std::size_t j = 0; j < point_.size(); ++j)
    if (j != k) others.push_back(point_[j]);
  return placed_image<F>(f_, k + 1, point_[k], others, field_, &ctx_);
}

template <class F>
std::size_t Directions<F>::expected_bytes(std::size_t k, std::size_t extra) const {
  std::size_t length = extra + 1;
  std::size_t width = 0;
  for (std::size_t i = 0; i < f_.size(); ++i) {
    length = std::max(length, f_.monomial(i)[k + 1] + extra + 1);
    width = std::max(width, f_.monomial(i)[0] + std::size_t{1});
  }
  // The image, the same over its leading coefficient, and the factors, which are as wide together.
  const std::size_t padded = 3 * width + (2 + lifter_.bases().size()) * (SeriesRows::padding + 1);
  return saturating_mul(saturating_mul(length, padded), sizeof(std::uint64_t));
}

template <class F>
typename Directions<F>::Direction Directions<F>::direction(std::size_t k, std::size_t extra) const {
  const std::vector<FieldPoly> ones(lifter_.bases().size(), FieldPoly{field_.reduce(1)});
  MemoryReservation expected(ctx_.memory(), expected_bytes(k, extra));
  Direction direction{image(k), {}, 0, {}, {}};
  const SeriesRows& a = direction.image;
  const std::size_t length = a.length + extra;
  direction.lead = column(a, a.width - 1);
  direction.degree = a.length - 1;
  const FieldPoly inverse = inverse_series<F>(direction.lead, length, field_);
  direction.factors = lifter_.lift(scaled_rows<F>(inverse, a, length, field_), ones, length, ctx_);
  std::size_t bytes = a.bytes();
  for (const SeriesRows& factor : direction.factors) bytes += factor.bytes();
  expected = MemoryReservation();
  direction.held = MemoryReservation(ctx_.memory(), bytes);
  return direction;
}

template <class F>
Relations Directions<F>::relations(std::size_t extra) {
  Relations relations(lifter_.bases().size(), prime_subfield(field_));
  directions_.clear();
  const std::size_t count = point_.size();
  const bool together = planning_threads(ctx_) > 1 && f_.size() >= few_terms;
  std::vector<std::optional<Direction>> ready(count);
  if (together)
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      // One that fails may not be needed, or there may be memory for one at a time; below it is tried again if it is.
      for (std::size_t k = begin; k < end; ++k) try {
          ready[k] = direction(k, extra);
        } catch (const DomainError&) {  // the degree in this variable is too high
        } catch (const MemoryLimit&) {
        } catch (const std::bad_alloc&) {
        }
    });
  ctx_.poll();
  for (std::size_t k = 0; k < count && relations.nullity() > 1; ++k) {
    if (!ready[k])
      for (auto& other : ready) other.reset();
    Direction next = ready[k] ? std::move(*ready[k]) : direction(k, extra);
    add_equations(next, extra, relations);
    directions_.push_back(std::move(next));
  }
  return relations;
}

template <class F>
void Directions<F>::add_equations(const Direction& direction, std::size_t extra, Relations& relations) const {
  const SeriesRows& a = direction.image;
  const std::size_t r = direction.factors.size();
  std::vector<std::optional<SeriesRows>> rows(r);
  parallel_for(ctx_, r, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      rows[i] = logarithmic_rows(a, direction.factors[i], a.length, field_, ctx_);
  });
  std::vector<std::uint64_t> equation(r);
  for (std::size_t m = 0; m < extra; ++m)
    for (std::size_t x = 0; x + 1 < a.width && relations.nullity() > 1; ++x) {
      for (std::size_t i = 0; i < r; ++i) equation[i] = rows[i]->row(m)[x];
      add_equation(equation, field_, relations);
    }
}

template <class F>
std::optional<ClassImages> Directions<F>::images_of(const std::vector<std::vector<std::size_t>>& classes) const {
  ClassImages images;
  for (const Direction& direction : directions_) {
    const std::size_t length = direction.degree + 1;
    std::vector<std::size_t> degrees;
    std::vector<FieldPoly> leads;
    std::size_t sum = 0;
    for (const std::vector<std::size_t>& members : classes) {
      SeriesRows product = scaled_rows<F>(direction.lead, direction.factors[members[0]], length, field_);
      for (std::size_t i = 1; i < members.size(); ++i)
        product = series_product(product, direction.factors[members[i]], length, field_, ctx_);
      const FieldPoly content = content_of(product, field_);
      FieldPoly lead = column(product, product.width - 1);
      FieldPoly primitive;
      field_rem<F>(lead, content, field_, &primitive);
      degrees.push_back(degree_in_t(product) - (content.size() - 1));
      leads.push_back(std::move(primitive));
      sum += degrees.back();
    }
    if (sum != direction.degree) return std::nullopt;
    images.degrees.push_back(std::move(degrees));
    images.leads.push_back(std::move(leads));
  }
  return images;
}

template class Directions<WordModulus>;
template class Directions<TableField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
