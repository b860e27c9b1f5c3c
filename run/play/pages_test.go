package play

import (
	"bytes"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// A page looks from the direction from which the window does.
func TestPagesLookAsWindowsDo(t *testing.T) {
	camera := draw.LookAt(draw.Bounds{Hi: model.Vec3{1, 1, 1}}, 1)
	must.Be(t, page.UsualAzimuth, camera.Azimuth, "azimuth")
	must.Be(t, page.UsualElevation, camera.Elevation, "elevation")
}

// A page of a lineup has the states of each member where pictures put them.
func TestPageOfALineup(t *testing.T) {
	members := recorded(t, 60, 1, 2, 3)
	l := must.Get(NewLineup("three", "somewhere", members, color.Metric{Name: "speed"}))(t)
	p := l.Page()
	must.Be(t, len(p.Bodies), 3, "bodies")
	var shown model.Snapshot
	for k := range 2 {
		end := l.times[k]
		l.state(end, &shown)
		at := 0
		for i, b := range p.Bodies {
			must.Be(t, b.Label[0], members[i].Label[0], "label")
			var f export.Frame
			must.Do(t, b.States.Read(k, &f))
			must.Be(t, b.States.Time(k), end, "time")
			for j := range f.Position {
				x := f.Place(j).Add(b.Move)
				must.Hold(t, x.Sub(shown.Place(at)).Len() < 1e-5, "mass %d of body %d is at %v, and pictures show it at %v", j, i, x, shown.Place(at))
				at++
			}
		}
	}
	var out bytes.Buffer
	must.Get(page.Write(&out, p))(t)
	must.Hold(t, strings.Count(out.String(), `<div class="label"`) == 3, "the page has other labels")
}

// The floor and the shapes of a scene stand in its page, and a level ground is no shape.
func TestBodiesHaveTheirShapes(t *testing.T) {
	members := recorded(t, 1, 1)
	must.Hold(t, BodyOf(members[0].Scene).Solids == nil, "a level ground is a shape")
	s := *members[0].Scene
	s.Params.Contacts = append(s.Params.Contacts, model.Contact{Shape: model.Sphere{Radius: 2}, Stiffness: 1})
	corners := BodyOf(&s).Solids(0, model.Vec3{}, model.Vec3{1, 1, 1})
	must.Hold(t, len(corners) > 1000 && len(corners)%3 == 0, "a sphere has %d corners", len(corners))
	for _, x := range corners {
		must.Hold(t, x.Len() > 1.999 && x.Len() < 2.001, "a corner of the sphere is %g m from its center", x.Len())
	}
}
