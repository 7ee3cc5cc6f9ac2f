// Subresultants modulo a chain as determinants without divisions.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "system/chains/chain_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// Sums of products modulo the polynomials of the smaller variables.
template <Field K>
class ChainMatrices {
 public:
  using Poly = SparseMultiPoly<K>;
  using Row = std::vector<Poly>;
  using Matrix = std::vector<Row>;

  ChainMatrices(const detail::ChainArithmetic<K>& arithmetic, std::vector<Poly> lower, const ExecutionContext& ctx)
      : arithmetic_(arithmetic), lower_(std::move(lower)), ctx_(ctx) {}

  Poly reduced(const Poly& f) const { return arithmetic_.reduced(f, lower_); }

  Poly dot(const Row& a, const Row& b) const {
    Poly sum = zero();
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!a[i].is_zero() && !b[i].is_zero()) sum = add(sum, mul(a[i], b[i], ctx_), ctx_);
    return reduced(sum);
  }

  /// Samuelson and Berkowitz: the characteristic polynomials of leading principal minors, each from the one before by a
  /// Toeplitz matrix of the products r M^k s with the new row, column and the minor M. O(n^4) products.
  Poly determinant(const Matrix& a) const {
    const std::size_t n = a.size();
    Row characteristic{arithmetic_.one()};  // of the empty minor, leading coefficient first
    for (std::size_t k = 0; k < n; ++k) {
      ctx_.poll();
      Row toeplitz{arithmetic_.one(), negated(a[k][k])};
      Row column(k, zero());
      for (std::size_t i = 0; i < k; ++i) column[i] = a[i][k];
      const Row row(a[k].begin(), a[k].begin() + static_cast<std::ptrdiff_t>(k));
      for (std::size_t power = 0; power < k; ++power) {
        toeplitz.push_back(negated(dot(row, column)));
        if (power + 1 == k) break;
        Row next;
        for (std::size_t i = 0; i < k; ++i)
          next.push_back(dot(Row(a[i].begin(), a[i].begin() + static_cast<std::ptrdiff_t>(k)), column));
        column = std::move(next);
      }
      Row longer;
      for (std::size_t i = 0; i <= k + 1; ++i) {
        Poly sum = zero();
        for (std::size_t j = 0; j <= std::min(i, k); ++j)
          sum = add(sum, mul(toeplitz[i - j], characteristic[j], ctx_), ctx_);
        longer.push_back(reduced(sum));
      }
      characteristic = std::move(longer);
    }
    return n % 2 == 0 ? characteristic[n] : negated(characteristic[n]);
  }

  Poly zero() const { return sub(arithmetic_.one(), arithmetic_.one(), ctx_); }
  Poly negated(const Poly& f) const { return sub(zero(), f, ctx_); }

 private:
  const detail::ChainArithmetic<K>& arithmetic_;
  std::vector<Poly> lower_;
  const ExecutionContext& ctx_;
};

/// Two polynomials in x and smaller variables, reduced by the polynomials of the smaller ones.
template <Field K>
class Subresultants {
 public:
  using Poly = SparseMultiPoly<K>;

  /// The chain's polynomials are those of the smaller variables. Throws DomainError where greater variables occur.
  Subresultants(std::vector<Poly> lower, const Poly& f, const Poly& g, std::string_view name,
                const ExecutionContext& ctx)
      : arithmetic_(f.ring(), f.variables(), ctx),
        name_(name),
        x_(Poly::generator(f.ring(), f.variables(), name)),
        level_(lower.size()),
        matrices_(arithmetic_, std::move(lower), ctx),
        f_(matrices_.reduced(f)),
        g_(matrices_.reduced(g)),
        ctx_(ctx) {
    for (const Poly* h : {&f_, &g_})
      if (!h->is_constant() && arithmetic_.level_of(*h) > level_)
        throw DomainError("subresultants in a variable that is not the greatest");
  }

  bool have_zero() const { return f_.is_zero() || g_.is_zero(); }
  /// The degrees of both; 0 for zero.
  std::int64_t m() const { return f_.is_zero() ? 0 : arithmetic_.degree(f_, level_); }
  std::int64_t n() const { return g_.is_zero() ? 0 : arithmetic_.degree(g_, level_); }

  /// S_j for j < min(m, n), and S_0 for all m and n.
  Poly at(std::int64_t j) const {
    typename ChainMatrices<K>::Matrix rows;
    const auto add_rows = [&](const Poly& h, std::int64_t count) {
      for (std::int64_t shift = count; shift-- > 0;) {
        Poly shifted = h;
        for (std::int64_t i = 0; i < shift; ++i) shifted = mul(shifted, x_, ctx_);
        typename ChainMatrices<K>::Row row;
        for (std::int64_t e = m() + n() - j - 1; e > j; --e)
          row.push_back(coefficient_in(shifted, name_, static_cast<std::uint64_t>(e), ctx_));
        row.push_back(std::move(shifted));
        rows.push_back(std::move(row));
      }
    };
    add_rows(f_, n() - j);
    add_rows(g_, m() - j);
    return matrices_.determinant(rows);
  }

 private:
  detail::ChainArithmetic<K> arithmetic_;
  std::string_view name_;
  Poly x_;
  std::size_t level_;
  ChainMatrices<K> matrices_;
  Poly f_, g_;
  const ExecutionContext& ctx_;
};

}  // namespace

template <Field K>
std::vector<SparseMultiPoly<K>> RegularChain<K>::subresultants(const Polynomial& f, const Polynomial& g,
                                                               std::string_view name,
                                                               const ExecutionContext& ctx) const {
  const Subresultants<K> all(below(name), embedded(f, ctx), embedded(g, ctx), name, ctx);
  const std::int64_t count = std::min(all.m(), all.n());
  if (count <= 0) throw DomainError("subresultants need two polynomials that are not constant in the variable");
  std::vector<Polynomial> result;
  for (std::int64_t j = 0; j < count; ++j) result.push_back(all.at(j));
  return result;
}

template <Field K>
SparseMultiPoly<K> RegularChain<K>::resultant(const Polynomial& f, const Polynomial& g, std::string_view name,
                                              const ExecutionContext& ctx) const {
  const Subresultants<K> all(below(name), embedded(f, ctx), embedded(g, ctx), name, ctx);
  if (all.have_zero()) return Polynomial(field(), variables());
  return all.at(0);
}

template <Field K>
std::vector<SparseMultiPoly<K>> RegularChain<K>::below(std::string_view name) const {
  const std::size_t level = variables().size() - 1 - variables().index(name);
  return {polynomials_.begin(), polynomials_.begin() + static_cast<std::ptrdiff_t>(level)};
}

template std::vector<SparseMultiPoly<Rationals>> RegularChain<Rationals>::subresultants(const Polynomial&,
                                                                                        const Polynomial&,
                                                                                        std::string_view,
                                                                                        const ExecutionContext&) const;
template std::vector<SparseMultiPoly<PrimeField>> RegularChain<PrimeField>::subresultants(
    const Polynomial&, const Polynomial&, std::string_view, const ExecutionContext&) const;
template SparseMultiPoly<Rationals> RegularChain<Rationals>::resultant(const Polynomial&, const Polynomial&,
                                                                       std::string_view, const ExecutionContext&) const;
template SparseMultiPoly<PrimeField> RegularChain<PrimeField>::resultant(const Polynomial&, const Polynomial&,
                                                                         std::string_view,
                                                                         const ExecutionContext&) const;

}  // namespace v1
}  // namespace polyfork
