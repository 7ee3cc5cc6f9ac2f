// The papers' formulas against the lists of kernels, in exact arithmetic. Where the print differs from the list, the
// difference is exact, too.
#include <polyfork/model/families.hpp>

#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

namespace polyfork::test {
namespace {

using namespace model;

Rational lg(std::uint64_t power) { return std::bit_width(power) - 1; }

/// What the formulas have more than the list of kernels.
struct Excess {
  Rational work{}, span{}, overhead{}, blocks{}, levels{};
};

using ExcessOf = std::function<Excess(const FamilyParameters&, const Rational& u)>;
/// C by the formula, where it is not the largest S(B) + O(B): which kernel's span and which one's words make it.
struct Mixed {
  std::string span, words;
};

void compare(const std::string& name, const std::vector<FamilyParameters>& all, const ExcessOf& excess_of = {},
             const Mixed& mixed = {}) {
  const AlgorithmFamily& family = algorithm_family(name);
  for (const FamilyParameters& p : all) {
    SCOPED_TRACE(name + " n=" + std::to_string(p.n) + " m=" + std::to_string(p.m) + " s=" + std::to_string(p.s) +
                 " l=" + std::to_string(p.threads) + " base=" + std::to_string(p.base));
    ASSERT_EQ(family.refusal(p), std::nullopt);
    const Program program = family.program(p);
    EXPECT_LE(program.size(), family.program_size(p));
    EXPECT_TRUE(program.is_chain());
    for (const Rational& u : {Rational(1), Rational(31), Rational(7) / 3}) {
      const Measures printed = family.formulas(p, u);
      Measures listed = measure(program, {.transfer_cycles = u});
      const Excess excess = excess_of ? excess_of(p, u) : Excess{};
      EXPECT_EQ(printed.work, listed.work + excess.work);
      EXPECT_EQ(printed.span, listed.span + excess.span);
      EXPECT_EQ(printed.overhead, listed.overhead + excess.overhead);
      EXPECT_EQ(printed.blocks, listed.blocks + excess.blocks);
      EXPECT_EQ(printed.levels, listed.levels + excess.levels);
      EXPECT_EQ(printed.antichain, listed.antichain);
      if (mixed.span.empty()) {
        EXPECT_EQ(printed.block_cycles, listed.block_cycles);
        continue;
      }
      Rational span, overhead;
      for (std::size_t i = 0; i < program.size(); ++i) {
        if (program.kernel(i).name == mixed.span) span = program.kernel(i).span;
        if (program.kernel(i).name == mixed.words) overhead = program.kernel(i).overhead(u);
      }
      EXPECT_EQ(printed.block_cycles, span + overhead);
    }
  }
}

TEST(ManyCoreFamilies, DivisionNaive) {
  compare("division-naive", {{.n = 100, .m = 40, .threads = 16},
                             {.n = 1024, .m = 512, .threads = 64},
                             {.n = 77, .m = 77, .threads = 128},
                             {.n = 9, .m = 1, .threads = 1}});
}

TEST(ManyCoreFamilies, DivisionSteps) {
  compare("division-steps", {{.n = 99, .m = 40, .s = 5},
                             {.n = 1023, .m = 512, .s = 64},
                             {.n = 99, .m = 40, .s = 1},
                             {.n = 5000, .m = 905, .s = 512}});
}

TEST(ManyCoreFamilies, EuclidNaive) {
  // N and O count 2 m / l blocks that W does not; S and L count one step less than W does.
  compare("euclid-naive",
          {{.n = 100, .m = 40, .threads = 8},
           {.n = 64, .m = 64, .threads = 16},
           {.n = 64, .m = 64, .threads = 64},
           {.n = 500, .m = 2, .threads = 1}},
          [](const FamilyParameters& p, const Rational& u) {
            const Rational blocks = 2 * Rational(p.m) / p.threads;
            return Excess{.work = 0, .span = -3, .overhead = 5 * blocks * u, .blocks = blocks, .levels = -1};
          });
}

TEST(ManyCoreFamilies, EuclidSteps) {
  compare(
      "euclid-steps",
      {{.n = 96, .m = 48, .s = 4}, {.n = 64, .m = 64, .s = 16}, {.n = 60, .m = 30, .s = 3}, {.n = 9, .m = 5, .s = 1}},
      [](const FamilyParameters& p, const Rational&) {
        const Rational m = p.m, s = p.s;
        return Excess{.work = m * (Rational(33) / 8 * s + 5) - Rational(345) / 16 * s * s - Rational(77) / 4 * s};
      });
  // A negative work is no list's.
  for (const std::uint64_t s : {1, 8, 256}) {
    const Rational r = s;
    EXPECT_EQ(algorithm_family("euclid-steps").formulas({.n = s, .m = s, .s = s}, 1).work,
              -Rational(63) / 16 * r * r - Rational(5) / 4 * r);
  }
}

TEST(ManyCoreFamilies, EuclidPhases) {
  compare("euclid-phases", {{.n = 96, .m = 48, .s = 4, .threads = 8},
                            {.n = 1024, .m = 1024, .s = 256, .threads = 256},
                            {.n = 60, .m = 30, .s = 3, .threads = 7},
                            {.n = 9, .m = 5, .s = 1, .threads = 2}});
}

// The kernels of the second phase lose s / 2 coefficients each, not s / 2 in two: all 2 m / s of them have
// m (2 m + s) / (2 s l) blocks. Then with l = s the blocks are those of [MMM].
TEST(ManyCoreFamilies, EuclidPhasesEndHalfway) {
  for (const FamilyParameters& p : {FamilyParameters{.n = 96, .m = 48, .s = 4, .threads = 4},
                                    FamilyParameters{.n = 320, .m = 64, .s = 16, .threads = 16}}) {
    const Rational m = p.m, s = p.s, l = p.threads;
    Rational blocks = (Rational(p.n) - m) / s * m / l;
    for (std::uint64_t j = 0; j < 2 * p.m / p.s; ++j) blocks += (m - Rational(j) * s / 2) / l;
    EXPECT_EQ(algorithm_family("euclid-phases").formulas(p, 1).blocks - blocks, m * m / (2 * s * l));
    EXPECT_EQ(blocks, algorithm_family("euclid-steps").formulas(p, 1).blocks - m / (2 * s));
  }
}

// The text of [TH] has 3 m^2 + 6 n m + 3 s + 3 (5 m s + 4 n s + 14 m + 4 n + 3 s^2 + 6 s) / (8 l).
TEST(ManyCoreFamilies, EuclidPhasesWorkOfTheTextLacksFactorM) {
  const Rational n = 96, m = 48, s = 4, l = 8;
  const Rational last = 3 * (5 * m * s + 4 * n * s + 14 * m + 4 * n + 3 * s * s + 6 * s) / (8 * l);
  const Rational work = algorithm_family("euclid-phases").formulas({.n = 96, .m = 48, .s = 4, .threads = 8}, 1).work;
  EXPECT_EQ(work, 3 * m * m + 6 * n * m + m * (3 * s + last));
  EXPECT_NE(work, 3 * m * m + 6 * n * m + 3 * s + last);
}

const std::vector<FamilyParameters> transforms{{.n = 1 << 12, .threads = 128, .base = 16},
                                               {.n = 1 << 20, .threads = 128, .base = 16},
                                               {.n = 256, .threads = 16, .base = 16},
                                               {.n = 256, .threads = 2, .base = 2},
                                               {.n = 1 << 14, .threads = 512, .base = 8}};

TEST(ManyCoreFamilies, CooleyTukey) {
  compare("cooley-tukey", transforms, {}, {.span = "butterflies", .words = "permutation"});
  compare("cooley-tukey-table", transforms, {}, {.span = "transforms of length m", .words = "permutation"});
}

// Both printed C join two kernels; that of the variant on the fly is not even an upper bound.
TEST(ManyCoreFamilies, CooleyTukeyBlockTimeIsNoMaximum) {
  const FamilyParameters p{.n = 1 << 12, .threads = 16, .base = 16};
  const AlgorithmFamily& family = algorithm_family("cooley-tukey");
  EXPECT_EQ(measure(family.program(p), {.transfer_cycles = 1}).block_cycles, 2443);
  EXPECT_EQ(family.formulas(p, 1).block_cycles, 197);
  const AlgorithmFamily& table = algorithm_family("cooley-tukey-table");
  for (const FamilyParameters& q : transforms)
    for (const int u : {1, 31, 200})
      if (q.threads >= q.base) {
        EXPECT_LE(measure(table.program(q), {.transfer_cycles = u}).block_cycles, table.formulas(q, u).block_cycles);
      }
}

// A thread that transforms m values has 32 m^2 + 9 m operations by W, 32 lg m (m - 1) + 30 m + 11 by S.
TEST(ManyCoreFamilies, CooleyTukeyWorkIsQuadraticInTheBaseAndItsSpanIsNot) {
  const Program program = algorithm_family("cooley-tukey").program({.n = 1 << 12, .threads = 128, .base = 16});
  const Kernel& kernel = program.kernel(2);
  EXPECT_EQ(kernel.name, "transforms of length m");
  EXPECT_EQ(kernel.work / kernel.threads, 8336);
  EXPECT_EQ(kernel.span, 2411);
}

TEST(ManyCoreFamilies, Stockham) {
  compare("stockham", transforms, {}, {.span = "permutation", .words = "butterflies"});
  // N counts n / (4 l) blocks of the scan and has as many more.
  compare("stockham-roots", transforms,
          [](const FamilyParameters& p, const Rational&) {
            return Excess{.blocks = -Rational(p.n) / (4 * Rational(p.threads))};
          },
          {.span = "scan of blocks", .words = "butterflies"});
}

// A block's work is at most the threads times the span; the columns W and S of the Stockham transform contradict that.
TEST(ManyCoreFamilies, StockhamSpansAreHalfOfWhatWorkSays) {
  const FamilyParameters p{.n = 1 << 12, .threads = 128};
  const Program program = algorithm_family("stockham").program(p);
  Rational span;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Kernel& kernel = program.kernel(i);
    EXPECT_EQ(kernel.work > kernel.threads * kernel.span, kernel.name != "permutation") << kernel.name;
    span += kernel.work / kernel.threads;
  }
  EXPECT_EQ(span, 61 * lg(p.n) - 45);
  EXPECT_EQ(algorithm_family("stockham").formulas(p, 1).span, 43 * lg(p.n) - 35);
}

// A thread of the two phases computes a leading coefficient and two others, and S counts one of the three.
TEST(ManyCoreFamilies, EuclidPhasesSpanIsLessThanHalfOfWhatWorkSays) {
  const Program program = algorithm_family("euclid-phases").program({.n = 512, .m = 256, .s = 16, .threads = 64});
  for (std::size_t i = 0; i < program.size(); ++i) {
    const Kernel& kernel = program.kernel(i);
    EXPECT_GT(kernel.work, 2 * kernel.threads * kernel.span);
    EXPECT_LE(kernel.work, 3 * kernel.threads * kernel.span);
  }
}

TEST(ManyCoreFamilies, NoOtherBlockHasMoreWorkThanItsThreadsCanDo) {
  const FamilyParameters p{.n = 1 << 16, .m = 1 << 10, .s = 4, .threads = 64};
  for (const AlgorithmFamily& family : algorithm_families()) {
    if (family.name.starts_with("stockham") || family.name == "fft-product" || family.name == "euclid-phases") continue;
    FamilyParameters q = p;
    if (family.name.starts_with("division")) q.n += q.m - 1;
    ASSERT_EQ(family.refusal(q), std::nullopt) << family.name;
    const Program program = family.program(q);
    for (std::size_t i = 0; i < program.size(); ++i) {
      const Kernel& kernel = program.kernel(i);
      if (kernel.name == "transforms of length m") continue;
      EXPECT_LE(kernel.work, kernel.threads * kernel.span) << family.name << ": " << kernel.name;
    }
  }
}

TEST(ManyCoreFamilies, StockhamBlockTimeForgetsTheWordsOfTheScan) {
  const FamilyParameters p{.n = 1 << 12, .threads = 128};
  const AlgorithmFamily& family = algorithm_family("stockham-roots");
  EXPECT_EQ(measure(family.program(p), {.transfer_cycles = 31}).block_cycles, 8 * 7 + 17 + 8 * 31);
  EXPECT_EQ(family.formulas(p, 31).block_cycles, 8 * 7 + 17 + 4 * 31);
}

TEST(ManyCoreFamilies, PlainProduct) {
  const std::vector<FamilyParameters> all{{.n = 1000, .m = 64, .s = 1, .threads = 32},
                                          {.n = 1000, .m = 64, .s = 2, .threads = 32},
                                          {.n = 96, .m = 96, .s = 3, .threads = 256},
                                          {.n = 4096, .m = 4096, .s = 1, .threads = 256}};
  // Half a row's length is added to the work.
  const auto half_row = [](const FamilyParameters& p, const Rational&) {
    return Excess{.work = (Rational(p.n) + p.s - 1) / 2};
  };
  for (const FamilyParameters& p : all) {
    if (p.s < 3)
      compare("plain-product", {p}, half_row);
    else
      compare("plain-product", {p}, half_row, {.span = "multiplication", .words = "multiplication"});
    EXPECT_EQ(measure(algorithm_family("plain-product").program(p), {}).work,
              (2 * Rational(p.m) - 1) * (Rational(p.n) + p.s - 1));
  }
}

// C is that of the multiplication; an addition takes longer where U (s - 2) > 2 s (s - 1).
TEST(ManyCoreFamilies, PlainProductBlockTimeForgetsAdditions) {
  const AlgorithmFamily& family = algorithm_family("plain-product");
  for (const std::uint64_t s : {1, 2, 4, 8, 16})
    for (const int u : {1, 12, 13, 31, 400}) {
      const FamilyParameters p{.n = 4096, .m = 4096, .s = s, .threads = 256};
      const Rational largest = measure(family.program(p), {.transfer_cycles = u}).block_cycles, r = s;
      EXPECT_EQ(largest > family.formulas(p, u).block_cycles, u * (r - 2) > 2 * r * (r - 1)) << s << " " << u;
    }
}

TEST(ManyCoreFamilies, FftProduct) {
  compare("fft-product", transforms, {}, {.span = "permutation", .words = "butterflies"});
  // [TH] prints N as (12 n lg n - 5) / (2 l).
  const Rational n = 4096, l = 128;
  EXPECT_EQ(algorithm_family("fft-product").formulas(transforms[0], 1).blocks - (12 * n * 12 - 5) / (2 * l),
            -5 * (n - 1) / (2 * l));
}

// The transforms of the two operands do not wait for one another: as a graph the product has a third less span, and
// twice as many blocks side by side.
TEST(ManyCoreFamilies, FftProductAsAGraph) {
  const FamilyParameters p{.n = 64, .threads = 8};
  const Program transform = algorithm_family("stockham").program(p);
  Program product;
  std::vector<std::size_t> ends;
  for (int operand = 0; operand < 2; ++operand) {
    for (std::size_t i = 0; i < transform.size(); ++i)
      product.add(transform.kernel(i), i == 0 ? std::vector<std::size_t>{} : std::vector{product.size() - 1});
    ends.push_back(product.size() - 1);
  }
  const Program chain = algorithm_family("fft-product").program(p);
  product.add(chain.kernel(2 * transform.size()), ends);
  for (std::size_t i = 2 * transform.size() + 1; i < chain.size(); ++i) product.append(chain.kernel(i));
  const Measures graph = measure(product, {}), listed = measure(chain, {});
  EXPECT_EQ(graph.work, listed.work);
  EXPECT_EQ(graph.span, listed.span - measure(transform, {}).span);
  EXPECT_EQ(graph.levels, listed.levels - measure(transform, {}).levels);
  EXPECT_EQ(graph.antichain, 2 * listed.antichain);
  EXPECT_LT(time_bound(graph), time_bound(listed));
}

TEST(ManyCoreFamilies, RadixSort) {
  compare("radix-sort", {{.n = 1 << 20, .s = 1, .threads = 128},
                         {.n = 1 << 20, .s = 4, .threads = 128},
                         {.n = 1 << 20, .s = 8, .threads = 64},
                         {.n = 1 << 16, .s = 3, .threads = 16, .key_bits = 33}});
}

// The print has c (... + 1) n in W where the worksheet has c (... + 1 / s) n.
TEST(ManyCoreFamilies, RadixSortWorkOfThePrintCountsMovesTooOften) {
  const Rational n = 1 << 20, s = 4, l = 128, c = 32, digits = 16;
  const Rational print =
      c * ((22 * s * l + s + 12) / (4 * s * l) + (digits + 20 * digits * l) / (16 * s * l * l) + 1) * n +
      c * (16 + 192 * l) / (16 * s);
  const Rational work = algorithm_family("radix-sort").formulas({.n = 1 << 20, .s = 4, .threads = 128}, 1).work;
  EXPECT_EQ(print - work, c * n * (1 - 1 / s));
}

// K is n / (4 l) as long as the histograms are not wider than the keys.
TEST(ManyCoreFamilies, RadixSortIsWidestInItsHistogramsForManyDigits) {
  const FamilyParameters p{.n = 1 << 20, .s = 8, .threads = 16};
  const AlgorithmFamily& family = algorithm_family("radix-sort");
  const Measures listed = measure(family.program(p), {});
  EXPECT_EQ(listed.antichain, Rational(p.n) * 256 / (16 * 16 * 16));
  EXPECT_EQ(family.formulas(p, 31).antichain, Rational(p.n) / 64);
}

TEST(ManyCoreFamilies, TableIsComplete) {
  std::set<std::string_view> names;
  for (const AlgorithmFamily& family : algorithm_families()) {
    EXPECT_TRUE(names.insert(family.name).second);
    EXPECT_EQ(&algorithm_family(family.name), &family);
  }
  EXPECT_EQ(names.size(), 12u);
  EXPECT_THROW(algorithm_family("bogus"), DomainError);
}

TEST(ManyCoreFamilies, RefusesWhatDoesNotDivide) {
  const auto refused = [](std::string_view name, const FamilyParameters& p) {
    EXPECT_TRUE(algorithm_family(name).refusal(p).has_value()) << name;
    EXPECT_THROW(predicted_time(algorithm_family(name), p, {}), DomainError);
  };
  refused("division-naive", {.n = 3, .m = 4});
  refused("division-naive", {.n = 3, .m = 0});
  refused("division-steps", {.n = 10, .m = 4, .s = 3});
  refused("division-steps", {.n = 10, .m = 4, .s = 0});
  refused("euclid-naive", {.n = 10, .m = 10, .threads = 3});
  refused("euclid-steps", {.n = 10, .m = 4, .s = 4});
  refused("euclid-phases", {.n = 8, .m = 4, .s = 4, .threads = 0});
  refused("cooley-tukey", {.n = 1000});
  refused("cooley-tukey", {.n = 1024, .threads = 128, .base = 16});
  refused("stockham", {.n = 1});
  refused("stockham-roots", {.n = 256, .threads = 128});
  refused("plain-product", {.n = 12, .m = 12, .s = 1});
  refused("plain-product", {.n = 12, .m = 12, .s = 0});
  refused("fft-product", {.n = 0});
  refused("radix-sort", {.n = 1 << 20, .s = 5});
  refused("radix-sort", {.n = 1 << 20, .s = 64, .key_bits = 64});
  refused("radix-sort", {.n = 1024, .s = 1});
}

}  // namespace
}  // namespace polyfork::test
