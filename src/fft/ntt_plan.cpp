// Plans in one variable: the driver's transform and the last three levels of values; lengths below 64 by definition.
#include <polyfork/fft/ntt_plan.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/primes.hpp>

#include "fft/ntt_plan.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

struct NttPlan::Impl {
  NttKind kind;
  std::size_t length;
  std::size_t full_length;  // the power of two that a truncated transform is a part of
  const NttKernels* kernels;
  std::shared_ptr<const NttTable> table;
  NttFactor scale;  // 1 / full_length
  FftTuning tuning;
  bool in_blocks;  // false: too short for the kernels
};

namespace {

constexpr std::size_t shortest_in_blocks = 64;              // the kernels finish groups of eight blocks
constexpr std::size_t finish_grain = std::size_t{1} << 10;  // blocks

NttShape shape_of(const NttPlan::Impl& plan) {
  NttShape shape = NttShape::cyclic(plan.length, plan.tuning);
  shape.gaps = false;
  shape.node = plan.kind == NttKind::negacyclic ? 1 : 0;
  return shape;
}

void check_length(std::uint64_t prime, std::size_t length, NttKind kind) {
  if (prime >= std::uint64_t{1} << 63 || !is_prime(prime))
    throw DomainError("transforms need a prime modulus below 2^63, not " + std::to_string(prime));
  if (length == 0 || length > std::size_t{1} << 62 ||
      (kind == NttKind::cyclic ? NttPlan::padded_length(length) != length : !std::has_single_bit(length)))
    throw DomainError("there is no transform of length " + std::to_string(length));
  const std::size_t order = std::bit_ceil(length) * (kind == NttKind::negacyclic ? 2 : 1);
  if ((prime - 1) % order != 0)
    throw DomainError("the prime " + std::to_string(prime) + " has no root of unity of order " + std::to_string(order));
}

/// Radix 2 by definition, for lengths that are shorter than a vector of blocks.
void forward_short(const NttTable& table, std::size_t node, std::span<std::uint64_t> data) {
  const WordModulus& m = table.modulus();
  for (std::size_t half = data.size() / 2, count = 1; half != 0; half /= 2, count *= 2) {
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint64_t root = table.roots()[node * count + j];
      std::uint64_t* const x = data.data() + 2 * half * j;
      for (std::size_t i = 0; i < half; ++i) {
        const std::uint64_t t = m.mul(x[i + half], root);
        x[i + half] = m.sub(x[i], t);
        x[i] = m.add(x[i], t);
      }
    }
  }
}

void inverse_short(const NttTable& table, std::size_t node, std::span<std::uint64_t> data, std::uint64_t scale) {
  const WordModulus& m = table.modulus();
  for (std::size_t half = 1, count = data.size() / 2; count != 0; half *= 2, count /= 2) {
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint64_t root = table.inverse_roots()[node * count + j];
      std::uint64_t* const x = data.data() + 2 * half * j;
      for (std::size_t i = 0; i < half; ++i) {
        const std::uint64_t difference = m.sub(x[i], x[i + half]);
        x[i] = m.add(x[i], x[i + half]);
        x[i + half] = m.mul(difference, root);
      }
    }
  }
  for (std::uint64_t& word : data) word = m.mul(word, scale);
}

/// Runs body on the data, through an aligned copy where the data is not aligned.
template <class Body>
void with_aligned(std::span<std::uint64_t> data, const ExecutionContext& ctx, const Body& body) {
  if (reinterpret_cast<std::uintptr_t>(data.data()) % 64 == 0) {
    body(data.data());
    return;
  }
  const MemoryReservation reservation(ctx.memory(), data.size_bytes());
  Workspace::Frame frame;
  const auto copy = frame.allocate<std::uint64_t>(data.size());
  std::copy(data.begin(), data.end(), copy.begin());
  body(copy.data());
  std::copy(copy.begin(), copy.end(), data.begin());
}

void check_size(std::size_t given, std::size_t length) {
  if (given != length)
    throw DomainError("a transform of length " + std::to_string(length) + " was given " + std::to_string(given) +
                      " words");
}

}  // namespace

namespace detail {

NttPlan make_ntt_plan(std::uint64_t prime, std::size_t length, NttKind kind, const NttKernels& kernels,
                      const ExecutionContext& ctx) {
  check_length(prime, length, kind);
  auto plan = std::make_shared<NttPlan::Impl>();
  plan->kind = kind;
  plan->length = length;
  plan->full_length = std::bit_ceil(length);
  plan->in_blocks = length >= shortest_in_blocks;
  plan->kernels = &kernels;
  plan->tuning = ctx.tuning().section<FftTuning>();
  // The values of the last levels take half the length of roots, cyclic; node 1 of a level follows node 0.
  const auto levels = static_cast<unsigned>(std::countr_zero(plan->full_length));
  const unsigned log_nodes = kind == NttKind::negacyclic ? levels : std::max(levels, 1U) - 1;
  const NttArithmetic arithmetic = plan->in_blocks ? kernels.arithmetic : NttArithmetic::shoup64;
  // A table for negacyclic transforms of length 2^levels needs roots of order 2^(levels + 1) = 2 2^log_nodes; the
  // cyclic one of length 1 none at all, and every odd prime has one of order 2.
  if (prime == 2) {
    plan->scale = {1, 0};
    return NttPlan(std::shared_ptr<const NttPlan::Impl>(std::move(plan)));
  }
  plan->table = NttTable::get(prime, arithmetic, log_nodes, ctx);
  const WordModulus& m = plan->table->modulus();
  const std::uint64_t inverse = m.inverse(m.reduce(plan->full_length));
  plan->scale = plan->in_blocks ? plan->table->factor(inverse) : NttFactor{inverse, 0};
  return NttPlan(std::shared_ptr<const NttPlan::Impl>(std::move(plan)));
}

}  // namespace detail

NttPlan::NttPlan(std::uint64_t prime, std::size_t length, NttKind kind, const ExecutionContext& ctx)
    : NttPlan(make_ntt_plan(prime, length, kind, ntt_kernels(prime, active_isa()), ctx)) {}

std::size_t NttPlan::padded_length(std::size_t n) {
  if (n > std::size_t{1} << 62) throw DomainError("there is no transform of length " + std::to_string(n));
  if (n < shortest_in_blocks * 2) return std::bit_ceil(std::max<std::size_t>(n, 1));
  return NttShape::cyclic(n).words();
}

std::uint64_t NttPlan::prime() const noexcept { return impl_->table == nullptr ? 2 : impl_->table->prime(); }
std::size_t NttPlan::size() const noexcept { return impl_->length; }
NttKind NttPlan::kind() const noexcept { return impl_->kind; }

std::uint64_t NttPlan::root() const noexcept {
  // The table's entry at 2^l has order 2^(l + 2): the last one is a root of the order, the plan's by definition.
  const std::size_t order = impl_->full_length * (impl_->kind == NttKind::negacyclic ? 2 : 1);
  if (order == 1) return 1;
  const WordModulus& m = impl_->table->modulus();
  if (order == 2) return m.neg(1);
  return impl_->table->residue(impl_->table->roots()[order / 4]);
}

void NttPlan::forward(std::span<std::uint64_t> data, const ExecutionContext& ctx) const {
  check_size(data.size(), impl_->length);
  const NttShape shape = shape_of(*impl_);
  if (!impl_->in_blocks) {
    if (data.size() > 1) forward_short(*impl_->table, shape.node, data);
    return;
  }
  with_aligned(data, ctx, [&](std::uint64_t* words) {
    const NttTable& table = *impl_->table;
    ntt_forward({*impl_->kernels, table, shape}, {words, data.size()}, false, words, ctx);
    const std::size_t blocks = data.size() / ntt_block;
    const std::size_t first = shape.node << shape.log_blocks;
    parallel_for(ctx, blocks, finish_grain, [&](std::size_t begin, std::size_t end) {
      ctx.poll();
      impl_->kernels->finish_forward(table, {first + begin, end - begin}, words + ntt_block * begin);
    });
  });
}

void NttPlan::inverse(std::span<std::uint64_t> data, const ExecutionContext& ctx) const {
  check_size(data.size(), impl_->length);
  const NttShape shape = shape_of(*impl_);
  if (!impl_->in_blocks) {
    if (data.size() > 1) inverse_short(*impl_->table, shape.node, data, impl_->scale.value);
    return;
  }
  with_aligned(data, ctx, [&](std::uint64_t* words) {
    const NttTable& table = *impl_->table;
    const std::size_t blocks = data.size() / ntt_block;
    const std::size_t first = shape.node << shape.log_blocks;
    parallel_for(ctx, blocks, finish_grain, [&](std::size_t begin, std::size_t end) {
      ctx.poll();
      impl_->kernels->begin_inverse(table, {first + begin, end - begin}, words + ntt_block * begin);
    });
    ntt_inverse({*impl_->kernels, table, shape}, words, words, {0, data.size()}, &impl_->scale, ctx);
  });
}

}  // namespace v1
}  // namespace polyfork
