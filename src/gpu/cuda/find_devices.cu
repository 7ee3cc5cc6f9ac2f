// The CUDA devices of this machine. The runtime is linked statically and looks for the driver at the first call, so
// that one program runs with and without it.
#include "gpu/device/find_devices.hpp"

#include <cuda_runtime.h>
#include <unistd.h>

#include <string>

#include "gpu/cuda/cuda_backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int least_capability = 80;  // double precision at half the rate of single, fused copies to shared memory

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
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) break;
    const int capability = 10 * properties.major + properties.minor;
    if (capability < least_capability) {
      found.reason = std::string(properties.name) + " has compute capability " + std::to_string(properties.major) +
                     "." + std::to_string(properties.minor) + ", 8.0 is the least";
      break;  // the numbers of devices are the driver's
    }
    found.list.push_back(
        {properties.name, properties.totalGlobalMem, properties.multiProcessorCount, capability, driver});
  }
  if (found.list.empty() && found.reason.empty()) found.reason = "the driver knows no device";
  return found;
}

std::unique_ptr<DeviceBackend> open_device(int index) { return make_cuda_backend(index); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
