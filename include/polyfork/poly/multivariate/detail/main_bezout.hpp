// Resultants of polynomials of low degree in a main variable as determinants of the hybrid Bezout matrix.
//
// For deg a = n >= deg b = m the matrix has n rows of n entries: m of them bilinear in the coefficients of a and b,
//   (a_n x^(k-1) + ... + a_(n-k+1)) (b_(m-k) x^(n-k) + ... + b_0 x^(n-m))
//     - (a_(n-k) x^(n-k) + ... + a_0) (b_m x^(k-1) + ... + b_(m-k+1)),   k = 1, ..., m,
// the others x^i b, i < n - m; its determinant is (-1)^(m (m - 1) / 2) Res(a, b). It is found by minors of the first
// rows, without divisions and intermediate growth: n 2^(n-1) products of an entry and a minor at most. Rows with few
// terms come last, where minors are long.
// Literature: docs/reference/bibliography.md, [diaz-toca02].
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/detail/main_list.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Coefficients>
class BezoutResultant {
 public:
  using E = typename Coefficients::value;
  using List = MainList<E>;
  using Pair = std::pair<const E*, const E*>;
  static constexpr std::size_t most_degree = 8;

  BezoutResultant(const Coefficients& domain, const ExecutionContext& ctx) : domain_(domain), ctx_(ctx) {}

  /// Precondition: most_degree >= deg a >= deg b >= 1.
  E run(const List& a, const List& b) const {
    const auto n = static_cast<std::size_t>(main_degree(a));
    const auto m = static_cast<std::size_t>(main_degree(b));
    const List minus_b = MainArithmetic<Coefficients>(domain_).negated(b);
    Row f(n + 1, nullptr), g(m + 1, nullptr), minus_g(m + 1, nullptr);
    for (const MainTerm<E>& t : a) f[t.exponent] = &t.coefficient;
    for (const MainTerm<E>& t : b) g[t.exponent] = &t.coefficient;
    for (const MainTerm<E>& t : minus_b) minus_g[t.exponent] = &t.coefficient;
    std::vector<E> entries;  // never more than reserved: rows point to them
    entries.reserve(m * n);
    std::vector<Row> rows;  // entries by ascending powers of x; null is zero
    for (std::size_t k = 1; k <= m; ++k) {
      ctx_.poll();
      rows.emplace_back(n, nullptr);
      for (std::size_t power = 0; power < n; ++power) {
        std::optional<E> entry = bilinear(f, g, minus_g, k, power);
        if (!entry) continue;
        entries.push_back(*std::move(entry));
        rows.back()[power] = &entries.back();
      }
    }
    for (std::size_t i = n - m; i-- > 0;) {
      rows.emplace_back(n, nullptr);
      for (std::size_t j = 0; j <= m; ++j) rows.back()[i + j] = g[j];
    }
    // Columns by descending powers: (-1)^(n (n - 1) / 2) from the ascending ones.
    const bool odd = (sorted(rows) + n * (n - 1) / 2 + m * (m - 1) / 2) % 2 != 0;
    std::optional<E> value = determinant(rows);
    if (!value) return domain_.zero();
    return odd ? domain_.negated(*value) : *std::move(value);
  }

 private:
  using Row = std::vector<const E*>;

  /// The coefficient of x^power in row k; nothing for zero.
  std::optional<E> bilinear(const Row& f, const Row& g, const Row& minus_g, std::size_t k, std::size_t power) const {
    const std::size_t n = f.size() - 1;
    const std::size_t m = g.size() - 1;
    std::vector<Pair> pairs;
    const auto add = [&](const E* x, const E* y) {
      if (x != nullptr && y != nullptr) pairs.emplace_back(x, y);
    };
    for (std::size_t i = 0; i < k; ++i) {  // x^i of the factors of degree k - 1
      if (power < i) break;
      const std::size_t rest = power - i;
      if (rest >= n - m && rest <= n - k) add(f[n - k + 1 + i], g[rest - (n - m)]);
      if (rest <= n - k) add(f[rest], minus_g[m - k + 1 + i]);
    }
    return nonzero_dot(pairs);
  }

  std::optional<E> nonzero_dot(const std::vector<Pair>& pairs) const {
    if (pairs.empty()) return std::nullopt;
    E sum = domain_.dot(pairs);
    if (domain_.is_zero(sum)) return std::nullopt;
    return sum;
  }

  /// Sorts rows by descending sizes; the number of exchanges of neighbours.
  std::size_t sorted(std::vector<Row>& rows) const {
    const auto size = [&](const Row& row) {
      std::size_t sum = 0;
      for (const E* const e : row) sum += e == nullptr ? 0 : domain_.size(*e);
      return sum;
    };
    std::size_t exchanges = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
      for (std::size_t j = i; j > 0 && size(rows[j - 1]) < size(rows[j]); --j, ++exchanges)
        std::swap(rows[j - 1], rows[j]);
    return exchanges;
  }

  /// Nothing for zero.
  std::optional<E> determinant(const std::vector<Row>& rows) const {
    const std::size_t n = rows.size();
    using Minors = std::vector<std::optional<E>>;  // of the first rows, by sets of columns
    Minors minors(std::size_t{1} << n);
    for (std::size_t j = 0; j < n; ++j)
      if (rows[0][j] != nullptr) minors[std::size_t{1} << j] = *rows[0][j];
    std::vector<Pair> pairs;
    for (std::size_t k = 1; k < n; ++k) {
      domain_.expect_products(products_from(rows, minors, k));
      std::vector<std::optional<E>> minus(n);  // of entries of the row, where they are needed
      Minors next(std::size_t{1} << n);
      for (std::size_t set = 0; set < next.size(); ++set) {
        if (static_cast<std::size_t>(std::popcount(set)) != k + 1) continue;
        ctx_.poll();
        pairs.clear();
        for (std::size_t j = 0, place = 0; j < n; ++j) {
          if ((set >> j & 1) == 0) continue;
          const std::optional<E>& minor = minors[set ^ std::size_t{1} << j];
          const bool odd = (k + place++) % 2 != 0;
          if (rows[k][j] == nullptr || !minor) continue;
          if (odd && !minus[j]) minus[j] = domain_.negated(*rows[k][j]);
          pairs.emplace_back(odd ? &*minus[j] : rows[k][j], &*minor);
        }
        next[set] = nonzero_dot(pairs);
      }
      minors = std::move(next);
    }
    return std::move(minors.back());
  }

  /// The products of terms that row k asks for, and a guess at those of the rows after it: minors get longer as their
  /// rows do, so that the products of row k are as C(n - 1, k) k.
  double products_from(const std::vector<Row>& rows, const std::vector<std::optional<E>>& minors, std::size_t k) const {
    const std::size_t n = rows.size();
    double products = 0;
    for (std::size_t set = 0; set < minors.size(); ++set) {
      if (!minors[set]) continue;
      for (std::size_t j = 0; j < n; ++j)
        if ((set >> j & 1) == 0 && rows[k][j] != nullptr)
          products += static_cast<double>(domain_.size(*minors[set]) * domain_.size(*rows[k][j]));
    }
    double weight = 1, sum = 0;
    for (std::size_t i = k; i < n; ++i) {
      sum += weight;
      weight *= static_cast<double>((n - 1 - i) * (i + 1)) / static_cast<double>((i + 1) * i);
    }
    return products * sum;
  }

  const Coefficients& domain_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
