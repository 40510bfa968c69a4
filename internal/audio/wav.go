package audio

import (
	"encoding/binary"
	"io"
	"os"
)

// wav is where the sound of a WAV file lies.
type wav struct {
	format []byte // the chunk that describes it
	rate   int64  // bytes a second
	block  int64  // bytes that belong together
	from   int64  // offset of the first byte of sound
	size   int64
}

func (w wav) durationMS() int {
	if w.rate == 0 {
		return 0
	}
	return int(min(w.size*1000/w.rate, maxClaimedMS))
}

const (
	maxChunks    = 1000 // of a file, before its sound
	maxFormat    = 128  // bytes
	leastFormat  = 16
	chunkHeader  = 8
	riffHeader   = 12
	mostWAVBytes = 1 << 28 // a second
)

// readWAV goes through the chunks. It returns a fault for a file without sound.
func readWAV(f *os.File, fileSize int64) (wav, error) {
	w := wav{}
	at := int64(riffHeader)
	for range maxChunks {
		var head [chunkHeader]byte
		if _, err := f.ReadAt(head[:], at); err != nil {
			break
		}
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		at += chunkHeader
		switch string(head[:4]) {
		case "fmt ":
			if size < leastFormat || size > maxFormat || at+size > fileSize {
				return wav{}, damaged(WAV)
			}
			w.format = make([]byte, size)
			if _, err := f.ReadAt(w.format, at); err != nil && err != io.EOF {
				return wav{}, err
			}
			w.rate = int64(binary.LittleEndian.Uint32(w.format[8:]))
			w.block = int64(binary.LittleEndian.Uint16(w.format[12:]))
		case "data":
			if w.rate <= 0 || w.rate > mostWAVBytes || w.block <= 0 || w.block > w.rate {
				return wav{}, damaged(WAV)
			}
			w.from, w.size = at, min(size, fileSize-at)
			if size == 0 || size == 0xffffffff { // written by a program that did not know yet
				w.size = fileSize - at
			}
			if w.size <= 0 {
				return wav{}, damaged(WAV)
			}
			return w, nil
		}
		at += size + size&1
	}
	return wav{}, damaged(WAV)
}

// offset is where the sound of a time begins, whole blocks from the beginning.
func (w wav) offset(ms int) int64 {
	at := int64(ms) * w.rate / 1000
	return min(at-at%w.block, w.size)
}

// header is that of a file with size bytes of sound.
func (w wav) header(size int64) []byte {
	format := w.format
	if len(format)%2 > 0 {
		format = append(format[:len(format):len(format)], 0)
	}
	b := append([]byte(nil), "RIFF"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(4+chunkHeader+int64(len(format))+chunkHeader+size))
	b = append(b, "WAVEfmt "...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(w.format)))
	b = append(b, format...)
	b = append(b, "data"...)
	return binary.LittleEndian.AppendUint32(b, uint32(size))
}
