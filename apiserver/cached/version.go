package cached

import (
	"context"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// VersionHeader carries a version of the catalogue: in the answer to a write the one that holds it, in a request the
// lowest that the caller accepts. One that the database has not reached is ignored.
const VersionHeader = "Catalogue-Version"

// lookEvery is how long a version is believed that no write of this process has touched.
const lookEvery = 250 * time.Millisecond

// Source knows the version of what is kept.
type Source interface {
	// CatalogueVersion grows with each committed change.
	CatalogueVersion(ctx context.Context) (int64, error)
	// Changed returns a channel that is closed after the next write of this process.
	Changed() <-chan struct{}
}

// versions knows the present version and asks for it no more often than needed.
type versions struct {
	source Source
	now    func() time.Time
	last   atomic.Pointer[look]
	begun  atomic.Int64  // looks so far
	turn   chan struct{} // held by the one who asks
}

// look is what one question to the source found.
type look struct {
	number  int64 // of versions.begun
	version int64
	at      time.Time       // before the question
	changed <-chan struct{} // taken before the question: closed by any write the answer may lack
}

func newVersions(source Source, now func() time.Time) *versions {
	return &versions{source: source, now: now, turn: make(chan struct{}, 1)}
}

// current returns the present version. It asks when what it knows is old or below atLeast. What a question finds that
// began after this call is the truth for it: a version that the database has not reached is nobody's, however often it
// is demanded, and all who demand one at the same time share a question.
func (v *versions) current(ctx context.Context, atLeast int64) (int64, error) {
	before := v.begun.Load()
	if l := v.last.Load(); v.fresh(l) && l.version >= atLeast {
		return l.version, nil
	}
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if l := v.last.Load(); v.fresh(l) && (l.version >= atLeast || l.number > before) { // somebody asked while this one waited
		return l.version, nil
	}
	l := &look{number: v.begun.Add(1), at: v.now(), changed: v.source.Changed()}
	var err error
	if l.version, err = v.source.CatalogueVersion(ctx); err != nil {
		return 0, err
	}
	v.last.Store(l)
	return l.version, nil
}

func (v *versions) fresh(l *look) bool {
	if l == nil {
		return false
	}
	select {
	case <-l.changed:
		return false
	default:
	}
	age := v.now().Sub(l.at)
	return age >= 0 && age < lookEvery
}

// demanded is the version that a request asks for, 0 for none. What is no version asks for nothing.
func demanded(r *http.Request) int64 {
	n, err := strconv.ParseInt(r.Header.Get(VersionHeader), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
