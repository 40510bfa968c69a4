package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// coverSize is the side of a cover in pixels, the least that podcast
// directories accept.
const coverSize = 1400

// cover describes a picture as flat shapes on a background. Coordinates are
// thousandths of the side, so a picture does not depend on its size.
type cover struct {
	Background hexColor `json:"background"`
	Shapes     []shape  `json:"shapes"` // painted in this order
}

// shape is a thick line from (X1,Y1) to (X2,Y2) with round ends and radius R.
// With both ends equal it is a disc, and with Hollow it is only an outline of
// that thickness.
type shape struct {
	X1     float64  `json:"x1"`
	Y1     float64  `json:"y1"`
	X2     float64  `json:"x2"`
	Y2     float64  `json:"y2"`
	R      float64  `json:"r"`
	Hollow float64  `json:"hollow"`
	Color  hexColor `json:"color"`
}

// hexColor is written #rrggbb.
type hexColor struct{ color.RGBA }

// UnmarshalJSON reads "#rrggbb".
func (c *hexColor) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	c.A = 0xff
	if n, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil || n != 3 || len(text) != 7 {
		return fmt.Errorf("%q is not a color; write it as #rrggbb", text)
	}
	return nil
}

// png paints the cover. The same description always gives the same bytes.
func (c cover) png() []byte {
	canvas := image.NewRGBA(image.Rect(0, 0, coverSize, coverSize))
	for i := 0; i < len(canvas.Pix); i += 4 {
		copy(canvas.Pix[i:], []uint8{c.Background.R, c.Background.G, c.Background.B, 0xff})
	}
	for _, s := range c.Shapes {
		s.paint(canvas)
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, canvas); err != nil {
		// A buffer takes every write and the size is fixed.
		panic(fmt.Sprintf("demo: paint cover: %v", err))
	}
	return b.Bytes()
}

func (s shape) paint(canvas *image.RGBA) {
	const scale = coverSize / 1000.0
	s.X1, s.Y1, s.X2, s.Y2 = s.X1*scale, s.Y1*scale, s.X2*scale, s.Y2*scale
	s.R, s.Hollow = s.R*scale, s.Hollow*scale

	reach := s.R + s.Hollow + 1
	box := image.Rect(
		int(math.Min(s.X1, s.X2)-reach), int(math.Min(s.Y1, s.Y2)-reach),
		int(math.Max(s.X1, s.X2)+reach)+1, int(math.Max(s.Y1, s.Y2)+reach)+1,
	).Intersect(canvas.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			// The edge is one pixel wide, so that it looks smooth.
			cover := min(max(0.5-s.distance(float64(x)+0.5, float64(y)+0.5), 0), 1)
			if cover == 0 {
				continue
			}
			at := canvas.PixOffset(x, y)
			mix(&canvas.Pix[at], s.Color.R, cover)
			mix(&canvas.Pix[at+1], s.Color.G, cover)
			mix(&canvas.Pix[at+2], s.Color.B, cover)
		}
	}
}

// distance from a point to the edge of the shape, negative inside.
func (s shape) distance(x, y float64) float64 {
	dx, dy := s.X2-s.X1, s.Y2-s.Y1
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((x-s.X1)*dx+(y-s.Y1)*dy)/length, 0), 1)
	}
	d := math.Hypot(x-s.X1-along*dx, y-s.Y1-along*dy) - s.R
	if s.Hollow > 0 {
		return math.Abs(d) - s.Hollow/2
	}
	return d
}

func mix(channel *uint8, to uint8, share float64) {
	*channel = uint8(math.Round(float64(*channel)*(1-share) + float64(to)*share))
}
