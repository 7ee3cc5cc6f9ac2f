// Gcds and resultants of sparse polynomials in several variables over Z.
//
// Gcds: g a and g b with random g, a, b; dense ones have all terms up to a total degree. Resultants: random dense pairs
// in the first variable. Arguments: variables, total degree (dense) or terms and degree (sparse), threads. Wall time.
#include <cstdint>
#include <random>

#include <benchmark/benchmark.h>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

namespace {

using namespace polyfork;

Variables names(std::size_t n) {
  std::vector<std::string> list;
  for (std::size_t k = 0; k < n; ++k) list.push_back("x" + std::to_string(k));
  return Variables(std::move(list));
}

Integer coefficient(std::mt19937_64& random) { return static_cast<std::int64_t>(random() % 2001) - 1000; }

/// Every monomial up to the total degree.
MultiPolyZ dense(std::mt19937_64& random, const Variables& v, std::uint64_t degree) {
  std::vector<MultiPolyZ::Term> terms;
  std::vector<std::uint64_t> e(v.size(), 0);
  for (std::size_t k = 0; k != e.size();) {
    std::uint64_t sum = 0;
    for (const std::uint64_t x : e) sum += x;
    if (sum <= degree) terms.push_back({e, coefficient(random)});
    for (k = 0; k != e.size() && ++e[k] > degree; ++k) e[k] = 0;
  }
  return MultiPolyZ::from_terms(v, terms);
}

MultiPolyZ sparse(std::mt19937_64& random, const Variables& v, std::uint64_t terms, std::uint64_t degree) {
  std::vector<MultiPolyZ::Term> list;
  for (std::uint64_t i = 0; i < terms; ++i) {
    std::vector<std::uint64_t> e(v.size());
    for (auto& x : e) x = random() % (degree + 1);
    list.push_back({std::move(e), coefficient(random)});
  }
  return MultiPolyZ::from_terms(v, list);
}

void BM_gcd_dense(benchmark::State& state) {
  std::mt19937_64 random(1);
  const Variables v = names(static_cast<std::size_t>(state.range(0)));
  const auto degree = static_cast<std::uint64_t>(state.range(1));
  const MultiPolyZ g = dense(random, v, degree);
  const MultiPolyZ a = dense(random, v, degree) * g;
  const MultiPolyZ b = dense(random, v, degree) * g;
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(2)));
  for (auto _ : state) benchmark::DoNotOptimize(gcd(a, b, ctx));
}
void BM_gcd_sparse(benchmark::State& state) {
  std::mt19937_64 random(1);
  const Variables v = names(static_cast<std::size_t>(state.range(0)));
  const auto terms = static_cast<std::uint64_t>(state.range(1));
  const auto degree = static_cast<std::uint64_t>(state.range(2));
  const MultiPolyZ g = sparse(random, v, terms, degree);
  const MultiPolyZ a = sparse(random, v, terms, degree) * g;
  const MultiPolyZ b = sparse(random, v, terms, degree) * g;
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(3)));
  for (auto _ : state) benchmark::DoNotOptimize(gcd(a, b, ctx));
}
void BM_resultant_dense(benchmark::State& state) {
  std::mt19937_64 random(1);
  const Variables v = names(static_cast<std::size_t>(state.range(0)));
  const MultiPolyZ a = dense(random, v, static_cast<std::uint64_t>(state.range(1)));
  const MultiPolyZ b = dense(random, v, static_cast<std::uint64_t>(state.range(1)));
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(2)));
  for (auto _ : state) benchmark::DoNotOptimize(resultant(a, b, "x0", ctx));
}

void dense_shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"variables", "degree", "threads"})->UseRealTime();
  for (const auto& [variables, degree] : {std::pair{2, 20}, {2, 60}, {3, 8}, {3, 15}, {4, 5}, {5, 4}})
    for (const int threads : {1, 2}) b->Args({variables, degree, threads});
}
void sparse_shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"variables", "terms", "degree", "threads"})->UseRealTime();
  for (const auto& [variables, terms, degree] : {std::tuple{3, 20, 20}, {5, 50, 15}, {6, 40, 8}, {8, 20, 6}})
    for (const int threads : {1, 2}) b->Args({variables, terms, degree, threads});
}
void resultant_shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"variables", "degree", "threads"})->UseRealTime();
  for (const auto& [variables, degree] : {std::pair{2, 8}, {2, 16}, {2, 24}, {3, 4}, {3, 6}})
    for (const int threads : {1, 2}) b->Args({variables, degree, threads});
}

BENCHMARK(BM_gcd_dense)->Apply(dense_shapes);
BENCHMARK(BM_gcd_sparse)->Apply(sparse_shapes);
BENCHMARK(BM_resultant_dense)->Apply(resultant_shapes);

}  // namespace

BENCHMARK_MAIN();
