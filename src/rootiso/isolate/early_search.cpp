// Three tasks on one polynomial at the same time: the proof that it is square-free, its rational roots, the search of
// its real roots. Each can be stopped by itself, when the outcome of another makes it useless.
#include "rootiso/isolate/early_search.hpp"

#include <atomic>
#include <exception>
#include <stop_token>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "core/undisturbed.hpp"
#include "poly/gcd/square_free_proof.hpp"
#include "poly/rational_roots/rational_roots.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int fewest_threads = 4;
constexpr std::size_t shortest = 1024;

/// A task that its owner can stop; it also stops with the context that it was made in.
class StoppableTask {
 public:
  explicit StoppableTask(const ExecutionContext& ctx)
      : ctx_(ctx.with_stop_token(source_.get_token())), forward_(ctx.stop_token(), Forward{source_}) {}

  template <class Work>
  void run(const Work& work) {
    try {
      work(ctx_);
      done_ = true;
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  void stop() { source_.request_stop(); }
  bool is_done() const noexcept { return done_; }
  /// Throws what the work has thrown.
  void check() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Forward {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };

  std::stop_source source_;
  ExecutionContext ctx_;
  std::stop_callback<Forward> forward_;
  std::exception_ptr failure_;
  bool done_ = false;
};

}  // namespace

bool worth_an_early_search(const IntegerVector& f, const ExecutionContext& ctx) {
  return f.size() >= shortest && ctx.threads() >= fewest_threads && ctx.memory().limit() == MemoryAccount::unlimited;
}

std::optional<EarlyResult> search_early(const PolyZ& f, EarlySearch search, bool proof_wanted,
                                        const ExecutionContext& ctx) {
  bool square_free = false;
  EarlyResult result{{}, {}, false, false};
  StoppableTask proof(ctx);
  StoppableTask rational(ctx);  // does not end for a polynomial with repeated factors
  StoppableTask roots(ctx);
  // When both are done, every real root was found in a cell where f is monotone, and none is rational: the proof could
  // add nothing but that complex roots are simple.
  std::atomic<int> open{2};
  const auto settle_one = [&] {
    if (open.fetch_sub(1) == 1 && !proof_wanted) proof.stop();
  };
  const auto prove = [&](const ExecutionContext& stoppable) {
    // The proof is a chain of short steps, and the answer waits for all of them.
    undisturbed(stoppable, [&] { square_free = proved_square_free(f.coefficients(), stoppable); });
  };
  const auto find_rational_roots = [&](const ExecutionContext& stoppable) {
    auto [points, rest] =
        split_rational_roots(PolyZ(charged_copy(f.coefficients(), stoppable)).with_variable(f.variable()), stoppable);
    result.roots = std::move(points);
    result.rest = std::move(rest);
    if (result.roots.empty())
      settle_one();
    else
      roots.stop();
  };
  const auto find_roots = [&](const ExecutionContext& stoppable) {
    search(f.coefficients(), stoppable);
    settle_one();
  };
  const auto prove_or_stop = [&] {
    proof.run(prove);
    if (open.load() == 0 || (proof.is_done() && square_free)) return;
    rational.stop();
    roots.stop();
  };
  fork_join(
      ctx, [&] { fork_join(ctx, prove_or_stop, [&] { rational.run(find_rational_roots); }); },
      [&] { roots.run(find_roots); });
  ctx.poll();
  const bool settled = open.load() == 0;
  result.proved_square_free = square_free;
  if (!settled || proof_wanted) {
    proof.check();
    if (!square_free) return std::nullopt;
    rational.check();
    if (!result.roots.empty()) return result;
    roots.check();
  }
  result.searched = settled;
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
