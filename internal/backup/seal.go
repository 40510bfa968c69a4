package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// seal is what stands at the end of an archive whose other bytes have this sum: a gzip member without content. Its bytes
// are written out here, because a compressor may write the same thing in several ways, and then a change of them would not
// be noticed.
func seal(sum [sha256.Size]byte) []byte {
	var b bytes.Buffer
	b.WriteString("\x1f\x8b\x08\x10\x00\x00\x00\x00\x00\xff") // gzip, deflate, a comment follows, no time, any system
	b.WriteString("sha256:" + hex.EncodeToString(sum[:]) + "\x00")
	b.WriteString("\x01\x00\x00\xff\xff")             // one empty block
	b.WriteString("\x00\x00\x00\x00\x00\x00\x00\x00") // its checksum and length
	return b.Bytes()
}

// sealSize is the length of every seal in bytes.
var sealSize = int64(len(seal([sha256.Size]byte{})))

var errSeal = errors.New("the checksum of the archive does not fit its content")

// unseal reads the whole file and returns how many of its bytes stand before the seal. The file is then at its beginning.
func unseal(ctx context.Context, f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	body := info.Size() - sealSize
	if !info.Mode().IsRegular() || body < 0 {
		return 0, errSeal
	}
	h := sha256.New()
	if _, err := io.CopyN(h, ctxReader{ctx, f}, body); err != nil {
		return 0, err
	}
	got, err := io.ReadAll(io.LimitReader(f, sealSize+1))
	if err != nil {
		return 0, err
	}
	if !bytes.Equal(got, seal([sha256.Size]byte(h.Sum(nil)))) {
		return 0, errSeal
	}
	_, err = f.Seek(0, io.SeekStart)
	return body, err
}

// ctxReader ends with its context: archives may be large.
type ctxReader struct {
	ctx context.Context //nolint:containedctx // it lives as long as the one copy it is made for
	r   io.Reader
}

func (c ctxReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}
