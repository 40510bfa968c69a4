package audio_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/audio"
)

// write puts a file into the test's folder.
func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func open(t *testing.T, content []byte) audio.File {
	t.Helper()
	f, err := audio.Open(t.Context(), write(t, "file", content), audio.Tools{})
	require.NoError(t, err)
	return f
}

// frame is one of MPEG 1 layer III, one channel, 32 kHz (36 ms), with a bit rate by its index and main data that begins
// reach bytes before it. Its sound is filled with fill.
func frame(bitrate, reach int, fill byte) []byte {
	kbps := []int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128}[bitrate]
	b := make([]byte, 144*kbps/32)
	b[0], b[1], b[2], b[3] = 0xff, 0xfb, byte(bitrate<<4|2<<2), 0xc0
	b[4], b[5] = byte(reach>>1), byte(reach<<7)
	for i := 21; i < len(b); i++ {
		b[i] = fill
	}
	return b
}

// tone is a file with a sine of 440 Hz, silent where quiet says so, 16 kHz, one channel.
func tone(ms int, quiet func(ms int) bool) []byte {
	const rate = 16_000
	size := ms * rate / 1000 * 2
	b := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(36+size))...)
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	b = binary.LittleEndian.AppendUint32(b, rate)
	b = binary.LittleEndian.AppendUint32(b, rate*2)
	b = append(b, "\x02\x00\x10\x00data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	for i := range size / 2 {
		v := int16(8000 * math.Sin(2*math.Pi*440*float64(i)/rate))
		if quiet(i * 1000 / rate) {
			v = 0
		}
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func box(kind string, content ...[]byte) []byte {
	size := 8
	for _, c := range content {
		size += len(c)
	}
	b := append(binary.BigEndian.AppendUint32(nil, uint32(size)), kind...)
	for _, c := range content {
		b = append(b, c...)
	}
	return b
}

// mp4 is a file with a length in seconds and tracks of these kinds.
func mp4(seconds int, tracks ...string) []byte {
	mvhd := make([]byte, 100)
	binary.BigEndian.PutUint32(mvhd[12:], 1000)
	binary.BigEndian.PutUint32(mvhd[16:], uint32(seconds*1000))
	moov := box("mvhd", mvhd)
	for _, kind := range tracks {
		moov = append(moov, box("trak", box("mdia", box("hdlr", make([]byte, 8), []byte(kind), make([]byte, 12))))...)
	}
	b := box("ftyp", []byte("M4A \x00\x00\x02\x00M4A isom"))
	b = append(b, box("mdat", make([]byte, 5000))...)
	return append(b, box("moov", moov)...)
}

func oggPage(serial, granule uint64, data []byte) []byte {
	b := append([]byte("OggS\x00\x00"), binary.LittleEndian.AppendUint64(nil, granule)...)
	b = binary.LittleEndian.AppendUint32(b, uint32(serial))
	b = append(b, make([]byte, 8)...)
	b = append(b, 1, byte(len(data)))
	return append(b, data...)
}

func flac(rate, samples uint64) []byte {
	b := append([]byte("fLaC\x00\x00\x00\x22"), make([]byte, 10)...)
	b = binary.BigEndian.AppendUint64(b, rate<<44|15<<36|samples)
	return append(b, make([]byte, 100)...)
}
