package audio

import (
	"time"
)

// Format is a kind of file that speech servers take. The words are stored: never rename one.
type Format string

// The formats.
const (
	MP3  Format = "mp3"
	M4A  Format = "m4a" // MP4 with sound, whatever it calls itself
	OGG  Format = "ogg" // Vorbis or Opus
	WAV  Format = "wav"
	FLAC Format = "flac"
	WebM Format = "webm"
)

// Limits are those of fetching.
type Limits struct {
	Dir       string        // where the files lie; made when it is missing
	MaxBytes  int64         // of one file
	DiskBytes int64         // of all files under Dir
	MaxTime   time.Duration // of one Fetch
	Stall     time.Duration // the longest wait for more bytes; 0 means a minute
}

// File is a file of sound on disk.
type File struct {
	Path       string
	Format     Format
	Bytes      int64
	DurationMS int // 0: cannot be told
}

// Piece is a stretch of a file. Neighbors overlap. EndMS 0 means the end of a file whose length cannot be told.
type Piece struct {
	Number  int // from 0
	StartMS int
	EndMS   int
}

// Tools are the paths of programs, empty where one is not there.
type Tools struct{ FFmpeg, FFprobe string }
