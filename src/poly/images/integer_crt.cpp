// One integer from its residues modulo many word primes, by trees of products.
//
// x = sum_i w_i M / p_i mod M with w_i = r_i (M / p_i)^-1 mod p_i. The sum of all M / p_i is M / p_i modulo p_i: it
// goes down the tree of products as remainders, and all inverses are those of words. The sum with weights comes up the
// same tree. CrtBasis, which is for many integers, keeps a table of n^2 words; here are n log n. Integers are GMP's.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 10.3.
#include "poly/images/integer_crt.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t leaf_primes = 16;
constexpr std::size_t parallel_primes = 256;  // below, a task would take less than some ten microseconds

class CrtTree {
 public:
  CrtTree(std::span<const std::uint64_t> residues, std::span<const std::uint64_t> primes, const ExecutionContext& ctx)
      : residues_(residues), primes_(primes), ctx_(ctx), weights_(primes.size()) {
    std::size_t nodes = 1;
    for (std::size_t n = primes.size(); n > leaf_primes; n = (n + 1) / 2) nodes = 2 * nodes + 1;
    products_.resize(nodes);
  }

  Integer run() {
    const std::size_t n = primes_.size();
    const Integer cofactors = sum_of_cofactors(0, 0, n);
    find_weights(0, 0, n, cofactors);
    const Integer& m = products_[0];
    Integer x = floor_div_rem(weighted_sum(0, 0, n), m).second;
    if (x + x >= m) x -= m;
    return x;
  }

 private:
  template <class F, class G>
  void both(std::size_t count, const F& left, const G& right) const {
    ctx_.poll();
    if (count >= parallel_primes) return fork_join(ctx_, left, right);
    left();
    right();
  }

  /// The product of the primes of node k and the sum of their cofactors in it.
  Integer sum_of_cofactors(std::size_t k, std::size_t begin, std::size_t end) {
    if (end - begin <= leaf_primes) {
      Integer product = 1;
      Integer sum;
      for (std::size_t i = begin; i < end; ++i) {
        sum *= primes_[i];
        sum += product;
        product *= primes_[i];
      }
      products_[k] = std::move(product);
      return sum;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    Integer left;
    Integer right;
    both(
        end - begin, [&] { left = sum_of_cofactors(2 * k + 1, begin, middle); },
        [&] { right = sum_of_cofactors(2 * k + 2, middle, end); });
    products_[k] = products_[2 * k + 1] * products_[2 * k + 2];
    return joined(k, left, right);
  }

  void find_weights(std::size_t k, std::size_t begin, std::size_t end, const Integer& cofactors) {
    if (end - begin <= leaf_primes) {
      for (std::size_t i = begin; i < end; ++i) {
        const WordModulus m(primes_[i]);
        weights_[i] = m.mul(residues_[i], m.inverse(cofactors.view().mod(primes_[i])));
      }
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto down = [&](std::size_t child, std::size_t from, std::size_t to) {
      find_weights(child, from, to, floor_div_rem(cofactors, products_[child]).second);
    };
    both(
        end - begin, [&] { down(2 * k + 1, begin, middle); }, [&] { down(2 * k + 2, middle, end); });
  }

  Integer weighted_sum(std::size_t k, std::size_t begin, std::size_t end) const {
    if (end - begin <= leaf_primes) {
      Integer product = 1;
      Integer sum;
      for (std::size_t i = begin; i < end; ++i) {
        sum *= primes_[i];
        sum.add_mul(product, Integer(weights_[i]));
        product *= primes_[i];
      }
      return sum;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    Integer left;
    Integer right;
    both(
        end - begin, [&] { left = weighted_sum(2 * k + 1, begin, middle); },
        [&] { right = weighted_sum(2 * k + 2, middle, end); });
    return joined(k, left, right);
  }

  Integer joined(std::size_t k, const Integer& left, const Integer& right) const {
    Integer sum = left * products_[2 * k + 2];
    sum.add_mul(right, products_[2 * k + 1]);
    return sum;
  }

  std::span<const std::uint64_t> residues_;
  std::span<const std::uint64_t> primes_;
  const ExecutionContext& ctx_;
  std::vector<std::uint64_t> weights_;
  std::vector<Integer> products_;  // the children of node k are 2 k + 1 and 2 k + 2
};

}  // namespace

Integer integer_from_residues(std::span<const std::uint64_t> residues, std::span<const std::uint64_t> primes,
                              const ExecutionContext& ctx) {
  std::size_t levels = 1;
  for (std::size_t n = primes.size(); n > leaf_primes; n = (n + 1) / 2) ++levels;
  const MemoryReservation reservation(ctx.memory(), saturating_mul(primes.size() * sizeof(std::uint64_t), levels + 8));
  return CrtTree(residues, primes, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
