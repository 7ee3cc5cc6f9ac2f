// DenseMultiPoly<PrimeField>: construction, inspection, names, views in one variable, output.
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/variables.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/dense_multi_layout.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

void check_names(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    require_name(names[i]);
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      throw DomainError("the variable " + names[i] + " occurs twice");
  }
}

void check_variable(std::size_t k, std::size_t variables) {
  if (k >= variables)
    throw DomainError("there is no variable number " + std::to_string(k) + " among " + std::to_string(variables));
}

void check_exponents(std::size_t given, std::size_t variables) {
  if (given != variables)
    throw DomainError(std::to_string(given) + " exponents for " + std::to_string(variables) + " variables");
}

MemoryReservation reserve_words(std::size_t n, const ExecutionContext& ctx) {
  return {ctx.memory(), saturating_mul(n, sizeof(std::uint64_t))};
}

/// "x^2*y", nothing for the constant term.
std::string power_product(const std::vector<std::string>& names, std::span<const std::size_t> exponents) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (exponents[k] == 0) continue;
    if (!text.empty()) text += '*';
    text += names[k];
    if (exponents[k] > 1) text += '^' + std::to_string(exponents[k]);
  }
  return text;
}

/// The exponents of the term before, in row-major order.
void step_back(std::vector<std::size_t>& exponents, std::span<const std::size_t> lengths) {
  for (std::size_t k = exponents.size(); k-- > 0;) {
    if (exponents[k]-- != 0) return;
    exponents[k] = lengths[k] - 1;
  }
}

/// body(exponents, coefficient) for every term, from the last word to the first.
template <class Body>
void each_term_downwards(const DDMMP& a, const Body& body) {
  std::vector<std::size_t> exponents(a.lengths());
  for (std::size_t& e : exponents) e -= e == 0 ? 0 : 1;
  for (std::size_t i = a.size(); i-- != 0; step_back(exponents, a.lengths()))
    if (a.coefficients()[i] != 0) body(exponents, a.coefficients()[i]);
}

}  // namespace

DDMMP::DenseMultiPoly(const PrimeField& field, std::vector<std::string> variables)
    : field_(field), variables_(std::move(variables)), lengths_(variables_.size(), 0) {
  check_names(variables_);
}

DDMMP::DenseMultiPoly(const PrimeField& field, std::vector<std::string> variables, std::vector<std::size_t> lengths,
                      vector_type coefficients)
    : DenseMultiPoly(field, std::move(variables)) {
  check_exponents(lengths.size(), variables_.size());
  detail::require_elements(field, coefficients);
  if (checked_size(lengths) != coefficients.size())
    throw DomainError("the lengths along the variables do not fit " + std::to_string(coefficients.size()) +
                      " coefficients");
  *this = make(std::move(lengths), std::move(coefficients), *this, ExecutionContext::default_context());
}

DDMMP DDMMP::make(std::vector<std::size_t> lengths, vector_type coefficients, const DenseMultiPoly& like,
                  const ExecutionContext& ctx) {
  DenseMultiPoly p(like.field_, like.variables_);
  Lengths tight = tight_lengths(lengths, coefficients, ctx);
  const bool zero = coefficients.empty() || (lengths.empty() ? coefficients[0] == 0 : tight[0] == 0);
  if (zero) return p;
  if (tight != lengths) {
    const std::size_t size = checked_size(tight);
    const MemoryReservation reservation = reserve_words(size, ctx);
    vector_type kept(size);
    const BoxRuns runs(tight, lengths);
    runs.each(ctx, [&](std::size_t to, std::size_t from) {
      std::copy_n(coefficients.data() + from, runs.run(), kept.data() + to);
    });
    coefficients = std::move(kept);
  }
  p.lengths_ = std::move(tight);
  p.coefficients_ = std::move(coefficients);
  return p;
}

DDMMP DDMMP::constant(const PrimeField& field, std::vector<std::string> variables, element value) {
  const std::vector<std::size_t> exponents(variables.size(), 0);
  return monomial(field, std::move(variables), value, exponents);
}

DDMMP DDMMP::monomial(const PrimeField& field, std::vector<std::string> variables, element coefficient,
                      std::span<const std::size_t> exponents, const ExecutionContext& ctx) {
  DenseMultiPoly p(field, std::move(variables));
  check_exponents(exponents.size(), p.variables_.size());
  field.require_element(coefficient);
  if (coefficient == 0) return p;
  Lengths lengths;
  for (const std::size_t e : exponents) lengths.push_back(saturating_add(e, 1));
  const std::size_t size = checked_size(lengths);
  const MemoryReservation reservation = reserve_words(size, ctx);
  p.coefficients_ = detail::within_memory(ctx, [&] { return vector_type(size); });
  p.coefficients_.back() = coefficient;
  p.lengths_ = std::move(lengths);
  return p;
}

DDMMP DDMMP::generator(const PrimeField& field, std::vector<std::string> variables, std::size_t k) {
  check_variable(k, variables.size());
  std::vector<std::size_t> exponents(variables.size(), 0);
  exponents[k] = 1;
  return monomial(field, std::move(variables), 1, exponents);
}

std::size_t DDMMP::variable_index(std::string_view name) const {
  const auto found = std::find(variables_.begin(), variables_.end(), name);
  if (found == variables_.end()) throw DomainError("there is no variable " + std::string(name));
  return static_cast<std::size_t>(found - variables_.begin());
}

std::size_t DDMMP::term_count() const noexcept {
  return size() - static_cast<std::size_t>(std::count(coefficients_.begin(), coefficients_.end(), 0));
}

std::ptrdiff_t DDMMP::total_degree() const {
  std::size_t degree = 0;
  each_term_downwards(*this, [&](const std::vector<std::size_t>& exponents, element) {
    degree = std::max(degree, std::accumulate(exponents.begin(), exponents.end(), std::size_t{0}));
  });
  return is_zero() ? -1 : static_cast<std::ptrdiff_t>(degree);
}

DDMMP::element DDMMP::coefficient(std::span<const std::size_t> exponents) const {
  check_exponents(exponents.size(), variables_.size());
  if (is_zero()) return 0;
  std::size_t place = 0;
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    if (exponents[k] >= lengths_[k]) return 0;
    place = place * lengths_[k] + exponents[k];
  }
  return coefficients_[place];
}

void DDMMP::set_coefficient(std::span<const std::size_t> exponents, element value, const ExecutionContext& ctx) {
  check_exponents(exponents.size(), variables_.size());
  field_.require_element(value);
  bool inside = !is_zero();
  std::size_t place = 0;
  for (std::size_t k = 0; inside && k < lengths_.size(); ++k) {
    inside = exponents[k] < lengths_[k];
    place = place * lengths_[k] + exponents[k];
  }
  if (!inside) {
    if (value != 0) *this = add(*this, monomial(field_, variables_, value, exponents, ctx), ctx);
  } else if (value != 0) {
    coefficients_[place] = value;
  } else if (coefficients_[place] != 0) {  // degrees may fall
    *this = sub(*this, monomial(field_, variables_, coefficients_[place], exponents, ctx), ctx);
  }
}

DDMMP DDMMP::with_variables(std::vector<std::string> names, const ExecutionContext& ctx) const {
  DenseMultiPoly moved(field_, std::move(names));
  if (is_zero()) return moved;
  constexpr std::size_t nowhere = SIZE_MAX;
  std::vector<std::size_t> places(variables_.size(), nowhere);
  Lengths lengths(moved.variables_.size(), 1);
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    const auto found = std::find(moved.variables_.begin(), moved.variables_.end(), variables_[k]);
    if (found != moved.variables_.end()) {
      places[k] = static_cast<std::size_t>(found - moved.variables_.begin());
      lengths[places[k]] = lengths_[k];
    } else if (lengths_[k] > 1) {
      throw DomainError("the variable " + variables_[k] + " occurs and is not among the names");
    }
  }
  const MemoryReservation reservation = reserve_words(size(), ctx);
  vector_type words(size());
  std::vector<std::size_t> exponents(lengths_);
  for (std::size_t& e : exponents) --e;
  std::vector<std::size_t> target(lengths.size(), 0);
  for (std::size_t i = size(); i-- != 0; step_back(exponents, lengths_)) {
    if (i % (std::size_t{1} << 16) == 0) ctx.poll();
    for (std::size_t k = 0; k < places.size(); ++k)
      if (places[k] != nowhere) target[places[k]] = exponents[k];
    std::size_t place = 0;
    for (std::size_t k = 0; k < lengths.size(); ++k) place = place * lengths[k] + target[k];
    words[place] = coefficients_[i];
  }
  moved.lengths_ = std::move(lengths);
  moved.coefficients_ = std::move(words);
  return moved;
}

DDMMP DDMMP::renamed(std::vector<std::string> names) const {
  if (names.size() != variables_.size())
    throw DomainError(std::to_string(names.size()) + " names for " + std::to_string(variables_.size()) + " variables");
  check_names(names);
  DenseMultiPoly renamed = *this;
  renamed.variables_ = std::move(names);
  return renamed;
}

const DDMMP& DDMMP::check(const DenseMultiPoly& a, const DenseMultiPoly& b) {
  detail::require_equal_rings(a.field_, b.field_);
  if (a.variables_ == b.variables_ || b.is_constant()) return a;
  if (a.is_constant()) return b;
  detail::refuse_variables(Variables(a.variables_), Variables(b.variables_));
}

std::vector<DDMMP> coefficients_in(const DDMMP& a, std::size_t k, const ExecutionContext& ctx) {
  check_variable(k, a.variables().size());
  const MemoryReservation reservation = reserve_words(a.size(), ctx);
  const std::size_t n = a.lengths()[k];
  Lengths lengths = a.lengths();
  lengths[k] = 1;
  std::size_t inner = 1;
  for (std::size_t j = k + 1; j < lengths.size(); ++j) inner *= lengths[j];
  std::vector<DDMMP> parts;
  for (std::size_t j = 0; j < n; ++j) {
    ctx.poll();
    ResidueVector words(a.size() / n);
    for (std::size_t to = 0, from = j * inner; to < words.size(); to += inner, from += n * inner)
      std::copy_n(a.coefficients().data() + from, inner, words.data() + to);
    parts.push_back(DDMMP::make(lengths, std::move(words), a, ctx));
  }
  return parts;
}

DDMMP from_coefficients_in(std::span<const DDMMP> coefficients, std::size_t k, const ExecutionContext& ctx) {
  if (coefficients.empty()) throw DomainError("there is no coefficient that says which variables there are");
  const DDMMP* named = &coefficients.front();
  for (const DDMMP& c : coefficients) named = &DDMMP::check(*named, c);
  check_variable(k, named->variables().size());
  Lengths lengths(named->variables().size(), 1);
  for (const DDMMP& c : coefficients) {
    if (!c.is_constant() && c.degree(k) > 0)
      throw DomainError("a coefficient contains the variable " + c.variables()[k]);
    if (!c.is_constant())
      for (std::size_t j = 0; j < lengths.size(); ++j) lengths[j] = std::max(lengths[j], c.lengths()[j]);
  }
  lengths[k] = coefficients.size();
  const std::size_t size = checked_size(lengths);
  const MemoryReservation reservation = reserve_words(size, ctx);
  std::size_t inner = 1;
  for (std::size_t j = k + 1; j < lengths.size(); ++j) inner *= lengths[j];
  ResidueVector words = detail::within_memory(ctx, [&] { return ResidueVector(size); });
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    const DDMMP& c = coefficients[j];
    if (c.is_zero()) continue;
    const BoxRuns runs(c.is_constant() ? Lengths(lengths.size(), 1) : c.lengths(), lengths);
    runs.each(ctx, [&](std::size_t from, std::size_t to) {
      std::copy_n(c.coefficients().data() + from, runs.run(), words.data() + j * inner + to);
    });
  }
  return DDMMP::make(std::move(lengths), std::move(words), *named, ctx);
}

PolyZp to_univariate(const DDMMP& a, std::size_t k) {
  check_variable(k, a.variables().size());
  for (std::size_t j = 0; j < a.variables().size(); ++j)
    if (j != k && a.degree(j) > 0) throw DomainError("the variable " + a.variables()[j] + " occurs as well");
  return PolyZp(a.ring(), a.coefficients()).with_variable(a.variables()[k]);
}

DDMMP from_univariate(const PolyZp& f, std::vector<std::string> variables, std::size_t k) {
  check_variable(k, variables.size());
  Lengths lengths(variables.size(), f.is_zero() ? 0 : 1);
  lengths[k] = f.length();
  return {f.ring(), std::move(variables), std::move(lengths), f.coefficients()};
}

std::string to_string(const DDMMP& a) {
  std::string text;
  each_term_downwards(a, [&](const std::vector<std::size_t>& exponents, std::uint64_t c) {
    const std::string powers = power_product(a.variables(), exponents);
    if (!text.empty()) text += " + ";
    if (c != 1 || powers.empty()) text += std::to_string(c) + (powers.empty() ? "" : "*");
    text += powers;
  });
  return text.empty() ? "0" : text;
}

std::ostream& operator<<(std::ostream& out, const DDMMP& a) { return out << to_string(a); }

}  // namespace v1
}  // namespace polyfork
