#include "make_sparse_problem.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <utility>

#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork_bench {
namespace {

using namespace polyfork;

/// The sum of 1 and coefficient times variable^degree, to the k-th power.
MultiPolyZ power_of_sum(const Variables& variables, const std::vector<std::pair<int, std::uint64_t>>& summands,
                        std::size_t k) {
  MultiPolyZ base = MultiPolyZ::constant(variables, 1);
  for (std::size_t i = 0; i < summands.size(); ++i) {
    std::vector<std::uint64_t> exponents(variables.size(), 0);
    exponents[i] = summands[i].second;
    base += MultiPolyZ::monomial({}, variables, summands[i].first, exponents);
  }
  MultiPolyZ power = MultiPolyZ::constant(variables, 1);
  for (std::size_t i = 0; i < k; ++i) power *= base;
  return power;
}

SparseInput to_input(const MultiPolyZ& f) {
  SparseInput input;
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    const IntegerView c = f.coefficients()[i];
    input.coefficients.push_back(reinterpret_cast<const std::uint64_t*>(c.limbs().data()), c.signed_size());
    const std::vector<std::uint64_t> row = f.exponents(i);
    input.exponents.insert(input.exponents.end(), row.begin(), row.end());
  }
  return input;
}

Problem problem_of(Operation operation, const std::vector<MultiPolyZ>& polynomials) {
  Problem problem;
  problem.operation = operation;
  problem.variables = polynomials.front().variables().size();
  for (const MultiPolyZ& f : polynomials) problem.polynomials.push_back(to_input(f));
  return problem;
}

Variables names(std::size_t n) {
  std::vector<std::string> list;
  for (std::size_t k = 0; k < n; ++k) list.push_back("x" + std::to_string(k));
  return Variables(std::move(list));
}

class RandomPolynomials {
 public:
  explicit RandomPolynomials(const SparseShape& shape) : shape_(shape), variables_(names(shape.variables)) {}

  MultiPolyZ next() { return MultiPolyZ::from_terms(variables_, shape_.terms == 0 ? all_terms() : some_terms()); }
  /// The first variable to a power beyond those of the others.
  MultiPolyZ top() const {
    std::vector<std::uint64_t> exponents(variables_.size(), 0);
    exponents[0] = shape_.degree + 1;
    return MultiPolyZ::monomial({}, variables_, 1, exponents);
  }

 private:
  std::vector<MultiPolyZ::Term> all_terms() {
    std::vector<MultiPolyZ::Term> terms;
    std::vector<std::uint64_t> e(variables_.size(), 0);
    for (std::size_t k = 0; k != e.size();) {
      std::uint64_t sum = 0;
      for (const std::uint64_t x : e) sum += x;
      if (sum <= shape_.degree) terms.push_back({e, coefficient()});
      for (k = 0; k != e.size() && ++e[k] > shape_.degree; ++k) e[k] = 0;
    }
    return terms;
  }
  std::vector<MultiPolyZ::Term> some_terms() {
    std::vector<MultiPolyZ::Term> terms;
    for (std::size_t i = 0; i < shape_.terms; ++i) {
      std::vector<std::uint64_t> e(variables_.size());
      for (auto& x : e) x = random_() % (shape_.degree + 1);
      terms.push_back({std::move(e), coefficient()});
    }
    return terms;
  }
  Integer coefficient() {
    if (shape_.bits == 0) return static_cast<std::int64_t>(random_() % 2001) - 1000;
    Integer magnitude;
    for (std::size_t left = shape_.bits; left != 0;) {
      const std::size_t bits = std::min<std::size_t>(left, 63);
      magnitude = (magnitude << bits) + Integer(random_() >> (64 - bits));
      left -= bits;
    }
    return random_() % 2 == 0 ? magnitude : -magnitude;
  }

  SparseShape shape_;
  Variables variables_;
  std::mt19937_64 random_{1};
};

}  // namespace

Problem fateman_problem(std::size_t k) {
  const MultiPolyZ f = power_of_sum(Variables({"x", "y", "z", "t"}), {{1, 1}, {1, 1}, {1, 1}, {1, 1}}, k);
  return problem_of(Operation::sparse_mul, {f, f + Integer(1)});
}

Problem sparse_problem(std::size_t k) {
  const Variables v({"x", "y", "z", "t", "u"});
  return problem_of(Operation::sparse_mul, {power_of_sum(v, {{1, 1}, {1, 1}, {2, 2}, {3, 3}, {5, 5}}, k),
                                            power_of_sum(v, {{5, 5}, {3, 3}, {2, 2}, {1, 1}, {1, 1}}, k)});
}

Problem random_sparse_problem(Operation operation, const SparseShape& shape) {
  RandomPolynomials random(shape);
  const MultiPolyZ a = random.next();
  return problem_of(operation, {a, random.next()});
}

Problem resultants_problem(const SparseShape& shape, std::size_t count) {
  return deflated_resultants_problem(shape, count, 1);
}

Problem discriminants_problem(const SparseShape& shape, std::size_t count) {
  RandomPolynomials random(shape);
  std::vector<MultiPolyZ> operands;
  while (operands.size() < count) {
    MultiPolyZ f = random.next();
    if (!f.is_zero() && f.degree(0) > 0) operands.push_back(std::move(f));
  }
  return problem_of(Operation::sparse_discriminant, operands);
}

Problem deflated_resultants_problem(const SparseShape& shape, std::size_t count, std::size_t power) {
  RandomPolynomials random(shape);
  std::vector<MultiPolyZ> operands;
  while (operands.size() < 2 * count) {
    std::vector<MultiPolyZ::Term> terms = random.next().terms();
    for (MultiPolyZ::Term& term : terms) term.exponents[0] *= power;
    operands.push_back(MultiPolyZ::from_terms(names(shape.variables), terms));
  }
  return problem_of(Operation::sparse_resultant, operands);
}

Problem lacunary_resultant_problem(std::size_t n) {
  const Variables v = names(2);
  const MultiPolyZ y = MultiPolyZ::generator(v, "x1");
  return problem_of(Operation::sparse_resultant,
                    {MultiPolyZ::monomial({}, v, 1, {n, 0}) + y, MultiPolyZ::monomial({}, v, 1, {3, 0}) - y});
}

Problem trinomial_discriminant_problem(std::size_t n) {
  const Variables v = names(2);
  return problem_of(Operation::sparse_discriminant, {MultiPolyZ::monomial({}, v, 1, {n, 0}) +
                                                     MultiPolyZ::generator(v, "x0") + MultiPolyZ::generator(v, "x1")});
}

Problem dot_problem(std::size_t count, const SparseShape& shape) {
  RandomPolynomials random(shape);
  std::vector<MultiPolyZ> factors;
  for (std::size_t i = 0; i < 2 * count; ++i) factors.push_back(random.next());
  return problem_of(Operation::sparse_dot, factors);
}

Problem power_problem(const SparseShape& shape, std::size_t k) {
  Problem problem = problem_of(Operation::sparse_pow, {RandomPolynomials(shape).next()});
  problem.length = k;
  return problem;
}

Problem sparse_values_problem(const SparseShape& shape, std::size_t bits) {
  Problem problem = problem_of(Operation::sparse_eval, {RandomPolynomials(shape).next()});
  for (std::size_t i = 0; i < shape.variables; ++i) {
    const std::uint64_t coordinate = ((std::uint64_t{1} << bits) - 1) / (i + 1) + 1;
    problem.a.push_back(&coordinate, i % 2 == 0 ? 1 : -1);
  }
  return problem;
}

Problem exact_power_problem(std::size_t variables, std::size_t k) {
  const std::vector<std::pair<int, std::uint64_t>> summands(variables, {1, 1});
  const MultiPolyZ f = power_of_sum(names(variables), summands, k);
  return problem_of(Operation::sparse_exact_div, {f * (f + Integer(1)), f});
}

Problem exact_random_problem(const SparseShape& shape) {
  RandomPolynomials random(shape);
  const MultiPolyZ q = random.next();
  const MultiPolyZ b = random.next();
  return problem_of(Operation::sparse_exact_div, {q * b, b});
}

Problem triangular_problem(std::size_t k) {
  const Variables v({"x", "y", "z"});
  const auto power = [&](const std::vector<std::uint64_t>& e) { return MultiPolyZ::monomial({}, v, 1, e); };
  const MultiPolyZ last = power({0, 0, 1}) + Integer(1);
  return problem_of(Operation::sparse_div_rem,
                    {power_of_sum(v, {{1, 1}, {1, 1}, {1, 1}}, k), power({5, 0, 0}) + power({0, 1, 0}) + last,
                     power({0, 5, 0}) + last, power({0, 0, 5}) + Integer(1)});
}

Problem remainder_problem(const SparseShape& shape) {
  RandomPolynomials random(shape);
  const MultiPolyZ q = random.next();
  const MultiPolyZ b = random.next() + random.top();
  return problem_of(Operation::sparse_div_rem, {q * b + random.next(), b});
}

namespace {

IntegerList list_of(const std::vector<Integer>& values) {
  IntegerList list;
  for (const Integer& value : values)
    list.push_back(reinterpret_cast<const std::uint64_t*>(value.view().limbs().data()), value.view().signed_size());
  return list;
}

/// The two denominators.
std::vector<Integer> denominators_of(RationalShape kind) {
  switch (kind) {
    case RationalShape::whole:
      return {1, 1};
    case RationalShape::equal:
      return {30030, 30030};
    case RationalShape::coprime:
      return {1155, 884};
    case RationalShape::two:
      return {pow(Integer(3), 25), pow(Integer(5), 17)};
    case RationalShape::long_:
      return {pow(Integer(3), 126), pow(Integer(7), 71)};
  }
  return {};
}

}  // namespace

Problem rational_multi_problem(Operation operation, const SparseShape& shape, RationalShape kind, bool whole_point) {
  SparseShape numerators = shape;
  numerators.bits = kind == RationalShape::two ? 50 : kind == RationalShape::long_ ? 300 : 20;
  RandomPolynomials random(numerators);
  const std::vector<Integer> denominators = denominators_of(kind);
  // Numerators that share nothing with their denominators: the last term is 1.
  const Variables v = names(shape.variables);
  const MultiPolyZ one = MultiPolyZ::constant(v, 1);
  const MultiPolyZ a = random.next() + one;
  const MultiPolyZ b = random.next() + one;
  const Integer& d = denominators[0];
  const Integer& e = denominators[1];
  std::vector<MultiPolyZ> operands{a, b};
  std::vector<Integer> below{d, e};
  if (operation == Operation::sparse_exact_div) operands[0] = a * b, below[0] = d * e;
  if (operation == Operation::sparse_div_rem) operands[0] = a * b + a, below[0] = d * e;
  if (operation == Operation::sparse_equal) operands[1] = a, below[1] = d;
  Problem problem = problem_of(operation, operands);
  problem.denominators = list_of(below);
  const bool all = operation == Operation::sparse_eval;
  if (all || operation == Operation::sparse_eval_one || operation == Operation::sparse_scale) {
    const std::vector<Integer> tops{3, -5, 11, 2, -4, 15, 8};
    const std::vector<Integer> bottoms{7, 2, 3, 9, 5, 8, 11};
    const auto n = static_cast<std::ptrdiff_t>(all ? shape.variables : 1);
    problem.a = list_of({tops.begin(), tops.begin() + n});
    problem.b = whole_point ? list_of(std::vector<Integer>(static_cast<std::size_t>(n), Integer(1)))
                            : list_of({bottoms.begin(), bottoms.begin() + n});
  }
  return problem;
}

Problem multi_factor_problem(const SparseShape& shape, std::size_t count, std::uint64_t modulus) {
  RandomPolynomials random(shape);
  MultiPolyZ f = random.next();
  for (std::size_t i = 1; i < count; ++i) f *= random.next();
  Problem problem = problem_of(Operation::multi_factor, {f});
  problem.modulus = modulus;
  return problem;
}

Problem shifted_powers_problem(std::size_t k, std::uint64_t modulus) {
  const Variables v({"x", "y", "z", "t"});
  const MultiPolyZ power = power_of_sum(v, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}, k);
  const MultiPolyZ x = MultiPolyZ::monomial({}, v, 1, std::vector<std::uint64_t>{1, 0, 0, 0});
  const MultiPolyZ y = MultiPolyZ::monomial({}, v, 1, std::vector<std::uint64_t>{0, 1, 0, 0});
  Problem problem = problem_of(Operation::multi_factor, {(x + power) * (y + power)});
  problem.modulus = modulus;
  return problem;
}

Problem sparse_gcd_problem(const SparseShape& shape, bool monic) {
  RandomPolynomials random(shape);
  const auto next = [&] { return monic ? random.next() + random.top() : random.next(); };
  const MultiPolyZ g = next();
  const MultiPolyZ a = next() * g;
  return problem_of(Operation::sparse_gcd, {a, next() * g});
}

Problem unbalanced_gcd_problem(const SparseShape& shape, std::size_t cofactor_terms) {
  const MultiPolyZ g = RandomPolynomials(shape).next();
  SparseShape cofactor = shape;
  cofactor.terms = cofactor_terms;
  RandomPolynomials random(cofactor);
  const MultiPolyZ a = random.next() * g;
  return problem_of(Operation::sparse_gcd, {a, random.next() * g});
}

}  // namespace polyfork_bench
