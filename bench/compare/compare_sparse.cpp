// Polynomials in several variables over Z and Q, lexicographic order.
//
// sparse_mul/fateman/K: f (f + 1) for f = (1 + x + y + z + t)^K. sparse_mul/powers/K: (1 + x + y + 2z^2 + 3t^3 +
// 5u^5)^K times (1 + u + t + 2z^2 + 3y^3 + 5x^5)^K. sparse_mul/random/T, sparse_add/T: T random terms and as many;
// ..._into/T: into a result that is kept. sparse_dot/apart/N/T, sparse_dot/box/N/T: sums of N products of polynomials
// of T terms, which meet seldom or often. sparse_pow/T/K: a random polynomial of T terms in four variables to the power
// K; sparse_pow/dense/N/D/K: one of all monomials up to degree D in N. sparse_div/power/N/K: f (f + 1) by f = (1 + x_1
// + ... + x_N)^K. sparse_div/random/T: a product of two polynomials of T random terms by one of them.
// sparse_div_rem/triangular/K: by three polynomials. sparse_div_rem/random/T: by one. sparse_gcd/...,
// sparse_resultant/...: random polynomials, dense in N variables up to degree D (dense/N/D) or T terms of degree up to
// D in each variable (sparse/N/T/D). sparse_resultant/few/N/T/D, sparse_discriminant/few/N/T/D: of sixteen such pairs
// or polynomials; deflated/N/T/D: in x^4; lacunary/N: of x^N + y and x^3 - y; trinomial/N: of x^N + x + y.
// sparse_gcd/unbalanced/N/T/D/C: a gcd of T terms, cofactors of C. sparse_gcd_mod_P/...: the same modulo P.
// sparse_q_.../KIND/N/T: over Q, N variables, T terms and 1, into results that are kept but for quotients and powers
// (the third); KIND says what numerators and denominators have (make_sparse_problem.hpp).
#include <tuple>

#include <fmt/format.h>

#include "compare.hpp"
#include "make_sparse_problem.hpp"

namespace {

using namespace polyfork_bench;

void add_products_and_sums(std::vector<CompareCell>& cells) {
  for (const std::size_t k : {4, 10, 15, 20, 25, 30})
    cells.push_back({fmt::format("sparse_mul/fateman/{}", k), k == 20, [k] { return fateman_problem(k); }, "fateman"});
  for (const std::size_t k : {4, 6, 8, 10, 12, 14})
    cells.push_back(
        {fmt::format("sparse_mul/powers/{}", k), k == 8 || k == 12, [k] { return sparse_problem(k); }, "powers"});
  const std::pair<const char*, Operation> operations[] = {{"sparse_mul", Operation::sparse_mul},
                                                          {"sparse_add", Operation::sparse_add}};
  for (const auto& [name, operation] : operations)
    for (const std::size_t terms : {3, 10, 30, 100, 1000, 10000, 100000, 1000000}) {
      if (operation == Operation::sparse_mul && terms > 1000) continue;
      const SparseShape shape{.variables = 4, .terms = terms, .degree = 100};
      const auto problem = [=, operation = operation](bool reuse) {
        Problem p = random_sparse_problem(operation, shape);
        p.reuse = reuse;
        return p;
      };
      const std::string family = fmt::format("{}{}", name, operation == Operation::sparse_mul ? "/random" : "");
      const bool standard = terms == 10 || terms == 100 || terms > 1000;
      cells.push_back({fmt::format("{}/{}", family, terms), standard, [=] { return problem(false); }, family});
      if (terms <= 10000)
        cells.push_back({fmt::format("{}_into/{}", family, terms), false, [=] { return problem(true); }, ""});
    }
}

void add_rationals(std::vector<CompareCell>& cells) {
  const std::tuple<const char*, Operation, bool> operations[] = {{"add", Operation::sparse_add, false},
                                                                 {"sub", Operation::sparse_sub, false},
                                                                 {"neg", Operation::sparse_neg, false},
                                                                 {"scale", Operation::sparse_scale, false},
                                                                 {"copy", Operation::sparse_copy, false},
                                                                 {"equal", Operation::sparse_equal, false},
                                                                 {"mul", Operation::sparse_mul, false},
                                                                 {"pow", Operation::sparse_pow, false},
                                                                 {"exact_div", Operation::sparse_exact_div, false},
                                                                 {"div_rem", Operation::sparse_div_rem, false},
                                                                 {"derivative", Operation::sparse_derivative, false},
                                                                 {"eval", Operation::sparse_eval, false},
                                                                 {"eval_whole", Operation::sparse_eval, true},
                                                                 {"eval_one", Operation::sparse_eval_one, false}};
  const std::pair<const char*, RationalShape> kinds[] = {{"whole", RationalShape::whole},
                                                         {"equal", RationalShape::equal},
                                                         {"coprime", RationalShape::coprime},
                                                         {"two", RationalShape::two},
                                                         {"long", RationalShape::long_}};
  for (const auto& [name, operation, whole_point] : operations)
    for (const auto& [kind_name, kind] : kinds)
      for (const std::size_t variables : {1, 2, 4, 6})
        for (const std::size_t terms : {1, 3, 10, 30, 100}) {
          if (terms == 100 && (operation == Operation::sparse_pow || kind == RationalShape::long_)) continue;
          const SparseShape shape{.variables = variables,
                                  .terms = terms,
                                  .degree = static_cast<std::size_t>(variables == 1 ? 3 * terms : 20)};
          const bool standard = variables == 4 && (terms == 3 || terms == 30) && kind == RationalShape::coprime;
          cells.push_back({fmt::format("sparse_q_{}/{}/{}/{}", name, kind_name, variables, terms), standard,
                           [=, operation = operation, kind = kind, whole_point = whole_point] {
                             Problem problem = rational_multi_problem(operation, shape, kind, whole_point);
                             problem.reuse = true;
                             problem.length = 3;
                             return problem;
                           },
                           ""});
        }
}

void add_dots(std::vector<CompareCell>& cells) {
  for (const std::size_t count : {4, 16, 64})
    for (const std::size_t terms : {3, 10, 30, 100})
      for (const auto& [name, variables, degree] : {std::tuple{"apart", 4, 100}, {"box", 3, 6}}) {
        const SparseShape shape{.variables = static_cast<std::size_t>(variables),
                                .terms = terms,
                                .degree = static_cast<std::uint64_t>(degree)};
        cells.push_back({fmt::format("sparse_dot/{}/{}/{}", name, count, terms), count == 16 && terms == 30,
                         [=] { return dot_problem(count, shape); }, ""});
      }
}

void add_powers(std::vector<CompareCell>& cells) {
  for (const auto& [terms, k] : {std::pair{2, 10},
                                 {2, 100},
                                 {2, 1000},
                                 {3, 10},
                                 {3, 40},
                                 {4, 20},
                                 {5, 10},
                                 {5, 20},
                                 {10, 4},
                                 {10, 6},
                                 {30, 3}}) {
    const SparseShape shape{.variables = 4, .terms = static_cast<std::size_t>(terms), .degree = 100};
    cells.push_back({fmt::format("sparse_pow/{}/{}", terms, k), k == 20,
                     [=, k = static_cast<std::size_t>(k)] { return power_problem(shape, k); }, ""});
  }
  for (const auto& [n, d, k] : {std::tuple{2, 1, 20}, {2, 4, 10}, {3, 1, 20}, {3, 2, 8}, {4, 1, 10}}) {
    const SparseShape shape{.variables = static_cast<std::size_t>(n), .degree = static_cast<std::size_t>(d)};
    cells.push_back({fmt::format("sparse_pow/dense/{}/{}/{}", n, d, k), false,
                     [=, k = static_cast<std::size_t>(k)] { return power_problem(shape, k); }, ""});
  }
}

void add_divisions(std::vector<CompareCell>& cells) {
  for (const auto& [variables, k] : {std::pair{3, 16}, {4, 4}, {4, 8}})
    cells.push_back({fmt::format("sparse_div/power/{}/{}", variables, k), k >= 8,
                     [variables = variables, k = k] { return exact_power_problem(variables, k); }, ""});
  for (const std::size_t terms : {10, 100, 1000}) {
    const SparseShape wide{.variables = 4, .terms = terms, .degree = 1000};
    const SparseShape box{.variables = 3, .terms = terms, .degree = 30};
    cells.push_back({fmt::format("sparse_div/random/{}", terms), true, [=] { return exact_random_problem(wide); }, ""});
    cells.push_back(
        {fmt::format("sparse_div_rem/random/{}", terms), terms < 1000, [=] { return remainder_problem(box); }, ""});
  }
  for (const std::size_t k : {5, 10, 20})
    cells.push_back(
        {fmt::format("sparse_div_rem/triangular/{}", k), k == 20, [k] { return triangular_problem(k); }, ""});
}

void add_gcds(std::vector<CompareCell>& cells) {
  const auto add = [&](const std::string& name, bool standard, const SparseShape& shape, bool monic = false) {
    cells.push_back({"sparse_gcd/" + name, standard, [=] { return sparse_gcd_problem(shape, monic); }, ""});
  };
  for (const auto& [n, d] : {std::pair{2, 20}, {2, 60}, {2, 150}, {3, 8}, {3, 15}, {3, 24}, {4, 5}, {4, 10}, {5, 4}}) {
    const std::size_t variables = n, degree = d;
    add(fmt::format("dense/{}/{}", n, d), d < 150, {.variables = variables, .degree = degree});
    if (n == 3 && d == 8) add("dense_62_bits/3/8", true, {.variables = 3, .degree = 8, .bits = 62});
  }
  for (const auto& [n, t, d] : {std::tuple{3, 20, 20},
                                {3, 30, 100},
                                {4, 500, 12},
                                {5, 50, 15},
                                {5, 200, 20},
                                {6, 40, 8},
                                {9, 100, 5},
                                {12, 30, 4}}) {
    const std::size_t variables = n, terms = t, degree = d;
    add(fmt::format("sparse/{}/{}/{}", n, t, d), t < 500, {.variables = variables, .terms = terms, .degree = degree});
    if (t == 30 && d == 100) add("monic/4/30/20", true, {.variables = 4, .terms = 30, .degree = 20}, true);
  }
  // A gcd with many more terms than the cofactors, and with far fewer.
  for (const auto& [n, t, d, c] :
       {std::tuple{5, 2000, 20, 20}, {9, 3000, 10, 30}, {5, 20, 20, 2000}, {7, 500, 8, 500}}) {
    const SparseShape shape{.variables = static_cast<std::size_t>(n),
                            .terms = static_cast<std::size_t>(t),
                            .degree = static_cast<std::size_t>(d)};
    const auto cofactor_terms = static_cast<std::size_t>(c);
    cells.push_back({fmt::format("sparse_gcd/unbalanced/{}/{}/{}/{}", n, t, d, c), false,
                     [=] { return unbalanced_gcd_problem(shape, cofactor_terms); }, ""});
  }
  for (const std::uint64_t p : {2, 7, 67, 251, 257, 65537}) {
    const auto add_modular = [&](const std::string& name, const SparseShape& shape) {
      cells.push_back({fmt::format("sparse_gcd_mod_{}/{}", p, name), p == 67,
                       [=] {
                         Problem problem = sparse_gcd_problem(shape, false);
                         problem.modulus = p;
                         return problem;
                       },
                       ""});
    };
    add_modular("dense/2/20", {.variables = 2, .degree = 20});
    add_modular("dense/3/8", {.variables = 3, .degree = 8});
    add_modular("dense/4/5", {.variables = 4, .degree = 5});
    add_modular("sparse/3/20/20", {.variables = 3, .terms = 20, .degree = 20});
    add_modular("sparse/5/50/15", {.variables = 5, .terms = 50, .degree = 15});
    add_modular("sparse/6/40/8", {.variables = 6, .terms = 40, .degree = 8});
  }
  const SparseShape coprime{.variables = 5, .terms = 500, .degree = 20};
  cells.push_back(
      {"sparse_gcd/coprime/5/500/20", true, [=] { return random_sparse_problem(Operation::sparse_gcd, coprime); }, ""});
}

void add_resultants(std::vector<CompareCell>& cells) {
  const auto add = [&](const std::string& name, bool standard, const SparseShape& shape) {
    cells.push_back({"sparse_resultant/" + name, standard, [=] { return resultants_problem(shape, 1); }, ""});
  };
  for (const auto& [n, d] : {std::pair{2, 8}, {2, 16}, {2, 24}, {3, 4}, {3, 6}, {4, 3}}) {
    const std::size_t variables = n, degree = d;
    add(fmt::format("dense/{}/{}", n, d), d < 24, {.variables = variables, .degree = degree});
  }
  for (const auto& [n, t, d] : {std::tuple{3, 6, 6}, {2, 6, 30}, {5, 4, 3}}) {
    const std::size_t variables = n, terms = t, degree = d;
    add(fmt::format("sparse/{}/{}/{}", n, t, d), d < 30, {.variables = variables, .terms = terms, .degree = degree});
  }
}

void add_short_resultants(std::vector<CompareCell>& cells) {
  constexpr std::size_t count = 16;
  const auto add = [&](const std::string& name, bool standard, const auto& problem) {
    cells.push_back({name, standard, problem, ""});
  };
  for (const auto& [n, t, d] : {std::tuple{2, 3, 4},
                                {2, 6, 4},
                                {2, 10, 6},
                                {3, 3, 3},
                                {3, 4, 4},
                                {3, 6, 3},
                                {3, 6, 5},
                                {3, 10, 3},
                                {4, 5, 3}}) {
    const SparseShape shape{.variables = static_cast<std::size_t>(n),
                            .terms = static_cast<std::size_t>(t),
                            .degree = static_cast<std::size_t>(d)};
    const std::string name = fmt::format("few/{}/{}/{}", n, t, d);
    const bool standard = t == 3 || d == 6;
    add("sparse_resultant/" + name, standard, [=] { return resultants_problem(shape, count); });
    add("sparse_discriminant/" + name, standard, [=] { return discriminants_problem(shape, count); });
    if (t == 6)
      add("sparse_resultant/deflated/" + name.substr(4), false,
          [=] { return deflated_resultants_problem(shape, count, 4); });
  }
  for (const auto& [n, d] : {std::pair{2, 6}, {2, 10}, {3, 4}}) {
    const SparseShape shape{.variables = static_cast<std::size_t>(n), .degree = static_cast<std::size_t>(d)};
    add(fmt::format("sparse_discriminant/dense/{}/{}", n, d), n == 3, [=] { return discriminants_problem(shape, 1); });
  }
  for (const std::size_t n : {100, 10000, 100000})
    add(fmt::format("sparse_resultant/lacunary/{}", n), n == 10000, [n] { return lacunary_resultant_problem(n); });
  for (const std::size_t n : {100, 300, 1000})
    add(fmt::format("sparse_discriminant/trinomial/{}", n), n == 300,
        [n] { return trinomial_discriminant_problem(n); });
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  add_products_and_sums(cells);
  add_rationals(cells);
  add_dots(cells);
  add_powers(cells);
  add_divisions(cells);
  add_gcds(cells);
  add_resultants(cells);
  add_short_resultants(cells);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "sparse", all_cells()); }
