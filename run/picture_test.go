package run

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// final.png of a model by a pattern, of which only the visible part is drawn, is that of the same model in
// arrays, byte by byte; that of another step is another one.
func TestPicturesOfFinalStatesByPattern(t *testing.T) {
	gltest.New(t) // asks whether there is OpenGL
	picture := func(name string, o scene.Options, steps int) []byte {
		t.Helper()
		s := must.Get(preset.Of(name).Open(o))(t)
		e := must.Get(engine.New(engine.CPU, s.Model, s.Params, engine.Options{Start: s.Start}))(t)
		defer e.Close()
		must.Do(t, e.Step(steps))
		final := modeltest.Snapshot(t, e)
		path := filepath.Join(t.TempDir(), "a.png")
		must.Do(t, WritePicture(path, s, e, &final, Pictures{}, nil))
		must.Hold(t, (s.Model.Pattern != nil) == o.ByPattern, "the picture has changed the model that the engine steps")
		return must.Get(os.ReadFile(path))(t)
	}
	for name, size := range map[string][3]int{"lattice": {14, 12, 13}, "cloth": {30, 20, 0}} {
		o := scene.Options{Size: size}
		want := picture(name, o, 100)
		o.ByPattern = true
		if got := picture(name, o, 100); !bytes.Equal(got, want) {
			t.Errorf("%s: another picture than that of arrays", name)
		}
		if name == "cloth" && !must.Long() {
			continue
		}
		if got := picture(name, o, 80); bytes.Equal(got, want) {
			t.Errorf("%s: the same picture after other steps", name)
		}
	}
}

// The pictures in a checkpoint do not change with those that are drawn while it is written, and a run that
// begins again at its first step has shown nothing.
func TestShownIsOfItsMoment(t *testing.T) {
	p := &painter{renderer: &draw.Renderer{}}
	p.renderer.Remember(draw.Memory{Known: true, Pictures: 3})
	p.ranges.Know(color.ByStrain, 0.5)
	rec := &recording{painter: p}
	then := rec.shown(nil)
	p.ranges.Know(color.ByStrain, 0.75)
	if got := then.Ranges.Of(color.ByStrain); got != 0.5 || then.Memory.Pictures != 3 {
		t.Errorf("a later picture changed the range to %v of %d pictures; want 0.5 of 3", got, then.Memory.Pictures)
	}
	if none := (&recording{}).shown(then); none != then {
		t.Errorf("without pictures %+v was shown, want what those before have shown", none)
	}
	for from, want := range map[int64]int{0: 0, 1: 3} {
		p.renderer.Remember(draw.Memory{})
		if rec.goOn(then, from); p.renderer.Memory().Pictures != want {
			t.Errorf("from step %d: %d pictures were drawn, want %d", from, p.renderer.Memory().Pictures, want)
		}
	}
}
