// Bank conflicts and transactions, counted from the index maps that the kernels use.
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/kernels/integer_tiles.hpp"
#include "gpu/kernels/tiles.hpp"

namespace polyfork::detail {
namespace {

template <class Tile>
class TileTest : public testing::Test {};
using Tiles = testing::Types<Columns4, Columns5, Columns6, Columns7, Columns8, Columns9, Columns10, Columns11,
                             Columns12, Rows9, Rows10, Rows11, Rows12>;
TYPED_TEST_SUITE(TileTest, Tiles);

/// body.template operator()<Step>() for each step of a tile.
template <class Tile, unsigned step = 0, class Body>
void for_each_step(const Body& body) {
  if constexpr (step < Tile::steps) {
    body.template operator()<TileStep<Tile, step>>();
    for_each_step<Tile, step + 1>(body);
  }
}

TYPED_TEST(TileTest, EachStepTakesEachWordOnce) {
  using Tile = TypeParam;
  EXPECT_LE(Tile::log_nodes, 8U) << "more nodes than the tables of step roots have";
  for_each_step<Tile>([]<class Step>() {
    std::set<unsigned> words;
    for (unsigned t = 0; t < Tile::threads; ++t)
      for (unsigned g = 0; g < Step::groups; ++g)
        for (unsigned k = 0; k < Step::radix; ++k) words.insert(Step::word(t, g, k));
    EXPECT_EQ(words.size(), Tile::words);
    EXPECT_EQ(*words.rbegin(), Tile::words - 1);
  });
}

/// Of doubles, sixteen threads are served at a time; each of the sixteen pairs of banks gives one word.
void expect_no_conflict(const std::vector<unsigned>& places) {
  for (std::size_t first = 0; first < places.size(); first += 16) {
    std::map<unsigned, std::set<unsigned>> banks;
    for (std::size_t i = first; i < first + 16; ++i) banks[places[i] % 16].insert(places[i]);
    for (const auto& [bank, words] : banks) ASSERT_EQ(words.size(), 1U) << "bank " << bank;
  }
}

TYPED_TEST(TileTest, NoStepHasBankConflicts) {
  using Tile = TypeParam;
  for_each_step<Tile>([]<class Step>() {
    for (unsigned g = 0; g < Step::groups; ++g) {
      for (unsigned k = 0; k < Step::radix; ++k) {
        std::vector<unsigned> places;
        for (unsigned t = 0; t < Tile::threads; ++t) places.push_back(padded(Step::word(t, g, k)));
        expect_no_conflict(places);
      }
    }
  });
  for (unsigned k = 0; k < thread_values; ++k) {
    std::vector<unsigned> places;
    for (unsigned t = 0; t < Tile::threads; ++t) places.push_back(padded(t + k * Tile::threads));
    expect_no_conflict(places);
  }
}

/// Words of 32 bits are served to all 32 threads of a warp at a time. At most two of them lie in one bank, so that a
/// step takes no longer than one of doubles.
TYPED_TEST(TileTest, ShortWordsMeetInPairsAtMost) {
  using Tile = TypeParam;
  constexpr unsigned warp = 32;
  for_each_step<Tile>([]<class Step>() {
    for (unsigned g = 0; g < Step::groups; ++g)
      for (unsigned k = 0; k < Step::radix; ++k)
        for (unsigned first = 0; first < Tile::threads; first += warp) {
          std::map<unsigned, std::set<unsigned>> banks;
          for (unsigned t = first; t < first + warp; ++t) {
            const unsigned place = padded(Step::word(t, g, k));
            banks[place % warp].insert(place);
          }
          for (const auto& [bank, words] : banks) ASSERT_LE(words.size(), 2U) << "bank " << bank;
        }
  });
}

/// Conversions: threads that read one limb each of consecutive rows.
template <class Tile>
void expect_columns_without_conflict() {
  for (unsigned limb = 0; limb < Tile::limbs; ++limb) {
    std::vector<unsigned> places;
    for (unsigned row = 0; row < Tile::rows; ++row) places.push_back(row * Tile::row_words + limb);
    expect_no_conflict(places);
  }
}
TEST(IntegerTiles, ColumnsHaveNoBankConflicts) {
  expect_columns_without_conflict<ResidueTile>();

  expect_columns_without_conflict<IntegerTile<8>>();
  expect_columns_without_conflict<IntegerTile<16>>();
}

/// Sectors of 32 bytes that a warp's access touches, against the fewest that hold 32 doubles.
TYPED_TEST(TileTest, AccessesToMemoryUseWholeSectors) {
  using Tile = TypeParam;
  constexpr unsigned log_width = Tile::columns == 1 ? 0 : 14;
  const auto in_memory = [](unsigned word) {
    return ((word >> Tile::log_columns) << log_width) + (word & (Tile::columns - 1));
  };
  const auto count = [&](const auto& word_of) {
    for (unsigned warp = 0; warp < Tile::threads; warp += 32) {
      std::set<unsigned> sectors;
      for (unsigned t = warp; t < warp + 32; ++t) sectors.insert(in_memory(word_of(t)) / 4);
      ASSERT_EQ(sectors.size(), 8U);
    }
  };
  using First = TileStep<Tile, 0>;
  for (unsigned k = 0; k < First::radix; ++k) count([&](unsigned t) { return First::word(t, 0, k); });
  if constexpr (Tile::columns == 1) {
    for (unsigned k = 0; k < thread_values; ++k) count([&](unsigned t) { return t + k * Tile::threads; });
  } else {
    using Last = TileStep<Tile, Tile::steps - 1>;
    for (unsigned g = 0; g < Last::groups; ++g)
      for (unsigned k = 0; k < Last::radix; ++k) count([&](unsigned t) { return Last::word(t, g, k); });
  }
}

}  // namespace
}  // namespace polyfork::detail
