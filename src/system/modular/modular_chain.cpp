// Linear relations between monomials in residues.
#include "system/modular/modular_chain.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/poly/division/division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Vectors of a space of dimension D and how they were combined.
class Relations {
 public:
  Relations(std::size_t dimension, const SmallPrime& p) : dimension_(dimension), p_(p), pivot_at_(dimension, none) {}

  std::size_t size() const noexcept { return rows_.size(); }
  /// The coefficients with which the vectors that were added make up this one; empty where they do not: then it is
  /// added itself, unless `only_test`.
  std::optional<std::vector<std::uint32_t>> add(const PolyZp& vector, bool only_test) {
    std::vector<std::uint32_t> row(2 * dimension_, 0);
    for (std::size_t i = 0; i < vector.length(); ++i) row[i] = static_cast<std::uint32_t>(vector.coefficient(i));
    std::size_t pivot = none;
    for (std::size_t c = 0; c < dimension_; ++c) {
      if (row[c] == 0) continue;
      if (pivot_at_[c] == none) {
        if (pivot == none) pivot = c;
        continue;
      }
      const std::vector<std::uint32_t>& by = rows_[pivot_at_[c]];
      const std::uint32_t factor = p_.neg(row[c]);
      for (std::size_t i = c; i < row.size(); ++i) row[i] = p_.reduce(std::uint64_t{factor} * by[i] + row[i]);
    }
    if (pivot == none) {
      std::vector<std::uint32_t> combination(row.begin() + static_cast<std::ptrdiff_t>(dimension_), row.end());
      combination.resize(size());
      for (std::uint32_t& c : combination) c = p_.neg(c);
      return combination;
    }
    if (only_test) return std::nullopt;
    row[dimension_ + size()] = 1;
    const std::uint32_t inverse = p_.inverse(row[pivot]);
    for (std::uint32_t& entry : row) entry = p_.mul(entry, inverse);
    pivot_at_[pivot] = rows_.size();
    rows_.push_back(std::move(row));
    return std::nullopt;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t dimension_;
  SmallPrime p_;
  std::vector<std::size_t> pivot_at_;
  std::vector<std::vector<std::uint32_t>> rows_;  // coordinates, then coefficients
};

}  // namespace

std::optional<ModularChain> modular_chain(const PolyZp& f, std::span<const PolyZp> coordinates, const SmallPrime& p,
                                          const ExecutionContext& ctx) {
  const auto dimension = static_cast<std::size_t>(f.degree());
  Relations relations(dimension, p);
  std::vector<PolyZp> monomials{PolyZp::constant(f.ring(), 1)};
  relations.add(monomials[0], false);
  ModularChain chain;
  for (const PolyZp& x : coordinates) {
    const std::vector<PolyZp> below = monomials;
    PolyZp power = x;
    for (std::size_t d = 1;; ++d) {
      ctx.poll();
      if (const auto combination = relations.add(power, true)) {
        chain.degrees.push_back(d);
        chain.tails.insert(chain.tails.end(), combination->begin(), combination->end());
        break;
      }
      // Over a field the products with the monomials below are independent, too.
      for (const PolyZp& m : below) {
        if (relations.size() == dimension) return std::nullopt;
        PolyZp product = rem(mul(m, power, ctx), f, ctx);
        if (relations.add(product, false)) return std::nullopt;
        monomials.push_back(std::move(product));
      }
      power = rem(mul(power, x, ctx), f, ctx);
    }
  }
  if (monomials.size() != dimension) return std::nullopt;
  return chain;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
