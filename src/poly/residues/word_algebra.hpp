// What the algorithms over Z/pZ that are built on products are given, and the product that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/residue_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

using Words = std::span<std::uint64_t>;
using ConstWords = std::span<const std::uint64_t>;

/// The modulus, a prime, and what was decided for the whole call: cut-offs, threads, instruction set. Algorithms take
/// their branches by comparing lengths with these numbers and read nothing else.
struct WordAlgebra {
  /// Reads the tuning, once for a call.
  WordAlgebra(const PrimeField& field, const ExecutionContext& ctx);
  /// The same, for operands so short that the forks of a product take longer than they gain.
  WordAlgebra on_one_thread() const {
    WordAlgebra w(*this);
    w.threads = 1;
    return w;
  }

  WordModulus modulus;
  std::size_t product_length;
  std::size_t vector_length;  ///< likewise where columns are summed in vectors, else 0
  std::size_t inverse_length;
  std::size_t division_length;
  std::size_t half_gcd_length;
  std::size_t gcd_length;
  std::size_t matrix_length;
  std::size_t tree_length;
  std::size_t horner_length;
  std::size_t multipoint_length;
  int threads;
  Isa isa;
  const ExecutionContext& ctx;

  /// Chains of products of shorter operands are done on one thread.
  static constexpr std::size_t forked_length = std::size_t{1} << 14;
};

/// Whether transforms for products of words are those modulo p itself: one instead of several primes'.
bool transforms_directly(std::uint64_t p, int threads, Isa isa);
/// Quotients and divisors up to this length are divided by columns, longer ones by Newton's iteration.
std::size_t division_cut_off(const WordTuning& tuning, std::uint64_t p, bool direct) noexcept;

/// Words on the calling thread's workspace, charged to the context's account while they live.
class ScratchWords {
 public:
  ScratchWords(const ExecutionContext& ctx, std::size_t count)
      : reservation_(ctx.memory(), count * sizeof(std::uint64_t)), words_(frame_.allocate<std::uint64_t>(count)) {}
  Words all() const noexcept { return words_; }
  /// The next n words; 64-byte aligned when all the sizes taken before are multiples of 8.
  Words take(std::size_t n) noexcept {
    const Words taken = words_.subspan(used_, n);
    used_ += n;
    return taken;
  }

 private:
  MemoryReservation reservation_;
  Workspace::Frame frame_;
  Words words_;
  std::size_t used_ = 0;
};

/// out[i] = coefficient begin + i of a b: mullow, mulhigh and the middle product in one. Coefficients that the product
/// does not have are zero; operands may be empty; out overlaps nothing. Only the coefficients of a and b that matter
/// are read; by transforms the cost is that of one cyclic product of the length of the range and the shorter operand.
void mul_range(const WordAlgebra& w, ConstWords a, ConstWords b, std::size_t begin, Words out);

/// a += b, a -= b on the first b.size() entries; a at least as long.
void add_words(const WordAlgebra& w, Words a, ConstWords b);
void sub_words(const WordAlgebra& w, Words a, ConstWords b);
/// values[k] = values[k] points[k]^g.size() + g(points[k]): Horner's rule continued, four points at a time. Canonical.
void horner_words(const WordModulus& m, ConstWords g, ConstWords points, Words values);
/// out = factor a; out may be a.
void scale_words(const WordAlgebra& w, Words out, ConstWords a, std::uint64_t factor);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
