// z_add/N/B, z_gcd/N/B, z_eval/N/B: arithmetic of polynomials of N coefficients of B bits. z_eval_many/N/B: at N points
// of at most 30 bits; z_eval_near: at the N integers around 0; z_eval_far: at N of B bits; z_eval_fractions: at N
// fractions of 30 bits. z_exact_div, z_div_rem, z_pseudo_div_rem: a product of two by one of them; 2 N coefficients by
// N. z_pow/N/B/K: powers. q_add/N/B, q_sub, q_mul, q_scale, q_divrem, q_gcd, q_eval: over Q, numerators and common
// denominators of B bits; division of 2 N coefficients by N. z_sub, z_neg, z_scale, z_derivative, z_times_power (by
// x^3), z_shift_into (by 1), z_eval_fraction, z_square_free, z_equal, z_copy, z_resultant, z_discriminant, q_xgcd,
// q_neg, q_derivative, q_times_power, q_shift_into (by the other's first coefficient), q_square_free, q_equal, q_copy,
// zp_add/N/P, zp_sub, zp_neg, zp_scale, zp_derivative, zp_times_power, zp_shift_into, zp_square_free, zp_equal,
// zp_copy, zp_coprime_gcd, zp_common_gcd (with half of the factors), zp_resultant, zp_short_divrem (2 N coefficients by
// N): everyday operations on short polynomials. zp_eval/N/P: N coefficients at N points modulo P. sparse_eval/T/B: T
// terms of degree up to 20 in each of four variables at a point of B bits.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"
#include "make_sparse_problem.hpp"
#include "support/inputs.hpp"

namespace {

using namespace polyfork_bench;

using Shapes = std::vector<std::pair<std::size_t, std::size_t>>;

void add(std::vector<CompareCell>& cells, const char* name, Operation operation, const Shapes& shapes, bool standard) {
  for (const auto& [length, bits] : shapes)
    cells.push_back({fmt::format("{}/{}/{}", name, length, bits), standard,
                     [operation, n = length, b = bits] { return integer_problem(operation, n, b); }, ""});
}

void add_rational(std::vector<CompareCell>& cells) {
  const std::pair<const char*, Operation> operations[] = {
      {"q_add", Operation::q_add},
      {"q_sub", Operation::q_sub},
      {"q_mul", Operation::q_mul},
      {"q_scale", Operation::q_scale},
      {"q_gcd", Operation::q_gcd},
      {"q_eval", Operation::q_eval},
      {"q_divrem", Operation::q_divrem},
      {"q_neg", Operation::q_neg},
      {"q_derivative", Operation::q_derivative},
      {"q_times_power", Operation::q_times_power},
      {"q_shift_into", Operation::q_shift_into},
      {"q_square_free", Operation::q_square_free},
      {"q_equal", Operation::q_equal},
      {"q_copy", Operation::q_copy},
  };
  for (const auto& [name, operation] : operations)
    for (const std::size_t n : {1, 4, 16, 64})
      for (const std::size_t bits : {30, 64, 256, 1024})
        cells.push_back({fmt::format("{}/{}/{}", name, n, bits), false,
                         [op = operation, n, bits] { return rational_problem(op, n, bits); }, ""});
}

void add_values(std::vector<CompareCell>& cells) {
  add(cells, "z_eval_many", Operation::z_eval_many, {{4, 30}, {16, 30}, {64, 64}, {256, 256}, {1024, 64}}, false);
  const auto add_values_at = [&](const char* name, Operation operation, std::size_t n, std::size_t bits,
                                 std::size_t at) {
    cells.push_back(
        {fmt::format("{}/{}/{}", name, n, bits), false, [=] { return values_problem(operation, n, bits, at); }, ""});
  };
  for (const std::size_t n : {4, 16, 64, 256, 1024, 4096})
    for (const std::size_t bits : {64, 256, 1024}) {
      const auto known = [&](std::size_t m, std::size_t b) { return n == m && bits == b; };
      if (!known(64, 64) && !known(256, 256) && !known(1024, 64))
        add_values_at("z_eval_many", Operation::z_eval_many, n, bits, 30);
      add_values_at("z_eval_near", Operation::z_eval_many, n, bits, 0);
      if (n * bits <= 65536) add_values_at("z_eval_far", Operation::z_eval_many, n, bits, bits);
      if (n <= 1024) add_values_at("z_eval_fractions", Operation::z_eval_many_fractions, n, bits, 30);
    }
  for (const std::uint64_t p : {std::uint64_t{65537}, (std::uint64_t{1} << 62) - 57})
    for (const std::size_t n : {4, 16, 64, 256})
      cells.push_back({fmt::format("zp_eval/{}/{}", n, p), false,
                       [=] { return modular_algebra_problem(Operation::zp_evaluate, p, n); }, ""});
  for (const std::size_t terms : {3, 10, 100, 1000})
    for (const std::size_t bits : {1, 10, 60})
      cells.push_back({fmt::format("sparse_eval/{}/{}", terms, bits), false,
                       [=] { return sparse_values_problem({.variables = 4, .terms = terms, .degree = 20}, bits); },
                       ""});
}

void add_everyday(std::vector<CompareCell>& cells) {
  const std::pair<const char*, Operation> operations[] = {
      {"z_sub", Operation::z_sub},
      {"z_neg", Operation::z_neg},
      {"z_scale", Operation::z_scale},
      {"z_derivative", Operation::z_derivative},
      {"z_times_power", Operation::z_times_power},
      {"z_shift_into", Operation::z_shift_into},
      {"z_eval_fraction", Operation::z_eval_fraction},
      {"z_square_free", Operation::z_square_free},
      {"z_equal", Operation::z_equal},
      {"z_copy", Operation::z_copy},
  };
  for (const auto& [name, operation] : operations)
    for (const std::size_t n : {1, 2, 4, 16, 64})
      for (const std::size_t bits : {30, 64, 256, 1024}) add(cells, name, operation, {{n, bits}}, false);
  for (const std::size_t n : {2, 4, 10, 16, 32})
    for (const std::size_t bits : {30, 64, 256}) {
      add(cells, "z_resultant", Operation::z_resultant, {{n, bits}}, false);
      add(cells, "z_discriminant", Operation::z_discriminant, {{n, bits}}, false);
      cells.push_back({fmt::format("q_xgcd/{}/{}", n, bits), false,
                       [=] { return rational_problem(Operation::q_xgcd, n, bits); }, ""});
    }
  const std::pair<const char*, Operation> modular[] = {
      {"zp_add", Operation::zp_add},
      {"zp_scale", Operation::zp_scale},
      {"zp_derivative", Operation::zp_derivative},
      {"zp_coprime_gcd", Operation::zp_coprime_gcd},
      {"zp_resultant", Operation::zp_resultant},
      {"zp_sub", Operation::zp_sub},
      {"zp_neg", Operation::zp_neg},
      {"zp_times_power", Operation::zp_times_power},
      {"zp_shift_into", Operation::zp_shift_into},
      {"zp_square_free", Operation::zp_square_free},
      {"zp_equal", Operation::zp_equal},
      {"zp_copy", Operation::zp_copy},
      {"zp_common_gcd", Operation::zp_common_gcd},
      {"zp_short_divrem", Operation::zp_divrem},
  };
  for (const auto& [name, operation] : modular)
    for (const std::uint64_t p :
         {std::uint64_t{7}, (std::uint64_t{1} << 31) - 1, (std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 63) - 25})
      for (const std::size_t n : {1, 2, 4, 8, 16, 32, 64})
        cells.push_back({fmt::format("{}/{}/{}", name, n, p), false,
                         [op = operation, n, p] { return modular_algebra_problem(op, p, n); }, ""});
}

/// Divisions of several limbs and dense powers.
void add_divisions(std::vector<CompareCell>& cells) {
  const std::pair<const char*, Operation> operations[] = {
      {"z_exact_div", Operation::z_exact_div},
      {"z_div_rem", Operation::z_div_rem},
      {"z_pseudo_div_rem", Operation::z_pseudo_div_rem},
  };
  for (const auto& [name, operation] : operations)
    for (const std::size_t n : {1, 2, 4, 8, 16, 32, 64}) {
      // FLINT takes fewer powers of a constant than of other leading coefficients.
      if (n == 1 && operation == Operation::z_pseudo_div_rem) continue;
      for (const std::size_t bits : {30, 64, 128, 256, 1024}) add(cells, name, operation, {{n, bits}}, false);
    }
  for (const std::size_t n : {1, 2, 4, 16, 64})
    for (const std::size_t bits : {30, 64, 256, 1024})
      for (const std::size_t exponent : {2, 3, 10, 50})
        cells.push_back({fmt::format("z_pow/{}/{}/{}", n, bits, exponent), false,
                         [=] { return power_problem(n, bits, exponent); }, ""});
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  add(cells, "z_add", Operation::z_add, {{1024, 64}, {1024, 1024}, {65536, 64}}, true);
  add(cells, "z_add", Operation::z_add, {{65536, 1024}, {1048576, 64}, {64, 100000}}, false);
  for (const std::size_t n : {1, 2, 3, 5, 10, 20, 50})
    for (const std::size_t bits : {30, 64, 256, 1024}) add(cells, "z_add", Operation::z_add, {{n, bits}}, false);
  for (const std::size_t n : {4, 16, 64})
    for (const std::size_t bits : {30, 64, 256}) add(cells, "z_eval", Operation::z_eval, {{n, bits}}, false);
  add(cells, "z_gcd", Operation::z_gcd, {{4, 30}, {10, 30}, {20, 64}}, false);
  add(cells, "z_gcd", Operation::z_gcd, {{64, 64}, {256, 256}, {1024, 256}}, true);
  add(cells, "z_gcd", Operation::z_gcd, {{256, 4096}, {1024, 1024}, {4096, 64}}, false);
  add(cells, "z_eval", Operation::z_eval, {{256, 256}, {1024, 64}, {4096, 1024}}, true);
  add(cells, "z_eval", Operation::z_eval, {{16384, 64}, {65536, 64}}, false);
  add_rational(cells);
  add_values(cells);
  add_everyday(cells);
  add_divisions(cells);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "arithmetic", all_cells()); }
