// Polyfork's factorizations as a library under comparison.
#include <memory>
#include <utility>
#include <vector>

#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "ours.hpp"

namespace polyfork_bench {
namespace {

using namespace polyfork;

std::uint64_t fingerprint_of(const std::vector<Factorization<PrimeField>>& all) {
  std::uint64_t sum = 0;
  for (const auto& factors : all)
    for (const auto& [polynomial, multiplicity] : factors.factors) {
      Fingerprint hash;
      hash.word(multiplicity);
      for (const std::uint64_t c : polynomial.coefficients()) hash.word(c);
      sum += hash.value();
    }
  return sum;
}

std::uint64_t fingerprint_of(const Factorization<Integers>& factors) {
  std::uint64_t sum = 0;
  for (const auto& [polynomial, multiplicity] : factors.factors) {
    Fingerprint hash;
    hash.word(multiplicity);
    for (std::size_t i = 0; i < polynomial.length(); ++i) {
      const IntegerView c = polynomial.coefficients()[i];
      hash.add(reinterpret_cast<const std::uint64_t*>(c.limbs().data()), c.signed_size());
    }
    sum += hash.value();
  }
  return sum;
}

void add_coefficient(Fingerprint& hash, const MultiPolyZ& f, std::size_t i) { add(hash, f.coefficients()[i]); }
void add_coefficient(Fingerprint& hash, const MultiPolyZp& f, std::size_t i) { hash.word(f.coefficients()[i]); }

template <Ring R>
std::uint64_t fingerprint_of(const MultiFactorization<R>& factors) {
  std::uint64_t sum = 0;
  for (const auto& [polynomial, multiplicity] : factors.factors) {
    Fingerprint hash;
    hash.word(multiplicity);
    for (std::size_t i = 0; i < polynomial.term_count(); ++i) {
      for (const std::uint64_t e : polynomial.exponents(i)) hash.word(e);
      add_coefficient(hash, polynomial, i);
    }
    sum += hash.value();
  }
  return sum;
}

template <Ring R>
std::unique_ptr<Workload> multi_factor_task(SparseMultiPoly<R> f, const ExecutionContext& ctx) {
  return make_task([ctx, f = std::move(f)] { return factor(f, ctx); },
                   [](const auto& result) { return fingerprint_of(result); });
}

}  // namespace

std::unique_ptr<Workload> make_factor_task(const Problem& problem, const ExecutionContext& ctx) {
  if (problem.operation == Operation::z_factor)
    return make_task([ctx, f = PolyZ(to_vector(problem.a))] { return factor(f, ctx); },
                     [](const auto& result) { return fingerprint_of(result); });
  if (problem.operation == Operation::multi_factor) {
    MultiPolyZ f = to_sparse(problem.polynomials[0], problem.variables);
    if (problem.modulus == 0) return multi_factor_task(std::move(f), ctx);
    return multi_factor_task(reduce(f, PrimeField(problem.modulus), ctx), ctx);
  }
  if (problem.operation != Operation::zp_factor) return nullptr;
  std::vector<PolyZp> inputs;
  for (auto from = problem.u.begin(); from != problem.u.end(); from += static_cast<std::ptrdiff_t>(problem.length))
    inputs.emplace_back(PrimeField(problem.modulus),
                        ResidueVector(from, from + static_cast<std::ptrdiff_t>(problem.length)));
  return make_task(
      [=] {
        std::vector<Factorization<PrimeField>> all;
        for (const PolyZp& f : inputs) all.push_back(factor(f, ctx));
        return all;
      },
      [](const auto& result) { return fingerprint_of(result); });
}

}  // namespace polyfork_bench
