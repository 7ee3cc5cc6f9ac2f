// One polynomial modulo a chain from its values modulo the parts that the chain was taken apart into.
//
// Parts differ from the chain in its least variables only, mostly in few of them. On these levels the residue classes
// modulo the chain are those modulo the parts together: the map that reduces a polynomial modulo each part is linear
// and invertible, and what it takes to one on a part and to zero on the others is the idempotent of that part. The
// values times their idempotents add up to the polynomial. Gauss's elimination, O(d^3) for the product d of the degrees
// of these levels; chains of all variables would take the cube of their degree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/rational.hpp>

#include "core/limits.hpp"
#include "groebner/growing_charge.hpp"
#include "system/chains/chain_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Field K>
class GluedValues {
 public:
  using Arithmetic = ChainArithmetic<K>;
  using Poly = typename Arithmetic::Poly;
  using Chain = typename Arithmetic::Chain;
  using Part = typename Arithmetic::Part;

  /// The parts have no point in common, and all points of the chain together.
  GluedValues(const Arithmetic& arithmetic, const K& field, const Chain& chain, const std::vector<Part>& parts,
              const ExecutionContext& ctx)
      : arithmetic_(arithmetic), field_(field), chain_(chain), parts_(parts), ctx_(ctx), held_(ctx.memory()) {
    while (levels_ < chain.size() && differ_from(levels_)) ++levels_;
    lower_.assign(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(levels_));
  }

  /// The polynomial that is the inverse of each part modulo that part.
  Poly inverse() {
    const std::vector<Poly> idempotents = find_idempotents();
    Poly sum = zero();
    for (std::size_t i = 0; i < parts_.size(); ++i)
      sum = add(sum, mul(idempotents[i], arithmetic_.reduced(parts_[i].inverse, parts_[i].chain), ctx_), ctx_);
    return arithmetic_.reduced(sum, chain_);
  }

 private:
  using Element = typename K::element;
  using Exponents = std::vector<std::uint64_t>;

  Poly zero() const { return Poly(field_, arithmetic_.variables()); }

  /// Whether a part is another one than the chain on this level or one above.
  bool differ_from(std::size_t level) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
      for (std::size_t l = level; l < chain_.size(); ++l)
        if (arithmetic_.degree(part.chain[l], l) != arithmetic_.degree(chain_[l], l) ||
            !sub(part.chain[l], arithmetic_.reduced(chain_[l], below(part.chain, l)), ctx_).is_zero())
          return true;
      return false;
    });
  }

  static Chain below(const Chain& chain, std::size_t level) {
    return Chain(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(level));
  }

  /// All monomials whose degrees are below those of the chain, which is about the least variables.
  std::vector<Exponents> standard_monomials(const Chain& chain) const {
    std::vector<Exponents> result;
    const std::size_t n = arithmetic_.variables().size();
    Exponents exponents(n, 0);
    for (;;) {
      result.push_back(exponents);
      // Counts up, the least variable first.
      std::size_t level = 0;
      for (; level < chain.size(); ++level) {
        std::uint64_t& e = exponents[n - 1 - level];
        if (++e != static_cast<std::uint64_t>(arithmetic_.degree(chain[level], level))) break;
        e = 0;
      }
      if (level == chain.size()) return result;
    }
  }

  static std::size_t bytes_of(const Rational& a) {
    return (a.numerator().bit_length() + a.denominator().bit_length()) / 8;
  }
  static std::size_t bytes_of(std::uint64_t) { return 0; }

  /// A row of the matrix, and the bytes that its numbers take beside it.
  struct Row {
    std::vector<Element> entries;
    std::size_t bytes = 0;
  };

  void note_bytes(Row& row) {
    std::size_t bytes = 0;
    for (const Element& a : row.entries) bytes += bytes_of(a);
    number_bytes_ += bytes - row.bytes;
    row.bytes = bytes;
    held_.reach(saturating_add(fixed_bytes_, number_bytes_));
  }

  /// Row r: the coefficients that a monomial of a part has in the monomials of the chain, one in each column; then one
  /// column for each part.
  std::vector<Row> matrix(const std::vector<Exponents>& monomials) {
    const std::size_t n = monomials.size();
    std::vector<Row> rows(n);
    for (Row& row : rows) row.entries.assign(n + parts_.size(), field_.zero());
    std::size_t first = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Chain lower = below(parts_[i].chain, levels_);
      const std::vector<Exponents> own = standard_monomials(lower);
      for (std::size_t j = 0; j < n; ++j) {
        ctx_.poll();
        const Poly image =
            arithmetic_.reduced(Poly::monomial(field_, arithmetic_.variables(), field_.one(), monomials[j]), lower);
        for (std::size_t k = 0; k < own.size(); ++k) rows[first + k].entries[j] = image.coefficient_of(own[k]);
      }
      rows[first].entries[n + i] = field_.one();
      first += own.size();
    }
    for (Row& row : rows) note_bytes(row);
    return rows;
  }

  void eliminate(std::vector<Row>& rows, std::size_t column) {
    std::size_t pivot = column;
    while (field_.is_zero(rows[pivot].entries[column])) ++pivot;
    std::swap(rows[pivot], rows[column]);
    std::vector<Element>& by = rows[column].entries;
    const Element inverse = field_.inverse(by[column]);
    for (std::size_t k = column; k < by.size(); ++k) by[k] = field_.mul(by[k], inverse);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == column || field_.is_zero(rows[i].entries[column])) continue;
      ctx_.poll();
      std::vector<Element>& row = rows[i].entries;
      const Element factor = row[column];
      for (std::size_t k = column; k < row.size(); ++k) row[k] = field_.sub(row[k], field_.mul(factor, by[k]));
      note_bytes(rows[i]);
    }
  }

  std::vector<Poly> find_idempotents() {
    std::size_t n = 1;
    for (std::size_t level = 0; level < levels_; ++level)
      n = saturating_mul(n, static_cast<std::size_t>(arithmetic_.degree(chain_[level], level)));
    fixed_bytes_ = saturating_mul(
        n, saturating_add(saturating_mul(saturating_add(n, parts_.size()), sizeof(Element)),
                          2 * (sizeof(Exponents) + arithmetic_.variables().size() * sizeof(std::uint64_t))));
    held_.reach(fixed_bytes_);
    const std::vector<Exponents> monomials = standard_monomials(lower_);
    std::vector<Row> rows = matrix(monomials);
    for (std::size_t column = 0; column < n; ++column) eliminate(rows, column);
    std::vector<Poly> idempotents;
    idempotents.reserve(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      typename Poly::Collector collector(field_, arithmetic_.variables());
      for (std::size_t j = 0; j < n; ++j) collector.push_back(monomials[j], rows[j].entries[n + i]);
      idempotents.push_back(std::move(collector).finish(ctx_));
    }
    return idempotents;
  }

  const Arithmetic& arithmetic_;
  const K& field_;
  const Chain& chain_;
  const std::vector<Part>& parts_;
  const ExecutionContext& ctx_;
  GrowingCharge held_;
  std::size_t levels_ = 0;  // in which the parts differ from the chain
  Chain lower_;             // the chain of these levels
  std::size_t fixed_bytes_ = 0;
  std::size_t number_bytes_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
