package play

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hooke/model"
	"hooke/run"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/scene"
	"hooke/scene/words"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
)

// Page returns a page of a record: its structure, with its size and its step, and its states from the first to the last number.
func (x *Record) Page(first, last int) *page.Page {
	s := x.Scene
	body := BodyOf(s)
	body.States = page.Part(x, first, last)
	return &page.Page{Title: s.Name, Bodies: []page.Body{body}, Facts: []page.Fact{
		{Name: "structure", Text: fmt.Sprintf("%s %s, %s %s", hud.Grouped(s.Model.MassCount()), words.Noun(s.Model.MassCount(), "mass"), hud.Grouped(s.Model.SpringCount()), words.Noun(s.Model.SpringCount(), "spring"))},
		{Name: "step", Text: hud.Quantity(s.Params.DT, "s")}}}
}

// BodyOf returns the body of a scene, with the shapes that it touches, and without states.
func BodyOf(s *scene.Scene) page.Body {
	b := page.Body{Model: s.Model, Params: s.Params, Start: s.Start}
	if corners, moves := draw.SolidsOf(s.Params.Contacts); corners != nil {
		b.Solids = func(time float64, lo, hi model.Vec3) []model.Vec3 { return corners(time, draw.Bounds{Lo: lo, Hi: hi}) }
		b.SolidsMove = moves
	}
	return b
}

// MostOnPage is the largest number of members that a page has room for, and the usual one.
const MostOnPage = 12

// Page returns a page of all members, which have labels, side by side as the pictures of a lineup show them. Colors are those of
// springs, and labels tell the numbers. From is the folder of a sweep.
func (l *Lineup) Page() *page.Page {
	p := &page.Page{Title: l.Title}
	view := l.View()
	p.Azimuth, p.Elevation = view.Azimuth, view.Elevation
	for k, m := range l.Members {
		body := BodyOf(m.Scene)
		body.States, body.Label, body.Move = memberStates{m}, m.Label, l.moves[k]
		p.Bodies = append(p.Bodies, body)
		p.Facts = append(p.Facts, page.Fact{Name: m.Label[0], Text: strings.Join(m.Label[1:], ", ")})
	}
	if l.From != "" {
		p.Facts = append(p.Facts, page.Fact{Name: "sweep", Text: l.From})
	}
	return p
}

// memberStates are the states of a member.
type memberStates struct{ of *Member }

// Frames returns their number.
func (s memberStates) Frames() int { return len(s.of.frames) }

// Time returns the time of state k [s].
func (s memberStates) Time(k int) float64 { return s.of.frames[k].Time }

// Read lends state k.
func (s memberStates) Read(k int, f *export.Frame) error {
	*f = export.Frame{Snapshot: s.of.frames[k].Snapshot, RestScale: s.of.frames[k].restScale}
	return nil
}

// InFolder returns the file of the folder of a run that shows most of it: a trajectory, else where the run is or ended.
func InFolder(folder string) (string, error) {
	names := []string{"trajectory.npz", "trajectory.dump", run.CheckpointName, run.FinalName}
	for _, name := range names {
		path := filepath.Join(folder, name)
		if at, err := os.Stat(path); err == nil && at.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: the folder has none of %s: make a trajectory there with hooke run --save npz --out %s", folder, strings.Join(names, ", "), folder)
}

// Energies returns the samples of energy.csv beside the record's file, and whether they have the
// flows; none where there is no such table, or it is not of the same run.
func (x *Record) Energies() (samples []export.EnergySample, ledger bool, err error) {
	folder := filepath.Dir(x.From)
	path, final := filepath.Join(folder, run.EnergyName), filepath.Join(folder, run.FinalName)
	_, of := KindOf(x.From)
	if x.From == "" || of == "" {
		return nil, false, nil
	}
	if _, end := KindOf(final); end != of {
		return nil, false, nil
	}
	if _, err := os.Stat(path); err != nil {
		return nil, false, nil
	}
	return export.ReadEnergyCSV(path)
}
