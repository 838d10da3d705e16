package dpgnn.nn.device;

import dpgnn.nn.DeviceFailure;

/** Finds the device that {@code -Ddpgnn.device} asks for. */
final class Devices {
    private Devices() {}

    /**
     * @param wanted "cuda"; "opencl", which takes a processor where there is no GPU; or "auto": a GPU, by CUDA or else by OpenCL
     * @throws DeviceFailure where there is none, and why
     */
    public static Device find(String wanted) {
        return switch (wanted) {
            case "cuda" -> CudaDevice.find();
            case "opencl" -> OpenClDevice.find(true);
            case "auto" -> gpu();
            default ->
                throw new IllegalArgumentException("the device must be auto, cpu, opencl or cuda, was " + wanted);
        };
    }

    private static Device gpu() {
        String cuda;
        try {
            return CudaDevice.find();
        } catch (DeviceFailure e) {
            cuda = e.getMessage();
        }
        try {
            return OpenClDevice.find(false);
        } catch (DeviceFailure e) {
            throw new DeviceFailure(cuda + ", and " + e.getMessage(), e);
        }
    }
}
