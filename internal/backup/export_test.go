package backup

// Seal is seal for tests that forge archives.
var Seal = seal
