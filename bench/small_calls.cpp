// What small calls cost beside their arithmetic: allocations and nanoseconds of one call, and, run by
// small_calls.py under valgrind, instructions.
//
//   bench_small_calls                     a table of all cells: name, allocations, nanoseconds
//   bench_small_calls --list              their names
//   bench_small_calls CELL REPEATS        so many calls of one cell, nothing printed
//
// A cell is OPERATION/N/BITS: operands of N coefficients of BITS bits; z_ over Z, q_ over Q, zp_ modulo a prime of BITS
// bits. "_into" reuses its result, the others make one.
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/primes.hpp>

#include "../tests/support/count_allocations.hpp"
#include "support/inputs.hpp"

namespace {

using namespace polyfork;
using polyfork_bench::random_poly;

struct Cell {
  std::string name;
  std::function<std::function<void()>()> make;  ///< the operands, then the call
};

template <class Poly>
void keep(const Poly& result) {
  asm volatile("" : : "r"(&result) : "memory");
}

template <class Poly>
void add_cells(std::vector<Cell>& cells, const std::string& ring, std::size_t n, std::size_t bits,
               const std::function<Poly(std::uint64_t)>& draw) {
  const auto cell = [&](const std::string& operation, auto make) {
    cells.push_back({fmt::format("{}_{}/{}/{}", ring, operation, n, bits), make});
  };
  using E = typename Poly::element;
  const auto make = [=](auto call) {
    return [=]() -> std::function<void()> {
      return [=, a = draw(1), b = draw(2), out = draw(3)]() mutable { call(out, a, b); };
    };
  };
  cell("add", make([](Poly&, const Poly& a, const Poly& b) { keep(add(a, b)); }));
  cell("add_into", make([](Poly& out, const Poly& a, const Poly& b) { add_into(out, a, b); }));
  cell("sub_into", make([](Poly& out, const Poly& a, const Poly& b) { sub_into(out, a, b); }));
  cell("neg_into", make([](Poly& out, const Poly& a, const Poly&) { neg_into(out, a); }));
  cell("mul", make([](Poly&, const Poly& a, const Poly& b) { keep(mul(a, b)); }));
  cell("mul_into", make([](Poly& out, const Poly& a, const Poly& b) { mul_into(out, a, b); }));
  cell("scale_into", [=]() -> std::function<void()> {
    return [a = draw(1), by = E(draw(2).coefficient(0)), out = draw(3)]() mutable { scale_into(out, a, by); };
  });
  cell("derivative", make([](Poly&, const Poly& a, const Poly&) { keep(derivative(a)); }));
  cell("copy", make([](Poly&, const Poly& a, const Poly&) { keep(Poly(a)); }));
  cell("equal", make([](Poly&, const Poly& a, const Poly& b) { keep(a == b); }));
  cell("evaluate", [=]() -> std::function<void()> {
    return [a = draw(1), x = E(draw(2).coefficient(0)), value = E()]() mutable { evaluate_into(value, a, x); };
  });
  if (n > 32) return;
  cell("shift", make([](Poly&, const Poly& a, const Poly&) { keep(taylor_shift(a, a.ring().one())); }));
  cell("gcd", make([](Poly&, const Poly& a, const Poly& b) { keep(gcd(a, b)); }));
  cell("square_free", make([](Poly&, const Poly& a, const Poly&) { keep(is_square_free(a)); }));
  cell("divide",
       [=]() -> std::function<void()> { return [p = mul(draw(1), draw(2)), b = draw(2)] { keep(exact_div(p, b)); }; });
}

std::vector<Cell> all_cells() {
  std::vector<Cell> cells;
  for (const std::size_t n : {1, 4, 16, 64})
    for (const std::size_t bits : {30, 64, 256, 1024}) {
      add_cells<PolyZ>(cells, "z", n, bits, [=](std::uint64_t seed) { return random_poly(n, bits, seed); });
      if (bits > 256) continue;
      add_cells<PolyQ>(cells, "q", n, bits, [=](std::uint64_t seed) {
        return PolyQ(RationalVector(random_poly(n, bits, seed).coefficients(), Integer(seed + 1)));
      });
      if (bits > 64) continue;
      const PrimeField field(primes_below(std::uint64_t{1} << (bits == 64 ? 62 : bits), 1).front());
      add_cells<PolyZp>(cells, "zp", n, bits, [=](std::uint64_t seed) { return random_poly(n, field, seed); });
    }
  return cells;
}

double nanoseconds(const std::function<void()>& call) {
  using clock = std::chrono::steady_clock;
  double best = 1e300;
  for (std::size_t repeats = 1, rounds = 0; rounds < 5;) {
    const auto start = clock::now();
    for (std::size_t i = 0; i < repeats; ++i) call();
    const double each = std::chrono::duration<double, std::nano>(clock::now() - start).count();
    if (each < 1e6) {
      repeats *= 2;
      continue;
    }
    best = std::min(best, each / static_cast<double>(repeats));
    ++rounds;
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Cell> cells = all_cells();
  const std::string first = argc > 1 ? argv[1] : "";
  for (const Cell& cell : cells) {
    if (first == "--list") fmt::print("{}\n", cell.name);
    if (!first.empty() && cell.name != first) continue;
    const std::function<void()> call = cell.make();
    if (!first.empty()) {
      for (long i = std::atol(argc > 2 ? argv[2] : "1"); i > 0; --i) call();
      continue;
    }
    call();
    const std::size_t allocated = test::allocations_of(call);
    fmt::print("{} {} {:.0f}\n", cell.name, allocated, nanoseconds(call));
  }
  return 0;
}
