// The device back end of a build without CUDA: there are no devices, so every dispatcher chooses the CPU.
#include <polyfork/gpu/device.hpp>

namespace polyfork {
inline namespace v1 {

std::vector<DeviceInfo> devices() { return {}; }

std::string device_absence_reason() { return "built without CUDA kernels"; }

}  // namespace v1
}  // namespace polyfork
