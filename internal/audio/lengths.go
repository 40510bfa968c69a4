package audio

import (
	"bytes"
	"encoding/binary"
	"os"
)

// flacDuration reads the length of a FLAC file in milliseconds, 0 when it is not told.
func flacDuration(f *os.File) float64 {
	var b [26]byte // mark, header of the first block, the numbers of STREAMINFO
	if _, err := f.ReadAt(b[:], 0); err != nil || b[4]&0x7f != 0 {
		return 0
	}
	numbers := binary.BigEndian.Uint64(b[18:])
	rate, samples := numbers>>44, numbers&(1<<36-1)
	if rate == 0 {
		return 0
	}
	return float64(samples) * 1000 / float64(rate)
}

// oggPage is the largest page of an Ogg file, in bytes.
const oggPage = 65_307

// oggDuration reads the length of an Ogg file with Opus or Vorbis in milliseconds from its last page, 0 when it is not told.
func oggDuration(f *os.File, size int64) float64 {
	first := make([]byte, min(size, 512))
	if _, err := f.ReadAt(first, 0); err != nil || len(first) < 28 {
		return 0
	}
	serial := first[14:18]
	rate, skipped := 0.0, 0.0
	if i := bytes.Index(first, []byte("OpusHead")); i >= 0 && i+12 <= len(first) {
		rate, skipped = 48_000, float64(binary.LittleEndian.Uint16(first[i+10:]))
	} else if i := bytes.Index(first, []byte("\x01vorbis")); i >= 0 && i+16 <= len(first) {
		rate = float64(binary.LittleEndian.Uint32(first[i+12:]))
	}
	if rate == 0 {
		return 0
	}
	last := make([]byte, min(size, 2*oggPage))
	if _, err := f.ReadAt(last, size-int64(len(last))); err != nil {
		return 0
	}
	for end := len(last); ; {
		i := bytes.LastIndex(last[:end], []byte("OggS"))
		if i < 0 {
			return 0
		}
		end = i
		if i+18 > len(last) || !bytes.Equal(last[i+14:i+18], serial) {
			continue
		}
		if granule := int64(binary.LittleEndian.Uint64(last[i+6:])); granule > 0 {
			return (float64(granule) - skipped) * 1000 / rate
		}
	}
}

const (
	maxBoxes   = 10_000
	maxBoxDeep = 6
)

// mp4Reader looks for the length and for sound in the boxes of an MP4 file.
type mp4Reader struct {
	f     *os.File
	boxes int
	ms    float64
	moov  bool
	sound bool
}

// mp4Duration reads the length of an MP4 file in milliseconds, 0 when it is not told. sound is false only where the file
// lists its tracks and none is sound.
func mp4Duration(f *os.File, size int64) (ms float64, sound bool) {
	m := mp4Reader{f: f}
	m.walk(0, size, 0)
	return m.ms, m.sound || !m.moov
}

func (m *mp4Reader) walk(from, to int64, deep int) {
	for at := from; at+8 <= to && m.boxes < maxBoxes; m.boxes++ {
		var b [16]byte
		if n, _ := m.f.ReadAt(b[:], at); n < 8 {
			return
		}
		head, size := int64(8), int64(binary.BigEndian.Uint32(b[:]))
		switch size {
		case 0:
			size = to - at
		case 1:
			head, size = 16, int64(binary.BigEndian.Uint64(b[8:]))
		}
		if size < head || size > to-at {
			return
		}
		m.box(string(b[4:8]), at+head, at+size, deep)
		at += size
	}
}

func (m *mp4Reader) box(kind string, from, to int64, deep int) {
	switch kind {
	case "moov", "trak", "mdia":
		m.moov = m.moov || kind == "moov"
		if deep < maxBoxDeep {
			m.walk(from, to, deep+1)
		}
	case "mvhd":
		var b [32]byte
		n, _ := m.f.ReadAt(b[:min(int64(len(b)), to-from)], from)
		switch {
		case n == 32 && b[0] == 1:
			m.ms = milliseconds(float64(binary.BigEndian.Uint64(b[24:])), binary.BigEndian.Uint32(b[20:]))
		case n >= 20 && b[0] == 0 && binary.BigEndian.Uint32(b[16:]) != 0xffffffff:
			m.ms = milliseconds(float64(binary.BigEndian.Uint32(b[16:])), binary.BigEndian.Uint32(b[12:]))
		}
	case "hdlr":
		var b [12]byte
		if n, _ := m.f.ReadAt(b[:], from); n == 12 && string(b[8:]) == "soun" {
			m.sound = true
		}
	}
}

// milliseconds turns a length in units of which a second has scale.
func milliseconds(units float64, scale uint32) float64 {
	if scale == 0 {
		return 0
	}
	return units * 1000 / float64(scale)
}
