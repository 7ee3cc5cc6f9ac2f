// The CUDA devices of this machine. The runtime is linked statically and looks for the driver at the first call, so
// that one program runs with and without it.
#include "gpu/device/find_devices.hpp"

#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "gpu/cuda/cuda_backend.hpp"
#include "gpu/kernels/kernels.hpp"
#include "gpu/transforms/transform_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int least_capability = 80;  // what the kernels are compiled for at least

/// Shared memory that a block of every kernel needs for which TransformPlan has no other ones.
std::size_t needed_shared_bytes() {
  std::size_t most = 0;
  for (std::size_t i = 0; i < kernel_count; ++i)
    if (!TransformPlan::can_do_without(static_cast<Kernel>(i))) most = std::max(most, kernel_infos[i].shared_bytes);
  return most;
}

/// Why the kernels do not run on such a card; empty when they do.
std::string unfit_reason(const cudaDeviceProp& card) {
  if (10 * card.major + card.minor < least_capability)
    return std::string(card.name) + " has compute capability " + std::to_string(card.major) + "." +
           std::to_string(card.minor) + ", 8.0 is the least";
  if (card.sharedMemPerBlockOptin < needed_shared_bytes())
    return std::string(card.name) + " has " + std::to_string(card.sharedMemPerBlockOptin) +
           " bytes of shared memory for a block, the kernels need " + std::to_string(needed_shared_bytes());
  return "";
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string reason_of(cudaError_t error, int driver) {
  if (driver == 0) return "this machine has no CUDA driver";
  if (error == cudaErrorInsufficientDriver)
    return "the driver offers CUDA " + version_text(driver) + ", the library needs " + version_text(CUDART_VERSION);
  return cudaGetErrorString(error);
}

}  // namespace

bool devices_may_exist() noexcept { return access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0; }

FoundDevices find_devices() {
  FoundDevices found;
  int driver = 0;
  int count = 0;
  cudaError_t error = cudaDriverGetVersion(&driver);
  if (error == cudaSuccess) error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || driver == 0) {
    found.reason = reason_of(error, driver);
    (void)cudaGetLastError();
    return found;
  }
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp card;
    if (cudaGetDeviceProperties(&card, i) != cudaSuccess) continue;
    const std::string unfit = unfit_reason(card);
    if (!unfit.empty()) {
      found.reason = unfit;
      continue;
    }
    found.list.push_back(
        {card.name, card.totalGlobalMem, card.multiProcessorCount, 10 * card.major + card.minor, driver});
    found.ordinals.push_back(i);
  }
  if (found.list.empty() && found.reason.empty()) found.reason = "the driver knows no device";
  return found;
}

std::unique_ptr<DeviceBackend> open_device(int ordinal) { return make_cuda_backend(ordinal); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
