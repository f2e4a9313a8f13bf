// Types and prototypes alone: nothing here names libfcft to the linker, Text loads it when text is first shown.
#include <fcft/fcft.h>
#include <fontconfig/fontconfig.h>
