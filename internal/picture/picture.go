package picture

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // decoders of the formats that covers come in
	"image/jpeg"
	_ "image/png"
	"net/http"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// Limits of SECURITY.md, Parsers.
const (
	MaxBytes  = 5 << 20    // of a foreign picture
	MaxPixels = 40_000_000 // by its header, before anything is decoded
	longSide  = 640        // of what we keep
	quality   = 82
)

// Fetcher gets what an address leads to, guarded.
type Fetcher interface {
	Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error)
}

// Picture is ours: a JPEG of at most 640 pixels on its longer side.
type Picture struct {
	JPEG          []byte
	Width, Height int
}

// Fetch gets a foreign picture and makes it ours.
func Fetch(ctx context.Context, f Fetcher, address string) (Picture, error) {
	r, err := f.Fetch(ctx, outbound.Request{URL: address, Accept: "image/jpeg, image/png, image/gif", MaxBytes: MaxBytes})
	if err != nil {
		return Picture{}, err
	}
	if r.Status != http.StatusOK {
		return Picture{}, fault.New(fault.NotFound, "There is no picture at this address.")
	}
	return Convert(r.Body)
}

// Convert decodes, scales and encodes a picture anew. What is no raster picture, or too large, is refused before its
// pixels are read.
func Convert(b []byte) (Picture, error) {
	if len(b) > MaxBytes {
		return Picture{}, fault.New(fault.TooLarge, "The picture is larger than 5 MiB.")
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return Picture{}, fault.Wrap(fault.Unsupported, err, "This is not a JPEG, PNG or GIF picture.")
	}
	if head.Width < 1 || head.Height < 1 || head.Width*head.Height > MaxPixels {
		return Picture{}, fault.New(fault.TooLarge, "The picture has more than 40 million pixels.")
	}
	src, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return Picture{}, fault.Wrap(fault.Unsupported, err, "The picture is damaged.")
	}
	small := scale(src)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: quality}); err != nil {
		return Picture{}, fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	return Picture{JPEG: out.Bytes(), Width: small.Rect.Dx(), Height: small.Rect.Dy()}, nil
}

// scale draws a picture on white, at most longSide on its longer side: each new pixel is the mean of those it covers.
func scale(src image.Image) *image.RGBA {
	b := src.Bounds()
	full := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(full, full.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(full, full.Rect, src, b.Min, draw.Over)
	w, h := b.Dx(), b.Dy()
	if max(w, h) <= longSide {
		return full
	}
	if w >= h {
		w, h = longSide, max(1, h*longSide/w)
	} else {
		w, h = max(1, w*longSide/h), longSide
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		y0, y1 := y*b.Dy()/h, max(y*b.Dy()/h+1, (y+1)*b.Dy()/h)
		for x := range w {
			x0, x1 := x*b.Dx()/w, max(x*b.Dx()/w+1, (x+1)*b.Dx()/w)
			out.SetRGBA(x, y, mean(full, x0, y0, x1, y1))
		}
	}
	return out
}

// mean is the mean color of a rectangle of an opaque picture.
func mean(p *image.RGBA, x0, y0, x1, y1 int) color.RGBA {
	var r, g, b, n int
	for y := y0; y < y1; y++ {
		i := p.PixOffset(x0, y)
		for range x1 - x0 {
			r, g, b, n = r+int(p.Pix[i]), g+int(p.Pix[i+1]), b+int(p.Pix[i+2]), n+1
			i += 4
		}
	}
	return color.RGBA{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n), A: 255}
}
