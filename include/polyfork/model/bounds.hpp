// The measures of a many-core program and the Graham-Brent theorem with parallelism overhead.
#pragma once

#include <polyfork/core/export.hpp>
#include <polyfork/model/machine.hpp>
#include <polyfork/model/program.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

/// Measures of a program on a machine (thesis, sections 4.2.3 and 4.2.4), exact.
///
/// The thesis defines L as the number of edges on a critical path of the thread-block graph, and its worked examples
/// count vertices. With edges, theorem 4.2.1 is wrong: one kernel of one block takes C, and (1/P + 0) C is less than
/// that on more than one multiprocessor. Here L counts vertices.
struct Measures {
  Rational work{};          ///< W: local operations of all threads
  Rational span{};          ///< S: local operations along the costliest path of kernels
  Rational overhead{};      ///< O: clock cycles of transfers between global and private memories, over all blocks
  Rational blocks{};        ///< N: vertices of the thread-block graph
  Rational levels{};        ///< L: vertices on the longest path of the thread-block graph
  Rational block_cycles{};  ///< C: the largest S(B) + O(B) of a block B
  Rational antichain{};     ///< K: most blocks of which none waits for another

  friend bool operator==(const Measures&, const Measures&) = default;
};

/// The measures of a program by their definitions. Linear in the number of kernels where the program is a chain;
/// otherwise K is found by a maximum flow over the pairs of kernels of which one waits for the other.
POLYFORK_EXPORT Measures measure(const Program& program, const ManyCoreMachine& machine);

/// Theorem 4.2.1: on P multiprocessors a greedy schedule takes at most (N / P + L) C clock cycles. Throws DomainError
/// unless P is positive.
POLYFORK_EXPORT Rational time_bound(const Measures& measures, const Rational& multiprocessors);
/// Corollary 4.2.2: with P = K. 0 for a program without blocks.
POLYFORK_EXPORT Rational time_bound(const Measures& measures);

/// Clock cycles by the theorem, or by the corollary where the machine does not say how many multiprocessors it has.
POLYFORK_EXPORT Rational predicted_time(const Program& program, const ManyCoreMachine& machine);

}  // namespace model
}  // namespace v1
}  // namespace polyfork
