// Plain division and the Euclidean algorithm, naive and with s division steps in one kernel.
//
// [MMM] sections 3 and 6, [TH] section 4.3 and appendix B. n and m are the numbers of coefficients, n >= m. One
// coefficient of a remainder costs a thread three operations: the quotient's factor, a product, a difference.
#include "model/family_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace model {

namespace {

struct Symbols {
  explicit Symbols(const FamilyParameters& p) : n(p.n), m(p.m), s(p.s), l(p.threads), q(n - m + 1) {}
  Rational n, m, s, l;
  Rational q;  ///< coefficients of the quotient
};

// Plain division, one step a kernel ([MMM] algorithms 1 and 2). A thread computes one coefficient, and thread 0 of a
// block the quotient's coefficient as well.

Refusal refuse_division(const FamilyParameters& p) {
  return first_broken({{p.m >= 1 && p.n >= p.m, "1 <= m <= n is required"}, {p.threads >= 1, "a block has a thread"}});
}

Measures division_naive(const FamilyParameters& p, const Rational& u) {
  const Symbols v(p);
  return {.work = v.q * v.m * (2 * v.l + 1) / v.l,
          .span = 3 * v.q,
          .overhead = 5 * v.q * v.m * u / v.l,
          .blocks = v.q * v.m / v.l,
          .levels = v.q,
          .block_cycles = 3 + 5 * u,
          .antichain = v.m / v.l};
}

Program division_naive_program(const FamilyParameters& p) {
  const Symbols v(p);
  Program program;
  program.append({.name = "division step",
                  .blocks = v.m / v.l,
                  .threads = v.l,
                  .work = 2 * v.l + 1,
                  .span = 3,
                  .words = 5,
                  .launches = p.n - p.m + 1});
  return program;
}

// Plain division, s steps a kernel ([MMM] algorithms 3 and 4). A block has 3 s threads: s keep the leading coefficients
// current, in s (s + 1) / 2 operations, and 2 s update as many coefficients, in 4 s^2 operations.

Refusal refuse_division_steps(const FamilyParameters& p) {
  return first_broken({{p.m >= 1 && p.n >= p.m, "1 <= m <= n is required"},
                       {p.s >= 1 && (p.n - p.m + 1) % p.s == 0, "s must divide n - m + 1"}});
}

Measures division_steps(const FamilyParameters& p, const Rational& u) {
  const Symbols v(p);
  return {.work = v.q * v.m * (9 * v.s + 1) / (4 * v.s),
          .span = 3 * v.q,
          .overhead = 9 * v.q * v.m * u / (2 * v.s * v.s),
          .blocks = v.q * v.m / (2 * v.s * v.s),
          .levels = v.q / v.s,
          .block_cycles = 3 * v.s + 9 * u,
          .antichain = v.m / (2 * v.s)};
}

Program division_steps_program(const FamilyParameters& p) {
  const Symbols v(p);
  Program program;
  program.append({.name = "s division steps",
                  .blocks = v.m / (2 * v.s),
                  .threads = 3 * v.s,
                  .work = v.s * (v.s + 1) / 2 + 4 * v.s * v.s,
                  .span = 3 * v.s,
                  .words = 9,
                  .launches = (p.n - p.m + 1) / p.s});
  return program;
}

// The Euclidean algorithm, one step a kernel ([MMM] algorithms 8 and 9). Beginning with n - m + 1 steps on m
// coefficients, then two steps on each of m - 1, ..., 1 coefficients, a step on i of them having ceil(i / l) blocks, 2
// i operations and one more for each block, the work is the printed W. The other columns count other steps: N and O
// those on m - 1 to 1 as if they were m to 1 (2 m / l blocks more), S and L n + m - 2 steps, one less than there are.

Refusal refuse_euclid(const FamilyParameters& p) {
  return first_broken({{p.m >= 2 && p.n >= p.m, "2 <= m <= n is required"},
                       {p.threads >= 1 && p.m % p.threads == 0, "the threads of a block must divide m"}});
}

Measures euclid_naive(const FamilyParameters& p, const Rational& u) {
  const Symbols v(p);
  return {.work = v.m * (2 * v.n * v.l + v.n + v.l - 1) / v.l,
          .span = 3 * (v.m + v.n - 2),
          .overhead = 5 * v.m * u * (v.n + v.l + 1) / v.l,
          .blocks = v.m * (v.n + v.l + 1) / v.l,
          .levels = v.m + v.n - 2,
          .block_cycles = 3 + 5 * u,
          .antichain = v.m / v.l};
}

Program euclid_naive_program(const FamilyParameters& p) {
  const Symbols v(p);
  Program program;
  const auto steps = [&](std::uint64_t coefficients, std::uint64_t launches) {
    const Rational blocks = (coefficients + p.threads - 1) / p.threads;
    program.append({.name = "division step",
                    .blocks = blocks,
                    .threads = v.l,
                    .work = 2 * Rational(coefficients) / blocks + 1,
                    .span = 3,
                    .words = 5,
                    .launches = launches});
  };
  steps(p.m, p.n - p.m + 1);
  for (std::uint64_t i = p.m - 1; i > 0; --i) steps(i, 2);
  return program;
}

// The Euclidean algorithm, s steps a kernel ([MMM] algorithms 10 and 11). While the degrees differ, kernels have m / s
// blocks of the work of a division; then there are two for each number of blocks m / s, ..., 1. The printed W exceeds
// the work of this list by m (33 s / 8 + 5) - 345 s^2 / 16 - 77 s / 4, which is negative for small m. No list of
// kernels has the printed one: it is negative itself for n = m = s, -63 s^2 / 16 - 5 s / 4.

Refusal refuse_euclid_steps(const FamilyParameters& p) {
  return first_broken({{p.m >= 1 && p.n >= p.m, "1 <= m <= n is required"},
                       {p.s >= 1 && p.m % p.s == 0 && p.n % p.s == 0, "s must divide n and m"}});
}

Measures euclid_steps(const FamilyParameters& p, const Rational& u) {
  const Symbols v(p);
  return {.work = (Rational(9) / 4 + 6 / v.s) * v.m * v.m +
                  (Rational(9) / 2 * v.n + v.n / (2 * v.s) + Rational(87) / 8 * v.s + Rational(23) / 2) * v.m -
                  Rational(345) / 16 * v.s * v.s - Rational(77) / 4 * v.s,
          .span = 3 * v.n + 3 * v.m,
          .overhead = 8 * v.m * u * (v.n + v.s) / (v.s * v.s),
          .blocks = v.m * v.n / (v.s * v.s) + v.m / v.s,
          .levels = (v.n + v.m) / v.s,
          .block_cycles = 3 * v.s + 8 * u,
          .antichain = v.m / v.s};
}

Program euclid_steps_program(const FamilyParameters& p) {
  const Symbols v(p);
  Program program;
  Kernel kernel{.name = "s division steps, unequal degrees",
                .blocks = v.m / v.s,
                .threads = 3 * v.s,
                .work = v.s * (v.s + 1) / 2 + 4 * v.s * v.s,
                .span = 3 * v.s,
                .words = 8,
                .launches = (p.n - p.m) / p.s};
  if (kernel.launches != 0) program.append(kernel);
  kernel.name = "s division steps, equal degrees";
  kernel.work = Rational(27) / 4 * v.s * v.s + Rational(13) / 2 * v.s;
  kernel.launches = 2;
  for (std::uint64_t blocks = p.m / p.s; blocks > 0; --blocks) {
    kernel.blocks = blocks;
    program.append(kernel);
  }
  return program;
}

// The Euclidean algorithm in a ping-ping and a ping-pong phase ([TH] section 4.3, appendix B "Euclidean"), with l
// threads a block. The printed W of the text lacks a factor m in its last two terms; this is the worksheet's, (1.1.3).
// In the second phase two kernels take s coefficients off the sum of the degrees each, so that of 2 m / s kernels
// number j has (m - j s / 2) / l blocks. The worksheet counts two kernels with (m - i s / 2) / l blocks for i < m / s
// instead, and so ends halfway: its sum is m (3 m + s) / (2 s l) in the place of m (2 m + s) / (2 s l). The list
// follows the worksheet, on which all printed formulas stand. A thread computes one leading coefficient and two others
// in each of s steps, by W, and one of the three by S: W(B) > 6 s l, where l threads with S(B) = 3 s can do 3 s l.

Measures euclid_phases(const FamilyParameters& p, const Rational& u) {
  const Symbols v(p);
  return {.work = 3 * v.m / (8 * v.l) *
                  (8 * v.l * v.m + 16 * v.l * v.n + 8 * v.l * v.s + 5 * v.m * v.s + 4 * v.n * v.s + 3 * v.s * v.s +
                   14 * v.m + 4 * v.n + 6 * v.s),
          .span = 3 * v.n + 3 * v.m,
          .overhead = 4 * v.m * u * (2 * v.n + v.m + v.s) / (v.s * v.l),
          .blocks = v.m * (2 * v.n + v.m + v.s) / (2 * v.s * v.l),
          .levels = (v.n + v.m) / v.s,
          .block_cycles = 3 * v.s + 8 * u,
          .antichain = v.m / v.l};
}

Program euclid_phases_program(const FamilyParameters& p) {
  const Symbols v(p);
  Program program;
  Kernel kernel{.name = "ping-ping",
                .blocks = v.m / v.l,
                .threads = v.l,
                .work = 3 * (v.s * (v.s + 1) / 2 + 2 * v.l * v.s),
                .span = 3 * v.s,
                .words = 8,
                .launches = (p.n - p.m) / p.s};
  if (kernel.launches != 0) program.append(kernel);
  kernel.name = "ping-pong";
  kernel.work = Rational(9) / 4 * v.s * v.s + Rational(9) / 2 * v.s + 6 * v.l * v.s;
  kernel.launches = 2;
  for (std::uint64_t i = 0; i < p.m / p.s; ++i) {
    kernel.blocks = (v.m - Rational(i) * v.s / 2) / v.l;
    program.append(kernel);
  }
  return program;
}

Refusal refuse_euclid_phases(const FamilyParameters& p) {
  return p.threads == 0 ? Refusal("a block has a thread") : refuse_euclid_steps(p);
}

constexpr AlgorithmFamily families[] = {
    {.name = "division-naive",
     .title = "plain division, one step a kernel",
     .source = "[MMM] section 3.1",
     .has_second_operand = true,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_division,
     .formulas = division_naive,
     .program = division_naive_program,
     .program_size = [](const FamilyParameters&) { return std::uint64_t{1}; },
     .private_words = [](const FamilyParameters& p) { return 2 * Rational(p.threads); }},
    {.name = "division-steps",
     .title = "plain division, s steps a kernel",
     .source = "[MMM] section 3.2",
     .has_second_operand = true,
     .has_parameter = true,
     .chooses_threads = true,
     .refusal = refuse_division_steps,
     .formulas = division_steps,
     .program = division_steps_program,
     .program_size = [](const FamilyParameters&) { return std::uint64_t{1}; },
     .private_words = [](const FamilyParameters& p) { return 7 * Rational(p.s); }},
    {.name = "euclid-naive",
     .title = "Euclidean algorithm, one step a kernel",
     .source = "[MMM] section 6.1",
     .has_second_operand = true,
     .has_parameter = false,
     .chooses_threads = false,
     .refusal = refuse_euclid,
     .formulas = euclid_naive,
     .program = euclid_naive_program,
     .program_size = [](const FamilyParameters& p) { return p.m; },
     .private_words = [](const FamilyParameters& p) { return 2 * Rational(p.threads); }},
    {.name = "euclid-steps",
     .title = "Euclidean algorithm, s steps a kernel of 3 s threads",
     .source = "[MMM] section 6.2",
     .has_second_operand = true,
     .has_parameter = true,
     .chooses_threads = true,
     .refusal = refuse_euclid_steps,
     .formulas = euclid_steps,
     .program = euclid_steps_program,
     .program_size = [](const FamilyParameters& p) { return p.m / p.s + 1; },
     .private_words = [](const FamilyParameters& p) { return 6 * Rational(p.s); }},
    {.name = "euclid-phases",
     .title = "Euclidean algorithm, s steps a kernel, in two phases",
     .source = "[TH] section 4.3",
     .has_second_operand = true,
     .has_parameter = true,
     .chooses_threads = false,
     .refusal = refuse_euclid_phases,
     .formulas = euclid_phases,
     .program = euclid_phases_program,
     .program_size = [](const FamilyParameters& p) { return p.m / p.s + 1; },
     .private_words = [](const FamilyParameters& p) { return 4 * Rational(p.s) + 2 * Rational(p.threads); }},
};

}  // namespace

std::span<const AlgorithmFamily> division_families() { return families; }

}  // namespace model
}  // namespace v1
}  // namespace polyfork
