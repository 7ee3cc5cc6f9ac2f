// Polyfork's polynomials in several variables as a library under comparison.
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "ours.hpp"

namespace polyfork_bench {

using namespace polyfork;

namespace {

Variables variables_of(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i) names.push_back("x" + std::to_string(i));
  return Variables(std::move(names));
}

MultiPolyZ in_variables(const SparseInput& input, const Variables& variables) {
  const std::size_t n = variables.size();
  std::vector<MultiPolyZ::Term> terms;
  input.coefficients.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
    const std::uint64_t* const row = input.exponents.data() + i * n;
    terms.push_back({{row, row + n}, Integer(IntegerView(reinterpret_cast<const mp_limb_t*>(limbs), size))});
  });
  return MultiPolyZ::from_terms(variables, terms);
}

}  // namespace

MultiPolyZ to_sparse(const SparseInput& input, std::size_t variables) {
  return in_variables(input, variables_of(variables));
}

namespace {

void add_terms(Fingerprint& hash, const MultiPolyZ& f) {
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    for (const std::uint64_t e : f.exponents(i)) hash.word(e);
    add(hash, f.coefficients()[i]);
  }
}

std::uint64_t fingerprint_of(const MultiPolyZp& f) {
  Fingerprint hash;
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    for (const std::uint64_t e : f.exponents(i)) hash.word(e);
    hash.word(f.coefficient(i));
  }
  return hash.value();
}

std::uint64_t fingerprint_of(const MultiPolyZ& f) {
  Fingerprint hash;
  add_terms(hash, f);
  return hash.value();
}

std::uint64_t fingerprint_of(const SparseDivision<Integers>& division) {
  Fingerprint hash;
  for (const MultiPolyZ& q : division.quotients) add_terms(hash, q);
  add_terms(hash, division.remainder);
  return hash.value();
}

std::uint64_t fingerprint_of(const Integer& value) {
  Fingerprint hash;
  add(hash, value);
  return hash.value();
}

std::uint64_t fingerprint_of(const std::vector<MultiPolyZ>& list) {
  Fingerprint hash;
  for (const MultiPolyZ& f : list) add_terms(hash, f);
  return hash.value();
}

template <class F>
std::unique_ptr<Workload> printed(F function) {
  return make_task(std::move(function), [](const auto& result) { return fingerprint_of(result); });
}

/// A sum or product into a polynomial that is kept.
class IntoKept : public Workload {
 public:
  IntoKept(Operation operation, MultiPolyZ a, MultiPolyZ b, const ExecutionContext& ctx)
      : operation_(operation), a_(std::move(a)), b_(std::move(b)), ctx_(ctx) {}
  void run() override {
    operation_ == Operation::sparse_add ? add_into(result_, a_, b_, ctx_) : mul_into(result_, a_, b_, ctx_);
  }
  std::uint64_t fingerprint() override { return fingerprint_of(result_); }

 private:
  Operation operation_;
  MultiPolyZ a_, b_, result_;
  ExecutionContext ctx_;
};

}  // namespace

std::unique_ptr<Workload> make_sparse_task(const Problem& problem, const ExecutionContext& ctx) {
  std::vector<MultiPolyZ> f;
  const Variables variables = variables_of(problem.variables);  // one object for all, as FLINT has one context
  for (const SparseInput& input : problem.polynomials) f.push_back(in_variables(input, variables));
  if (problem.reuse) return std::make_unique<IntoKept>(problem.operation, f[0], f[1], ctx);
  switch (problem.operation) {
    case Operation::sparse_mul:
      return printed([=] { return mul(f[0], f[1], ctx); });
    case Operation::sparse_add:
      return printed([=] { return add(f[0], f[1], ctx); });
    case Operation::sparse_dot: {
      std::vector<MultiPolyZ> a, b;
      for (std::size_t i = 0; i < f.size(); i += 2) a.push_back(f[i]), b.push_back(f[i + 1]);
      return printed([=] { return dot(std::span<const MultiPolyZ>(a), std::span<const MultiPolyZ>(b), ctx); });
    }
    case Operation::sparse_eval: {
      const IntegerVector coordinates = to_vector(problem.a);
      const std::vector<Integer> point(coordinates.begin(), coordinates.end());
      return printed([=] { return evaluate(f[0], point, ctx); });
    }
    case Operation::sparse_pow:
      return printed([=, k = problem.length] { return pow(f[0], std::uint64_t{k}, ctx); });
    case Operation::sparse_exact_div:
      return printed([=] { return exact_div(f[0], f[1], ctx); });
    case Operation::sparse_div_rem:
      return printed([=, divisors = std::vector(f.begin() + 1, f.end())] { return div_rem(f[0], divisors, ctx); });
    case Operation::sparse_gcd:
      if (problem.modulus != 0) {
        const PrimeField field(problem.modulus);
        return printed([=, a = reduce(f[0], field, ctx), b = reduce(f[1], field, ctx)] { return gcd(a, b, ctx); });
      }
      return printed([=] { return gcd(f[0], f[1], ctx); });
    case Operation::sparse_resultant:
      return printed([=] {
        std::vector<MultiPolyZ> results;
        for (std::size_t i = 0; i < f.size(); i += 2) results.push_back(resultant(f[i], f[i + 1], "x0", ctx));
        return results;
      });
    case Operation::sparse_discriminant:
      return printed([=] {
        std::vector<MultiPolyZ> results;
        for (const MultiPolyZ& a : f) results.push_back(discriminant(a, "x0", ctx));
        return results;
      });
    default:
      return nullptr;
  }
}

}  // namespace polyfork_bench
