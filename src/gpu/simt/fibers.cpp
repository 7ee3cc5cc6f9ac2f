// Threads of a block as fibers: each runs to its next barrier, in an order that a seed permutes.
#include "gpu/simt/fibers.hpp"

#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define POLYFORK_FIBERS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POLYFORK_FIBERS_ASAN 1
#endif
#endif
#if defined(POLYFORK_FIBERS_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace simt {

namespace {

constexpr std::size_t stack_bytes = std::size_t{1} << 18;  // touched as far as it is used

/// A processor context and, for the address sanitizer, the stack that belongs to it. A fiber begins by setcontext and
/// goes on by longjmp, which asks the system for nothing.
struct Context {
  ucontext_t beginning{};
  jmp_buf registers{};
  bool begun = false;
  const void* stack = nullptr;
  std::size_t stack_size = 0;
  void* fake_stack = nullptr;
};

/// Passes control; `ends`: `from` never comes back.
void pass_control(Context& from, Context& to, bool ends) {
#if defined(POLYFORK_FIBERS_ASAN)
  __sanitizer_start_switch_fiber(ends ? nullptr : &from.fake_stack, to.stack, to.stack_size);
#endif
  static_cast<void>(ends);
  if (_setjmp(from.registers) == 0) {
    if (std::exchange(to.begun, true)) _longjmp(to.registers, 1);
    setcontext(&to.beginning);
  }
#if defined(POLYFORK_FIBERS_ASAN)
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

struct FreeMemory {
  void operator()(void* p) const noexcept { std::free(p); }
};
using Memory = std::unique_ptr<void, FreeMemory>;

class Block;
thread_local Block* running = nullptr;

/// The fibers of one block at a time; their stacks serve all blocks of a launch.
class Block {
 public:
  Block(const Grid& grid, FunctionRef<void()> body, std::uint64_t order)
      : grid_(grid), body_(body), order_(order), fibers_(grid.threads), turns_(grid.threads) {
    const std::size_t bytes = (grid.shared_bytes / 32 + 1) * 32;
    shared_.reset(std::aligned_alloc(32, bytes));
    stacks_.reset(std::aligned_alloc(4096, stack_bytes * grid.threads));
    if (shared_ == nullptr || stacks_ == nullptr) throw std::bad_alloc();
    std::iota(turns_.begin(), turns_.end(), 0U);
    main_.begun = true;
  }

  void run(unsigned block, unsigned batch) {
    block_ = block;
    batch_ = batch;
    poison(shared_.get(), grid_.shared_bytes);
    for (unsigned i = 0; i < grid_.threads; ++i) begin(i);
    running = this;
    std::size_t left = grid_.threads;
    while (left != 0) {
      shuffle();
      std::size_t ended = 0;
      for (const unsigned i : turns_) {
        current_ = i;
        pass_control(main_, fibers_[i].context, false);
        if (fibers_[i].ended) ++ended;
      }
      if (failure_ == nullptr && ended != 0 && ended != left)
        failure_ = std::make_exception_ptr(std::logic_error("some threads of a block end, others wait at a barrier"));
      if (failure_ != nullptr) break;
      left -= ended;
    }
    running = nullptr;
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  void barrier() { pass_control(fibers_[current_].context, main_, false); }

  const Grid& grid() const noexcept { return grid_; }
  unsigned current() const noexcept { return current_; }
  unsigned block() const noexcept { return block_; }
  unsigned batch() const noexcept { return batch_; }
  void* shared() const noexcept { return shared_.get(); }

 private:
  struct Fiber {
    Context context;
    bool ended = false;
  };

  void begin(unsigned i) {
    Fiber& fiber = fibers_[i];
    fiber.ended = false;
    Context& context = fiber.context;
    context.stack = static_cast<char*>(stacks_.get()) + stack_bytes * i;
    context.stack_size = stack_bytes;
    context.fake_stack = nullptr;
    context.begun = false;
    getcontext(&context.beginning);
    context.beginning.uc_stack.ss_sp = const_cast<void*>(context.stack);
    context.beginning.uc_stack.ss_size = stack_bytes;
    context.beginning.uc_link = nullptr;
    makecontext(&context.beginning, &Block::main_of_fiber, 0);
  }

  static void main_of_fiber() {
    Block& block = *running;
#if defined(POLYFORK_FIBERS_ASAN)
    __sanitizer_finish_switch_fiber(nullptr, &block.main_.stack, &block.main_.stack_size);
#endif
    try {
      block.body_();
    } catch (...) {
      block.failure_ = std::current_exception();
    }
    Fiber& fiber = block.fibers_[block.current_];
    fiber.ended = true;
    pass_control(fiber.context, block.main_, true);
  }

  /// Another order of the fibers, unless the seed is zero (Fisher and Yates, xorshift numbers).
  void shuffle() noexcept {
    if (order_ == 0) return;
    for (std::size_t i = turns_.size(); i > 1; --i) {
      order_ ^= order_ << 13;
      order_ ^= order_ >> 7;
      order_ ^= order_ << 17;
      std::swap(turns_[i - 1], turns_[order_ % i]);
    }
  }

  const Grid grid_;
  FunctionRef<void()> body_;
  std::uint64_t order_;
  std::vector<Fiber> fibers_;
  std::vector<unsigned> turns_;
  Memory shared_;
  Memory stacks_;
  Context main_;
  unsigned current_ = 0;
  unsigned block_ = 0;
  unsigned batch_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void run(const Grid& grid, FunctionRef<void()> body, std::uint64_t order) {
  Block block(grid, body, order);
  for (unsigned batch = 0; batch < grid.batch; ++batch)
    for (unsigned i = 0; i < grid.blocks; ++i) block.run(i, batch);
}

unsigned thread() noexcept { return running->current(); }
unsigned threads() noexcept { return running->grid().threads; }
unsigned block() noexcept { return running->block(); }
unsigned blocks() noexcept { return running->grid().blocks; }
unsigned batch() noexcept { return running->batch(); }
void barrier() { running->barrier(); }
void* shared() noexcept { return running->shared(); }

void poison(void* memory, std::size_t bytes) noexcept {
  constexpr std::uint64_t signalling_nan = 0x7FF4BADC0FFEE000;
  auto* const to = static_cast<unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<unsigned char>(signalling_nan >> (i % 8 * 8));
}

}  // namespace simt
}  // namespace detail
}  // namespace v1
}  // namespace polyfork
