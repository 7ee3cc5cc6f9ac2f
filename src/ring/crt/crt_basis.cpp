// CrtBasis: the tables of the portable code (crt_tables.cpp has the others). Product tree O(M(size) log size),
// cofactors and their inverses O(size^2), span O(size log size).
#include <polyfork/ring/crt_basis.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "core/limits.hpp"
#include "core/planned_memory.hpp"
#include "ring/crt/crt_tables.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

void require_distinct(std::vector<std::uint64_t> primes) {
  if (primes.empty()) throw DomainError("a basis of residues needs at least one prime");
  std::sort(primes.begin(), primes.end());
  const auto twice = std::adjacent_find(primes.begin(), primes.end());
  if (twice != primes.end()) throw DomainError("the prime " + std::to_string(*twice) + " is repeated");
}

/// The numbers themselves, if they are distinct primes.
std::vector<std::uint64_t> proved_primes(std::vector<std::uint64_t> primes, const ExecutionContext& ctx) {
  require_distinct(primes);
  for (const std::uint64_t p : primes) {
    ctx.poll();  // a proof of primality takes microseconds
    static_cast<void>(PrimeField(p));
  }
  return primes;
}

Integer product_of(std::span<const std::uint64_t> factors, const ExecutionContext& ctx) {
  if (factors.size() == 1) return factors[0];
  ctx.poll();
  const std::size_t half = factors.size() / 2;
  return product_of(factors.first(half), ctx) * product_of(factors.subspan(half), ctx);
}

/// floor(2^126 / d) for d in [2^62, 2^63), lowered to fit a word when d = 2^62.
std::uint64_t reciprocal_of(std::uint64_t d) noexcept {
  __extension__ using wide = unsigned __int128;
  const wide r = (wide{1} << 126) / d;
  return r >> 64 != 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(r);
}

}  // namespace

CrtBasis::CrtBasis(std::vector<std::uint64_t> primes, const ExecutionContext& ctx)
    : CrtBasis(KnownPrimes{}, proved_primes(std::move(primes), ctx), ctx) {}

CrtBasis::CrtBasis(KnownPrimes, const std::vector<std::uint64_t>& primes, const ExecutionContext& ctx) {
  if (primes.empty()) throw DomainError("a basis has at least one prime");
  const std::size_t size = primes.size();  // M has at most as many limbs
  const MemoryReservation reservation =
      detail::reserve_for_plan(ctx, detail::gmp_mul_bytes(2 * size) + size * (sizeof(WordModulus) + sizeof(Weight)));
  moduli_.reserve(size);
  for (const std::uint64_t p : primes) {
    moduli_.push_back(PrimeField::trusted(p).word_modulus());
  }

  product_ = product_of(primes, ctx);
  limbs_ = product_.view().limbs().size();
  tables_ = detail::make_crt_tables(moduli_, product_, active_isa(), ctx);
  if (tables_ != nullptr) return;

  const MemoryReservation own = detail::reserve_for_plan(ctx, detail::saturating_mul(size, limbs_ * sizeof(mp_limb_t)));
  half_ = (product_ + 1) >> 1;
  cofactors_.resize(size * limbs_);
  weights_.resize(size);
  const mp_limb_t* product = product_.view().limbs().data();
  const auto n = static_cast<mp_size_t>(limbs_);
  constexpr std::size_t grain_limbs = 1 << 14;  // some tens of microseconds of division by words
  parallel_for(ctx, size, grain_limbs / limbs_ + 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      ctx.poll();
      const WordModulus& p = moduli_[j];
      mp_limb_t* cofactor = cofactors_.data() + j * limbs_;
      mpn_divrem_1(cofactor, 0, product, n, p.value());
      const std::uint64_t inverse = p.inverse(mpn_mod_1(cofactor, n, p.value()));
      const int shift = __builtin_clzll(p.value()) - 1;
      weights_[j] = {inverse, p.shoup(inverse), reciprocal_of(p.value() << shift), shift};
      ctx.charge(2 * limbs_);
    }
  });
}

std::size_t CrtBasis::bytes() const noexcept {
  return moduli_.capacity() * sizeof(WordModulus) + cofactors_.capacity() * sizeof(mp_limb_t) +
         weights_.capacity() * sizeof(Weight) + 2 * limbs_ * sizeof(mp_limb_t) +
         (tables_ == nullptr ? 0 : tables_->bytes());
}

std::string_view CrtBasis::kernels() const noexcept {
  return tables_ == nullptr ? "portable" : tables_->kernels().name;
}

}  // namespace v1
}  // namespace polyfork
