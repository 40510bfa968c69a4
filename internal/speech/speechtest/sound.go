package speechtest

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// marker begins every beat of a WAV and the data of every MP3 frame. After it: the talk's number (2 bytes) and the number of
// the beat or frame (4 bytes), little-endian.
var marker = []byte("MNTN")

const (
	rate      = 1000 // samples of WAV a second, so that one is a millisecond
	beatMS    = 10   // a marker in WAV
	wavHeader = 44

	frameMS    = 36 // MPEG 1 layer III at 32 kHz: 1,152 samples
	frameBytes = 144
	markerAt   = 4 + 17 // header and side information of one channel
)

// WAV is the talk as 16-bit samples, one channel, a kilohertz.
func (t Talk) WAV() []byte {
	size := t.MS * 2
	b := make([]byte, 0, wavHeader+size)
	b = append(b, "RIFF"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(wavHeader-8+size))
	b = append(b, "WAVEfmt "...)
	b = binary.LittleEndian.AppendUint32(b, 16)
	for _, v := range []uint16{1, 1} { // PCM, one channel
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	b = binary.LittleEndian.AppendUint32(b, rate)
	b = binary.LittleEndian.AppendUint32(b, rate*2)
	for _, v := range []uint16{2, 16} {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	b = append(b, "data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	for beat := 0; len(b) < wavHeader+size; beat++ {
		cell := make([]byte, beatMS*2)
		t.mark(cell, beat)
		b = append(b, cell...)
	}
	return b[:wavHeader+size]
}

// MP3 is the talk as frames of 36 ms and 144 bytes, behind an ID3 tag.
func (t Talk) MP3() []byte {
	tag := make([]byte, 10+300)
	copy(tag, "ID3\x04\x00\x00\x00\x00\x02\x2c") // 300 bytes in sevens of bits
	b := tag
	for frame := range t.MS / frameMS {
		cell := make([]byte, frameBytes)
		copy(cell, "\xff\xfb\x18\xc0")
		t.mark(cell[markerAt:], frame)
		b = append(b, cell...)
	}
	return b
}

func (t Talk) mark(cell []byte, number int) {
	copy(cell, marker)
	binary.LittleEndian.PutUint16(cell[4:], t.ID)
	binary.LittleEndian.PutUint32(cell[6:], uint32(number))
}

var errNoTalk = errors.New("no audio of speechtest")

// stretch is what a file holds of a talk.
type stretch struct {
	talk           uint16
	startMS, endMS int
}

// readStretch finds out which part of which talk a file holds.
func readStretch(file []byte) (stretch, error) {
	at := bytes.Index(file, marker)
	if at < 0 || at+10 > len(file) {
		return stretch{}, errNoTalk
	}
	s := stretch{talk: binary.LittleEndian.Uint16(file[at+4:])}
	number := int(binary.LittleEndian.Uint32(file[at+6:]))
	if !bytes.HasPrefix(file, []byte("RIFF")) {
		s.startMS = number * frameMS
		s.endMS = s.startMS + bytes.Count(file, marker)*frameMS
		return s, nil
	}
	data := bytes.Index(file, []byte("data"))
	if data < 0 || data > at {
		return stretch{}, errNoTalk
	}
	s.startMS = number*beatMS - (at-data-8)/2
	s.endMS = s.startMS + (len(file)-data-8)/2
	return s, nil
}
