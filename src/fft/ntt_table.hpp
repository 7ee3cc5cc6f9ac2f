// Roots of unity of a prime in the order in which transforms use them.
//
// A transform of length n = 2^k (cyclic) walks the tree of factors of x^n - 1: the node with modulus x^(2L) - z
// splits into x^L - r and x^L + r with r^2 = z. Its children are numbered 2j and 2j + 1 when the node is number j of
// its level, and then r depends on j alone, not on the level: with e(t) = exp(2 pi i t) standing for a fixed root of
// unity, r_j = e(t_j), t_0 = 0, t_1 = 1/4, t_(2j) = t_j / 2, t_(2j+1) = t_j / 2 + 1/4. So one table serves all levels
// and lengths, is read in ascending order by every pass, and node 1 of level 1 (x^L + 1) is the root of the
// negacyclic transform. Since t_(a+b) = t_a + t_b when a and b have no common binary digit, each power-of-two
// entry yields the next half of the table by one product each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How a kernel represents residues and multiplies them.
enum class NttArithmetic {
  fraction52,  ///< words, 52-bit products with fractions of 104 bits; primes below 2^50
  fma,         ///< doubles holding balanced integers, error-free products; primes below 2^50
  shoup64      ///< words, 64-bit products with precomputed quotients; primes below 2^63
};

/// A residue w times which others are multiplied, as the arithmetic wants it: the upper and the lower 52 bits of
/// floor(w 2^104 / p); w and floor(w 2^64 / p); for fma the bits of the doubles w in (-p/2, p/2) and w / p.
struct NttFactor {
  std::uint64_t value;
  std::uint64_t quotient;
};

class NttTable {
 public:
  /// Roots for nodes [0, 2^log_nodes) of every level, and the inverses for those of [0, 2^log_inverse_nodes), not more.
  /// Precondition: prime = 1 mod 2^(log_nodes + 1), prime below the arithmetic's bound, log_nodes >= 0. O(2^log_nodes).
  /// Throws DomainError when `prime` is seen not to be one.
  NttTable(std::uint64_t prime, NttArithmetic arithmetic, unsigned log_nodes, unsigned log_inverse_nodes,
           const ExecutionContext& ctx);
  /// A table with the inverses of all its roots.
  NttTable(std::uint64_t prime, NttArithmetic arithmetic, unsigned log_nodes, const ExecutionContext& ctx)
      : NttTable(prime, arithmetic, log_nodes, log_nodes, ctx) {}

  /// The table from the context's plan cache.
  static std::shared_ptr<const NttTable> get(std::uint64_t prime, NttArithmetic arithmetic, unsigned log_nodes,
                                             unsigned log_inverse_nodes, const ExecutionContext& ctx);
  static std::shared_ptr<const NttTable> get(std::uint64_t prime, NttArithmetic arithmetic, unsigned log_nodes,
                                             const ExecutionContext& ctx) {
    return get(prime, arithmetic, log_nodes, log_nodes, ctx);
  }

  std::uint64_t prime() const noexcept { return modulus_.value(); }
  const WordModulus& modulus() const noexcept { return modulus_; }
  NttArithmetic arithmetic() const noexcept { return arithmetic_; }
  unsigned log_nodes() const noexcept { return log_nodes_; }
  std::size_t bytes() const noexcept;

  /// The two words of the factor r_j at [j]; r_j^-1 likewise.
  const std::uint64_t* roots() const noexcept { return words_.data(); }
  const std::uint64_t* root_quotients() const noexcept { return words_.data() + nodes(); }
  const std::uint64_t* inverse_roots() const noexcept { return words_.data() + 2 * nodes(); }
  const std::uint64_t* inverse_root_quotients() const noexcept { return inverse_roots() + inverse_nodes(); }

  /// A canonical residue as the table's arithmetic wants it, and back from its `value`.
  NttFactor factor(std::uint64_t w) const noexcept;
  std::uint64_t residue(std::uint64_t value) const noexcept;
  /// -p^-1 modulo 2^64.
  std::uint64_t negative_inverse() const noexcept { return negative_inverse_; }
  /// 1, 2^52 and 1/2 modulo p, as factors.
  const NttFactor& one() const noexcept { return one_; }
  const NttFactor& two_to_52() const noexcept { return two_to_52_; }
  const NttFactor& one_half() const noexcept { return one_half_; }

 private:
  std::size_t nodes() const noexcept { return std::size_t{1} << log_nodes_; }
  std::size_t inverse_nodes() const noexcept { return std::size_t{1} << log_inverse_nodes_; }

  WordModulus modulus_;
  NttArithmetic arithmetic_;
  unsigned log_nodes_;
  unsigned log_inverse_nodes_;
  std::uint64_t negative_inverse_;
  NttFactor one_;
  NttFactor two_to_52_;
  NttFactor one_half_;
  std::vector<std::uint64_t> words_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
