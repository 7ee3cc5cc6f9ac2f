// Tables of roots: powers of two of one primitive root, then their products, then the quotients.
#include "fft/ntt_table.hpp"

#include <bit>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>

#include "fft/recent_tables.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// floor(w 2^104 / p): the quotient of w 2^52, then that of its remainder.
NttFactor fraction52(const WordModulus& m, std::uint64_t w) noexcept {
  const std::uint64_t high = m.shoup(w) >> 12;
  const std::uint64_t remainder = (w << 52) - high * m.value();  // exact modulo 2^64, since it is below p
  return {high, m.shoup(remainder) >> 12};
}

constexpr std::size_t grain = std::size_t{1} << 13;  // about 0.1 ms of products and quotients

}  // namespace

NttTable::NttTable(std::uint64_t prime, NttArithmetic arithmetic, unsigned log_nodes, unsigned log_inverse_nodes,
                   const ExecutionContext& ctx)
    : modulus_(prime),
      arithmetic_(arithmetic),
      log_nodes_(log_nodes),
      log_inverse_nodes_(log_inverse_nodes),
      negative_inverse_(0),
      one_(factor(1)),
      two_to_52_(factor(modulus_.reduce(std::uint64_t{1} << 52))),
      one_half_(factor(prime / 2 + 1)),
      words_(2 * (nodes() + inverse_nodes())) {
  std::uint64_t inverse = prime;  // correct to 3 bits; each step of Newton's iteration doubles them
  for (int step = 0; step < 5; ++step) inverse *= 2 - prime * inverse;
  negative_inverse_ = std::uint64_t{0} - inverse;

  const WordModulus& m = modulus_;
  const std::uint64_t top = root_of_unity(prime, std::uint64_t{1} << (log_nodes + 1));
  if (m.mul(top, m.inverse(top)) != 1) throw DomainError(std::to_string(prime) + " is not a prime");
  // The residues first, the quotients after.
  std::uint64_t* const roots = words_.data();
  std::uint64_t* const inverses = words_.data() + 2 * nodes();
  const auto fill = [&](std::uint64_t* out, unsigned log_count, std::uint64_t primitive) {
    out[0] = 1;
    // t_(2^l) = 1 / 2^(l + 2): from the last entry, a primitive root of order 2^(log_nodes + 1), upwards by squares.
    std::vector<std::uint64_t> powers(log_nodes_);
    for (unsigned l = log_nodes_; l-- > 0; primitive = m.mul(primitive, primitive)) powers[l] = primitive;
    for (unsigned l = 0; l < log_count; ++l) {
      const std::size_t half = std::size_t{1} << l;
      const std::uint64_t w = powers[l];
      const std::uint64_t quotient = m.shoup(w);
      parallel_for(ctx, half, grain, [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        for (std::size_t i = begin; i < end; ++i) out[half + i] = m.mul_shoup(out[i], w, quotient);
      });
    }
  };
  fill(roots, log_nodes_, top);
  fill(inverses, log_inverse_nodes_, m.inverse(top));
  for (const auto& [part, count] : {std::pair(roots, nodes()), std::pair(inverses, inverse_nodes())}) {
    parallel_for(ctx, count, grain, [&, part = part, count = count](std::size_t begin, std::size_t end) {
      ctx.poll();
      for (std::size_t i = begin; i < end; ++i) {
        const NttFactor f = factor(part[i]);
        part[i] = f.value;
        part[count + i] = f.quotient;
      }
    });
  }
}

std::shared_ptr<const NttTable> NttTable::get(std::uint64_t prime, NttArithmetic arithmetic, unsigned log_nodes,
                                              unsigned log_inverse_nodes, const ExecutionContext& ctx) {
  NttTableKey key;
  for (std::size_t i = 0; i < 8; ++i) key[i] = static_cast<char>(prime >> (8 * i));
  key[8] = static_cast<char>(arithmetic);
  key[9] = static_cast<char>(log_nodes);
  key[10] = static_cast<char>(log_inverse_nodes);
  PlanCache& cache = ctx.plan_cache();
  // What threads remember nobody charges: under a limit the cap alone tells what there is.
  const bool is_remembered = ctx.memory().limit() == MemoryAccount::unlimited;
  if (is_remembered)
    if (auto table = recent_table(cache, key)) return table;
  auto table = cache.get<NttTable>(
      {key.data(), key.size()},
      [&] { return std::make_shared<const NttTable>(prime, arithmetic, log_nodes, log_inverse_nodes, ctx); },
      [](const NttTable& made) { return made.bytes(); });
  if (is_remembered) remember_table(cache, key, table);
  return table;
}

std::size_t NttTable::bytes() const noexcept { return sizeof(NttTable) + words_.size() * sizeof(std::uint64_t); }

NttFactor NttTable::factor(std::uint64_t w) const noexcept {
  switch (arithmetic_) {
    case NttArithmetic::fraction52:
      return fraction52(modulus_, w);
    case NttArithmetic::shoup64:
      return {w, modulus_.shoup(w)};
    case NttArithmetic::fma:
      break;
  }
  const std::uint64_t p = modulus_.value();
  const double balanced = w > p / 2 ? -static_cast<double>(p - w) : static_cast<double>(w);
  return {std::bit_cast<std::uint64_t>(balanced), std::bit_cast<std::uint64_t>(balanced / static_cast<double>(p))};
}

std::uint64_t NttTable::residue(std::uint64_t value) const noexcept {
  const std::uint64_t p = modulus_.value();
  switch (arithmetic_) {
    case NttArithmetic::fraction52: {
      // w 2^52 / p - 1 < value <= w 2^52 / p: w is value p / 2^52, rounded up.
      __extension__ using Wide = unsigned __int128;
      return static_cast<std::uint64_t>((Wide{value} * p + ((std::uint64_t{1} << 52) - 1)) >> 52);
    }
    case NttArithmetic::shoup64:
      return value;
    case NttArithmetic::fma:
      break;
  }
  const auto balanced = static_cast<std::int64_t>(std::bit_cast<double>(value));
  return balanced < 0 ? p - static_cast<std::uint64_t>(-balanced) : static_cast<std::uint64_t>(balanced);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
