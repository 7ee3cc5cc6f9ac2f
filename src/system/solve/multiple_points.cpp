// Identities in the residue classes modulo the equations and a prime.
//
// Let A be the residue classes, t the form, F the product of the f_k^k and P_k = F / f_k^k. If F(t) is zero in A, every
// solution has a root of one f_k as its t, and P_k(t) is not zero there. Where the coordinates of the points are the
// polynomials r_v(t) modulo f_k and P_k(t) (x_v - r_v(t))^k is zero in A, x_v is r_v(t) at all solutions whose t is a
// root of f_k: these are the known points. For k = 1 it is so in the whole local ring, in which t is a number, too: the
// solution is simple.
//
// A polynomial is zero in A if its normal form is. Products with variables are those that F4 has found modulo p, each
// of which is in the ideal; so nothing has to be known about A but these.
#include "system/solve/multiple_points.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>

#include "core/simd/isa_table.hpp"
#include "groebner/dot_product.hpp"
#include "system/bases/points_basis.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/solve/restrict_representation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Fewer points have polynomials in t of a low degree; for more of them the basis takes long.
constexpr std::size_t least_for_basis = 3;
constexpr std::size_t most_for_basis = 200;

using Element = std::vector<std::uint32_t>;  // by the monomials under the staircase

/// The product of elements with a linear form. Most products of monomials with variables are monomials under the
/// staircase; where one is not, the monomial has a column.
class FormProduct {
 public:
  FormProduct(const QuotientPlan& plan, const Element& form, std::span<const std::vector<std::uint32_t>> coefficients,
              const SmallPrime& p)
      : degree_(plan.degree()), p_(p) {
    const auto is_inside = [&](std::uint32_t b) {
      for (std::size_t v = 0; v < form.size(); ++v)
        if (form[v] != 0 && !plan.products(v)[b].inside) return false;
      return true;
    };
    for (std::uint32_t b = 0; b < degree_; ++b)
      if (!is_inside(b)) columns_.push_back(b);
    matrix_.resize(degree_ * columns_.size());
    gathered_.resize(columns_.size());
    for (std::uint32_t b = 0, column = 0; b < degree_; ++b) {
      const bool has_column = column < columns_.size() && columns_[column] == b;
      const auto add = [&](std::size_t to, std::uint32_t c) {
        std::uint32_t& entry = matrix_[to * columns_.size() + column];
        entry = static_cast<std::uint32_t>(p.modulus().add(entry, c));
      };
      for (std::size_t v = 0; v < form.size(); ++v) {
        if (form[v] == 0) continue;
        const QuotientPlan::Place& place = plan.products(v)[b];
        if (!has_column) {
          shifts_.push_back({b, place.index, form[v]});
        } else if (place.inside) {
          add(place.index, form[v]);
        } else {
          const QuotientPlan::Border& border = plan.border(place.index);
          const auto& values = coefficients[border.polynomial];
          for (std::size_t i = 0; i < border.places.size(); ++i)
            add(border.places[i], p.neg(p.mul(form[v], values[i + 1])));
        }
      }
      if (has_column) ++column;
    }
  }

  Element of(const Element& a) {
    Element result(degree_, 0);
    if (!columns_.empty()) {
      const DotKernel kernel = dot_table().select(active_isa());
      for (std::size_t c = 0; c < columns_.size(); ++c) gathered_[c] = a[columns_[c]];
      for (std::size_t i = 0; i < degree_; ++i) {
        const SplitSum sum = kernel(matrix_.data() + i * columns_.size(), gathered_.data(), columns_.size());
        result[i] = p_.reduce_halves(sum.low, sum.high);
      }
    }
    for (const Shift& shift : shifts_) {
      const std::uint32_t value = shift.factor == 1 ? a[shift.from] : p_.mul(shift.factor, a[shift.from]);
      result[shift.to] = static_cast<std::uint32_t>(p_.modulus().add(result[shift.to], value));
    }
    return result;
  }

 private:
  struct Shift {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t factor;
  };
  std::size_t degree_;
  SmallPrime p_;
  std::vector<Shift> shifts_;
  std::vector<std::uint32_t> columns_;  // ascending
  std::vector<std::uint32_t> matrix_;   // a row for each monomial under the staircase
  Element gathered_;
};

bool is_zero(const Element& a) {
  return std::all_of(a.begin(), a.end(), [](std::uint32_t c) { return c == 0; });
}

std::uint32_t word_of(std::int64_t c, const SmallPrime& p) {
  const auto size = p.reduce(static_cast<std::uint64_t>(c < 0 ? -c : c));
  return c < 0 ? p.neg(size) : size;
}

/// The variable that the form is; none where it is another form.
std::optional<std::size_t> variable_of(const std::vector<std::int64_t>& form) {
  std::optional<std::size_t> variable;
  for (std::size_t v = 0; v < form.size(); ++v) {
    if (form[v] == 0) continue;
    if (variable || form[v] != 1) return std::nullopt;
    variable = v;
  }
  return variable;
}

/// Products with the variables and the form t, and polynomials in t.
class QuotientElements {
 public:
  QuotientElements(const QuotientPlan& plan, std::span<const std::vector<std::uint32_t>> coefficients,
                   const std::vector<std::int64_t>& form, const SmallPrime& p)
      : degree_(plan.degree()), p_(p), variable_(variable_of(form)) {
    Element words;
    words.reserve(form.size());
    for (const std::int64_t c : form) words.push_back(word_of(c, p));
    products_.reserve(form.size() + 1);
    for (std::size_t v = 0; v < form.size(); ++v) {
      Element unit(form.size(), 0);
      unit[v] = 1;
      products_.emplace_back(plan, unit, coefficients, p);
    }
    if (!variable_) products_.emplace_back(plan, words, coefficients, p);
  }

  Element times_variable(const Element& a, std::size_t v) { return products_[v].of(a); }
  Element times_form(const Element& a) { return variable_ ? products_[*variable_].of(a) : products_.back().of(a); }
  /// a += c b.
  void add_multiple(Element& a, const Element& b, std::uint32_t c) const {
    if (c == 0) return;
    multiple_table().select(active_isa())(a.data(), b.data(), degree_, WordMultiple(p_.neg(c), p_));
  }
  /// 1, t, ..., t^n.
  std::vector<Element> powers(std::size_t n, const ExecutionContext& ctx) {
    std::vector<Element> powers;
    powers.reserve(n + 1);
    powers.emplace_back(degree_, 0);
    powers[0][0] = 1;
    while (powers.size() <= n) {
      ctx.poll();
      powers.push_back(times_form(powers.back()));
    }
    return powers;
  }
  /// f(t), of at most the degree that there are powers for.
  Element value(const PolyZp& f, const std::vector<Element>& powers) const {
    Element result(degree_, 0);
    for (std::size_t i = 0; i < f.length(); ++i)
      add_multiple(result, powers[i], static_cast<std::uint32_t>(f.coefficient(i)));
    return result;
  }
  /// (x_v - f(t))^k g(t), 0 where a lower power is. Residues are modulo the polynomial `all`, of which all(t) is 0.
  Element of_difference(std::size_t v, const PolyZp& f, std::size_t k, const PolyZp& g, const PolyZp& all,
                        const std::vector<Element>& powers, const ExecutionContext& ctx) {
    // One product with the form for each coefficient of f at each step, or two products for each power of x_v.
    return f.length() <= 2 ? of_difference_by_steps(v, f, k, value(g, powers), ctx)
                           : of_difference_by_powers(v, f, k, g, all, powers, ctx);
  }

 private:
  Element of_difference_by_steps(std::size_t v, const PolyZp& f, std::size_t k, Element a,
                                 const ExecutionContext& ctx) {
    for (; k != 0 && !is_zero(a); --k) {
      ctx.poll();
      Element sum(degree_, 0);
      for (std::size_t i = f.length(); i-- > 0;) {
        if (i + 1 != f.length()) sum = times_form(sum);
        add_multiple(sum, a, static_cast<std::uint32_t>(f.coefficient(i)));
      }
      a = times_variable(a, v);
      add_multiple(a, sum, p_.neg(1));
    }
    return a;
  }
  /// The sum of c_i(t) x_v^i.
  Element of_difference_by_powers(std::size_t v, const PolyZp& f, std::size_t k, const PolyZp& g, const PolyZp& all,
                                  const std::vector<Element>& powers, const ExecutionContext& ctx) {
    const PolyZp minus = neg(f, ctx);
    Element sum = value(g, powers);
    PolyZp power = g;
    std::uint32_t binomial = 1;
    for (std::size_t i = k; i-- > 0;) {
      ctx.poll();
      power = rem(mul(power, minus, ctx), all, ctx);
      binomial =
          p_.mul(p_.mul(binomial, static_cast<std::uint32_t>(i + 1)), p_.inverse(static_cast<std::uint32_t>(k - i)));
      sum = times_variable(sum, v);
      add_multiple(sum, value(power, powers), binomial);
    }
    return sum;
  }

  std::size_t degree_;
  SmallPrime p_;
  std::optional<std::size_t> variable_;  // that the form is
  std::vector<FormProduct> products_;    // with the variables, then with another form
};

PolyZp power_of(const PolyZp& f, std::size_t k, const ExecutionContext& ctx) {
  PolyZp result = f;
  for (std::size_t i = 1; i < k; ++i) result = mul(result, f, ctx);
  return result;
}

/// Whether the coordinates of `short_ones` are those of r at the roots of its polynomial h: g d' h' = g' d f' modulo h.
bool has_coordinates_of(const UnivariateRepresentation& short_ones, const UnivariateRepresentation& r,
                        const ExecutionContext& ctx) {
  const PolyZ& h = short_ones.polynomial;
  const PolyZ h_slope = derivative(h, 1, ctx);
  const PolyZ f_slope = derivative(r.polynomial, 1, ctx);
  for (std::size_t v = 0; v < r.numerators.size(); ++v) {
    const PolyZ left = scale(mul(r.numerators[v], h_slope, ctx), short_ones.denominators[v], ctx);
    const PolyZ right = scale(mul(short_ones.numerators[v], f_slope, ctx), r.denominators[v], ctx);
    if (!is_multiple_of(sub(left, right, ctx), h, ctx)) return false;
  }
  return true;
}

}  // namespace

std::optional<MultiplePoints> MultiplePoints::of(const UnivariateRepresentation& r, const ExecutionContext& ctx) {
  if (r.multiplicities.empty()) return std::nullopt;
  MultiplePoints points(r);
  PolyZ simple = PolyZ::from_elements({}, {Integer(1)});
  PolyZ h = simple;
  for (const MultiplicityClass& c : r.multiplicities) {
    PolyZ& product = c.multiplicity > 1 ? h : simple;
    product = mul(product, c.polynomial, ctx);
  }
  if (h.degree() < 1 || mul(simple, h, ctx) != r.polynomial) return std::nullopt;
  auto multiple = restricted(r, h, ctx);
  if (!multiple || !has_coordinates_of(*multiple, r, ctx)) return std::nullopt;
  points.multiple_ = std::move(*multiple);
  return points;
}

VanishingPolynomials MultiplePoints::by_form(const ExecutionContext& ctx) const {
  const std::size_t variables = r_->form.size();
  VanishingPolynomials bounds;
  Integer length_of_form;
  for (std::size_t u = 0; u < variables; ++u) {
    if (r_->form[u] == 0) continue;
    length_of_form += abs(Integer(r_->form[u]));
    std::vector<std::uint64_t> power(variables, 0);
    power[u] = multiple();
    bounds.exponents.push_back(power);
    --power[u];
    for (std::size_t v = 0; v < variables; ++v) {
      bounds.exponents.push_back(power);
      ++bounds.exponents.back()[v];
    }
  }
  // The sums of the coefficients' sizes, with those of the form for t.
  const auto length_of = [&](const PolyZ& f) {
    Integer sum;
    for (std::size_t i = f.length(); i-- > 0;) {
      ctx.poll();
      sum = sum * length_of_form + abs(f.coefficient(i));
    }
    return sum;
  };
  const PolyZ& h = multiple_.polynomial;
  Integer longest = length_of(h);
  const Integer slope = length_of(derivative(h, 1, ctx));
  for (std::size_t v = 0; v < variables; ++v)
    if (variable_of(r_->form) != v)
      longest = std::max(longest, multiple_.denominators[v] * slope + length_of(multiple_.numerators[v]));
  bounds.length = log2_in_parts(longest);
  return bounds;
}

std::optional<VanishingPolynomials> MultiplePoints::by_basis(const ExecutionContext& ctx) const {
  if (multiple() < least_for_basis || multiple() > most_for_basis) return std::nullopt;
  const auto basis = basis_of_points(multiple_, most_for_basis, ctx);
  if (basis.empty()) return std::nullopt;
  // As many points as there can be.
  const IdealShape shape = ideal_shape(basis, r_->form.size(), ctx);
  if (shape.dimension != 0 || shape.degree != multiple() || !describes_solutions(basis, multiple_, ctx))
    return std::nullopt;
  VanishingPolynomials bounds;
  Integer longest;
  for (const IntegerEquation& f : integer_equations(basis, ctx)) {
    bounds.exponents.insert(bounds.exponents.end(), f.exponents.begin(), f.exponents.end());
    Integer sum;
    for (const Integer& c : f.coefficients) sum += abs(c);
    longest = std::max(longest, sum);
  }
  std::sort(bounds.exponents.begin(), bounds.exponents.end());
  bounds.exponents.erase(std::unique(bounds.exponents.begin(), bounds.exponents.end()), bounds.exponents.end());
  bounds.length = log2_in_parts(longest);
  return bounds;
}

std::vector<VanishingPolynomials> MultiplePoints::vanishing_polynomials(const ExecutionContext& ctx) const {
  std::vector<VanishingPolynomials> choices{by_form(ctx)};
  if (auto basis = by_basis(ctx)) choices.push_back(std::move(*basis));
  return choices;
}

bool MultiplePoints::are_all_modulo(const SmallPrime& p, const QuotientPlan& plan,
                                    std::span<const std::vector<std::uint32_t>> coefficients,
                                    const ExecutionContext& ctx) const {
  const PrimeField field = PrimeField::trusted(p.value());
  const std::size_t variables = r_->numerators.size();
  const auto only = variable_of(r_->form);
  struct Class {
    std::size_t multiplicity;
    PolyZp polynomial;
    PolyZp power;
  };
  std::vector<Class> classes;
  classes.reserve(r_->multiplicities.size());
  PolyZp all = PolyZp::from_elements(field, {1});
  for (const MultiplicityClass& c : r_->multiplicities) {
    const PolyZp f = make_monic(reduce(c.polynomial, field, ctx), ctx);
    classes.push_back({c.multiplicity, f, power_of(f, c.multiplicity, ctx)});
    all = mul(all, classes.back().power, ctx);
  }
  const auto degree = static_cast<std::size_t>(all.degree());
  const std::size_t size = plan.degree();
  const MemoryReservation held(ctx.memory(), (degree + 8 + (variables + 1) * size) * size * sizeof(std::uint32_t));
  QuotientElements quotient(plan, coefficients, r_->form, p);
  const std::vector<Element> powers = quotient.powers(degree, ctx);
  if (!is_zero(quotient.value(all, powers))) return false;
  for (const Class& c : classes) {
    const PolyZp others = div_rem(all, c.power, ctx).quotient;
    // The simple points by the representation of all, the other ones by theirs.
    const UnivariateRepresentation& by = c.multiplicity == 1 ? *r_ : multiple_;
    const PolyZp slope = derivative(reduce(by.polynomial, field, ctx), 1, ctx);
    if (c.multiplicity == 1) {
      const Element start = quotient.value(rem(mul(others, slope, ctx), all, ctx), powers);
      for (std::size_t v = 0; v < variables; ++v) {
        if (only == v) continue;
        Element left(size, 0);
        quotient.add_multiple(left, quotient.times_variable(start, v),
                              static_cast<std::uint32_t>(by.denominators[v].view().mod(p.value())));
        const PolyZp numerator = reduce(by.numerators[v], field, ctx);
        if (left != quotient.value(rem(mul(others, numerator, ctx), all, ctx), powers)) return false;
      }
      continue;
    }
    for (std::size_t v = 0; v < variables; ++v) {
      if (only == v) continue;
      const PolyZp divisor = scale(slope, by.denominators[v].view().mod(p.value()), ctx);
      const ExtendedGcd inverse = extended_gcd(rem(divisor, c.polynomial, ctx), c.polynomial, ctx);
      if (inverse.g.degree() != 0) return false;
      const PolyZp coordinate =
          rem(mul(rem(reduce(by.numerators[v], field, ctx), c.polynomial, ctx), inverse.s, ctx), c.polynomial, ctx);
      if (!is_zero(quotient.of_difference(v, coordinate, c.multiplicity, others, all, powers, ctx))) return false;
    }
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
