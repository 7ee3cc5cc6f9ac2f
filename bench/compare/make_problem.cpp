#include "make_problem.hpp"

#include <algorithm>
#include <random>

#include <polyfork/poly/sparse_multi_poly.hpp>
#include <polyfork/ring/primes.hpp>

#include "support/inputs.hpp"

namespace polyfork_bench {
namespace {

using namespace polyfork;

IntegerList to_list(const PolyZ& f) {
  IntegerList list;
  for (std::size_t i = 0; i < f.length(); ++i) {
    const IntegerView c = f.coefficients()[i];
    list.push_back(reinterpret_cast<const std::uint64_t*>(c.limbs().data()), c.signed_size());
  }
  return list;
}

std::vector<std::uint64_t> to_words(const PolyZp& f) { return {f.coefficients().begin(), f.coefficients().end()}; }

/// The sum of coefficient times variable^degree, to the k-th power.
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

void set_factor(const MultiPolyZ& f, IntegerList& coefficients, std::vector<std::uint64_t>& exponents) {
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    const IntegerView c = f.coefficients()[i];
    coefficients.push_back(reinterpret_cast<const std::uint64_t*>(c.limbs().data()), c.signed_size());
    const std::vector<std::uint64_t> row = f.exponents(i);
    exponents.insert(exponents.end(), row.begin(), row.end());
  }
}

Problem product_problem(const MultiPolyZ& f, const MultiPolyZ& g) {
  Problem problem;
  problem.operation = Operation::sparse_mul;
  problem.variables = f.variables().size();
  set_factor(f, problem.a, problem.u);
  set_factor(g, problem.b, problem.v);
  return problem;
}

PolyFormat format_of(TextFormat format) {
  switch (format) {
    case TextFormat::coeffs:
      return PolyFormat::coeffs;
    case TextFormat::infix:
      return PolyFormat::infix;
    case TextFormat::flint:
      break;
  }
  return PolyFormat::flint;
}

}  // namespace

Problem roots_problem(Operation operation, std::string_view name, std::size_t degree) {
  Problem problem;
  problem.operation = operation;
  problem.a = to_list(root_input(name, degree));
  return problem;
}

Problem integer_problem(Operation operation, std::size_t length, std::size_t bits) {
  Problem problem;
  problem.operation = operation;
  if (operation == Operation::z_gcd) {
    const PolyZ g = random_poly(length / 2, bits / 2, 1);
    problem.a = to_list(g * random_poly(length / 2, bits / 2, 2));
    problem.b = to_list(g * random_poly(length / 2, bits / 2, 3));
    return problem;
  }
  problem.a = to_list(random_poly(length, bits, 1));
  if (operation == Operation::z_shift) {
    problem.b = to_list(PolyZ{1});
    return problem;
  }
  problem.b = operation == Operation::z_eval ? to_list(random_poly(1, std::min<std::size_t>(bits, 64), 2))
                                             : to_list(random_poly(length, bits, 2));
  return problem;
}

Problem modular_problem(std::uint64_t p, std::size_t length) {
  Problem problem;
  problem.operation = Operation::zp_mul;
  problem.modulus = p;
  const PrimeField field(p);
  problem.u = to_words(random_poly(length, field, 1));
  problem.v = to_words(random_poly(length, field, 2));
  return problem;
}

Problem to_residues_problem(std::size_t digits, std::size_t count, std::size_t integers) {
  Problem problem;
  problem.operation = Operation::to_residues;
  problem.a = to_list(random_poly(integers, 52 * digits, 1));
  problem.primes = primes_below(std::uint64_t{1} << 50, count);
  return problem;
}

Problem from_residues_problem(std::size_t count, std::size_t integers) {
  Problem problem;
  problem.operation = Operation::from_residues;
  problem.primes = primes_below(std::uint64_t{1} << 50, count);
  std::mt19937_64 random(1);
  for (const std::uint64_t p : problem.primes)
    for (std::size_t i = 0; i < integers; ++i) problem.u.push_back(random() % p);
  return problem;
}

Problem modular_algebra_problem(Operation operation, std::uint64_t p, std::size_t length) {
  Problem problem;
  problem.operation = operation;
  problem.modulus = p;
  const PrimeField field(p);
  PolyZp u = random_poly(operation == Operation::zp_divrem ? 2 * length : length, field, 1);
  PolyZp v = random_poly(length, field, 2);
  if (operation == Operation::zp_gcd) {
    const PolyZp common = random_poly(16, field, 3);
    u = random_poly(length - 15, field, 1) * common;
    v = random_poly(length - 15, field, 2) * common;
  }
  problem.u = to_words(u);
  problem.v = to_words(v);
  if (operation == Operation::zp_inverse && problem.u[0] == 0) problem.u[0] = 1;
  return problem;
}

Problem transform_problem(Operation operation, std::uint64_t p, std::size_t length) {
  Problem problem;
  problem.operation = operation;
  problem.modulus = p;
  problem.length = length;
  return problem;
}

Problem fateman_problem(std::size_t k) {
  const MultiPolyZ f = power_of_sum(Variables({"x", "y", "z", "t"}), {{1, 1}, {1, 1}, {1, 1}, {1, 1}}, k);
  return product_problem(f, f + Integer(1));
}

Problem sparse_problem(std::size_t k) {
  const Variables v({"x", "y", "z", "t", "u"});
  return product_problem(power_of_sum(v, {{1, 1}, {1, 1}, {2, 2}, {3, 3}, {5, 5}}, k),
                         power_of_sum(v, {{5, 5}, {3, 3}, {2, 2}, {1, 1}, {1, 1}}, k));
}

Problem parse_problem(TextFormat format, std::size_t digits) {
  Problem problem;
  problem.operation = Operation::parse;
  problem.format = format;
  problem.text = parse_input(format_of(format), digits);
  return problem;
}

}  // namespace polyfork_bench
