// From the inputs of the benchmarks to plain data.
#pragma once

#include <cstdint>
#include <string_view>

#include "problem.hpp"

namespace polyfork_bench {

/// roots: isolation. roots_width: isolation in intervals of width at most 1/20.
Problem roots_problem(Operation operation, std::string_view name, std::size_t degree);
/// z_mul, z_add: two polynomials of `length` coefficients of `bits` bits. z_gcd: two products of polynomials half as
/// long with a common factor. z_eval: a polynomial and a point of at most 64 bits. z_eval_many: as many points as
/// coefficients, of at most 30 bits. z_eval_fraction: the parts of a fraction, of at most 60 bits. z_scale: a number of
/// `bits` bits. z_shift_into: by 1. z_exact_div: a product of two such polynomials, and one of them. z_div_rem,
/// z_pseudo_div_rem: twice as many coefficients by as many, monic for z_div_rem. The other z_...: two polynomials, of
/// which some take the first alone.
Problem integer_problem(Operation operation, std::size_t length, std::size_t bits);
/// z_eval_many, z_eval_many_fractions: a polynomial and as many points of `point_bits` bits as it has coefficients; the
/// neighbours of 0 where that is 0.
Problem values_problem(Operation operation, std::size_t length, std::size_t bits, std::size_t point_bits);
/// z_pow: a polynomial and an exponent.
Problem power_problem(std::size_t length, std::size_t bits, std::size_t exponent);
/// q_...: polynomials of `length` coefficients, numerators and the common denominators of `bits` bits. q_divrem: one of
/// twice that length by one. q_xgcd: two. q_gcd: two products with a common factor of half the length. q_scale, q_eval:
/// a number.
Problem rational_problem(Operation operation, std::size_t length, std::size_t bits);
Problem modular_problem(std::uint64_t p, std::size_t length);
/// Integers of 52 `digits` bits and either sign, and the `count` largest primes below 2^50.
Problem to_residues_problem(std::size_t digits, std::size_t count, std::size_t integers);
/// Random residues modulo the same primes.
Problem from_residues_problem(std::size_t count, std::size_t integers);
/// zp_divrem: 2 length coefficients by `length`. zp_gcd: two polynomials of that length with a common factor of 16
/// coefficients. zp_evaluate, zp_interpolate: as many points as coefficients. zp_inverse: that many coefficients.
/// zp_add, zp_coprime_gcd, zp_resultant: two polynomials. zp_scale, zp_derivative: one.
Problem modular_algebra_problem(Operation operation, std::uint64_t p, std::size_t length);
enum class FactorShape {
  random,     ///< monic
  products,   ///< of ten random polynomials of a tenth of the degree
  cyclotomic  ///< x^n - 1, once
};
/// zp_factor: `count` polynomials of the given degree.
Problem modular_factor_problem(FactorShape shape, std::uint64_t p, std::size_t degree, std::size_t count);
enum class IntegerFactorShape {
  products,        ///< of `count` random polynomials of the degree, with coefficients of so many bits
  cyclotomic,      ///< x^degree - 1
  chebyshev,       ///< of the first kind
  swinnerton_dyer  ///< of degree 2^degree
};
/// z_factor: one polynomial.
Problem integer_factor_problem(IntegerFactorShape shape, std::size_t count, std::size_t degree, std::size_t bits);
/// A transform, or inverse one, of `length` words modulo p.
Problem transform_problem(Operation operation, std::uint64_t p, std::size_t length);
/// Real roots of two polynomials, as text, and an operation on the ones of these indices.
Problem algebraic_problem(Operation operation, std::string_view a, std::size_t first_root, std::string_view b,
                          std::size_t second_root);
/// All real roots to so many digits after the decimal point.
Problem digits_problem(std::string_view a, std::size_t digits);
Problem parse_problem(TextFormat format, std::size_t digits);

}  // namespace polyfork_bench
