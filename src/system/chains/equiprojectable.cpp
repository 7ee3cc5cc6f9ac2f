// Equiprojectable decompositions: chains are split until their projections are equal or disjoint, then merged.
//
// Dahan, Moreno Maza, Schost, Wu, Xie, Lifting techniques for triangular decompositions, ISSAC 2005, section 3. After
// the splitting the projections of chains form a tree, level by level, so that the numbers of points of fibres are sums
// of degrees. Chains of one class are merged from the least variable on, by idempotents of the residue classes.
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "system/chains/chain_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// Lists of polynomials as chains, that of the least variable first.
template <Field K>
class Equiprojection {
 public:
  using Poly = SparseMultiPoly<K>;
  using Chain = std::vector<Poly>;

  Equiprojection(const K& field, const Variables& variables, const ExecutionContext& ctx)
      : arithmetic_(field, variables, ctx), levels_(variables.size()), ctx_(ctx) {}

  /// Chains with the same points, in which the projections of two chains to the least variables, as many as may be, are
  /// equal or disjoint.
  std::vector<Chain> with_disjoint_projections(std::vector<Chain> chains) const {
    remove_repetitions(chains);
    while (split_once(chains)) {
      ctx_.poll();
      remove_repetitions(chains);
    }
    return chains;
  }

  /// Classes of chains in which all fibres over the projections have the same number of points.
  std::vector<std::vector<Chain>> classes(std::vector<Chain> chains) const {
    std::vector<std::vector<Chain>> result{std::move(chains)};
    for (std::size_t level = levels_; level-- > 0;) {
      std::vector<std::vector<Chain>> finer;
      for (std::vector<Chain>& members : result) {
        std::map<std::int64_t, std::vector<Chain>> by_count;
        for (const Chain& chain : members) by_count[points_of_fibre(members, chain, level)].push_back(chain);
        for (auto& [count, list] : by_count) finer.push_back(std::move(list));
      }
      result = std::move(finer);
    }
    return result;
  }

  /// The chain of all points of a class. inverse(f, chain): of a polynomial modulo a chain of the least variables.
  template <class Inverse>
  Chain merged(const std::vector<Chain>& members, const Inverse& inverse) const {
    Chain all;
    std::vector<Branch> branches{{{}, arithmetic_.one()}};
    for (std::size_t level = 0; level < levels_; ++level) {
      std::vector<std::vector<Poly>> tops;
      Poly sum = zero();
      for (const Branch& branch : branches) {
        tops.push_back(tops_over(members, branch.chain, level));
        sum = add(sum, mul(branch.idempotent, product(tops.back(), tops.back().size(), branch.chain), ctx_), ctx_);
      }
      all.push_back(arithmetic_.reduced(sum, all));
      std::vector<Branch> next;
      for (std::size_t b = 0; b < branches.size(); ++b)
        for (std::size_t i = 0; i < tops[b].size(); ++i) {
          Branch child{branches[b].chain, branches[b].idempotent};
          child.chain.push_back(tops[b][i]);
          if (tops[b].size() > 1) {
            const Poly others = product(tops[b], i, branches[b].chain);
            const Poly unit = mul(others, inverse(others, child.chain), ctx_);
            child.idempotent = arithmetic_.reduced(mul(child.idempotent, unit, ctx_), all);
          }
          next.push_back(std::move(child));
        }
      branches = std::move(next);
    }
    return all;
  }

 private:
  struct Branch {
    Chain chain;
    Poly idempotent;  // 1 modulo the chain, 0 modulo the other ones
  };

  Poly zero() const { return sub(arithmetic_.one(), arithmetic_.one(), ctx_); }

  static bool same_below(const Chain& a, const Chain& b, std::size_t level) {
    return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(level), b.begin());
  }

  static void remove_repetitions(std::vector<Chain>& chains) {
    std::vector<Chain> different;
    for (Chain& chain : chains)
      if (std::find(different.begin(), different.end(), chain) == different.end())
        different.push_back(std::move(chain));
    chains = std::move(different);
  }

  /// The chain in parts, on the projections of which to this level and those below f is zero or invertible.
  std::vector<Chain> parts_of(const Chain& chain, const Poly& f, std::size_t level, bool& whole) const {
    const auto next = chain.begin() + static_cast<std::ptrdiff_t>(level + 1);
    auto parts = arithmetic_.regularized(f, Chain(chain.begin(), next));
    whole = parts.size() == 1 && !parts[0].zero;
    std::vector<Chain> result;
    for (auto& part : parts) {
      arithmetic_.append(part.chain, next, chain.end());
      result.push_back(std::move(part.chain));
    }
    return result;
  }

  /// Splits the first two chains whose projections overlap without being equal. False where there are none.
  bool split_once(std::vector<Chain>& chains) const {
    for (std::size_t level = 0; level < levels_; ++level)
      for (std::size_t i = 0; i < chains.size(); ++i)
        for (std::size_t j = i + 1; j < chains.size(); ++j) {
          if (!same_below(chains[i], chains[j], level) || chains[i][level] == chains[j][level]) continue;
          bool disjoint = false;
          std::vector<Chain> parts = parts_of(chains[i], chains[j][level], level, disjoint);
          if (disjoint) continue;
          for (Chain& part : parts_of(chains[j], chains[i][level], level, disjoint)) parts.push_back(std::move(part));
          chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(j));
          chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(i));
          for (Chain& part : parts) chains.push_back(std::move(part));
          return true;
        }
    return false;
  }

  /// The different polynomials of a level in chains that begin with these polynomials.
  std::vector<Poly> tops_over(const std::vector<Chain>& members, const Chain& lower, std::size_t level) const {
    std::vector<Poly> tops;
    for (const Chain& chain : members)
      if (same_below(chain, lower, level) && std::find(tops.begin(), tops.end(), chain[level]) == tops.end())
        tops.push_back(chain[level]);
    return tops;
  }

  std::int64_t points_of_fibre(const std::vector<Chain>& members, const Chain& chain, std::size_t level) const {
    std::int64_t count = 0;
    for (const Poly& top : tops_over(members, chain, level)) count += arithmetic_.degree(top, level);
    return count;
  }

  /// The product of all factors but one, modulo the chain.
  Poly product(const std::vector<Poly>& factors, std::size_t without, const Chain& chain) const {
    Poly result = arithmetic_.one();
    for (std::size_t i = 0; i < factors.size(); ++i)
      if (i != without) result = arithmetic_.reduced(mul(result, factors[i], ctx_), chain);
    return result;
  }

  detail::ChainArithmetic<K> arithmetic_;
  std::size_t levels_;
  const ExecutionContext& ctx_;
};

}  // namespace

template <Field K>
std::vector<RegularChain<K>> RegularChain<K>::equiprojectable_decomposition(const std::vector<RegularChain>& chains,
                                                                            const ExecutionContext& ctx) {
  if (chains.empty()) return {};
  const RegularChain& first = chains.front();
  const Equiprojection<K> equiprojection(first.field(), first.variables(), ctx);
  std::vector<std::vector<Polynomial>> lists;
  for (const RegularChain& chain : chains) {
    if (!(chain.field() == first.field())) throw ModulusMismatch("chains over different fields");
    if (chain.variables().names() != first.variables().names())
      throw DomainError("chains in different variables: " + chain.variables().to_string() + " and " +
                        first.variables().to_string());
    lists.push_back(chain.polynomials_);
  }
  const auto inverse = [&ctx](const Polynomial& f, const std::vector<Polynomial>& lower) {
    return RegularChain(Trusted{}, lower).inverse(f, ctx);
  };
  std::vector<std::pair<std::string, RegularChain>> texts;
  for (const auto& members : equiprojection.classes(equiprojection.with_disjoint_projections(std::move(lists)))) {
    RegularChain chain(Trusted{}, equiprojection.merged(members, inverse));
    std::string text = chain.to_string();
    texts.emplace_back(std::move(text), std::move(chain));
  }
  std::sort(texts.begin(), texts.end(), [](const auto& a, const auto& b) {
    const std::size_t x = a.second.degree();
    const std::size_t y = b.second.degree();
    return x != y ? x < y : a.first < b.first;
  });
  std::vector<RegularChain> result;
  result.reserve(texts.size());
  for (auto& [text, chain] : texts) result.push_back(std::move(chain));
  return result;
}

template std::vector<RegularChain<Rationals>> RegularChain<Rationals>::equiprojectable_decomposition(
    const std::vector<RegularChain>&, const ExecutionContext&);
template std::vector<RegularChain<PrimeField>> RegularChain<PrimeField>::equiprojectable_decomposition(
    const std::vector<RegularChain>&, const ExecutionContext&);

}  // namespace v1
}  // namespace polyfork
