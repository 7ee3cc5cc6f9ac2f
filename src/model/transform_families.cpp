// Fast Fourier transforms of n = 2^k residues: Cooley and Tukey, and Stockham ([TH] section 4.4, appendix B).
//
// The constants are the worksheet's counts of word operations: a modular addition has 5, a modular product 11.
#include "model/family_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace model {

namespace {

// Cooley and Tukey: k - r stride permutations, of which lg l write without coalescing, transforms of length m = 2^r by
// one thread each, and k - r levels of butterflies. Their twiddle factors, the powers of jumped roots, are read from a
// table or computed on the fly; the latter formulas take 34 lg l for a thread where the worksheet has the mean over the
// threads, and leave out 12 of the 22 operations of a butterfly. A transform of length m has 32 m^2 + 9 m operations in
// the column W and 32 lg m (m - 1) + 30 m + 11 in the column S, though one thread does it: 8336 and 2411 for m = 16.

struct CooleyTukey {
  explicit CooleyTukey(const FamilyParameters& p)
      : n(p.n), m(p.base), l(p.threads), lg_n(lg(p.n)), lg_m(lg(p.base)), lg_l(lg(p.threads)), levels(lg_n - lg_m) {}
  Rational n, m, l, lg_n, lg_m, lg_l;
  Rational levels;
};

Refusal refuse_cooley_tukey(const FamilyParameters& p) {
  return first_broken({{std::has_single_bit(p.n), "n must be a power of two"},
                       {std::has_single_bit(p.base), "the base must be a power of two"},
                       {std::has_single_bit(p.threads), "the threads of a block must be a power of two"},
                       {p.base != 0 && p.threads <= p.n / p.base, "the threads times the base are at most n"}});
}

Measures cooley_tukey_on_the_fly(const FamilyParameters& p, const Rational& u) {
  const CooleyTukey v(p);
  return {.work = v.n * (34 * v.lg_n * v.lg_l + 47 * v.lg_n + 32 * v.m + 9 - 34 * v.lg_m * v.lg_l - 47 * v.lg_m),
          .span = 34 * v.lg_n * v.lg_l + 47 * v.lg_n + 32 * v.m * v.lg_m + 30 * v.m + 11 - 34 * v.lg_l * v.lg_m -
                  79 * v.lg_m,
          .overhead = 2 * v.n * u / v.l * (4 * v.lg_n + v.l * v.lg_l + 1 - v.lg_l - 4 * v.lg_m),
          .blocks = v.n / (v.m * v.l) * (2 * v.m * v.lg_n + 1 - 2 * v.m * v.lg_m),
          .levels = 2 * v.lg_n - 2 * v.lg_m + 1,
          // The span of a butterfly and the overhead of a permutation, not of one block. It is less than what the
          // transforms of length m take, 32 lg m (m - 1) + 30 m + 11 + 2 m U, where U is small: 2443 against 197 for
          // m = l = 16, U = 1.
          .block_cycles = 2 * u * v.l + 34 * v.lg_l + 2 * u + 27,
          .antichain = v.n / v.l};
}

Measures cooley_tukey_table(const FamilyParameters& p, const Rational& u) {
  const CooleyTukey v(p);
  return {.work = v.n * (42 * v.lg_n + 32 * v.m + 9 - 42 * v.lg_m),
          .span = 42 * v.lg_n + 32 * v.m * v.lg_m + 30 * v.m + 11 - 74 * v.lg_m,
          .overhead = v.n * u / v.l * (2 * v.l * v.lg_l - 2 * v.lg_l + 9 * v.lg_n + 2 - 9 * v.lg_m),
          .blocks = v.n / (v.m * v.l) * (2 * v.m * v.lg_n + 1 - 2 * v.m * v.lg_m),
          .levels = 2 * v.lg_n - 2 * v.lg_m + 1,
          // The span of the transforms of length m and the overhead of a permutation, not of one block.
          .block_cycles = 32 * v.lg_m * (v.m - 1) + 30 * v.m + 11 + 2 * u * v.l + 2 * u,
          .antichain = v.n / v.l};
}

Program cooley_tukey_program(const FamilyParameters& p, const Kernel& butterflies) {
  const CooleyTukey v(p);
  const auto levels = static_cast<std::uint64_t>(std::bit_width(p.n) - std::bit_width(p.base));
  const auto scattered = static_cast<std::uint64_t>(std::bit_width(p.threads) - 1);
  Program program;
  const auto append = [&](Kernel kernel, std::uint64_t launches) {
    kernel.threads = v.l;
    kernel.launches = launches;
    if (launches != 0) program.append(kernel);
  };
  append({.name = "permutation, coalesced", .blocks = v.n / v.l, .work = 20 * v.l, .span = 20, .words = 4},
         levels - scattered);
  append({.name = "permutation", .blocks = v.n / v.l, .work = 20 * v.l, .span = 20, .words = 2, .scattered_words = 2},
         scattered);
  append({.name = "transforms of length m",
          .blocks = v.n / (v.l * v.m),
          .work = v.l * (32 * v.m * v.m + 9 * v.m),
          .span = 32 * v.lg_m * (v.m - 1) + 30 * v.m + 11,
          .words = 2 * v.m},
         1);
  append(butterflies, levels);
  return program;
}

Program cooley_tukey_on_the_fly_program(const FamilyParameters& p) {
  const CooleyTukey v(p);
  return cooley_tukey_program(p, {.name = "butterflies",
                                  .blocks = v.n / v.l,
                                  .work = v.l * (34 * v.lg_l + 27),
                                  .span = 34 * v.lg_l + 27,
                                  .words = 4});
}

Program cooley_tukey_table_program(const FamilyParameters& p) {
  const CooleyTukey v(p);
  return cooley_tukey_program(p,
                              {.name = "butterflies", .blocks = v.n / v.l, .work = 22 * v.l, .span = 22, .words = 5});
}

// Stockham: k - 1 times a stride permutation, twiddle factors and butterflies, and butterflies once more. The second
// and the third kernel have n / (2 l) blocks whose threads do 20 and 16 operations by the column W and 10 and 8 by the
// column S: the worksheet halves twice, so that a block has more work than l times its span. With W's counts S is
// 61 lg n - 45 instead of 43 lg n - 35.

Refusal refuse_stockham(const FamilyParameters& p) {
  return first_broken({{p.n >= 2 && std::has_single_bit(p.n), "n must be a power of two, at least 2"},
                       {std::has_single_bit(p.threads), "the threads of a block must be a power of two"}});
}

Refusal refuse_stockham_roots(const FamilyParameters& p) {
  if (Refusal refusal = refuse_stockham(p)) return refusal;
  return first_broken({{p.threads <= p.n / 4, "four times the threads are at most n"}});
}

// The transform with a table of roots, made by a scan: the column N counts the first kernel of the scan only and is n /
// (4 l) less than there are blocks. C joins the span of that kernel and the overhead of a butterfly; with its own
// overhead it has 8 lg l + 17 + 8 U. The text of [TH] drops -U from O; this is the worksheet's.
Measures stockham_with_roots(const FamilyParameters& p, const Rational& u) {
  const Rational n = p.n, l = p.threads, k = lg(p.n), lg_l = lg(p.threads);
  return {.work = 43 * n * k - 30 * n + n / (4 * l) + 12 * l + 1,
          .span = 43 * k + 16 * lg_l + 3,
          .overhead = 5 * n * u * k / l + 5 * n * u / (4 * l) - u,
          .blocks = n * (8 * k - 5) / (4 * l),
          .levels = 3 * k + 1,
          .block_cycles = 8 * lg_l + 4 * u + 17,
          .antichain = n / l};
}

Program stockham_with_roots_program(const FamilyParameters& p) {
  Program program;
  append_scan(program, Rational(p.n) / (4 * Rational(p.threads)), p);
  program.append(stockham_program(p));
  return program;
}

constexpr AlgorithmFamily families[] = {
    {.name = "cooley-tukey",
     .title = "Cooley-Tukey transform, powers of roots computed on the fly",
     .source = "[TH] section 4.4.1",
     .has_second_operand = false,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_cooley_tukey,
     .formulas = cooley_tukey_on_the_fly,
     .program = cooley_tukey_on_the_fly_program,
     .program_size = [](const FamilyParameters&) { return std::uint64_t{4}; },
     .private_words = [](const FamilyParameters&) { return Rational(0); }},
    {.name = "cooley-tukey-table",
     .title = "Cooley-Tukey transform, powers of roots precomputed",
     .source = "[TH] appendix B, (1.1.13)-(1.4.5)",
     .has_second_operand = false,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_cooley_tukey,
     .formulas = cooley_tukey_table,
     .program = cooley_tukey_table_program,
     .program_size = [](const FamilyParameters&) { return std::uint64_t{4}; },
     .private_words = [](const FamilyParameters&) { return Rational(0); }},
    {.name = "stockham-roots",
     .title = "Stockham transform, with the table of roots",
     .source = "[TH] section 4.4.2",
     .has_second_operand = false,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_stockham_roots,
     .formulas = stockham_with_roots,
     .program = stockham_with_roots_program,
     .program_size = [](const FamilyParameters& p) { return 3 * static_cast<std::uint64_t>(std::bit_width(p.n)); },
     .private_words = [](const FamilyParameters&) { return Rational(0); }},
    {.name = "stockham",
     .title = "Stockham transform, the table of roots given",
     .source = "[TH] appendix B, (6.1.10)-(6.4.4)",
     .has_second_operand = false,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_stockham,
     .formulas = stockham_formulas,
     .program = stockham_program,
     .program_size = [](const FamilyParameters& p) { return 3 * static_cast<std::uint64_t>(std::bit_width(p.n)); },
     .private_words = [](const FamilyParameters&) { return Rational(0); }},
};

}  // namespace

Measures stockham_formulas(const FamilyParameters& p, const Rational& u) {
  const Rational n = p.n, l = p.threads, k = lg(p.n);
  return {.work = n * (43 * k - 35),
          .span = 43 * k - 35,
          .overhead = n * u * (5 * k - 3) / l,
          .blocks = n * (4 * k - 3) / (2 * l),
          .levels = 3 * k - 2,
          .block_cycles = 25 + 4 * u,  // the span of a permutation and the overhead of a butterfly
          .antichain = n / l};
}

Program stockham_program(const FamilyParameters& p) {
  const Rational n = p.n, l = p.threads;
  const Kernel permutation{
      .name = "permutation", .blocks = n / l, .threads = l, .work = 25 * l, .span = 25, .words = 2};
  const Kernel twiddles{
      .name = "twiddle factors", .blocks = n / (2 * l), .threads = l, .work = 20 * l, .span = 10, .words = 2};
  const Kernel butterflies{
      .name = "butterflies", .blocks = n / (2 * l), .threads = l, .work = 16 * l, .span = 8, .words = 4};
  Program program;
  for (std::uint64_t length = p.n; length > 2; length /= 2)
    for (const Kernel* kernel : {&permutation, &twiddles, &butterflies}) program.append(*kernel);
  program.append(butterflies);
  return program;
}

void append_scan(Program& program, const Rational& blocks, const FamilyParameters& p) {
  const Rational l = p.threads, lg_l = lg(p.threads);
  const Kernel sums{
      .name = "scan of blocks", .blocks = blocks, .threads = l, .work = 16 * l + 1, .span = 8 * lg_l + 17, .words = 8};
  Kernel sum_of_sums = sums;
  sum_of_sums.name = "scan of the blocks' sums";
  sum_of_sums.blocks = 1;
  program.append(sums);
  program.append(sum_of_sums);
  program.append(
      {.name = "addition of sums", .blocks = blocks - 1, .threads = l, .work = 4 * l, .span = 4, .words = 9});
}

std::span<const AlgorithmFamily> transform_families() { return families; }

}  // namespace model
}  // namespace v1
}  // namespace polyfork
