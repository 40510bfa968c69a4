// Package audio holds files of sound: fetching one to disk through a door of package outbound, telling its kind and length
// by its content, and cutting it into pieces.
//
// It owns: the files below Limits.Dir (one for a name, a partial one beside it while it comes), their quota and their
// removal, the formats that speech servers take, and running ffmpeg. It does not own what is said in them (package
// speech), where an address comes from, or retries (workflows).
//
// Every byte of a file was chosen by a stranger. Files are read with bounded memory whatever their length; numbers in
// them are believed only within bounds; ffmpeg is run without a shell, for files only, with an end to its time and to
// what it writes.
package audio
