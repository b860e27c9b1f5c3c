package page_test

import (
	"bytes"
	"fmt"

	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/scene"
	"hooke/scene/open"
)

// A page of states in memory: a cube that falls for a second.
func ExampleWrite() {
	s, err := open.Scene("cube", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var film page.Memory
	for k := range 11 {
		t := float64(k) / 10
		f := export.Frame{Snapshot: model.Snapshot{Time: t}}
		f.Resize(s.Model.MassCount())
		for i, x := range s.Start.Position {
			f.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2] - 4.905*t*t)}
			f.Velocity[i] = [3]float32{0, 0, float32(-9.81 * t)}
		}
		film = append(film, f)
	}
	var file bytes.Buffer // or an *os.File
	report, err := page.Write(&file, &page.Page{Title: "falling cube", Bodies: []page.Body{{Model: s.Model, Params: s.Params, Start: s.Start, States: film}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d states, within %s mm\n", report.Frames, report.States, report.Millimeters())
	// Output: 11 of 11 states, within 0.039 mm
}
