package run

import (
	"testing"

	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// What a checkpoint says of pictures does not change with those that are drawn while it is
// written, and a run that begins again at its first step has shown nothing.
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
