// A build without device kernels: there are no devices, so every dispatcher chooses the processor.
#include "gpu/device/find_devices.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr const char* reason = "built without CUDA kernels";

}  // namespace

bool devices_may_exist() noexcept { return false; }

FoundDevices find_devices() { return {{}, {}, reason}; }

std::unique_ptr<DeviceBackend> open_device(int) { throw DeviceFailure(FailureKind::no_toolkit, reason); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
