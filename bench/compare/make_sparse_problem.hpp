// Polynomials in several variables as plain data.
#pragma once

#include "problem.hpp"

namespace polyfork_bench {

/// What random polynomials have.
struct SparseShape {
  std::size_t variables = 1;
  std::size_t terms = 0;   ///< 0: all monomials up to the total degree
  std::size_t degree = 1;  ///< total, or the largest exponent of each variable where there is a number of terms
  std::size_t bits = 0;    ///< of coefficients; 0: from -1000 to 1000
};

/// f (f + 1) for f = (1 + x + y + z + t)^k.
Problem fateman_problem(std::size_t k);
/// (1 + x + y + 2z^2 + 3t^3 + 5u^5)^k (1 + u + t + 2z^2 + 3y^3 + 5x^5)^k.
Problem sparse_problem(std::size_t k);
/// Two random operands.
Problem random_sparse_problem(Operation operation, const SparseShape& shape);

/// Resultants in the first variable of `count` pairs of random polynomials.
Problem resultants_problem(const SparseShape& shape, std::size_t count);
/// Discriminants in the first variable of `count` random polynomials that contain it.
Problem discriminants_problem(const SparseShape& shape, std::size_t count);
/// Resultants in the first variable after this has been replaced by its power.
Problem deflated_resultants_problem(const SparseShape& shape, std::size_t count, std::size_t power);
/// The resultant of x^n + y and x^3 - y in x.
Problem lacunary_resultant_problem(std::size_t n);
/// The discriminant of x^n + x + y in x.
Problem trinomial_discriminant_problem(std::size_t n);

/// sparse_dot: a sum of `count` products.
Problem dot_problem(std::size_t count, const SparseShape& shape);
/// sparse_pow: a random polynomial to the power k.
Problem power_problem(const SparseShape& shape, std::size_t k);
/// What numerators and denominators of polynomials over Q have.
enum class RationalShape {
  whole,    ///< 20 bits, over 1
  equal,    ///< 20 bits, both over 30030
  coprime,  ///< 20 bits, over 1155 and 884
  two,      ///< 50 bits, over coprime numbers of 40 bits: products and sums have two words
  long_     ///< 300 bits, over coprime numbers of 200 bits
};
/// Two random polynomials over Q; sparse_exact_div: their product by the second; sparse_div_rem: their product and the
/// first by the second; sparse_pow: to the power `length`; sparse_scale, sparse_eval, sparse_eval_one: by or at
/// fractions of two digits, or small integers where `whole_point`.
Problem rational_multi_problem(Operation operation, const SparseShape& shape, RationalShape kind,
                               bool whole_point = false);
/// sparse_eval: at coordinates of up to `bits` bits, of either sign.
Problem sparse_values_problem(const SparseShape& shape, std::size_t bits);

/// f (f + 1) by f = (1 + x_1 + ... + x_n)^k.
Problem exact_power_problem(std::size_t variables, std::size_t k);
/// The product of two random polynomials by the second.
Problem exact_random_problem(const SparseShape& shape);
/// (1 + x + y + z)^k by x^5 + y + z + 1, y^5 + z + 1 and z^5 + 1.
Problem triangular_problem(std::size_t k);
/// q b + r by b = x_1^(degree + 1) + ..., all random.
Problem remainder_problem(const SparseShape& shape);

/// multi_factor: the product of `count` random polynomials, over Z or, where there is a modulus, over Z/pZ.
Problem multi_factor_problem(const SparseShape& shape, std::size_t count, std::uint64_t modulus);
/// multi_factor: (x + s^k) (y + s^k) for s = 1 + x + y + z + t, a family of FLINT's own profile.
Problem shifted_powers_problem(std::size_t k, std::uint64_t modulus);

/// g a and g b; monic: each of g, a, b begins with x_1^(degree + 1).
Problem sparse_gcd_problem(const SparseShape& shape, bool monic);
/// g a and g b, where a and b have cofactor_terms terms.
Problem unbalanced_gcd_problem(const SparseShape& shape, std::size_t cofactor_terms);

}  // namespace polyfork_bench
