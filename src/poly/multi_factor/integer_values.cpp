// Values of polynomials over Z at integer points, terms in parallel.
#include "poly/multi_factor/integer_values.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t terms_of_a_value_task = 2048;  // terms

}  // namespace

IntegerVector value_in_main_variable(const MultiPolyZ& f, std::span<const std::size_t> sequence,
                                     std::span<const Integer> point, const ExecutionContext& ctx) {
  const MultiExponents degrees = f.degrees();
  // The tables hold powers with exponents that occur, no others: all powers up to a huge degree have as many bits as
  // its square.
  std::vector<PowerTable<Integers>> powers;
  powers.reserve(sequence.size());
  for (std::size_t k = 1; k < sequence.size(); ++k) powers.push_back(power_table(f, sequence[k], point[k - 1], ctx));
  const std::size_t n = f.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(f);
  const std::size_t length = static_cast<std::size_t>(degrees[sequence[0]]) + 1;
  const auto sums = [&](std::size_t begin, std::size_t end) {
    std::vector<Integer> values(length);
    for (std::size_t i = begin; i < end; ++i) {
      if (i % 64 == 0) ctx.poll();
      Integer term = f.coefficient(i);
      for (std::size_t k = 1; k < sequence.size(); ++k) term = mul(term, powers[k - 1][table[i * n + sequence[k]]]);
      Integer& value = values[table[i * n + sequence[0]]];
      value = add(value, term);
    }
    return values;
  };
  std::vector<Integer> values = parallel_reduce<std::vector<Integer>>(
      ctx, f.term_count(), std::max(terms_of_a_value_task, length), std::vector<Integer>(length), sums,
      [](std::vector<Integer>&& a, std::vector<Integer>&& b) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = add(a[i], b[i]);
        return std::move(a);
      });
  while (!values.empty() && values.back().is_zero()) values.pop_back();
  return IntegerVector(values);
}

Integer value_at_point(const MultiPolyZ& a, std::span<const std::size_t> sequence, std::span<const Integer> point) {
  const std::size_t n = a.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(a);
  Integer sum;
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    Integer term = a.coefficient(i);
    for (std::size_t k = 1; k < sequence.size(); ++k) term = mul(term, pow(point[k - 1], table[i * n + sequence[k]]));
    sum = add(sum, term);
  }
  return sum;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
