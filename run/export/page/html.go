package page

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"

	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

//go:embed web
var web embed.FS

// scripts are the files of the program of a page, in their order.
var scripts = [...]string{"decode.js", "film.js", "camera.js", "draw.js", "page.js"}

// blockFrame is about the length of the element around the text of a block, and of its entry in the list.
const blockFrame = 160

// blocksBegin is where the blocks stand in the file.
const blocksBegin = `<div id="blocks" hidden>`

// manifest is the JSON of a page: see package.
type manifest struct {
	Things []thingEntry `json:"things"`
	Times  []float64    `json:"times"`
	Blocks []block      `json:"blocks"`

	Colors []byte         `json:"colors"` // red, green and blue of the color map
	Shadow *[4]float64    `json:"shadow"` // direction of the sun, and height of the ground, counted from Center [m]; null: no ground
	Center model.Vec3     `json:"center"` // the point that all positions are counted from [m]
	Box    [3][2]float64  `json:"box"`    // that the camera shows, from and to along each axis
	View   direction      `json:"view"`
	Follow bool           `json:"follow"` // the camera goes with the first thing, until a hand changes that
	Wire   [4]float32     `json:"wire"`   // color of wires, times its opacity
	Look   map[string]any `json:"look"`   // values for uniforms of shaders.glsl, by their names
}

// direction is that to look from [rad].
type direction struct {
	Azimuth   float64 `json:"azimuth"`
	Elevation float64 `json:"elevation"`
}

// thingEntry is a thing in the manifest.
type thingEntry struct {
	Points    int        `json:"points"`
	Low       model.Vec3 `json:"low"`  // corner of the box, counted from Center [m]
	Step      model.Vec3 `json:"size"` // of a step [m]
	Springs   int        `json:"springs"`
	Triangles int        `json:"triangles"`
	Wires     int        `json:"wires"`
	Cuts      int        `json:"cuts"` // columns of cut
	Dots      int        `json:"dots"`
	Length    float64    `json:"length"` // of a typical spring [m]
	Sink      float64    `json:"sink"`   // how much farther away it is drawn, so that masses on shapes are seen [m]
	Still     bool       `json:"still"`  // positions have one row
	Tint      [4]float32 `json:"tint"`   // its color; zero: those of springs and points
	Dot       [4]float32 `json:"dot"`    // color of dots: of pins, or of masses
}

// gridLines is the largest number of fine cells of the ground along the view's subject, as in the window.
const gridLines = 16

// sinkSize is Sink in lengths of springs, as in the window.
const sinkSize = 0.5

// manifest returns the list of a film.
func (m *film) manifest() *manifest {
	p := m.page
	paint := paintOf(p.Theme)
	out := &manifest{Times: m.times, Blocks: m.blocks, View: direction{p.Azimuth, p.Elevation}}
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
	if out.View == (direction{}) {
		out.View = direction{UsualAzimuth, UsualElevation}
	}
	for channel, v := range paint.WireColor[:3] {
		out.Wire[channel] = v * paint.WireColor[3]
	}
	out.Wire[3] = paint.WireColor[3]
	for k, c := range p.Color.Map(m.entries()) {
		if k < m.entries() {
			for _, channel := range c {
				out.Colors = append(out.Colors, byte(math.Round(255*channel)))
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
		sun := color.Sun()
		out.Shadow = &[4]float64{sun[0], sun[1], sun[2], height - out.Center[2]}
	}
	for axis, c := range out.Center {
		out.Box[axis] = [2]float64{all.lo[axis] - c, all.hi[axis] - c}
	}
	out.Look = look(paint, color.RoundUp(size/gridLines, 1, 2, 5), out.Center)
	sink := 0.0
	for _, t := range m.things { // shapes come last
		sink = max(sink, sinkSize*t.length)
		e := thingEntry{Points: t.points(), Low: t.box.lo.Sub(out.Center), Step: t.box.step(), Springs: len(t.spring),
			Triangles: len(t.triangles) / 3, Wires: len(t.wires) / 2, Dots: len(t.dots), Length: t.length, Dot: paint.MassColor}
		if len(t.dots) < t.points() {
			e.Dot = paint.PinColor
		}
		if t.tears != nil {
			e.Cuts = t.cutColumns()
		}
		switch {
		case t.solids != nil:
			e.Sink, e.Still, e.Tint = sink, t.still(), paint.SolidColor
		case p.Color == color.Plain:
			e.Tint = paint.PlainColor
		}
		out.Things = append(out.Things, e)
	}
	return out
}

// paintOf returns the colors and lights of the window, red, green and blue from 0 to 1.
func paintOf(t color.Theme) (v shaders.View) {
	t.Paint(&v)
	v.PinColor[3] = 1
	return v
}

// look returns the uniforms that all programs of the page have: a theme, and the ground with lines at a distance [m].
func look(v shaders.View, spacing float64, center model.Vec3) map[string]any {
	var origin [2]float64
	for axis := range origin { // the same lines as from the origin of the world, which may be far away
		if spacing > 0 {
			origin[axis] = -math.Mod(center[axis], 5*spacing)
		}
	}
	return map[string]any{"above": v.SkyTop, "below": v.SkyBottom, "soil": v.GroundColor, "grid": v.GridColor, "sun": v.Sun, "toSun": color.Sun(),
		"skyLight": v.AmbientUp, "groundLight": v.AmbientDown, "spacing": spacing, "origin": origin}
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
	Labels   []label
	Legend   *legend
	Energy   template.HTML
	Scene    string
}

// label is a body's label: its first lines, and all of them.
type label struct {
	Thing int
	Lines []string
	All   string
}

// labelsOf returns the labels of bodies, of two lines each where many stand side by side.
func labelsOf(bodies []Body) (out []label) {
	for k, b := range bodies {
		shown := b.Label
		if len(bodies) > 4 {
			shown = shown[:min(2, len(shown))]
		}
		if len(shown) > 0 {
			out = append(out, label{k, shown, strings.Join(b.Label, "\n")})
		}
	}
	return out
}

// style returns the style sheet with the inks of a theme.
func style(t color.Theme) template.CSS {
	inks := t.Inks()
	var out strings.Builder
	fmt.Fprintf(&out, ":root{color-scheme:%s;", t)
	for _, ink := range []struct { // in an order, so that a page always has the same bytes
		name string
		of   color.Ink
	}{{"bright", inks.Bright}, {"dim", inks.Dim}, {"accent", inks.Accent}, {"warn", inks.Warn}, {"panel", inks.Panel}, {"line", inks.Line}} {
		fmt.Fprintf(&out, "--%s:#%08x;", ink.name, uint32(ink.of))
	}
	sky := paintOf(t).SkyBottom
	fmt.Fprintf(&out, "--sky:#%06x}\n", uint32(color.Opaque([3]float64{float64(sky[0]), float64(sky[1]), float64(sky[2])}))>>8)
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

// program returns the program of a page, stripped.
var program = sync.OnceValues(func() (string, error) {
	shaders, err := stripped(read("shaders.glsl"), glsl)
	out := "const GLSL=`" + shaders + "`;\n"
	for _, name := range scripts {
		if err == nil {
			var text string
			text, err = stripped(read(name), javaScript)
			out += text
		}
	}
	return out, err
})

// html returns the file without its blocks, and the place where they go.
func (m *film) html(notes []string) (text []byte, blocks int, err error) {
	p := m.page
	list, err := json.Marshal(m.manifest())
	if err != nil {
		return nil, 0, err
	}
	s := shell{Title: p.Title, Labels: labelsOf(p.Bodies), Style: style(p.Theme), Manifest: template.JS(list), Facts: p.Facts, Notes: notes, Legend: m.legend(), Scene: p.Scene}
	program, err := program()
	if err != nil {
		return nil, 0, err
	}
	s.Script = template.JS(program)
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
