package open

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// Two jellies without friction, each mass of the upper over the middle of four of the lower,
// where it passes most easily, do not end inside each other after a fall of 7 cm. Control:
// half of the stiffness that touches have, of surfaces alone.
func TestTwoJelliesStayOutsideEachOther(t *testing.T) {
	const side, pitch, time = 8, 0.3 / 7, 0.8 // [-], [m], [s]
	for _, c := range []struct {
		name, more  string
		least, most int
	}{
		{"by default", "[collision]\n", 0, 0},
		{"softer, surfaces alone", "[collision]\nstiffness = 1000\nwhich = \"surface\"\n", 100, 512},
	} {
		jelly := "[[mesh]]\npreset = \"jelly\"\nmasses = 8\n"
		s := must.Get(sceneOf(t, fmt.Sprintf("[run]\ndrag_half_life = 1\n%sname = \"low\"\n%sname = \"high\"\nmove = [%g, %g, %g]\n[[contact]]\nshape = \"plane\"\n%s",
			jelly, jelly, pitch/2, pitch/2, 0.3+1.5*pitch+0.07, c.more)))(t)
		if got := enclosed(placesAfter(t, s, time), side*side*side, pitch); got < c.least || got > c.most {
			t.Errorf("%s: %d masses of one jelly are inside the other; want %d to %d", c.name, got, c.least, c.most)
		}
	}
}

// The cloth that falls on a rod thinner than its mesh runs with collisions as the example has it
// but for fewer masses: no list is late, and its middle lies on the rod. Control: a contact that
// touches masses alone lets it fall to the ground.
func TestSpikeWithCollisions(t *testing.T) {
	text := must.Get(os.ReadFile("../../examples/spike.toml"))(t)
	coarse := strings.NewReplacer("[21,21]", "[11,11]", "spacing = 0.05", "spacing = 0.1", "0.025,0.4]", "0.05,0.4]").Replace(string(text)) + "[collision]\n"
	for touches, on := range map[string]bool{"triangles": true, "masses": false} {
		s := must.Get(sceneOf(t, strings.Replace(coarse, `"triangles"`, `"`+touches+`"`, 1)))(t)
		at := placesAfter(t, s, 0.45)
		const middle = 5*11 + 5 // nearest to the rod, with its neighbor
		if height := max(at[middle][2], at[middle+11][2]); (height > 0.38) != on {
			t.Errorf("touches %s: the middle is at %.3f m", touches, height)
		}
	}
}

// placesAfter are the places of a scene's masses after so long [s].
func placesAfter(t *testing.T, s *scene.Scene, time float64) []model.Vec3 {
	t.Helper()
	e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{}))(t)
	defer e.Close()
	must.Do(t, e.Reset(s.Start))
	must.Do(t, e.Step(int(time/s.Params.DT)))
	must.Do(t, e.Finish())
	var end model.Snapshot
	must.Do(t, e.Read(&end))
	places := make([]model.Vec3, len(end.Position))
	for i, x := range end.Position {
		places[i] = model.Vec3{float64(x[0]), float64(x[1]), float64(x[2])}
	}
	return places
}

// enclosed counts the masses from number second on that have masses before it on all sides:
// more than 8 within 1.6 pitches, in directions whose mean is shorter than 0.35.
func enclosed(at []model.Vec3, second int, pitch float64) (count int) {
	for _, x := range at[second:] {
		near, sum := 0, model.Vec3{}
		for _, y := range at[:second] {
			if d := y.Sub(x); d.Len() < 1.6*pitch && d.Len() > 0 {
				near++
				sum = sum.Add(d.Mul(1 / d.Len()))
			}
		}
		if near > 8 && sum.Len() < 0.35*float64(near) {
			count++
		}
	}
	return count
}
