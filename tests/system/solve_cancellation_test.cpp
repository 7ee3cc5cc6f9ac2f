// How soon a computation ends when it is asked to: at several instants of each phase of solving.
//
// Each computation below spends most of its time in one phase, and takes longer than it may go on. Time is the
// processor's, of this process: it does not depend on what else the machine does.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

#include "system/solve/split_system.hpp"
#include "system_families.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double most_seconds = 2;  // everything takes about ten times as long
#else
constexpr double most_seconds = 0.2;
#endif

using Computation = std::function<void(const ExecutionContext&)>;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The longest time from the request to the end, over so many instants of the computation.
double longest_delay(const Computation& compute, int instants) {
  const double begin = processor_seconds();
  compute(ExecutionContext().with_threads(1));
  const double whole = processor_seconds() - begin;
  double longest = 0;
  for (int i = 0; i < instants; ++i) {
    std::stop_source source;
    const auto ctx = ExecutionContext().with_threads(1).with_stop_token(source.get_token());
    const double request = processor_seconds() + whole * (i + 0.5) / instants;
    double requested = 0;
    std::jthread stopper([&](const std::stop_token& finished) {
      while (processor_seconds() < request && !finished.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      requested = processor_seconds();
      source.request_stop();
    });
    try {
      compute(ctx);
    } catch (const Cancelled&) {
    }
    const double end = processor_seconds();
    stopper.request_stop();
    stopper.join();
    if (requested < end) longest = std::max(longest, end - requested);
  }
  return longest;
}

void expect_prompt_end(const std::string& phase, const Computation& compute) {
  const char* const text = std::getenv("POLYFORK_CANCELLATION_INSTANTS");
  EXPECT_LT(longest_delay(compute, text == nullptr ? 4 : std::atoi(text)), most_seconds) << phase;
}

Computation solving(std::vector<MultiPolyQ> equations, SolutionOptions options = {}) {
  return [equations = std::move(equations), options](const ExecutionContext& ctx) {
    real_solutions(equations, options, ctx);
  };
}

Computation decomposing(std::vector<MultiPolyQ> equations, ChainOptions options) {
  return [equations = std::move(equations), options](const ExecutionContext& ctx) {
    chain_decomposition(equations, options, ctx);
  };
}

Computation basis_modulo_prime(const std::vector<MultiPolyQ>& equations, MonomialOrder order) {
  std::vector<MultiPolyZp> images;
  for (const MultiPolyQ& f : equations) images.push_back(reduce(f, PrimeField(2147483647)));
  return [images, order](const ExecutionContext& ctx) { groebner_basis(images, order, ctx); };
}

/// n quadrics, all of whose 2^n solutions are real: x_1^2 = 3, x_(k+1)^2 = x_k + 5.
std::vector<MultiPolyQ> square_roots(int n) {
  std::string variables = "x1";
  std::string equations = "x1^2-3";
  for (int k = 1; k < n; ++k) {
    const std::string x = "x" + std::to_string(k + 1);
    variables.insert(0, x + ",");
    equations += "," + x + "^2-x" + std::to_string(k) + "-5";
  }
  return system_of(variables, equations);
}

/// n quadrics x_(k+1)^2 + (x_1 + ... + x_k) x_(k+1) - x_k - 2: what is computed modulo them has many terms.
std::vector<MultiPolyQ> dense_quadrics(int n) {
  std::string variables = "x1";
  std::string equations = "x1^2-3";
  std::string sum = "x1";
  for (int k = 1; k < n; ++k) {
    const std::string x = "x" + std::to_string(k + 1);
    variables.insert(0, x + ",");
    equations += "," + x + "^2+(" + sum + ")*" + x + "-x" + std::to_string(k) + "-2";
    sum += "+" + x;
  }
  return system_of(variables, equations);
}

TEST(SolveCancellation, EndsReading) {
  expect_prompt_end("powers of sums", [](const ExecutionContext& ctx) {
    parse_poly<MultiPolyQ>("(x + 2*y - z + 1/3)^100 - (x - y + w)^80", ctx);
  });
  const auto system = system_of(
      "z,x,y", "(x^60-x-1)*(x^61+x+3)*(x-1),z-x-2*y-1/7,y^3+z^70*x-5,z^75-y,z^72*y-x-1,z^74*x*y-2,z^73*x-y,z^71-x*y");
  expect_prompt_end("substitution and factors", [system](const ExecutionContext& ctx) {
    detail::split_system(system, detail::LinearChoice::greatest, ctx);
  });
}

TEST(SolveCancellation, EndsBasesModuloPrimes) {
  expect_prompt_end("F4", basis_modulo_prime(katsura(9), MonomialOrder::graded_reverse_lex));
  expect_prompt_end("change of order", basis_modulo_prime(katsura(9), MonomialOrder::lex));
}

TEST(SolveCancellation, EndsLifting) {
  expect_prompt_end("replays and reconstruction", [equations = katsura(8)](const ExecutionContext& ctx) {
    univariate_representation(equations, ctx);
  });
  expect_prompt_end("many points", [](const ExecutionContext& ctx) {
    univariate_representation(system_of("x,y,z", "x^10+y+z-1,x+y^10+z-1,x+y+z^10-1"), ctx);
  });
  expect_prompt_end("resultants",
                    solving(system_of("x,y", "x^40*y^3-7*x^11*y^29+y^40-3*x-5,x^39+13*x^3*y^37-y^38+11*x*y+2")));
}

TEST(SolveCancellation, EndsIsolation) {
  SolutionOptions narrow;
  narrow.width = Rational::dyadic(Integer(1), -60000);
  expect_prompt_end("coordinates of many digits", solving(katsura(5), narrow));
  expect_prompt_end("fibres of chains", solving(square_roots(11)));
  SolutionOptions by_chains;
  by_chains.method = SolutionMethod::chains;
  expect_prompt_end("fibres of conjugate points", solving(katsura(6), by_chains));
}

TEST(SolveCancellation, EndsProofs) {
  SolutionOptions certified;
  certified.certify = true;
  expect_prompt_end("representation", solving(katsura(8), certified));
  expect_prompt_end("basis over Q", [equations = cyclic(6)](const ExecutionContext& ctx) {
    rational_groebner_basis(equations, {MonomialOrder::graded_reverse_lex, true}, ctx);
  });
  expect_prompt_end("lexicographic basis over Q", [equations = katsura(6)](const ExecutionContext& ctx) {
    rational_groebner_basis(equations, {MonomialOrder::lex, false}, ctx);
  });
}

TEST(SolveCancellation, EndsDecomposition) {
  expect_prompt_end("conjugate points", decomposing(katsura(6), {ChainShape::conjugate}));
  // Single points and pairs of them, 256 chains.
  std::string grid[2] = {"1", "1"};
  for (int i = 0; i < 16; ++i) {
    grid[0] += "*(x-" + std::to_string(i) + ")";
    grid[1] += "*(y-" + std::to_string(i * i) + ")";
  }
  const auto chains = triangular_decomposition(system_of("z,y,x", grid[0] + "," + grid[1] + ",z^2-x*y-3"));
  expect_prompt_end("equiprojectable", [chains](const ExecutionContext& ctx) {
    RegularChain<Rationals>::equiprojectable_decomposition(chains, ctx);
  });
  expect_prompt_end("triangular equations", decomposing(dense_quadrics(12), {ChainShape::regular}));
}

}  // namespace
}  // namespace polyfork::test
