// One CUDA device behind DeviceBackend.
#include "gpu/cuda/cuda_backend.hpp"

#include <cuda_runtime.h>

#include <array>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/cuda/kernel_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Errors after which the context, which the whole process shares, answers everything with an error.
bool context_is_lost(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorDevicesUnavailable:
    case cudaErrorSystemNotReady:
    case cudaErrorContextIsDestroyed:
    case cudaErrorCudartUnloading:
      return true;
    default:
      return false;
  }
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();  // an error that does not stay is not reported again
  const FailureKind kind = error == cudaErrorMemoryAllocation ? FailureKind::out_of_memory
                           : context_is_lost(error)           ? FailureKind::lost
                                                              : FailureKind::launch;
  throw DeviceFailure(kind, std::string(what) + ": " + cudaGetErrorString(error));
}

class CudaBackend : public DeviceBackend {
 public:
  explicit CudaBackend(int index) : index_(index), streams_(index) {
    const Use use(index_);
    int shared = 0;
    check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, index_), "asking for limits");
    shared_bytes_ = static_cast<std::size_t>(shared);
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index_), "asking for limits");
    multiprocessors_ = static_cast<unsigned>(multiprocessors);
    constexpr std::size_t usual_shared_bytes = 48 << 10;
    for (std::size_t i = 0; i < kernel_count; ++i)
      if (kernel_infos[i].shared_bytes > usual_shared_bytes && kernel_infos[i].shared_bytes <= shared_bytes_)
        check(cudaFuncSetAttribute(cuda_kernel_entries[i], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(kernel_infos[i].shared_bytes)),
              kernel_infos[i].name);
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;
  /// Of a device that could not be started, or is shut down: others last until the process ends, and call no driver.
  ~CudaBackend() override {
    for (cudaEvent_t event : events_) quietly([&] { return cudaEventDestroy(event); });
  }

  unsigned multiprocessors() const noexcept override { return multiprocessors_; }
  std::size_t shared_bytes() const noexcept override { return shared_bytes_; }
  std::size_t free_bytes() override {
    const Use use(index_);
    std::size_t free = 0;
    std::size_t all = 0;
    check(cudaMemGetInfo(&free, &all), "asking for the device's memory");
    return free;
  }

  void* allocate(std::size_t bytes) override {
    const Use use(index_);
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "allocating on the device");
    return memory;
  }
  void release(void* memory) noexcept override {
    quietly([&] { return cudaFree(memory); });
  }

  void* allocate_pinned(std::size_t bytes) override {
    const Use use(index_);
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), "allocating page-locked memory");
    return memory;
  }
  void release_pinned(void* memory) noexcept override {
    quietly([&] { return cudaFreeHost(memory); });
  }

  bool lock_pages(void* memory, std::size_t bytes) noexcept override {
    return quietly([&] { return cudaHostRegister(memory, bytes, cudaHostRegisterPortable); });
  }
  void unlock_pages(void* memory) noexcept override {
    quietly([&] { return cudaHostUnregister(memory); });
  }

  void copy_up(DeviceQueue queue, void* to, const void* from, std::size_t bytes) override {
    copy(queue, to, from, bytes, cudaMemcpyHostToDevice);
  }
  void copy_down(DeviceQueue queue, void* to, const void* from, std::size_t bytes) override {
    copy(queue, to, from, bytes, cudaMemcpyDeviceToHost);
  }
  void copy_on_device(DeviceQueue queue, void* to, const void* from, std::size_t bytes) override {
    copy(queue, to, from, bytes, cudaMemcpyDeviceToDevice);
  }
  void clear(DeviceQueue queue, void* memory, std::size_t bytes) override {
    const Use use(index_);
    check(cudaMemsetAsync(memory, 0, bytes, streams_[queue]), "clearing memory");
  }

  void launch(DeviceQueue queue, KernelId kernel, const KernelLaunch& launch, const void* parameters) override {
    const Use use(index_);
    void* arguments[] = {const_cast<void*>(parameters)};
    check(cudaLaunchKernel(cuda_kernel_entries[kernel], dim3(launch.blocks, launch.batch), dim3(launch.threads),
                           arguments, launch.shared_bytes, streams_[queue]),
          kernel_infos[kernel].name);
  }

  DeviceEvent record(DeviceQueue queue) override {
    const Use use(index_);
    cudaEvent_t event = take_event();
    check(cudaEventRecord(event, streams_[queue]), "marking a queue");
    return event;
  }
  void wait_for(DeviceQueue queue, DeviceEvent event) override {
    const Use use(index_);
    check(cudaStreamWaitEvent(streams_[queue], static_cast<cudaEvent_t>(event)), "ordering two queues");
  }
  bool is_finished(DeviceEvent event) override {
    const Use use(index_);
    const cudaError_t state = cudaEventQuery(static_cast<cudaEvent_t>(event));
    if (state == cudaErrorNotReady) return false;
    check(state, "waiting for the device");
    return true;
  }
  void release_event(DeviceEvent event) noexcept override {
    const std::scoped_lock lock(mutex_);
    events_.push_back(static_cast<cudaEvent_t>(event));  // for which take_event() has made room
  }

 private:
  /// The device is a property of the calling thread, which may be somebody else's: it is set back.
  class Use {
   public:
    explicit Use(int index) {
      check(cudaGetDevice(&previous_), "asking for the current device");
      if (previous_ == index) return;
      check(cudaSetDevice(index), "choosing the device");
      changed_ = true;
    }
    ~Use() {
      if (changed_) (void)cudaSetDevice(previous_);
    }

   private:
    int previous_ = 0;
    bool changed_ = false;
  };

  /// The device's queues.
  class Streams {
   public:
    explicit Streams(int index) {
      const Use use(index);
      for (cudaStream_t& stream : streams_)
        if (const cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); error != cudaSuccess) {
          destroy();
          check(error, "creating a queue");
        }
    }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    ~Streams() { destroy(); }
    cudaStream_t operator[](DeviceQueue queue) const noexcept { return streams_[queue]; }

   private:
    void destroy() noexcept {
      for (cudaStream_t stream : streams_)
        if (stream != nullptr) (void)cudaStreamDestroy(stream);
    }
    std::array<cudaStream_t, queues> streams_{};
  };

  /// call() on this device, whose failure is an answer: false, and not reported again.
  template <class Call>
  bool quietly(const Call& call) noexcept {
    try {
      const Use use(index_);
      if (call() == cudaSuccess) return true;
      (void)cudaGetLastError();
    } catch (const DeviceFailure&) {  // the device cannot be chosen
    }
    return false;
  }

  void copy(DeviceQueue queue, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const Use use(index_);
    check(cudaMemcpyAsync(to, from, bytes, kind, streams_[queue]), "copying");
  }

  cudaEvent_t take_event() {
    {
      const std::scoped_lock lock(mutex_);
      if (!events_.empty()) {
        cudaEvent_t event = events_.back();
        events_.pop_back();
        return event;
      }
    }
    {
      const std::scoped_lock lock(mutex_);
      events_.reserve(++made_);
    }
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
    return event;
  }

  int index_;
  std::size_t shared_bytes_ = 0;
  unsigned multiprocessors_ = 0;
  Streams streams_;
  std::mutex mutex_;  // guards what follows
  std::vector<cudaEvent_t> events_;
  std::size_t made_ = 0;
};

}  // namespace

std::unique_ptr<DeviceBackend> make_cuda_backend(int index) { return std::make_unique<CudaBackend>(index); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
