// Package uploads is the route by which files arrive: it lets requests in as the memory of the process allows (room.go), reads
// one file and what is said about it (file.go), and stores it as an upload (route.go). Audio passes through in parts and is
// never whole in memory (sound.go).
//
// It does not own parsers (source/upload) or rows (store).
package uploads
