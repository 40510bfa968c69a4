// Package uploads is the route by which transcript files arrive: it lets requests in as the memory of the process allows
// (room.go), reads one file and what is said about it (file.go), and stores it as an upload (route.go).
//
// It does not own parsers (source/upload) or rows (store).
package uploads
