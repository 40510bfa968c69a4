package app

// Version is the release, set by the linker.
var Version = "dev"
