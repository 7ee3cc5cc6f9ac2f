#include "core/environment.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <unistd.h>

#include <polyfork/core/error.hpp>

#include "core/cgroup.hpp"

namespace {

namespace fs = std::filesystem;
using polyfork::Backend;
using polyfork::Isa;
using polyfork::detail::cgroup_thread_limit;
using polyfork::detail::EnvironmentSettings;
using Variables = std::map<std::string, std::string>;

EnvironmentSettings read(const Variables& variables) {
  return polyfork::detail::read_environment([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

/// The message of the DomainError, which begins with the variable's name.
std::string refusal(const std::string& name, const std::string& value) {
  try {
    read({{name, value}});
  } catch (const polyfork::DomainError& error) {
    return error.what();
  }
  return "accepted";
}

/// An empty folder for the scope.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / ("polyfork-core-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string root() const { return path_.string(); }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

TEST(Environment, UnsetAndEmptyMeanDefaults) {
  for (const Variables& variables : {Variables{}, Variables{{"POLYFORK_NUM_THREADS", ""}, {"POLYFORK_BACKEND", ""}}}) {
    const EnvironmentSettings settings = read(variables);
    EXPECT_EQ(settings.threads, 0);
    EXPECT_EQ(settings.backend, Backend::tbb);
    EXPECT_EQ(settings.memory_limit, polyfork::MemoryAccount::unlimited);
    EXPECT_TRUE(settings.tuning.empty());
  }
}

TEST(Environment, ReadsEveryVariable) {
  const TemporaryFolder folder;
  const std::string file = folder.write("tuning.txt", "poly.mul.karatsuba_base = 7\n");
  const EnvironmentSettings settings = read({{"POLYFORK_NUM_THREADS", "3"},
                                             {"POLYFORK_BACKEND", "openmp"},
                                             {"POLYFORK_MEMORY_LIMIT", "2G"},
                                             {"POLYFORK_TUNING", file}});
  EXPECT_EQ(settings.threads, 3);
  EXPECT_EQ(settings.backend, Backend::openmp);
  EXPECT_EQ(settings.memory_limit, std::size_t{2} << 30);
  EXPECT_EQ(settings.tuning.get("poly.mul", "karatsuba_base", 0), 7);
}

TEST(Environment, RefusalsNameTheVariable) {
  for (const char* bad : {"x", "-1", "2x", "1.5", "1025", "99999999999", " 2"})
    EXPECT_EQ(refusal("POLYFORK_NUM_THREADS", bad).find("POLYFORK_NUM_THREADS: "), 0U) << bad;
  for (const char* bad : {"cilk", "TBB", "profile"})
    EXPECT_EQ(refusal("POLYFORK_BACKEND", bad).find("POLYFORK_BACKEND: "), 0U) << bad;
  for (const char* bad : {"much", "8GB", "-1", "0"})
    EXPECT_EQ(refusal("POLYFORK_MEMORY_LIMIT", bad).find("POLYFORK_MEMORY_LIMIT: "), 0U) << bad;
  for (const char* bad : {"0", "much", "-1", "1Q"})
    EXPECT_EQ(refusal("POLYFORK_GPU_MEMORY", bad).find("POLYFORK_GPU_MEMORY: "), 0U) << bad;
  for (const char* bad : {"maybe", "ON", "1"})
    EXPECT_EQ(refusal("POLYFORK_GPU", bad).find("POLYFORK_GPU: "), 0U) << bad;
  for (const char* bad : {"-1", "first", "1.5"})
    EXPECT_EQ(refusal("POLYFORK_DEVICE", bad).find("POLYFORK_DEVICE: "), 0U) << bad;
  EXPECT_EQ(read({{"POLYFORK_GPU_MEMORY", "2G"}}).device_memory, std::size_t{2} << 30);
  EXPECT_EQ(read({{"POLYFORK_GPU", "on"}}).device_policy, polyfork::DevicePolicy::on);
  EXPECT_EQ(read({{"POLYFORK_DEVICE", "3"}}).device, 3);
  EXPECT_EQ(refusal("POLYFORK_TUNING", "/nowhere/tuning").find("POLYFORK_TUNING: cannot read '/nowhere/tuning'"), 0U);
  const TemporaryFolder folder;
  const std::string file = folder.write("bad.txt", "a.b = 1\na.c = x\n");
  EXPECT_EQ(refusal("POLYFORK_TUNING", file).find("POLYFORK_TUNING: " + file + ":2:7: "), 0U);
  const std::string unknown = folder.write("unknown.txt", "poly.mul.karatsuba_base = 7\npoly.mul.karatsuba = 7\n");
  EXPECT_EQ(refusal("POLYFORK_TUNING", unknown),
            "POLYFORK_TUNING: " + unknown + ": there is no threshold 'poly.mul.karatsuba'");
  const std::string negative = folder.write("negative.txt", "poly.mul.karatsuba_base = -7\n");
  EXPECT_EQ(refusal("POLYFORK_TUNING", negative),
            "POLYFORK_TUNING: " + negative + ": 'poly.mul.karatsuba_base' is negative: -7");
  EXPECT_EQ(refusal("POLYFORK_TUNING", folder.root()).find("POLYFORK_TUNING: cannot read"), 0U) << "a folder";
}

TEST(Environment, ForcedIsa) {
  const auto choose = [](const char* value, Isa detected) {
    return polyfork::detail::isa_from_environment(
        [&](const char* name) { return std::string(name) == "POLYFORK_FORCE_ISA" ? value : nullptr; }, detected);
  };
  EXPECT_EQ(choose(nullptr, Isa::avx512), Isa::avx512);
  EXPECT_EQ(choose("avx2", Isa::avx512), Isa::avx2);
  EXPECT_EQ(choose("avx512", Isa::avx512), Isa::avx512);
  EXPECT_THROW(choose("ifma", Isa::avx512), polyfork::DomainError);
  EXPECT_THROW(choose("sse9", Isa::avx512), polyfork::DomainError);
}

TEST(Environment, CgroupQuotas) {
  const TemporaryFolder folder;
  const std::string root = folder.root();
  EXPECT_EQ(cgroup_thread_limit("0::/a/b\n", root), 0);
  EXPECT_EQ(cgroup_thread_limit("", root), 0);
  EXPECT_EQ(cgroup_thread_limit("nonsense\n0:\n1:cpu:\n", root), 0);
  folder.write("a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(cgroup_thread_limit("0::/a/b\n", root), 0);
  folder.write("a/cpu.max", "350000 100000\n");
  EXPECT_EQ(cgroup_thread_limit("0::/a/b\n", root), 4) << "an enclosing group's quota, rounded up";
  folder.write("a/b/cpu.max", "20000 100000\n");
  EXPECT_EQ(cgroup_thread_limit("0::/a/b\n", root), 1);
  EXPECT_EQ(cgroup_thread_limit("0::/outside\n", root), 0);
  folder.write("cpu.max", "200000 100000\n");
  EXPECT_EQ(cgroup_thread_limit("0::/outside\n", root), 2) << "a container sees its own group at the mount point";
}

TEST(Environment, CgroupVersion1Quotas) {
  const TemporaryFolder folder;
  const std::string text = "5:memory:/g\n3:cpu,cpuacct:/g/h\n";
  folder.write("cpu/g/h/cpu.cfs_quota_us", "-1\n");
  folder.write("cpu/g/h/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroup_thread_limit(text, folder.root()), 0);
  folder.write("cpu,cpuacct/g/cpu.cfs_quota_us", "250000\n");
  folder.write("cpu,cpuacct/g/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroup_thread_limit(text, folder.root()), 3);
}

}  // namespace
