package demo

import (
	"bytes"
	"encoding/binary"
	"io"
	"time"
)

// sampleRate of the silence: 8 kHz, 8 bits, one channel, so a byte a sample.
const sampleRate = 8000

// wavHeaderSize is the length of a canonical WAV header in bytes.
const wavHeaderSize = 44

// silence is a WAV recording of silence of a given length. It is computed as
// it is read: a player can seek in it, and nothing is stored. The demo has no
// voices, and an enclosure has to answer with something true to its length.
type silence struct{ samples int64 }

func newSilence(length time.Duration) silence {
	return silence{samples: int64(length.Seconds() * sampleRate)}
}

// size in bytes, header included.
func (s silence) size() int64 { return wavHeaderSize + s.samples }

func (s silence) reader() *io.SectionReader { return io.NewSectionReader(s, 0, s.size()) }

// ReadAt implements io.ReaderAt.
func (s silence) ReadAt(p []byte, offset int64) (int, error) {
	if offset >= s.size() {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), s.size()-offset))
	for i := range p[:n] {
		p[i] = 0x80 // the middle of unsigned 8-bit samples
	}
	if offset < wavHeaderSize {
		copy(p[:n], s.header()[offset:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (s silence) header() []byte {
	var b bytes.Buffer
	b.WriteString("RIFF")
	put(&b, uint32(s.size()-8))
	b.WriteString("WAVEfmt ")
	put(&b, uint32(16))                        // length of the format block
	put(&b, [2]uint16{1, 1})                   // PCM, one channel
	put(&b, [2]uint32{sampleRate, sampleRate}) // samples, bytes a second
	put(&b, [2]uint16{1, 8})                   // bytes a frame, bits a sample
	b.WriteString("data")
	put(&b, uint32(s.samples))
	return b.Bytes()
}

// put appends fixed-size numbers, which a buffer always takes.
func put(b *bytes.Buffer, v any) { _ = binary.Write(b, binary.LittleEndian, v) }
