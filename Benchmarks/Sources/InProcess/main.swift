import EaselPlatformHeadless
import EaselRaster
import EaselGeometry
print(PixelRect.zero, HeadlessBackend.self)
