package model

import (
	"reflect"
	"slices"
	"testing"

	"hooke/must"
)

// Every field of Params belongs to one term, so that readers of the table forget nothing of a run.
func TestTermsHaveEveryField(t *testing.T) {
	if faults := fieldFaults(terms); len(faults) > 0 {
		t.Error(faults)
	}
	without := slices.DeleteFunc(Terms(), func(t Term) bool { return t.Name == "wind" })
	must.BeAll(t, fieldFaults(without), []string{"Wind is of 0 terms"}, "without wind")
}

// fieldFaults returns the fields of Params that are not of one term, and the names that are no field.
func fieldFaults(terms []Term) (faults []string) {
	count := map[string]int{}
	for _, term := range terms {
		for _, field := range term.Fields {
			count[field]++
		}
	}
	params := reflect.TypeFor[Params]()
	for i := range params.NumField() {
		if name := params.Field(i).Name; count[name] != 1 {
			faults = append(faults, name+" is of "+string(rune('0'+count[name]))+" terms")
		}
		delete(count, params.Field(i).Name)
	}
	for name := range count {
		faults = append(faults, name+" is no field")
	}
	return faults
}

// everyTerm are parameters in which every term acts that there is.
func everyTerm() Params {
	return Params{DT: 1e-3, Gravity: EarthGravity(), DragHalfLife: 1, Contacts: []Contact{Ground(0, 100, 1)},
		Collision: Collision{Bodies: []Surface{{Stiffness: 100}}, Self: true, Skin: 0.01, CheckEvery: 8},
		Actuators: []Actuator{{Amplitude: 0.1, Frequency: 3, Phase: 1, HalfLife: 0.5}},
		Forces:    []Force{{Masses: []uint32{1}, Force: Vec3{2}, Table: Curve{At: []float64{0, 1}, Value: []float64{0, 4}}}},
		Motors:    []Motor{{Masses: []uint32{0, 1}, Axis: Vec3{1}}}, Handles: []Handle{{Mass: 1, Target: Vec3{1, 2, 3}}},
		Clamps: []Clamp{{Masses: []uint32{1}, Axis: Vec3{1}, Angle: 2, Table: Curve{At: []float64{0, 1}, Value: []float64{0, 4}}}},
		Spins:  []Spin{{Masses: []uint32{0, 1, 2}, Axis: Vec3{1}}},
		Water:  Water{Density: 1000, Bodies: []Displaced{{Masses: []uint32{2}, Density: 500}}}, Pressures: []Pressure{{Masses: []uint32{0, 1}, Pressure: 2}},
		Orients:       []Orient{{Masses: []uint32{0, 1, 2}, Turn: Vec3{2}, Table: Curve{At: []float64{0, 1}, Value: []float64{0, 4}}, Stiffness: 1}},
		Areas:         []Area{{Masses: []uint32{0, 1, 2}, Stiffness: 1}},
		Limits:        []Limit{{Points: [][]uint32{{0}, {1, 2}, {2}}, Max: 1, Stiffness: 1}},
		Bends:         []Bend{{Hinges: []Hinge{{Masses: [4]uint32{2, 1, 0, 2}, Stiffness: 1}}}},
		Tracks:        []Track{{Masses: []uint32{0}, Target: &Vec3{1, 2, 3}, Path: Path{Velocity: Vec3{0, 3}}, Stiffness: 1}, {Masses: []uint32{2}, Follows: true, Mass: 1, Damping: 1}},
		Matchings:     []Matching{{Masses: []uint32{0, 1, 2}, Damping: 1}},
		QuadraticDrag: 0.5, Wind: Wind{Velocity: Vec3{1}, Gust: 0.5, GustTime: 1, Drag: 1},
		Guides: []Guide{{Masses: []uint32{2}, Direction: Vec3{1}, Point: &Vec3{1, 1, 1}}, {Kind: OnPath, Masses: []uint32{0}, Path: Path{Velocity: Vec3{0, 3}}}}, Ledger: true}
}

// A term that is a force acts where its fields are set, and does not in their absence.
func TestTermsActAndAreCleared(t *testing.T) {
	full := everyTerm()
	for _, term := range Terms() {
		if term.Kind == NoForce {
			continue
		}
		if !term.On(full) || term.On(Params{}) {
			t.Errorf("%s: acts %v with all there is, %v with nothing", term.Name, term.On(full), term.On(Params{}))
		}
		if left := full.Without(term.Kind); term.On(left) {
			t.Errorf("%s: acts in parameters without it", term.Name)
		}
	}
	bare := full.Without(GravityTerm, DragTerm, ContactTerm, CollisionTerm, ActuatorTerm, LoadTerm, WindTerm, GroupTerm, GuideTerm, ClampTerm)
	if want := (Params{DT: 1e-3, Ledger: true}); !reflect.DeepEqual(bare, want) {
		t.Errorf("without all terms: %+v, want %+v", bare, want)
	}
	if !full.Loaded() || !full.LoadsMasses() || !full.Driven() || bare.Loaded() || bare.LoadsMasses() || bare.Driven() {
		t.Error("loaded, pulled or driven is wrong")
	}
	if p := (Params{Wind: full.Wind}); !p.Loaded() || p.LoadsMasses() || !p.Driven() {
		t.Error("wind alone loads and drives, and pulls nothing")
	}
	if p := (Params{Gravity: full.Gravity, DragHalfLife: 1, Contacts: full.Contacts}); p.Loaded() || p.Driven() {
		t.Error("gravity, drag and contacts neither load nor drive")
	}
}

// Numbers, places and times reach everything that has them, and leave the first
// parameters as they were.
func TestTermsElsewhere(t *testing.T) {
	full := everyTerm()
	to := Numbers{List: func(masses []uint32) []uint32 {
		out := slices.Clone(masses)
		for i := range out {
			out[i] += 10
		}
		return out
	}, One: func(mass uint32) uint32 { return mass + 10 }}
	p := full.Renumbered(to).Moved(Vec3{0, 0, 5})
	var lists [][]uint32
	for _, term := range Terms() {
		term.Lists(p, func(masses []uint32) { lists = append(lists, masses) })
	}
	if want := [][]uint32{{11}, {10, 11}, {11}, {10, 11, 12}, {10, 11}, {10, 11, 12}, {10, 11, 12}, {10}, {12}, {10, 11, 12}, {10}, {11, 12}, {12}, {10, 11, 12}, {12}, {10}, {11}}; !reflect.DeepEqual(lists, want) {
		t.Errorf("masses %v, want %v", lists, want)
	}
	if p.Handles[0].Target != (Vec3{1, 2, 8}) || *p.Guides[0].Point != (Vec3{1, 1, 6}) || *p.Tracks[0].Target != (Vec3{1, 2, 8}) || p.Tracks[1].Mass != 11 {
		t.Errorf("moved to %v, %v and %v", p.Handles[0].Target, *p.Guides[0].Point, *p.Tracks[0].Target)
	}
	still := full.Still(0.5)
	if still.Forces[0].Force != (Vec3{4}) || still.Guides[1].Path.Table[0].Offset != (Vec3{0, 1.5}) || still.Actuators[0].Frequency != 0 ||
		still.DragHalfLife != 0 || still.QuadraticDrag != 0 || still.Motors != nil || still.Orients[0].Turn != (Vec3{4}) || still.Tracks[0].Path.Table[0].Offset != (Vec3{0, 1.5}) || still.Wind.Gust != 0 {
		t.Errorf("still: %+v", still)
	}
	must.Hold(t, reflect.DeepEqual(full, everyTerm()), "the parameters were changed")
	both := full.With(p)
	if len(both.Forces) != 2 || len(both.Contacts) != 2 || len(both.Guides) != 4 || both.Gravity != full.Gravity {
		t.Errorf("with those of a part: %+v", both)
	}
}
