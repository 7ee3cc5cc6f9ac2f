// CrtBasis: the tables. Product tree O(M(size) log size), cofactors and their inverses O(size^2).
#include <polyfork/ring/crt_basis.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "ring/crt_tables.hpp"

namespace polyfork::inline v1 {

namespace {

void require_distinct(std::vector<std::uint64_t> primes) {
  if (primes.empty()) throw DomainError("a basis of residues needs at least one prime");
  std::sort(primes.begin(), primes.end());
  const auto twice = std::adjacent_find(primes.begin(), primes.end());
  if (twice != primes.end()) throw DomainError("the prime " + std::to_string(*twice) + " is repeated");
}

Integer product_of(std::span<const std::uint64_t> factors) {
  if (factors.size() == 1) return factors[0];
  const std::size_t half = factors.size() / 2;
  return product_of(factors.first(half)) * product_of(factors.subspan(half));
}

/// floor(2^126 / d) for d in [2^62, 2^63), lowered to fit a word when d = 2^62.
std::uint64_t reciprocal_of(std::uint64_t d) noexcept {
  __extension__ using wide = unsigned __int128;
  const wide r = (wide{1} << 126) / d;
  return r >> 64 != 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(r);
}

}  // namespace

CrtBasis::CrtBasis(std::vector<std::uint64_t> primes) {
  require_distinct(primes);
  moduli_.reserve(primes.size());
  for (const std::uint64_t p : primes) moduli_.push_back(PrimeField(p).word_modulus());

  product_ = product_of(primes);
  limbs_ = product_.view().limbs().size();
  tables_ = detail::make_crt_tables(moduli_, product_, active_isa());
  if (tables_ != nullptr) return;

  half_ = (product_ + 1) >> 1;
  cofactors_.resize(primes.size() * limbs_);
  weights_.reserve(primes.size());
  const mp_limb_t* product = product_.view().limbs().data();
  const auto n = static_cast<mp_size_t>(limbs_);
  for (std::size_t j = 0; j < primes.size(); ++j) {
    const WordModulus& p = moduli_[j];
    mp_limb_t* cofactor = cofactors_.data() + j * limbs_;
    mpn_divrem_1(cofactor, 0, product, n, p.value());
    const std::uint64_t inverse = p.inverse(mpn_mod_1(cofactor, n, p.value()));
    const int shift = __builtin_clzll(p.value()) - 1;
    weights_.push_back({inverse, p.shoup(inverse), reciprocal_of(p.value() << shift), shift});
  }
}

std::size_t CrtBasis::bytes() const noexcept {
  return moduli_.capacity() * sizeof(WordModulus) + cofactors_.capacity() * sizeof(mp_limb_t) +
         weights_.capacity() * sizeof(Weight) + 2 * limbs_ * sizeof(mp_limb_t) +
         (tables_ == nullptr ? 0 : tables_->bytes());
}

std::string_view CrtBasis::kernels() const noexcept {
  return tables_ == nullptr ? "portable" : tables_->kernels().name;
}

}  // namespace polyfork::inline v1
