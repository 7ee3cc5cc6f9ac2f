// Naive references: polynomials as plain vectors of integers, every operation by its definition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace polyfork::test {

using NaivePoly = std::vector<Integer>;

NaivePoly to_naive(const IntegerVector& v);
/// Schoolbook; a.size() + b.size() - 1 coefficients, none when an operand is empty.
NaivePoly naive_mul(const NaivePoly& a, const NaivePoly& b);
NaivePoly naive_add(const NaivePoly& a, const NaivePoly& b, bool subtract = false);
/// Sum of a_i x^i by powers.
Integer naive_evaluate(const NaivePoly& a, const Integer& x);
/// Without leading zeros.
NaivePoly naive_normalised(NaivePoly a);
/// Schoolbook modulo p.
std::vector<std::uint64_t> naive_mul_mod(const ResidueVector& a, const ResidueVector& b, std::uint64_t p);

}  // namespace polyfork::test
