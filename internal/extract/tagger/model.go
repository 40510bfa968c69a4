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
	scale   float32  // what a quantized 1 is worth
	entries []byte   // as they stand in the file, by rising hash
	first   []uint32 // by the upper bits of a hash: the place of the first entry that has them
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
	m := &Model{scale: math.Float32frombits(number(16)), entries: body[headLength:], first: make([]uint32, 1, 1<<prefixBits+1)}
	for from := range m.pass {
		for to := range m.pass[from] {
			m.pass[from][to] = math.Float32frombits(number(20 + 4*(from*Tags+to)))
		}
	}
	for i := range n {
		if i > 0 && m.hash(i) <= m.hash(i-1) {
			return nil, errDamaged
		}
		for uint32(len(m.first)) <= m.hash(i)>>(32-prefixBits) {
			m.first = append(m.first, uint32(i))
		}
	}
	for len(m.first) < cap(m.first) {
		m.first = append(m.first, uint32(n))
	}
	return m, nil
}

// hash returns the feature of an entry.
func (m *Model) hash(entry int) uint32 {
	return binary.LittleEndian.Uint32(m.entries[entry*entryLength:])
}

// row returns the weights of a feature, a signed byte a tag; nil for one that training never saw.
func (m *Model) row(hash uint32) *[Tags]byte {
	prefix := hash >> (32 - prefixBits)
	for i := int(m.first[prefix]); i < int(m.first[prefix+1]); i++ {
		if m.hash(i) == hash {
			return (*[Tags]byte)(m.entries[i*entryLength+4:])
		}
	}
	return nil
}

// Features returns how many features the model has.
func (m *Model) Features() int { return len(m.entries) / entryLength }
