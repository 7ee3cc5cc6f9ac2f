#include "make_problem.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/primes.hpp>

#include "support/inputs.hpp"

namespace polyfork_bench {
namespace {

using namespace polyfork;

IntegerList to_list(const IntegerVector& v) {
  IntegerList list;
  for (const IntegerView c : v)
    list.push_back(reinterpret_cast<const std::uint64_t*>(c.limbs().data()), c.signed_size());
  return list;
}

IntegerList to_list(const PolyZ& f) { return to_list(f.coefficients()); }

std::vector<std::uint64_t> to_words(const PolyZp& f) { return {f.coefficients().begin(), f.coefficients().end()}; }

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
  if (operation == Operation::z_exact_div) {
    const PolyZ b = random_poly(length, bits, 2);
    problem.a = to_list(b * random_poly(length, bits, 1));
    problem.b = to_list(b);
    return problem;
  }
  if (operation == Operation::z_div_rem || operation == Operation::z_pseudo_div_rem) {
    PolyZ b = random_poly(length, bits, 2);
    if (operation == Operation::z_div_rem) b.set_coefficient(length - 1, Integer(1));
    problem.a = to_list(random_poly(2 * length, bits, 1));
    problem.b = to_list(b);
    return problem;
  }
  problem.a = to_list(random_poly(length, bits, 1));
  if (operation == Operation::z_shift) {
    problem.b = to_list(PolyZ{1});
    return problem;
  }
  if (operation == Operation::z_shift_into) {
    problem.b = to_list(PolyZ{1});
    return problem;
  }
  if (operation == Operation::z_eval_fraction) {
    problem.b = to_list(random_poly(2, std::min<std::size_t>(bits, 60), 2));
    for (std::int32_t& size : problem.b.sizes) size = std::abs(size);
    return problem;
  }
  if (operation == Operation::z_scale) {
    problem.b = to_list(random_poly(1, bits, 2));
    return problem;
  }
  if (operation == Operation::z_eval_many) {
    problem.b = to_list(random_poly(length, std::min<std::size_t>(bits, 30), 2));
    return problem;
  }
  problem.b = operation == Operation::z_eval ? to_list(random_poly(1, std::min<std::size_t>(bits, 64), 2))
                                             : to_list(random_poly(length, bits, 2));
  return problem;
}

Problem values_problem(Operation operation, std::size_t length, std::size_t bits, std::size_t point_bits) {
  Problem problem;
  problem.operation = operation;
  problem.a = to_list(random_poly(length, bits, 1));
  const bool are_fractions = operation == Operation::z_eval_many_fractions;
  if (point_bits == 0) {
    std::vector<Integer> points;
    points.reserve(length);
    for (std::size_t i = 0; i < length; ++i)
      points.emplace_back(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(length / 2));
    problem.b = to_list(IntegerVector(points));
    return problem;
  }
  problem.b = to_list(random_poly(are_fractions ? 2 * length : length, point_bits, 2));
  if (are_fractions)
    for (std::int32_t& size : problem.b.sizes) size = std::abs(size);
  return problem;
}

Problem power_problem(std::size_t length, std::size_t bits, std::size_t exponent) {
  Problem problem;
  problem.operation = Operation::z_pow;
  problem.a = to_list(random_poly(length, bits, 1));
  problem.b = problem.a;
  problem.length = exponent;
  return problem;
}

Problem rational_problem(Operation operation, std::size_t length, std::size_t bits) {
  Problem problem;
  problem.operation = operation;
  const PolyZ g = random_poly(operation == Operation::q_gcd ? (length + 1) / 2 : 1, bits / 2, 5);
  const bool of_one = operation == Operation::q_scale || operation == Operation::q_eval;
  const bool of_products = operation == Operation::q_gcd;
  const auto operand = [&](std::size_t n, std::uint64_t seed) {
    return to_list(of_products ? g * random_poly(n - n / 2, bits / 2, seed) : random_poly(n, bits, seed));
  };
  problem.a = operand(operation == Operation::q_divrem ? 2 * length : length, 1);
  problem.b = operand(of_one ? 1 : length, 2);
  problem.denominators = to_list(random_poly(2, bits, 3));
  for (std::int32_t& size : problem.denominators.sizes) size = std::abs(size);
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
  if (operation == Operation::zp_gcd || operation == Operation::zp_common_gcd) {
    const std::size_t shared = operation == Operation::zp_gcd ? 16 : (length + 1) / 2;
    const PolyZp common = random_poly(shared, field, 3);
    u = random_poly(length - shared + 1, field, 1) * common;
    v = random_poly(length - shared + 1, field, 2) * common;
  }
  problem.u = to_words(u);
  problem.v = to_words(v);
  if (operation == Operation::zp_inverse && problem.u[0] == 0) problem.u[0] = 1;
  return problem;
}

Problem modular_factor_problem(FactorShape shape, std::uint64_t p, std::size_t degree, std::size_t count) {
  Problem problem;
  problem.operation = Operation::zp_factor;
  problem.modulus = p;
  problem.length = degree + 1;
  const PrimeField field(p);
  std::uint64_t seed = 0;
  const auto monic = [&](std::size_t n) { return random_poly(n, field, ++seed) + PolyZp::monomial(field, 1, n); };
  for (std::size_t i = 0; i < (shape == FactorShape::cyclotomic ? 1 : count); ++i) {
    PolyZp f = PolyZp::monomial(field, 1, degree) - PolyZp(field, {1});
    if (shape == FactorShape::random) f = monic(degree);
    if (shape == FactorShape::products) {
      f = PolyZp(field, {1});
      for (std::size_t k = 0; k < 10; ++k) f = f * monic(degree * (k + 1) / 10 - degree * k / 10);
    }
    const std::vector<std::uint64_t> words = to_words(f);
    problem.u.insert(problem.u.end(), words.begin(), words.end());
  }
  return problem;
}

Problem transform_problem(Operation operation, std::uint64_t p, std::size_t length) {
  Problem problem;
  problem.operation = operation;
  problem.modulus = p;
  problem.length = length;
  return problem;
}

Problem parse_problem(TextFormat format, std::size_t digits) {
  Problem problem;
  problem.operation = Operation::parse;
  problem.format = format;
  problem.text = parse_input(format_of(format), digits);
  return problem;
}

Problem algebraic_problem(Operation operation, std::string_view a, std::size_t first_root, std::string_view b,
                          std::size_t second_root) {
  Problem problem;
  problem.operation = operation;
  problem.a = to_list(parse_poly_z(a));
  problem.b = to_list(parse_poly_z(b));
  problem.first_root = first_root;
  problem.second_root = second_root;
  return problem;
}

Problem digits_problem(std::string_view a, std::size_t digits) {
  Problem problem = algebraic_problem(Operation::algebraic_digits, a, 0, "0", 0);
  problem.digits = digits;
  return problem;
}

}  // namespace polyfork_bench
