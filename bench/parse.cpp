// Reading and writing: bytes of text per second, per format and digits per coefficient.
//
// cells: parse/FORMAT/DIGITS and print/FORMAT/DIGITS, one thread unless POLYFORK_NUM_THREADS says otherwise;
// mpz_set_str/DIGITS and mpz_get_str/DIGITS are GMP's conversions of the same numbers, for comparison.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gmp.h>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

using namespace polyfork;

namespace {

constexpr std::size_t text_bytes = 4 << 20;
constexpr PolyFormat formats[] = {PolyFormat::coeffs, PolyFormat::infix, PolyFormat::flint};

/// About four megabytes of text, at least 16 coefficients.
PolyZ input(std::size_t digits) {
  const std::size_t count = std::max<std::size_t>(16, text_bytes / (digits + 1));
  return make_family(Family::random, count - 1, {static_cast<std::size_t>(static_cast<double>(digits) * 3.3219), 1});
}

void parse(benchmark::State& state, PolyFormat format) {
  const std::string text = format_poly(input(static_cast<std::size_t>(state.range(0))), format);
  for (auto _ : state) benchmark::DoNotOptimize(parse_poly_z(text, format));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void print(benchmark::State& state, PolyFormat format) {
  const PolyZ f = input(static_cast<std::size_t>(state.range(0)));
  std::size_t bytes = 0;
  for (auto _ : state) {
    const std::string text = format_poly(f, format);
    bytes = text.size();
    benchmark::DoNotOptimize(text.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void gmp_set_str(benchmark::State& state) {
  const PolyZ f = input(static_cast<std::size_t>(state.range(0)));
  std::vector<std::string> numbers;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < f.length(); ++i) {
    numbers.push_back(f.coefficient(i).to_string());
    bytes += numbers.back().size() + 1;
  }
  mpz_t z;
  mpz_init(z);
  for (auto _ : state)
    for (const std::string& number : numbers) mpz_set_str(z, number.c_str(), 10);
  mpz_clear(z);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void gmp_get_str(benchmark::State& state) {
  const PolyZ f = input(static_cast<std::size_t>(state.range(0)));
  std::string buffer(f.coefficients().max_bits() / 3 + 10, '\0');
  std::size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (std::size_t i = 0; i < f.length(); ++i)
      bytes += std::char_traits<char>::length(mpz_get_str(buffer.data(), 10, f.coefficients()[i].mpz())) + 1;
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void digits(benchmark::internal::Benchmark* b) {
  for (const int n : {10, 100, 1000, 10'000, 100'000}) b->Arg(n);
  b->UseRealTime();
}

void register_all() {
  for (const PolyFormat format : formats) {
    const std::string name(poly_format_name(format));
    digits(benchmark::RegisterBenchmark(("parse/" + name).c_str(), parse, format));
    digits(benchmark::RegisterBenchmark(("print/" + name).c_str(), print, format));
  }
  digits(benchmark::RegisterBenchmark("mpz_set_str", gmp_set_str));
  digits(benchmark::RegisterBenchmark("mpz_get_str", gmp_get_str));
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
