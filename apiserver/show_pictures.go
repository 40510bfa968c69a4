package apiserver

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"mentionary/internal/fault"
	"mentionary/internal/picture"
	"mentionary/internal/restgate"
)

const (
	showPicturePath = "/api/shows/pictures/"

	knownShowPictures = 5_000 // addresses
	madeShowPictures  = 150   // pictures of at most about 100 kB
	fetchedAtOnce     = 6
)

// showPictures are covers of shows that a search found. Browsers ask no strangers for pictures, and nothing is kept of shows that
// nobody submits: this process remembers the address of a cover for a while, fetches it when a page asks for it, makes it ours and
// keeps the last ones in memory. What is lost, or was found by another process, is not found, and the page draws its own cover. It
// is safe for concurrent use.
type showPictures struct {
	fetcher picture.Fetcher
	salt    []byte                     // so that nobody can tell a name by an address
	known   *lru.Cache[string, string] // addresses by name
	made    *lru.Cache[string, []byte] // JPEG by name
	room    chan struct{}
}

// newShowPictures keeps pictures that fetcher reads; nil shows none.
func newShowPictures(fetcher picture.Fetcher) (*showPictures, error) {
	s := &showPictures{fetcher: fetcher, salt: make([]byte, 16), room: make(chan struct{}, fetchedAtOnce)}
	_, _ = rand.Read(s.salt) // crypto/rand never fails
	var err error
	if s.known, err = lru.New[string, string](knownShowPictures); err != nil {
		return nil, err
	}
	s.made, err = lru.New[string, []byte](madeShowPictures)
	return s, err
}

// ours returns the address at which this process serves a foreign picture, "" for none.
func (s *showPictures) ours(address string) string {
	if address == "" || s.fetcher == nil {
		return ""
	}
	sum := sha256.Sum256(append(append([]byte{}, s.salt...), address...))
	name := hex.EncodeToString(sum[:])
	s.known.Add(name, address)
	return showPicturePath + name + ".jpg"
}

// ServeHTTP answers one picture. Its name can be known from a search's answer only.
func (s *showPictures) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, err := s.picture(r.Context(), strings.TrimSuffix(r.PathValue("name"), ".jpg"))
	if err != nil {
		// Why a stranger's server has no picture for us is nobody's business here.
		restgate.WriteError(w, http.StatusNotFound, "not_found", "There is no such picture.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "private, max-age=3600")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(data) // fails only when the caller has gone away
}

func (s *showPictures) picture(ctx context.Context, name string) ([]byte, error) {
	address, known := s.known.Get(name)
	if !known {
		return nil, fault.New(fault.NotFound, "There is no such picture.")
	}
	if data, ok := s.made.Get(name); ok {
		return data, nil
	}
	select {
	case s.room <- struct{}{}:
		defer func() { <-s.room }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	made, err := picture.Fetch(ctx, s.fetcher, address)
	if err != nil {
		return nil, err
	}
	s.made.Add(name, made.JPEG)
	return made.JPEG, nil
}
