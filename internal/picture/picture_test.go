package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/picture"
)

func encode(t testing.TB, w, h int, c color.Color) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

func TestPicturesAreMadeSmallAndEncodedAnew(t *testing.T) {
	t.Parallel()
	p, err := picture.Convert(encode(t, 1400, 700, color.NRGBA{R: 200, G: 40, B: 30, A: 255}))
	require.NoError(t, err)
	require.Equal(t, []int{640, 320}, []int{p.Width, p.Height})
	m, err := jpeg.Decode(bytes.NewReader(p.JPEG))
	require.NoError(t, err)
	r, g, b, _ := m.At(320, 160).RGBA()
	require.InDelta(t, 200, r>>8, 4)
	require.InDelta(t, 40, g>>8, 4)
	require.InDelta(t, 30, b>>8, 4)
}

func TestTransparentPicturesStandOnWhite(t *testing.T) {
	t.Parallel()
	p, err := picture.Convert(encode(t, 10, 10, color.NRGBA{}))
	require.NoError(t, err)
	m, err := jpeg.Decode(bytes.NewReader(p.JPEG))
	require.NoError(t, err)
	r, _, _, _ := m.At(5, 5).RGBA()
	require.InDelta(t, 255, r>>8, 2)
}

// bomb is a PNG of a few bytes whose header announces 20,000 x 20,000 pixels.
func bomb() []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	head := []byte("IHDR")
	head = binary.BigEndian.AppendUint32(head, 20_000)
	head = binary.BigEndian.AppendUint32(head, 20_000)
	head = append(head, 8, 2, 0, 0, 0)
	b = binary.BigEndian.AppendUint32(b, 13)
	b = append(b, head...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(head))
}

func TestHostilePicturesAreRefused(t *testing.T) {
	t.Parallel()
	good := encode(t, 20, 20, color.White)
	for name, c := range map[string]struct {
		data []byte
		kind fault.Kind
	}{
		"nothing":        {nil, fault.Unsupported},
		"a page":         {[]byte("<!doctype html><script>alert(1)</script>"), fault.Unsupported},
		"a vector":       {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), fault.Unsupported},
		"a pixel bomb":   {bomb(), fault.TooLarge},
		"cut off":        {good[:len(good)/2], fault.Unsupported},
		"too many bytes": {make([]byte, picture.MaxBytes+1), fault.TooLarge},
	} {
		_, err := picture.Convert(c.data)
		require.Equal(t, c.kind, fault.KindOf(err), name)
	}
}

type answer struct {
	status int
	body   []byte
	err    error
}

func (a answer) Fetch(context.Context, outbound.Request) (outbound.Response, error) {
	return outbound.Response{Status: a.status, Body: a.body}, a.err
}

func TestFetchTellsWhyThereIsNoPicture(t *testing.T) {
	t.Parallel()
	_, err := picture.Fetch(t.Context(), answer{err: fault.New(fault.Unavailable, "away")}, "https://pictures.example/a.png")
	require.True(t, fault.Is(err, fault.Unavailable))
	_, err = picture.Fetch(t.Context(), answer{status: http.StatusNoContent}, "https://pictures.example/a.png")
	require.True(t, fault.Is(err, fault.NotFound))
	p, err := picture.Fetch(t.Context(), answer{status: http.StatusOK, body: encode(t, 30, 60, color.Black)}, "https://pictures.example/a.png")
	require.NoError(t, err)
	require.Equal(t, 60, p.Height)
}

func FuzzConvert(f *testing.F) {
	f.Add(bomb())
	f.Add(encode(f, 3, 3, color.White))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := picture.Convert(b); err == nil && (p.Width > 640 || p.Height > 640) {
			t.Fatalf("%d x %d", p.Width, p.Height)
		}
	})
}
