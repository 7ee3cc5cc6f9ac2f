// FLINT's polynomials in several variables over Z, and modulo words, from plain data and into fingerprints.
#pragma once

#include "compare/peers/peer_flint.hpp"

#include <flint/fmpz_mpoly.h>
#include <flint/nmod_mpoly.h>

#include <cstddef>
#include <vector>

namespace polyfork_bench {

/// p: zero, in `variables` variables.
inline void flint_set_terms(fmpz_mpoly_struct* p, const SparseInput& input, std::size_t variables,
                            const fmpz_mpoly_ctx_t ctx) {
  input.coefficients.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
    fmpz_t value;
    fmpz_init(value);
    flint_set(value, limbs, size);
    const auto* first = input.exponents.data() + i * variables;
    const std::vector<ulong> row(first, first + variables);
    fmpz_mpoly_push_term_fmpz_ui(p, value, row.data(), ctx);
    fmpz_clear(value);
  });
  fmpz_mpoly_sort_terms(p, ctx);
}

/// Likewise modulo a word.
inline void flint_set_residues(nmod_mpoly_struct* p, const SparseInput& input, std::size_t variables, ulong modulus,
                               const nmod_mpoly_ctx_t ctx) {
  input.coefficients.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
    fmpz_t value;
    fmpz_init(value);
    flint_set(value, limbs, size);
    const ulong residue = fmpz_fdiv_ui(value, modulus);
    fmpz_clear(value);
    if (residue == 0) return;
    const auto* first = input.exponents.data() + i * variables;
    const std::vector<ulong> row(first, first + variables);
    nmod_mpoly_push_term_ui_ui(p, residue, row.data(), ctx);
  });
  nmod_mpoly_sort_terms(p, ctx);
}

inline void flint_add_terms(Fingerprint& hash, const fmpz_mpoly_struct* p, std::size_t variables,
                            const fmpz_mpoly_ctx_t ctx) {
  std::vector<ulong> exponents(variables);
  fmpz_t value;
  fmpz_init(value);
  for (slong i = 0; i < fmpz_mpoly_length(p, ctx); ++i) {
    fmpz_mpoly_get_term_exp_ui(exponents.data(), p, i, ctx);
    for (const ulong e : exponents) hash.word(e);
    fmpz_mpoly_get_term_coeff_fmpz(value, p, i, ctx);
    flint_add(hash, value);
  }
  fmpz_clear(value);
}

}  // namespace polyfork_bench
