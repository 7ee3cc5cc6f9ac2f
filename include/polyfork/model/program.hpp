// Programs of the many-core model: directed acyclic graphs of kernels, each a number of equal thread blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

/// A kernel, or a chain of equal kernels of which each waits for the one before. The papers divide lengths by block
/// sizes without rounding, so that numbers of blocks are fractions.
struct Kernel {
  std::string name{};
  Rational blocks{};           ///< thread blocks of one launch
  Rational threads = 1;        ///< of one block; the papers' l
  Rational work{};             ///< W(B): local operations of all threads of a block
  Rational span{};             ///< S(B): most local operations of a thread of a block
  Rational words{};            ///< most words that a thread reads and writes in coalesced accesses
  Rational scattered_words{};  ///< as `words`, in accesses that do not coalesce: a block waits `threads` times as long
  std::uint64_t launches = 1;  ///< length of the chain
  Rational host_words{};       ///< words that move between host and device; a calibrated machine charges for them

  /// O(B) = (words + threads * scattered_words) U (thesis, equation 4.3).
  POLYFORK_EXPORT Rational overhead(const Rational& transfer_cycles) const;
};

/// A directed acyclic graph of kernels. Its thread-block graph has the blocks as vertices, and an edge from each block
/// of a kernel to each block of a kernel that waits for it.
class POLYFORK_EXPORT Program {
 public:
  /// Adds a kernel that waits for those with the numbers `after` and returns its number, the count of kernels before.
  /// Throws DomainError where a number is not one of an earlier kernel, or where the kernel has a negative figure or
  /// no launch.
  std::size_t add(Kernel kernel, std::vector<std::size_t> after);
  /// Adds a kernel that waits for the one added last, if there is one.
  std::size_t append(Kernel kernel);
  /// Appends another program, whose first kernels wait for the one added last.
  void append(const Program& program);

  std::size_t size() const noexcept { return kernels_.size(); }
  const Kernel& kernel(std::size_t number) const { return kernels_[number]; }
  const std::vector<std::size_t>& predecessors(std::size_t number) const { return after_[number]; }
  /// Every kernel but the first waits for the one before it.
  bool is_chain() const noexcept { return chain_; }

 private:
  std::vector<Kernel> kernels_;
  std::vector<std::vector<std::size_t>> after_;
  bool chain_ = true;
};

}  // namespace model
}  // namespace v1
}  // namespace polyfork
