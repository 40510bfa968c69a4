package audio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
)

// mp3Header is what the four bytes before a frame of layer III say.
type mp3Header struct {
	rate    int // samples a second
	samples int // in the frame
	size    int // of the whole frame, in bytes
	side    int // bytes of header, checksum and side information
	wide    bool
	mono    bool
}

var (
	mp3Rates  = [4][3]int{{11025, 12000, 8000}, {}, {22050, 24000, 16000}, {44100, 48000, 32000}}
	kbps1     = [16]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0}
	kbps2     = [16]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0}
	sideBytes = map[bool]map[bool]int{true: {true: 17, false: 32}, false: {true: 9, false: 17}} // MPEG 1, one channel
)

// parseMP3 reads the header of a frame of MPEG 1, 2 or 2.5, layer III, with a bit rate.
func parseMP3(b []byte) (mp3Header, bool) {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 || b[1]&0x06 != 0x02 {
		return mp3Header{}, false
	}
	version, bitrate, rate := b[1]>>3&3, b[2]>>4, b[2]>>2&3
	if version == 1 || rate == 3 {
		return mp3Header{}, false
	}
	h := mp3Header{wide: version == 3, rate: mp3Rates[version][rate], mono: b[3]>>6 == 3}
	kbps := kbps2[bitrate]
	h.samples = 576
	if h.wide {
		kbps, h.samples = kbps1[bitrate], 1152
	}
	if kbps == 0 {
		return mp3Header{}, false
	}
	h.size = h.samples / 8 * kbps * 1000 / h.rate
	if b[2]&2 != 0 {
		h.size++ // padding
	}
	h.side = 4 + sideBytes[h.wide][h.mono]
	if b[1]&1 == 0 {
		h.side += 2 // checksum
	}
	return h, h.size >= h.side
}

// follows reports whether a frame can come after one with header h in one stream.
func (h mp3Header) follows(before mp3Header) bool {
	return h.rate == before.rate && h.wide == before.wide
}

// mp3Frame is one frame of a file.
type mp3Frame struct {
	offset  int64
	size    int
	startNS int64 // time at which its sound begins
	tookNS  int64
	reach   int // bytes of sound in the frames before that its sound begins with
	sound   int // bytes of sound in the frame itself
}

// mp3Reader goes through the frames of a file, over tags and junk between them.
type mp3Reader struct {
	r      *bufio.Reader
	at     int64
	ns     int64
	before mp3Header // the zero value after junk
}

const mp3Buffer = 64 << 10

func newMP3Reader(r io.Reader) *mp3Reader { return &mp3Reader{r: bufio.NewReaderSize(r, mp3Buffer)} }

// next returns the next frame with sound; io.EOF after the last. A frame that only describes the file is left out.
func (m *mp3Reader) next() (mp3Frame, error) {
	for {
		head, err := m.r.Peek(10)
		if len(head) < 4 {
			return mp3Frame{}, err
		}
		if size := tagSize(head); size > 0 {
			if err := m.skip(size); err != nil {
				return mp3Frame{}, err
			}
			m.before = mp3Header{}
			continue
		}
		h, ok := parseMP3(head)
		if !ok || !m.fits(h) {
			m.before = mp3Header{}
			if err := m.skip(m.junk()); err != nil {
				return mp3Frame{}, err
			}
			continue
		}
		f, info, err := m.take(h)
		if err != nil {
			return mp3Frame{}, err
		}
		if !info {
			return f, nil
		}
	}
}

// fits reports whether a frame really begins here: it continues the one before, or another like it follows.
func (m *mp3Reader) fits(h mp3Header) bool {
	if m.before.size > 0 && h.follows(m.before) {
		return true
	}
	both, err := m.r.Peek(h.size + 4)
	if errors.Is(err, io.EOF) {
		return len(both) == h.size // the last frame
	}
	next, ok := parseMP3(both[h.size:])
	return ok && next.follows(h)
}

// junk is how many bytes to go on to where the next frame or tag may begin, at least one.
func (m *mp3Reader) junk() int64 {
	buffered, _ := m.r.Peek(max(2, m.r.Buffered()))
	for i := 1; i < len(buffered); i++ {
		if buffered[i] == 0xff || buffered[i] == 'I' {
			return int64(i)
		}
	}
	return int64(max(1, len(buffered)))
}

// take reads a frame, and reports whether it only describes the file.
func (m *mp3Reader) take(h mp3Header) (mp3Frame, bool, error) {
	b, err := m.r.Peek(h.size)
	if err != nil { // cut off in the middle of a frame
		return mp3Frame{}, false, err
	}
	reach := int(b[h.side-sideBytes[h.wide][h.mono]])
	if h.wide {
		reach = reach<<1 | int(b[h.side-sideBytes[h.wide][h.mono]+1]>>7)
	}
	info := m.ns == 0 && describes(b, h)
	f := mp3Frame{
		offset: m.at, size: h.size, startNS: m.ns, tookNS: int64(h.samples) * 1e9 / int64(h.rate), reach: reach, sound: h.size - h.side,
	}
	m.before = h
	if !info {
		m.ns += f.tookNS
	}
	return f, info, m.skip(int64(h.size))
}

// describes reports whether a frame holds the table of contents of a file (Xing, Info, VBRI) in place of sound. In a piece
// it would lie about the piece.
func describes(frame []byte, h mp3Header) bool {
	table := frame[h.side:]
	return bytes.HasPrefix(table, []byte("Xing")) || bytes.HasPrefix(table, []byte("Info")) ||
		len(frame) >= 40 && bytes.Equal(frame[36:40], []byte("VBRI"))
}

// tagSize is the size of the ID3 tag that begins with head, 0 when none does.
func tagSize(head []byte) int64 {
	if len(head) < 10 || string(head[:3]) != "ID3" || head[3] == 0xff || (head[6]|head[7]|head[8]|head[9])&0x80 != 0 {
		return 0
	}
	size := int64(head[6])<<21 | int64(head[7])<<14 | int64(head[8])<<7 | int64(head[9])
	if head[5]&0x10 != 0 {
		size += 10 // a footer
	}
	return size + 10
}

// skip goes on by n bytes.
func (m *mp3Reader) skip(n int64) error {
	done, err := m.r.Discard(int(n))
	m.at += int64(done)
	return err
}

// looksLikeMP3 reports whether two frames in a row begin somewhere in head.
func looksLikeMP3(head []byte) bool {
	m := newMP3Reader(bytes.NewReader(head))
	_, err := m.next()
	if err != nil {
		return false
	}
	_, err = m.next()
	return err == nil
}

// mp3Duration counts the frames.
func mp3Duration(f *os.File) (int, error) {
	m := newMP3Reader(io.NewSectionReader(f, 0, 1<<62))
	frames := 0
	for {
		switch _, err := m.next(); {
		case err == nil:
			frames++
		case errors.Is(err, io.EOF) && frames >= 2:
			return int(m.ns / 1e6), nil
		case errors.Is(err, io.EOF):
			return 0, damaged(MP3)
		default:
			return 0, err
		}
	}
}
