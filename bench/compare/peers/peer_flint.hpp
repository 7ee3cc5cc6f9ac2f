// What the parts of the FLINT peer share.
#pragma once

#include <gmp.h>  // first: FLINT 3 declares its conversions only then

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>

#include <memory>

#include "compare/problem.hpp"

namespace polyfork_bench {

inline void flint_set(fmpz_t value, const std::uint64_t* limbs, std::int32_t size) {
  mpz_t view;
  fmpz_set_mpz(value, mpz_roinit_n(view, reinterpret_cast<const mp_limb_t*>(limbs), size));
}

inline void flint_add(Fingerprint& hash, const fmpz_t value) {
  mpz_t z;
  mpz_init(z);
  fmpz_get_mpz(z, value);
  hash.add(reinterpret_cast<const std::uint64_t*>(mpz_limbs_read(z)),
           mpz_sgn(z) * static_cast<std::int64_t>(mpz_size(z)));
  mpz_clear(z);
}

/// fmpz_poly_t with an owner.
struct FlintPoly {
  fmpz_poly_t p;
  FlintPoly() { fmpz_poly_init(p); }
  ~FlintPoly() { fmpz_poly_clear(p); }
  FlintPoly(const FlintPoly&) = delete;
  FlintPoly& operator=(const FlintPoly&) = delete;

  void set(const IntegerList& list) {
    list.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
      fmpz_t value;
      fmpz_init(value);
      flint_set(value, limbs, size);
      fmpz_poly_set_coeff_fmpz(p, static_cast<slong>(i), value);
      fmpz_clear(value);
    });
  }
};

/// The operations that make_short_task knows, alone.
std::unique_ptr<Workload> flint_short(const Problem& problem);
/// q_... but q_xgcd.
std::unique_ptr<Workload> flint_rational(const Problem& problem);
/// sparse_...; nothing for other problems.
std::unique_ptr<Workload> flint_sparse(const Problem& problem);
/// sparse_... over Q.
std::unique_ptr<Workload> flint_rational_multi(const Problem& problem);
/// zp_factor, z_factor; nothing for other problems.
std::unique_ptr<Workload> flint_factor(const Problem& problem);
/// multi_factor alone.
std::unique_ptr<Workload> flint_multi_factor(const Problem& problem);
/// algebraic_...; nothing for other problems and in versions without qqbar.
std::unique_ptr<Workload> flint_algebraic(const Problem& problem);

}  // namespace polyfork_bench
