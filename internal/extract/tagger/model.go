package tagger

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"slices"
)

// Kind is what a word may name.
type Kind uint8

// The kinds, in the order of the weights.
const (
	Person Kind = iota
	Company
	Location
	Product
	Work    // book, album, film
	Concept // a field, a method, a theory
	Other   // an event, an award, a people
	Kinds
)

// Tags are the states of a word: none, then beginning and inside of each kind.
const Tags = 1 + 2*int(Kinds)

// Begin returns the tag of a name's first word.
func Begin(k Kind) int { return 1 + 2*int(k) }

// Inside returns the tag of a name's further words.
func Inside(k Kind) int { return 2 + 2*int(k) }

// Model are trained weights. It is safe for concurrent use.
type Model struct {
	scale   float32                   // what a quantized 1 is worth
	entries []byte                    // as they stand in the file, by rising hash
	first   [1<<prefixBits + 1]uint32 // by the upper bits of a hash: where the entries that have them begin
	pass    [Tags][Tags]float32
}

// prefixBits are the upper bits of a hash by which entries are looked up: a few entries share them, and lie side by side.
const prefixBits = 16

// Weights are a model as training makes it.
type Weights struct {
	Features map[uint32][Tags]float32
	Pass     [Tags][Tags]float32 // from a tag to the next
}

// The file: magic, version, number of tags, number of features, scale, transitions as float32, then the features by
// rising hash, each a uint32 and a signed byte a tag, and a CRC-32 of everything before. All little-endian.
const (
	magic       = "MNTG"
	version     = 1
	headLength  = 4 + 4 + 4 + 4 + 4 + 4*Tags*Tags
	entryLength = 4 + Tags
	maxFeatures = 4 << 20
)

var errDamaged = errors.New("the tagger's weights are damaged")

// Encode writes weights to a model file. The same weights give the same bytes.
func Encode(w Weights) []byte {
	most := float32(0)
	hashes := make([]uint32, 0, len(w.Features))
	for h, ws := range w.Features {
		hashes = append(hashes, h)
		for _, x := range ws {
			most = max(most, float32(math.Abs(float64(x))))
		}
	}
	slices.Sort(hashes)
	scale := most / 127
	if scale == 0 {
		scale = 1
	}
	var b bytes.Buffer
	b.WriteString(magic)
	for _, n := range []uint32{version, uint32(Tags), uint32(len(hashes)), math.Float32bits(scale)} {
		b.Write(binary.LittleEndian.AppendUint32(nil, n))
	}
	for _, from := range w.Pass {
		for _, x := range from {
			b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
	}
	for _, h := range hashes {
		b.Write(binary.LittleEndian.AppendUint32(nil, h))
		for _, x := range w.Features[h] {
			b.WriteByte(byte(int8(math.Round(float64(x / scale)))))
		}
	}
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes()))
}

// Load reads a model file, which must not be changed afterward: the weights stay where they lie. It refuses one that is damaged, cut or of
// another version.
func Load(file []byte) (*Model, error) {
	if len(file) < headLength+4 || string(file[:4]) != magic {
		return nil, errDamaged
	}
	body, sum := file[:len(file)-4], binary.LittleEndian.Uint32(file[len(file)-4:])
	number := func(at int) uint32 { return binary.LittleEndian.Uint32(body[at:]) }
	n := int(number(12))
	switch {
	case crc32.ChecksumIEEE(body) != sum, n > maxFeatures, len(body) != headLength+n*entryLength:
		return nil, errDamaged
	case number(4) != version, number(8) != uint32(Tags):
		return nil, errors.New("the tagger's weights are of another version")
	}
	m := &Model{scale: math.Float32frombits(number(16)), entries: body[headLength:]}
	for from := range m.pass {
		for to := range m.pass[from] {
			m.pass[from][to] = math.Float32frombits(number(20 + 4*(from*Tags+to)))
		}
	}
	next := 0 // of first
	for at := 0; at < len(m.entries); at += entryLength {
		hash := m.hash(at)
		if at > 0 && hash <= m.hash(at-entryLength) {
			return nil, errDamaged
		}
		for ; next <= int(hash>>(32-prefixBits)); next++ {
			m.first[next] = uint32(at)
		}
	}
	for ; next < len(m.first); next++ {
		m.first[next] = uint32(len(m.entries))
	}
	return m, nil
}

// hash returns the feature of the entry at a place.
func (m *Model) hash(at int) uint32 { return binary.LittleEndian.Uint32(m.entries[at:]) }

// row returns the weights of a feature, a signed byte a tag; nil for one that training never saw.
func (m *Model) row(hash uint32) *[Tags]byte {
	prefix := hash >> (32 - prefixBits)
	for at, end := int(m.first[prefix]), int(m.first[prefix+1]); at < end; at += entryLength {
		if m.hash(at) == hash {
			return (*[Tags]byte)(m.entries[at+4:])
		}
	}
	return nil
}

// Features returns how many features the model has.
func (m *Model) Features() int { return len(m.entries) / entryLength }
