package transcript

import (
	"bytes"
	"compress/flate"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Packed is a list of cues that is stored in a small part of the room their JSON takes: numbers first, then the texts, in
// one compressed stream. Equal cues are packed to equal bytes. It implements driver.Valuer and sql.Scanner; no cues are
// NULL.
type Packed []Cue

// packedVersion is the first byte of what is stored.
const packedVersion = 1

// maxUnpacked bounds what stored bytes may unfold to: cues come from files of at most 16 MiB, whose cleaning at most
// trebles a text.
const maxUnpacked = 64 << 20

var errPacked = errors.New("stored cues are damaged")

// Value implements driver.Valuer.
func (p Packed) Value() (driver.Value, error) {
	if len(p) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	out.WriteByte(packedVersion)
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(p.numbers()); err != nil {
		return nil, err
	}
	for _, c := range p {
		if _, err := io.WriteString(w, c.Text); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// numbers holds the speakers, each once, and what is to be known of each cue: its start after the start of the cue before,
// its length, its speaker and the bytes of its text.
func (p Packed) numbers() []byte {
	known := map[string]int{}
	var names []string
	for _, c := range p {
		if _, ok := known[c.Speaker]; !ok {
			known[c.Speaker] = len(names)
			names = append(names, c.Speaker)
		}
	}
	b := binary.AppendUvarint(nil, uint64(len(names)))
	for _, n := range names {
		b = append(binary.AppendUvarint(b, uint64(len(n))), n...)
	}
	b = binary.AppendUvarint(b, uint64(len(p)))
	before := 0
	for _, c := range p {
		b = binary.AppendVarint(b, int64(c.StartMS-before))
		b = binary.AppendVarint(b, int64(c.EndMS-c.StartMS))
		b = binary.AppendUvarint(b, uint64(known[c.Speaker]))
		b = binary.AppendUvarint(b, uint64(len(c.Text)))
		before = c.StartMS
	}
	return b
}

// Scan implements sql.Scanner.
func (p *Packed) Scan(stored any) error {
	*p = nil
	data, ok := stored.([]byte)
	switch {
	case stored == nil || ok && len(data) == 0:
		return nil
	case !ok || data[0] != packedVersion:
		return fmt.Errorf("%w: %T", errPacked, stored)
	}
	var text strings.Builder
	n, err := io.Copy(&text, io.LimitReader(flate.NewReader(bytes.NewReader(data[1:])), maxUnpacked+1))
	if err != nil {
		return fmt.Errorf("%w: %w", errPacked, err)
	}
	if n > maxUnpacked {
		return fmt.Errorf("%w: too large", errPacked)
	}
	u := unpacker{rest: text.String()}
	*p = u.cues()
	return u.err
}

// unpacker reads numbers and texts; the first thing that cannot be is its error, and everything after it is zero.
type unpacker struct {
	rest string
	err  error
}

func (u *unpacker) cues() Packed {
	names := make([]string, u.count())
	for i := range names {
		names[i] = u.take(u.count())
	}
	cues := make(Packed, u.count())
	sizes := make([]int, len(cues))
	before := 0
	for i := range cues {
		start := before + u.number()
		cues[i] = Cue{StartMS: start, EndMS: start + u.number()}
		speaker := u.count()
		if u.err == nil && speaker >= len(names) {
			u.err = errPacked
		}
		if u.err != nil {
			return nil
		}
		cues[i].Speaker, sizes[i], before = names[speaker], u.count(), start
	}
	for i := range cues {
		cues[i].Text = u.take(sizes[i])
	}
	if u.err != nil {
		return nil
	}
	return cues
}

// count reads a number of things that each take at least a byte of what is left, so that none is made room for in vain.
func (u *unpacker) count() int {
	n, size := uvarint(u.rest)
	if u.err != nil || size <= 0 || n > uint64(len(u.rest)-size) {
		u.err = errPacked
		return 0
	}
	u.rest = u.rest[size:]
	return int(n)
}

func (u *unpacker) number() int {
	n, size := uvarint(u.rest)
	if u.err != nil || size <= 0 {
		u.err = errPacked
		return 0
	}
	u.rest = u.rest[size:]
	return int(int64(n>>1) ^ -int64(n&1))
}

func (u *unpacker) take(n int) string {
	if u.err != nil || n > len(u.rest) {
		u.err = errPacked
		return ""
	}
	s := u.rest[:n]
	u.rest = u.rest[n:]
	return s
}

func uvarint(s string) (uint64, int) {
	return binary.Uvarint([]byte(s[:min(len(s), binary.MaxVarintLen64)]))
}
