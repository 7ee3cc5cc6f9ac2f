#include "rootiso/early_search.hpp"

#include <exception>
#include <stop_token>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "core/undisturbed.hpp"
#include "poly/square_free_proof.hpp"
#include "ring/held.hpp"
#include "rootiso/rational_roots.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr int fewest_threads = 4;
constexpr std::size_t shortest = 1024;

/// Work that the caller can stop, and so can whoever calls the caller.
class Attempt {
 public:
  explicit Attempt(const ExecutionContext& ctx)
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

std::optional<EarlyResult> search_early(const PolyZ& f, EarlySearch search, const ExecutionContext& ctx) {
  bool square_free = false;
  EarlyResult result{{}, {}, false};
  Attempt rational(ctx);  // of a polynomial with repeated factors it would not end
  Attempt roots(ctx);
  const auto stop_both = [&] {
    rational.stop();
    roots.stop();
  };
  const auto prove = [&] {
    try {
      // A chain of short steps, all of which the answer waits for.
      undisturbed(ctx, [&] { square_free = proved_square_free(f.coefficients(), ctx); });
    } catch (...) {
      stop_both();
      throw;
    }
    if (!square_free) stop_both();
  };
  const auto find_rational_roots = [&](const ExecutionContext& stoppable) {
    auto [points, rest] =
        split_rational_roots(PolyZ(charged_copy(f.coefficients(), stoppable)).with_variable(f.variable()), stoppable);
    if (!points.empty()) roots.stop();
    result.roots = std::move(points);
    result.rest = std::move(rest);
  };
  fork_join(
      ctx, [&] { fork_join(ctx, prove, [&] { rational.run(find_rational_roots); }); },
      [&] { roots.run([&](const ExecutionContext& stoppable) { search(f.coefficients(), stoppable); }); });
  ctx.poll();
  if (!square_free) return std::nullopt;
  rational.check();
  if (!result.roots.empty()) return result;
  roots.check();
  result.searched = roots.is_done();
  return result;
}

}  // namespace detail
}  // namespace polyfork::inline v1
