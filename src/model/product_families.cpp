// Products of polynomials, plain and by transforms ([MMM] section 5, [TH] section 4.5, appendix B).
#include "model/family_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace model {

namespace {

// The plain product. One kernel multiplies: its blocks read s coefficients of b and s l + s - 1 of a and write s l sums
// into an array of m / s rows of n + s - 1; a thread makes s^2 products and s (s - 1) sums. lg(m / s) kernels add the
// rows in pairs. The worksheet adds half a row's length to the work of the additions, so that the printed W is
// (2 m - 1/2) (n + s - 1) where the kernels have (2 m - 1) (n + s - 1). C is that of the multiplication; an addition
// takes s + 3 s U, which is more from U (s - 2) > 2 s (s - 1) on.

Refusal refuse_plain(const FamilyParameters& p) {
  return first_broken({{p.m >= 1 && p.n >= p.m, "1 <= m <= n is required"},
                       {p.threads >= 1, "a block has a thread"},
                       {p.s >= 1 && p.m % p.s == 0 && std::has_single_bit(p.m / p.s), "m / s must be a power of two"}});
}

Measures plain_product(const FamilyParameters& p, const Rational& u) {
  const Rational n = p.n, m = p.m, s = p.s, l = p.threads, lg_rows = lg(p.m / p.s);
  return {.work = (2 * m - Rational(1) / 2) * (n + s - 1),
          .span = 2 * s * s + s * lg_rows - s,
          .overhead = (n + s - 1) * (5 * m * s + 2 * m - 3 * s * s) * u / (s * s * l),
          .blocks = (n + s - 1) * (2 * m - s) / (s * s * l),
          .levels = lg_rows + 1,
          .block_cycles = s * (2 * s - 1) + 2 * u * (s + 1),
          .antichain = (n + s - 1) * m / (l * s * s)};
}

Program plain_product_program(const FamilyParameters& p) {
  const Rational n = p.n, m = p.m, s = p.s, l = p.threads;
  Rational blocks = (n + s - 1) * m / (l * s * s);
  Program program;
  program.append({.name = "multiplication",
                  .blocks = blocks,
                  .threads = l,
                  .work = l * s * (2 * s - 1),
                  .span = s * (2 * s - 1),
                  .words = 2 * s + 2});
  for (std::uint64_t rows = p.m / p.s; rows > 1; rows /= 2) {
    blocks /= 2;
    program.append(
        {.name = "addition of rows", .blocks = blocks, .threads = l, .work = l * s, .span = s, .words = 3 * s});
  }
  return program;
}

// By transforms of length n: two of the operands, the product of their values, one back, and the factor 1 / n. The
// papers run them one after the other.

Refusal refuse_fft_product(const FamilyParameters& p) {
  return first_broken({{p.n >= 2 && std::has_single_bit(p.n), "n must be a power of two, at least 2"},
                       {std::has_single_bit(p.threads), "the threads of a block must be a power of two"}});
}

// The text of [TH] prints N as (12 n lg n - 5) / (2 l); this is the worksheet's (10.2).
Measures fft_product(const FamilyParameters& p, const Rational& u) {
  const Rational n = p.n, l = p.threads, k = lg(p.n);
  return {.work = 129 * n * k - 94 * n,
          .span = 129 * k - 94,
          .overhead = n * u * (15 * k - 4) / l,
          .blocks = n * (12 * k - 5) / (2 * l),
          .levels = 9 * k - 4,
          .block_cycles = 4 * u + 25,  // the span of a permutation and the overhead of a butterfly
          .antichain = n / l};
}

Program fft_product_program(const FamilyParameters& p) {
  const Rational n = p.n, l = p.threads;
  const Program transform = stockham_program(p);
  Program program;
  program.append(transform);
  program.append(transform);
  program.append({.name = "products of values", .blocks = n / l, .threads = l, .work = 6 * l, .span = 6, .words = 3});
  program.append(transform);
  program.append({.name = "scaling", .blocks = n / l, .threads = l, .work = 5 * l, .span = 5, .words = 2});
  return program;
}

constexpr AlgorithmFamily families[] = {
    {.name = "plain-product",
     .title = "plain product",
     .source = "[TH] section 4.5.1",
     .has_second_operand = true,
     .has_parameter = true,
     .chooses_threads = false,
     .refusal = refuse_plain,
     .formulas = plain_product,
     .program = plain_product_program,
     .program_size = [](const FamilyParameters& p) { return static_cast<std::uint64_t>(std::bit_width(p.m / p.s)); },
     .private_words = [](const FamilyParameters& p) { return 2 * Rational(p.s) * p.threads + 2 * Rational(p.s) - 1; }},
    {.name = "fft-product",
     .title = "product by three Stockham transforms of length n",
     .source = "[TH] section 4.5.2",
     .has_second_operand = false,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_fft_product,
     .formulas = fft_product,
     .program = fft_product_program,
     .program_size = [](const FamilyParameters& p) { return 10 * static_cast<std::uint64_t>(std::bit_width(p.n)); },
     .private_words = [](const FamilyParameters&) { return Rational(0); }},
};

}  // namespace

std::span<const AlgorithmFamily> product_families() { return families; }

}  // namespace model
}  // namespace v1
}  // namespace polyfork
