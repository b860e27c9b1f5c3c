package page

import (
	"bytes"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

//go:embed web
var web embed.FS

// scripts are the files of the program of a page, in their order.
var scripts = [...]string{"decode.js", "camera.js", "shaders.js", "draw.js", "page.js"}

// blockFrame is about the length of the element around the text of a block, and of its entry in the list.
const blockFrame = 160

// blocksBegin is where the blocks stand in the file.
const blocksBegin = `<div id="blocks" hidden>`

// manifest is the JSON of a page: see package.
type manifest struct {
	Things []thingEntry `json:"things"`
	Times  []float64    `json:"times"`
	Blocks []block      `json:"blocks"`

	Colors  string      `json:"colors"` // red, green and blue of the color map, in hexadecimal
	Absent  int         `json:"absent"`
	Ground  *float64    `json:"ground"`  // height, counted from Center [m]; null: none
	Spacing float64     `json:"spacing"` // of the lines on the ground [m]
	Sink    float64     `json:"sink"`    // how much farther away shapes are drawn, so that masses on them are seen [m]
	Grid    [2]float64  `json:"grid"`    // a crossing of strong lines on the ground, counted from Center [m]
	Center  model.Vec3  `json:"center"`  // the point that all positions are counted from [m]
	Box     [2]corner   `json:"box"`     // that the camera shows
	View    [2]float64  `json:"view"`    // azimuth and elevation [rad]
	Follow  bool        `json:"follow"`  // the camera goes with the first thing, until a hand changes that
	Sun     [3]float64  `json:"sun"`     // unit vector toward it
	Look    themeColors `json:"look"`
}

type corner = model.Vec3

// thingEntry is a thing in the manifest.
type thingEntry struct {
	Points    int        `json:"points"`
	Low       model.Vec3 `json:"low"`  // corner of the box, counted from Center [m]
	Step      model.Vec3 `json:"step"` // [m]
	Springs   int        `json:"springs"`
	Triangles int        `json:"triangles"`
	Wires     int        `json:"wires"`
	Cuts      int        `json:"cuts"` // columns of cut
	Dots      int        `json:"dots"`
	Length    float64    `json:"length"` // of a typical spring [m]
	Pinned    bool       `json:"pinned"` // dots are pins
	Solid     bool       `json:"solid"`  // shapes, without values
	Still     bool       `json:"still"`  // positions have one row
	Tint      []float32  `json:"tint,omitempty"`
	Label     []string   `json:"label,omitempty"`
}

// themeColors are colors and lights of the window, red, green and blue from 0 to 1.
type themeColors struct {
	SkyTop      [4]float32 `json:"skyTop"`
	SkyBottom   [4]float32 `json:"skyBottom"`
	Ground      [4]float32 `json:"ground"`
	Grid        [4]float32 `json:"grid"`
	Wire        [4]float32 `json:"wire"`
	Pin         [4]float32 `json:"pin"`
	Mass        [4]float32 `json:"mass"`
	Plain       [4]float32 `json:"plain"`
	Sun         [4]float32 `json:"sun"`
	AmbientUp   [4]float32 `json:"up"`
	AmbientDown [4]float32 `json:"down"`
}

func lookOf(t color.Theme) themeColors {
	var v shaders.View
	t.Paint(&v)
	return themeColors{SkyTop: v.SkyTop, SkyBottom: v.SkyBottom, Ground: v.GroundColor, Grid: v.GridColor, Wire: v.WireColor, Pin: v.PinColor,
		Mass: v.MassColor, Plain: v.PlainColor, Sun: v.Sun, AmbientUp: v.AmbientUp, AmbientDown: v.AmbientDown}
}

// gridLines is the largest number of fine cells of the ground along the view's subject, as in the window.
const gridLines = 16

// sinkSize is Sink in lengths of springs, as in the window.
const sinkSize = 0.5

// manifest returns the list of a film.
func (m *film) manifest() *manifest {
	p := m.page
	out := &manifest{Times: m.times, Blocks: m.blocks, Absent: Absent, View: [2]float64{p.Azimuth, p.Elevation}, Sun: color.Sun(), Look: lookOf(p.Theme)}
	all := box{}
	for k, t := range m.things {
		seen := t.box
		if t.sight != nil {
			seen, out.Follow = *t.sight, true
		}
		for i, x := range [2]model.Vec3{seen.lo, seen.hi} {
			if t.solids == nil {
				all.add(x, k == 0 && i == 0)
			}
		}
	}
	if out.View == ([2]float64{}) {
		out.View = [2]float64{UsualAzimuth, UsualElevation}
	}
	for k, c := range p.Color.Map(m.entries()) {
		if k < m.entries() {
			for _, channel := range c {
				out.Colors += hex.EncodeToString([]byte{byte(math.Round(255 * channel))})
			}
		}
	}
	out.Center = all.lo.Add(all.hi).Mul(0.5)
	size := all.hi.Sub(all.lo).Len()
	if size == 0 { // a mass that stands still
		size = 1
	}
	if height, ok := p.Bodies[0].Params.GroundHeight(); ok {
		height += p.Bodies[0].Move[2]
		if height < all.lo[2] && all.lo[2]-height < 2*size {
			all.lo[2] = height
		}
		height -= out.Center[2]
		out.Ground = &height
	}
	out.Box = [2]corner{all.lo.Sub(out.Center), all.hi.Sub(out.Center)}
	out.Spacing = color.RoundUp(size/gridLines, 1, 2, 5)
	for axis := range out.Grid { // the same lines as from the origin of the world, which may be far away
		if out.Spacing > 0 {
			out.Grid[axis] = -math.Mod(out.Center[axis], 5*out.Spacing)
		}
	}
	for _, t := range m.things {
		out.Sink = max(out.Sink, sinkSize*t.length)
		e := thingEntry{Points: t.points(), Low: t.box.lo.Sub(out.Center), Step: t.box.step(), Springs: len(t.spring),
			Triangles: len(t.triangles) / 3, Wires: len(t.wires) / 2, Dots: len(t.dots), Length: t.length, Pinned: len(t.dots) < t.points(), Label: t.body.Label}
		if t.tears != nil {
			e.Cuts = len(t.sides) + len(t.edges)
		}
		switch {
		case t.solids != nil:
			solid := p.Theme.Solid()
			e.Solid, e.Still, e.Tint, e.Label = true, t.still(), []float32{float32(solid[0]), float32(solid[1]), float32(solid[2])}, nil
		case p.Color == color.Plain:
			e.Tint = out.Look.Plain[:3]
		}
		out.Things = append(out.Things, e)
	}
	return out
}

// UsualAzimuth and UsualElevation are the direction to look from unless a page says another, which is that of the window [rad].
const (
	UsualAzimuth   = -55 * math.Pi / 180
	UsualElevation = 24 * math.Pi / 180
)

// shell holds the values of the HTML template.
type shell struct {
	Title    string
	Style    template.CSS
	Script   template.JS
	Manifest template.JS
	Facts    []Fact
	Notes    []string
	Legend   *legend
	Energy   template.HTML
	Scene    string
}

// style returns the style sheet with the inks of a theme.
func style(t color.Theme) template.CSS {
	inks := t.Inks()
	var out strings.Builder
	fmt.Fprintf(&out, ":root{color-scheme:%s;", t)
	for name, ink := range map[string]color.Ink{"bright": inks.Bright, "dim": inks.Dim, "accent": inks.Accent, "warn": inks.Warn, "panel": inks.Panel, "line": inks.Line} {
		fmt.Fprintf(&out, "--%s:#%08x;", name, uint32(ink))
	}
	look := lookOf(t)
	fmt.Fprintf(&out, "--sky:#%06x}\n", uint32(color.Opaque([3]float64{float64(look.SkyBottom[0]), float64(look.SkyBottom[1]), float64(look.SkyBottom[2])}))>>8)
	return template.CSS(out.String() + read("page.css"))
}

// read returns a file of the page.
func read(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic(err) // it is embedded: it never happens
	}
	return string(text)
}

// html returns the file without its blocks, and the place where they go.
func (m *film) html(notes []string) (text []byte, blocks int, err error) {
	p := m.page
	list, err := json.Marshal(m.manifest())
	if err != nil {
		return nil, 0, err
	}
	s := shell{Title: p.Title, Style: style(p.Theme), Manifest: template.JS(list), Facts: p.Facts, Notes: notes, Legend: m.legend(), Scene: p.Scene}
	for _, name := range scripts {
		s.Script += template.JS(read(name))
	}
	s.Energy = template.HTML(energyPlots(p.Energy, p.Ledger))
	t, err := template.New("page").Parse(read("page.html"))
	var out bytes.Buffer
	if err == nil {
		err = t.Execute(&out, s)
	}
	if err != nil {
		return nil, 0, err
	}
	return out.Bytes(), bytes.Index(out.Bytes(), []byte(blocksBegin)) + len(blocksBegin), nil
}

// write writes the file.
func (m *film) write(w io.Writer, notes []string) (size int64, err error) {
	text, at, err := m.html(notes)
	if err != nil {
		return 0, err
	}
	put := func(parts ...[]byte) {
		for _, part := range parts {
			if err == nil {
				var n int
				n, err = w.Write(part)
				size += int64(n)
			}
		}
	}
	put(text[:at])
	for k, b := range m.blocks {
		put(fmt.Appendf(nil, "\n<script type=\"text/plain\" id=\"block%d\">", k), b.text, []byte("</script>"))
	}
	put(text[at:])
	return size, err
}
