// Polyfork's real algebraic numbers as a library under comparison.
#include <string>
#include <vector>

#include <polyfork/rootiso/algebraic_real.hpp>

#include "ours.hpp"

namespace polyfork_bench {
namespace {

using namespace polyfork;

void add_number(Fingerprint& hash, const AlgebraicReal& x) {
  add(hash, (x * AlgebraicReal(Rational::dyadic(1, 64))).floor());
}

std::uint64_t fingerprint_of(const AlgebraicReal& x) {
  Fingerprint hash;
  add_number(hash, x);
  return hash.value();
}

std::uint64_t fingerprint_of(const std::vector<RealRoot>& roots) {
  Fingerprint hash;
  for (const RealRoot& root : roots) add_number(hash, root.value);
  return hash.value();
}

std::uint64_t fingerprint_of(const std::vector<std::string>& numbers) {
  Fingerprint hash;
  for (const std::string& text : numbers)
    for (const char c : text.substr(0, text.size() - 3)) hash.word(static_cast<std::uint64_t>(c));
  return hash.value();
}

std::uint64_t fingerprint_of(std::strong_ordering order) {
  return static_cast<std::uint64_t>(order < 0 ? -1 : order > 0 ? 1 : 0);
}

template <class F>
std::unique_ptr<Workload> printed(F function) {
  return make_task(std::move(function), [](const auto& result) { return fingerprint_of(result); });
}

}  // namespace

std::unique_ptr<Workload> make_algebraic_task(const Problem& problem, const ExecutionContext& ctx) {
  // The last ones of all operations. The roots of other operations' operands are nobody's business.
  if (problem.operation < Operation::algebraic_roots) return nullptr;
  const PolyZ f{to_vector(problem.a)};
  const PolyZ g{to_vector(problem.b)};
  const auto roots = [=] { return real_roots(f, {}, ctx); };
  if (problem.operation == Operation::algebraic_roots) return printed(roots);
  if (problem.operation == Operation::algebraic_digits)
    return printed([=, digits = problem.digits] {
      std::vector<std::string> numbers;
      for (const RealRoot& root : roots()) numbers.push_back(root.value.to_decimal(digits, ctx));
      return numbers;
    });
  if (problem.b.size() <= 1) return nullptr;
  const AlgebraicReal a = roots()[problem.first_root].value;
  const AlgebraicReal b = real_roots(g, {}, ctx)[problem.second_root].value;
  switch (problem.operation) {
    case Operation::algebraic_order:
      return printed([=] { return compare(a, b, ctx); });
    case Operation::algebraic_returns:
      return printed([=] { return compare(sub(add(a, b, ctx), b, ctx), a, ctx); });
    case Operation::algebraic_sum:
      return printed([=] { return add(a, b, ctx); });
    case Operation::algebraic_difference:
      return printed([=] { return sub(a, b, ctx); });
    case Operation::algebraic_product:
      return printed([=] { return mul(a, b, ctx); });
    default:
      return nullptr;
  }
}

}  // namespace polyfork_bench
