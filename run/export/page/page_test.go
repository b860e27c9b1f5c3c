package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/scene"
	"hooke/scene/open"
)

// B1: the positions in the file are those of the run to half a step, the springs and their colors are those of the run.
func TestPageHoldsTheRun(t *testing.T) {
	body := ran(t, "walker", scene.Options{}, 12, 100)
	text, report := written(t, &Page{Title: "walker", Bodies: []Body{body}})
	l := unpacked(t, text)
	must.Be(t, len(l.Times), 12, "frames")
	must.Be(t, report.States, 12, "states")
	thing, rows := l.Things[0], l.rows[0]
	must.Be(t, thing.Points, body.Model.MassCount(), "points")
	worst := 0.0
	for k, f := range body.States.(Memory) {
		must.Be(t, l.Times[k], f.Time, "time")
		for i := range f.Position {
			x := f.Place(i)
			for axis := range 3 {
				got := l.Center[axis] + thing.Low[axis] + thing.Step[axis]*float64(rows["x"][k][axis*thing.Points+i])
				worst = max(worst, math.Abs(got-x[axis])/(thing.Step[axis]/2))
			}
		}
	}
	must.Hold(t, worst <= 1+1e-9, "a coordinate is wrong by %g half steps", worst)
	must.Hold(t, worst > 0.5, "the largest error of %d coordinates is %g half steps: nothing was rounded", 3*12*thing.Points, worst)
	half := max(thing.Step[0], thing.Step[1], thing.Step[2]) / 2
	must.Be(t, report.Error, half, "told error")
	must.Hold(t, strings.Contains(text, "rounded by at most"), "the page does not say its error")
	for s, e := range rows["ends"] {
		must.Be(t, model.Ends{e[0], e[1]}, body.Model.Ends[s], "ends of spring %d", s)
	}
	last := body.States.(Memory)[11]
	laws := reading(&body)
	high := rangeOf(t, text)
	for s, entry := range rows["s"][11] {
		strain := laws.InSnapshot(&last.Snapshot, s, last.RestScale).Strain
		want := math.Round(127 + 127*min(max(strain/high, -1), 1))
		must.Hold(t, math.Abs(float64(entry)-want) <= 1, "spring %d has the color %d and strain %g, that is %g of %g", s, entry, strain, want, high)
	}
}

// rangeOf reads the end of the scale from the legend.
func rangeOf(t *testing.T, text string) float64 {
	t.Helper()
	found := regexp.MustCompile(`<li>(?:≥ )?&#43;([\d.]+) %</li>`).FindStringSubmatch(text)
	must.Hold(t, found != nil, "the legend has no upper end")
	var percent float64
	must.Get(fmt.Sscan(found[1], &percent))(t)
	return percent / 100
}

// B4: a page is as large as it may be, says what it left out, and asks nobody for anything.
func TestPageFits(t *testing.T) {
	body := ran(t, "lattice", scene.Options{Springs: 7000}, 40, 10)
	p := &Page{Title: "lattice", Bodies: []Body{body}, Show: Both}
	text, whole := written(t, p)
	must.Be(t, whole.Frames, 40, "frames without a limit")
	const program = 25_000 // bytes around the frames, about
	for _, c := range []struct {
		share  float64
		frames int // at most
		words  string
	}{{0.8, 39, "of 40 states are shown"}, {0.4, 40, "Only the surface is shown"}} {
		p.MaxBytes = program + int64(c.share*float64(whole.Bytes-program))
		fewer, r := written(t, p)
		must.Hold(t, r.Bytes <= p.MaxBytes && r.Frames <= c.frames && r.Frames > 1, "of %d bytes the page has %d, with %d frames", p.MaxBytes, r.Bytes, r.Frames)
		must.Hold(t, strings.Contains(fewer, c.words) && strings.Contains(strings.Join(r.Left(), " "), c.words), "it does not say %q: %q", c.words, r.Left())
	}
	p.MaxBytes = whole.Bytes + 2000 // whatever stands around the frames is counted, not estimated
	_, all := written(t, p)
	must.Be(t, all.Frames, 40, "frames of a page that may be 2 kB larger than it is")
	p.MaxBytes = program / 2
	_, err := Write(io.Discard, p)
	must.Hold(t, err != nil && strings.Contains(err.Error(), "--max-size"), "25 kB give %v", err)
	without := regexp.MustCompile(`(?s)<script type="text/plain".*?</script>`).ReplaceAllString(text, "")
	without = strings.Replace(without, "http-equiv", "", 1)
	must.Hold(t, !strings.Contains(without, "http"), "the page names an address")
	must.Hold(t, strings.Contains(text, "default-src 'none'"), "the page lets requests through")
}

// Whatever names and texts hold, they are text in the page and end no element.
func TestHostileTextsAreText(t *testing.T) {
	const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&<!--`
	body := ran(t, "cube", scene.Options{}, 2, 10)
	plain, _ := written(t, &Page{Title: "cube", Bodies: []Body{body}, Facts: []Fact{{"a", "b"}}, Scene: "x"})
	body.Label = []string{evil}
	text, _ := written(t, &Page{Title: evil, Bodies: []Body{body}, Facts: []Fact{{evil, evil}}, Scene: evil + "\n"})
	for _, tag := range []string{"<script", "</script>", "<img", "<!--"} {
		must.Be(t, strings.Count(text, tag), strings.Count(plain, tag), "number of %s", tag)
	}
	must.Hold(t, strings.Contains(text, "<span>"+html.EscapeString(evil)+"</span>"), "the label is not there")
}

// One mass that never moves is a page, and nothing to show is an error.
func TestLeastPages(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{1, 2, 3}}, Mass: []float64{1}, Materials: []model.Material{{Name: "removed"}}}
	f := export.Frame{Snapshot: model.Snapshot{Position: [][3]float32{{1, 2, 3}}, Velocity: make([][3]float32, 1)}}
	body := Body{Model: m, Params: model.Params{Contacts: []model.Contact{model.Ground(0, 1, 0)}}, States: Memory{f}}
	text, r := written(t, &Page{Bodies: []Body{body}})
	l := unpacked(t, text)
	must.Be(t, r.Error, 0, "error")
	must.Hold(t, l.Center == model.Vec3{1, 2, 3} && l.Things[0].Dots == 1 && l.Look["spacing"].(float64) > 0, "the list of one mass is %+v", l.manifest)
	for name, b := range map[string][]Body{"no body": nil, "no state": {{Model: m, States: Memory{}}}, "no mass": {{Model: &model.Model{}, States: Memory{f}}}} {
		_, err := Write(io.Discard, &Page{Bodies: b})
		must.Hold(t, err != nil && strings.Contains(err.Error(), "to show"), "%s: %v", name, err)
	}
	f.Position[0][1] = -2e18 // a page of positions whose squares overflow would show nothing
	_, err := Write(io.Discard, &Page{Bodies: []Body{body}})
	must.Say(t, "a position far away", err, "page: body 0: a position of 2e+18 m is beyond 1e+18 m")
}

// Energies are drawn, and one sample is none.
func TestEnergyPlots(t *testing.T) {
	samples := []export.EnergySample{{Time: 0}, {Time: 1, Ledger: model.Ledger{Now: model.Energy{Kinetic: 2}}}}
	got := energyPlots(samples, false)
	must.Hold(t, strings.Contains(got, `d="M66.0 184.0L400.0 26.0"`) && strings.Contains(got, "elastic (0)"), "the plot is %s", got)
	must.Be(t, energyPlots(samples[:1], false), "", "of one sample the plot")
	must.Be(t, strings.Count(energyPlots(samples, true), "<svg"), 2, "plots of a ledger")
}

// Frames that are pushed continue the tables of the page, also where one before them was lost.
func TestLiveContinuesThePage(t *testing.T) {
	body := ran(t, "cube", scene.Options{}, 4, 40)
	film := body.States.(Memory)
	body.States = film[:1]
	var out bytes.Buffer
	live := must.Get(NewLive(&out, &Page{Bodies: []Body{body}, Range: 0.1}, model.Vec3{-1, -1, -1}, model.Vec3{1, 1, 3}))(t)
	l := unpacked(t, out.String())
	thing := l.Things[0]
	must.Hold(t, l.Follow && l.Box[0][1]-l.Box[0][0] < 0.7, "the camera does not follow, or shows %g m of a room of 2 m", l.Box[0][1]-l.Box[0][0])
	for k, f := range film[1:] {
		var frame pushed
		must.Do(t, json.Unmarshal(must.Get(live.Frame(&f))(t), &frame))
		must.Be(t, frame.Time, f.Time, "time")
		must.Be(t, len(frame.Blocks), 2, "blocks of frame %d", k+1)
		b := frame.Blocks[0]
		must.Be(t, fmt.Sprint(b.Table, b.First, b.Rows), fmt.Sprint("x", k+1, 1), "block")
		rows := must.Get(unpack(b.Text, 3*thing.Points, 2, 1, nil))(t)
		for i := range f.Position {
			x := l.Center[2] + thing.Low[2] + thing.Step[2]*float64(rows[0][2*thing.Points+i])
			must.Hold(t, math.Abs(x-f.Place(i)[2]) <= thing.Step[2]/2*(1+1e-9), "frame %d: mass %d is at %g m, not %g m", k+1, i, x, f.Place(i)[2])
		}
	}
	_, err := live.Frame(&film[0])
	must.Hold(t, err != nil, "an earlier frame is taken")
	_, err = NewLive(&out, &Page{Bodies: []Body{body}, MaxBytes: 1000}, model.Vec3{-1, -1, -1}, model.Vec3{1, 1, 3})
	must.Say(t, "a page of too many bytes", err, "allow more (--max-size)")
}

// A torn spring is not there from its frame on, and neither are the triangles and wires that it held.
func TestTornSpringsAreAbsent(t *testing.T) {
	s := must.Get(open.Scene("../../../examples/tear.toml", scene.Options{}))(t)
	m := s.Model
	torn := -1
	for k, e := range m.Ends {
		if torn < 0 && m.Materials[m.MaterialOf[k]].Inelastic.Changes() && (model.Cuts{{min(e[0], e[1]), max(e[0], e[1])}}).Through(m.Triangles[len(m.Triangles)/2]) {
			torn = k
		}
	}
	must.Hold(t, torn >= 0, "no spring at a triangle can tear")
	var film Memory
	for k := range 3 {
		f := export.Frame{Snapshot: model.Snapshot{Time: float64(k), Changes: m.Unchanged()}}
		for _, x := range s.Start.Position {
			f.Position = append(f.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2]) + float32(k)})
		}
		f.Velocity = make([][3]float32, len(f.Position))
		if k > 0 {
			f.Changes[torn].Damage = 1
		}
		film = append(film, f)
	}
	body := Body{Model: m, Params: s.Params, Start: s.Start, States: film}
	text, _ := written(t, &Page{Bodies: []Body{body}, Show: Springs})
	rows := unpacked(t, text).rows[0]["s"]
	for k := range 3 {
		for spring, entry := range rows[k] {
			must.Be(t, entry == Absent, k > 0 && spring == torn, "frame %d: spring %d is absent", k, spring)
		}
	}
	text, _ = written(t, &Page{Bodies: []Body{body}, Show: Surface})
	l := unpacked(t, text)
	must.Be(t, l.Things[0].Cuts, l.Things[0].Triangles+l.Things[0].Wires, "columns of cuts")
	whole := len(m.Triangles) - len(m.Aired(film[1].Changes).Triangles)
	for k, want := range []int{0, whole, whole} {
		cut := 0
		for _, v := range l.rows[0]["cut"][k][:l.Things[0].Triangles] {
			cut += int(v)
		}
		must.Hold(t, cut == want && whole > 0, "frame %d: %d triangles are cut, want %d", k, cut, want)
	}
}
