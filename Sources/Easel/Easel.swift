// One import is all that an application needs: `import Easel` brings each module whose members it sees.
@_exported public import EaselCanvas
@_exported public import EaselFormats
@_exported public import EaselGeometry
@_exported public import EaselInk
@_exported public import EaselInputEvents
@_exported public import EaselLaunch
@_exported public import EaselPlatform
@_exported public import EaselRaster
@_exported public import EaselText
@_exported public import EaselToolkit
