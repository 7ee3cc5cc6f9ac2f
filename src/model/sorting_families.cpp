// Radix sort of n keys of c bits, s bits a pass, after Satish, Harris and Garland ([MMM] section 4, [TH] section 4.6).
//
// A pass sorts tiles of 4 l keys in private memory and writes their histograms of 2^s digits, scans the histograms, and
// moves the keys. Both papers print W with "+ 1" where the worksheet (4.1) has the work of the third kernel, n for each
// of c / s passes, hence + 1 / s; their work ratio stands on the worksheet's form, and so does this file.
#include "model/family_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace model {

namespace {

Refusal refuse_radix_sort(const FamilyParameters& p) {
  return first_broken(
      {{p.key_bits >= 1 && p.s >= 1 && p.s < 64 && p.key_bits % p.s == 0, "s must divide the bits of a key"},
       {std::has_single_bit(p.threads), "the threads of a block must be a power of two"},
       {p.s >= 1 && p.s < 64 &&
            Rational(p.n) * Rational::dyadic(1, static_cast<std::int64_t>(p.s)) >= 16 * Rational(p.threads) * p.threads,
        "n 2^s must be at least 16 times the square of the threads"}});
}

struct RadixSort {
  explicit RadixSort(const FamilyParameters& p)
      : n(p.n), s(p.s), l(p.threads), c(p.key_bits), lg_l(lg(p.threads)), digits(std::uint64_t{1} << p.s) {}
  Rational n, s, l, c, lg_l;
  Rational digits;
};

Measures radix_sort(const FamilyParameters& p, const Rational& u) {
  const RadixSort v(p);
  const Rational four_l = 4 * v.l, sixteen_l2 = four_l * four_l;
  return {.work = v.c *
                      ((22 * v.s * v.l + v.s + 12) / (four_l * v.s) +
                       (v.digits + 20 * v.digits * v.l) / (v.s * sixteen_l2) + 1 / v.s) *
                      v.n +
                  v.c * (16 + 192 * v.l) / (16 * v.s),
          .span = v.c * (8 * v.lg_l + 16 / v.s * v.lg_l + 41 + 54 / v.s),
          .overhead = v.c * u * (9 * v.n / (2 * v.s * v.l) + 17 * v.digits * v.n / (v.s * sixteen_l2) - 1 / v.s),
          .blocks = v.c / v.s * (1 / (2 * v.l) + v.digits / (8 * v.l * v.l)) * v.n,
          .levels = 5 * v.c / v.s,
          .block_cycles = v.s * (41 + 8 * v.lg_l) + 12 + 9 * u,
          .antichain = v.n / four_l};  // for 2^s <= 4 l; the histograms have n 2^s / (16 l^2) blocks
}

Program radix_sort_program(const FamilyParameters& p) {
  const RadixSort v(p);
  const Rational tiles = v.n / (4 * v.l);
  Program pass;
  pass.append({.name = "sorting of tiles",
               .blocks = tiles,
               .threads = v.l,
               .work = v.s * (22 * v.l + 1) + 12,
               .span = v.s * (41 + 8 * v.lg_l) + 12,
               .words = 9});
  append_scan(pass, v.n * v.digits / (16 * v.l * v.l), p);
  pass.append({.name = "moves of keys", .blocks = tiles, .threads = v.l, .work = 4 * v.l, .span = 4, .words = 9});
  Program program;
  for (std::uint64_t i = 0; i < p.key_bits / p.s; ++i) program.append(pass);
  return program;
}

constexpr AlgorithmFamily families[] = {
    {.name = "radix-sort",
     .title = "radix sort of n keys, s bits a pass",
     .source = "[TH] section 4.6",
     .has_second_operand = false,
     .has_parameter = true,
     .chooses_threads = false,
     .refusal = refuse_radix_sort,
     .formulas = radix_sort,
     .program = radix_sort_program,
     .program_size = [](const FamilyParameters& p) { return 5 * p.key_bits / p.s; },
     .private_words = [](const FamilyParameters& p) { return 8 * Rational(p.threads) + (std::uint64_t{1} << p.s); }},
};

}  // namespace

std::span<const AlgorithmFamily> sorting_families() { return families; }

}  // namespace model
}  // namespace v1
}  // namespace polyfork
