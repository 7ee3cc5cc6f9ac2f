#include <polyfork/core/memory.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include <polyfork/core/error.hpp>

namespace {

using polyfork::MemoryAccount;
using polyfork::MemoryLimit;
using polyfork::MemoryReservation;
using polyfork::parse_byte_size;

TEST(Memory, ChargesUpToTheCap) {
  MemoryAccount account(100);
  account.charge(60);
  EXPECT_EQ(account.available(), 40U);
  try {
    account.charge(41);
    FAIL() << "no MemoryLimit";
  } catch (const MemoryLimit& error) {
    EXPECT_EQ(error.requested_bytes(), 41U);
    EXPECT_EQ(error.used_bytes(), 60U);
    EXPECT_EQ(error.limit_bytes(), 100U);
  }
  EXPECT_EQ(account.used(), 60U);
  EXPECT_FALSE(account.try_charge(MemoryAccount::unlimited));
  EXPECT_TRUE(account.try_charge(40));
  account.release(100);
  EXPECT_EQ(account.used(), 0U);
  EXPECT_EQ(account.peak(), 100U);
}

TEST(Memory, ReservationsReleaseOnce) {
  MemoryAccount account(100);
  {
    MemoryReservation first(account, 30);
    MemoryReservation second(std::move(first));
    EXPECT_EQ(second.bytes(), 30U);
    MemoryReservation third;
    third = std::move(second);
    EXPECT_EQ(account.used(), 30U);
    EXPECT_THROW(MemoryReservation(account, 71), MemoryLimit);
  }
  EXPECT_EQ(account.used(), 0U);
}

TEST(ThreadsMemory, ConcurrentChargesNeverPassTheCap) {
  MemoryAccount account(1000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; ++i)
        if (account.try_charge(300)) account.release(300);
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(account.used(), 0U);
  EXPECT_LE(account.peak(), 900U);
  EXPECT_GE(account.peak(), 300U);
}

TEST(Memory, ParsesSizes) {
  EXPECT_EQ(parse_byte_size("4096"), 4096U);
  EXPECT_EQ(parse_byte_size("3K"), 3072U);
  EXPECT_EQ(parse_byte_size("5m"), std::size_t{5} << 20);
  EXPECT_EQ(parse_byte_size("8G"), std::size_t{8} << 30);
  EXPECT_EQ(parse_byte_size("2t"), std::size_t{2} << 40);
  EXPECT_EQ(parse_byte_size("18446744073709551615"), MemoryAccount::unlimited);
  for (const char* bad : {"", "G", "-1", "1.5G", "8GB", "8 G", "0", "0K", "18446744073709551616", "99999999T"})
    EXPECT_THROW(parse_byte_size(bad), polyfork::DomainError) << bad;
}

}  // namespace
