// Transforms and products of values by the kernels of transforms; equations by Horner's rule.
//
// The terms of an equation are taken in the sequence of equation_at_roots.cpp: by ascending degrees, and within a
// degree by descending exponents of one variable after the other, so that terms with a common beginning share their
// products. The powers of denominators belong to the terms' coefficients.
#include "system/proofs/prime_values.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t least_points = 64;  // of transforms by the kernels

/// Of the table that transforms of so many points have.
unsigned log_nodes(std::size_t points) { return static_cast<unsigned>(std::countr_zero(points)); }

using Terms = std::span<const std::size_t>;

/// The terms at the beginning for which `key` is the same.
template <class Key>
Terms with_same(Terms terms, const Key& key) {
  std::size_t size = 1;
  while (size < terms.size() && key(terms[size]) == key(terms[0])) ++size;
  return terms.first(size);
}

class EquationValues {
 public:
  using Array = PrimeValues::Array;

  EquationValues(const SortedEquation& equation, const ValuesAtRoots& at, PrimeValues& values)
      : equation_(equation), at_(at), values_(values), coefficients_(equation.terms.size()) {
    const WordModulus& m = values.modulus();
    for (const std::size_t t : equation.terms) {
      const auto& e = equation.of->exponents[t];
      std::uint64_t c = equation.of->coefficients[t].view().mod(m.value());
      for (std::size_t v = 0; v < e.size(); ++v)
        if (at.denominators[v] != 1) c = m.mul(c, m.pow(at.denominators[v], equation.most[v] - e[v]));
      coefficients_[t] = c;
    }
  }

  Array of_all() const {
    Array sum;
    std::uint64_t before = 0;
    for (Terms rest = equation_.terms; !rest.empty();) {
      const auto degree = [&](std::size_t term) { return equation_.degrees[term]; };
      const Terms group = with_same(rest, degree);
      if (!sum.empty()) raise(sum, at_.slope, degree(group[0]) - before);
      before = degree(group[0]);
      add(sum, of_group(group, 0));
      rest = rest.subspan(group.size());
    }
    return sum;
  }

 private:
  std::uint64_t exponent(std::size_t term, std::size_t v) const { return equation_.of->exponents[term][v]; }

  void raise(Array& a, const Array& b, std::uint64_t exponent) const {
    constexpr std::uint64_t few = 4;
    if (exponent > few) {
      values_.multiply(a, values_.power(b, exponent));
    } else {
      for (std::uint64_t i = 0; i < exponent; ++i) values_.multiply(a, b);
    }
  }
  void add(Array& sum, Array a) const {
    if (sum.empty())
      sum = std::move(a);
    else
      values_.add(sum, a);
  }
  /// c x_v^k.
  Array term(std::uint64_t c, std::size_t v, std::uint64_t k) const {
    if (k == 0) return values_.constant(c);
    Array result = at_.numerators[v];
    if (c != 1) values_.multiply(result, values_.constant(c));
    raise(result, at_.numerators[v], k - 1);
    return result;
  }

  /// Terms whose exponents of variables before x_v are the same, which are left out.
  Array of_group(Terms terms, std::size_t v) const {
    const std::size_t last = at_.numerators.size() - 1;
    while (v < last && exponent(terms[0], v) == 0) ++v;  // the greatest exponent
    Array sum;
    std::uint64_t before = exponent(terms[0], v);
    for (Terms rest = terms; !rest.empty();) {
      const Terms group = with_same(rest, [&](std::size_t term) { return exponent(term, v); });
      const std::uint64_t now = exponent(group[0], v);
      if (v == last && sum.empty()) {
        sum = term(coefficients_[group[0]], v, now - (rest.size() == 1 ? 0 : exponent(rest[1], v)));
        before = rest.size() == 1 ? 0 : exponent(rest[1], v);
      } else {
        if (!sum.empty()) raise(sum, at_.numerators[v], before - now);
        before = now;
        add(sum, v == last ? values_.constant(coefficients_[group[0]]) : of_group(group, v + 1));
      }
      rest = rest.subspan(group.size());
    }
    raise(sum, at_.numerators[v], before);
    return sum;
  }

  const SortedEquation& equation_;
  const ValuesAtRoots& at_;
  PrimeValues& values_;
  std::vector<std::uint64_t> coefficients_;  // with the powers of denominators
};

}  // namespace

std::size_t PrimeValues::points(std::size_t length) { return std::bit_ceil(std::max(length, least_points)); }

PrimeValues::PrimeValues(std::uint64_t prime, std::size_t length, const ExecutionContext& ctx)
    : plan_(prime, points(length), NttKind::negacyclic, ctx),
      kernels_(ntt_kernels(prime, active_isa())),
      table_(NttTable::get(prime, kernels_.arithmetic, log_nodes(plan_.size()), ctx)),
      factor_(product_scale(*table_, 1)),
      to_factor_(size(), modulus().mul(factor_, factor_)),
      ones_(size(), 1) {
  constants_.reserve(most_constants);
}

PrimeValues::Array PrimeValues::values(std::span<const std::uint64_t> coefficients, const ExecutionContext& ctx) const {
  Array a(size(), 0);
  std::copy(coefficients.begin(), coefficients.end(), a.begin());
  plan_.forward(a, ctx);
  if (factor_ != 1) multiply(a, to_factor_);
  return a;
}

void PrimeValues::interpolate(Array& values, const ExecutionContext& ctx) const {
  if (factor_ != 1) multiply(values, ones_);
  plan_.inverse(values, ctx);
}

void PrimeValues::multiply(Array& a, const Array& b) const {
  kernels_.multiply_words(*table_, size(), a.data(), b.data(), a.data());
}

void PrimeValues::add(Array& a, const Array& b) const {
  const std::uint64_t p = modulus().value();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint64_t sum = a[i] + b[i];
    a[i] = std::min(sum, sum - p);  // p below 2^63
  }
}

const PrimeValues::Array& PrimeValues::constant(std::uint64_t c) {
  for (const auto& [number, array] : constants_)
    if (number == c) return array;
  if (constants_.size() < most_constants) {
    newest_ = constants_.size();
    constants_.emplace_back();
  } else {
    newest_ = (newest_ + 1) % most_constants;
  }
  auto& place = constants_[newest_];
  place.first = c;
  place.second.assign(size(), modulus().mul(c, factor_));
  return place.second;
}

PrimeValues::Array PrimeValues::power(const Array& a, std::uint64_t exponent) const {
  Array result = a;
  for (int bit = std::bit_width(exponent) - 2; bit >= 0; --bit) {
    multiply(result, Array(result));
    if ((exponent >> bit & 1) != 0) multiply(result, a);
  }
  return result;
}

bool PrimeValues::invert(Array& a) const {
  // The products of the two halves, of those the same, and so on; then the inverses of factors from those of products.
  std::vector<Array> products{std::move(a)};
  const auto multiply_to = [&](const std::uint64_t* x, const std::uint64_t* y, std::size_t count, std::uint64_t* out) {
    kernels_.multiply_words(*table_, count, x, y, out);
  };
  while (products.back().size() > 1) {
    const Array& factors = products.back();
    Array next(factors.size() / 2);
    multiply_to(factors.data(), factors.data() + next.size(), next.size(), next.data());
    products.push_back(std::move(next));
  }
  const WordModulus& m = modulus();
  if (products.back()[0] == 0) return false;
  Array inverses{m.mul(m.inverse(products.back()[0]), m.mul(factor_, factor_))};
  for (products.pop_back(); !products.empty(); products.pop_back()) {
    const Array& factors = products.back();
    Array next(factors.size());
    const std::size_t half = inverses.size();
    multiply_to(inverses.data(), factors.data() + half, half, next.data());
    multiply_to(inverses.data(), factors.data(), half, next.data() + half);
    inverses = std::move(next);
  }
  a = std::move(inverses);
  return true;
}

SortedEquation::SortedEquation(const IntegerEquation& equation, std::optional<std::size_t> plain)
    : of(&equation), terms(equation.exponents.size()), most(equation.exponents[0].size(), 0) {
  for (const auto& e : equation.exponents) {
    degrees.push_back(std::reduce(e.begin(), e.end()) - (plain ? e[*plain] : 0));
    for (std::size_t v = 0; v < e.size(); ++v) most[v] = std::max(most[v], e[v]);
  }
  std::iota(terms.begin(), terms.end(), std::size_t{0});
  std::sort(terms.begin(), terms.end(), [&](std::size_t a, std::size_t b) {
    if (degrees[a] != degrees[b]) return degrees[a] < degrees[b];
    return equation.exponents[a] > equation.exponents[b];
  });
}

PrimeValues::Array equation_values(const SortedEquation& equation, const ValuesAtRoots& at, PrimeValues& values) {
  return EquationValues(equation, at, values).of_all();
}

std::size_t arrays_of_equation(std::size_t variables) noexcept {
  return 2 * variables + 6 + PrimeValues::most_constants;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
