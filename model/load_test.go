package model

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"hooke/must"
)

// masses is a model of single masses of 2 kg.
func masses(count int) *Model {
	m := &Model{Name: "masses", Materials: []Material{{}}}
	for i := range count {
		m.RestPosition, m.Mass = append(m.RestPosition, Vec3{float64(i), float64(i * i), 0}), append(m.Mass, 2)
	}
	return m
}

// Every fault of a load is refused in words that name it.
func TestFaultsOfLoads(t *testing.T) {
	nan, x := math.NaN(), Vec3{1, 0, 0}
	m := masses(4)
	m.RestPosition, m.Mass = append(m.RestPosition, Vec3{2, 2, 0}), append(m.Mass, 2)
	for want, p := range map[string]Params{
		"force 0 (f): force is [NaN 0 0] N":                           {Forces: []Force{{Name: "f", Force: Vec3{nan, 0, 0}}}},
		"mass 1 follows mass 1 in its list":                           {Forces: []Force{{Masses: []uint32{1, 1}}}},
		"force 0 (f): mass 5; masses are numbered 0 to 4":             {Forces: []Force{{Name: "f", Masses: []uint32{5}}}},
		"its table has 1 points and 0 values":                         {Forces: []Force{{Table: Curve{At: []float64{1}}}}},
		"axis is [0 0 0], of length 0":                                {Motors: []Motor{{}}},
		"speed is NaN m/s":                                            {Motors: []Motor{{Axis: x, Speed: nan}}},
		"motor 0 (): damping is -1 N·s/m":                             {Motors: []Motor{{Axis: x, Damping: -1}}},
		"limit is -1 N":                                               {Motors: []Motor{{Axis: x, Limit: -1}}},
		"motor 0 (): mass 7; masses":                                  {Motors: []Motor{{Axis: x, Masses: []uint32{7}}}},
		"handle 0 (mass 2): stiffness is -1 N/m":                      {Handles: []Handle{{Mass: 2, Stiffness: -1}}},
		"handle 0 (mass 0): damping is -1 N·s/m":                      {Handles: []Handle{{Damping: -1}}},
		"target is [NaN 0 0] m":                                       {Handles: []Handle{{Target: Vec3{nan, 0, 0}}}},
		"handle 0: mass 9; masses":                                    {Handles: []Handle{{Mass: 9}}},
		"QuadraticDrag is 1e+19; no number may be larger than 1e+18":  {QuadraticDrag: 1e19},
		"Contacts[0].Shape.Radius is 1e+300; no number may be larger": {Contacts: []Contact{{Shape: Sphere{Radius: 1e300}, Stiffness: 1}}},
		"belt runs at [0 0 2] m/s, along the normal of the plane":     {Contacts: []Contact{{Shape: Plane{}, Stiffness: 1, Trajectory: &Trajectory{Belt: Vec3{0, 0, 2}}}}},
		"quadratic drag is -1 kg/m":                                   {QuadraticDrag: -1},
		"wind: the model has no triangles":                            {Wind: Wind{Drag: 1}},
		"wind: velocity is [NaN 0 0] m/s":                             {Wind: Wind{Drag: 1, Velocity: Vec3{nan, 0, 0}}},
		"gusts are 2 of the velocity":                                 {Wind: Wind{Drag: 1, Gust: 2, GustTime: 1}},
		"gusts change in 0 s":                                         {Wind: Wind{Drag: 1, Gust: 1}},
		"air density is -1 kg/m³":                                     {Wind: Wind{Drag: 1, AirDensity: -1}},
		"drag and lift are 1 and -1":                                  {Wind: Wind{Drag: 1, Lift: -1}},
		"no coefficient of drag or lift":                              {Wind: Wind{Velocity: x}},
		"guide kind 9 is unknown":                                     {Guides: []Guide{{Kind: 9, Direction: x}}},
		"guide 0 (rail): direction is [0 0 0]":                        {Guides: []Guide{{Name: "rail"}}},
		"point is [NaN 0 0] m":                                        {Guides: []Guide{{Direction: x, Point: &Vec3{nan, 0, 0}}}},
		"mass 2 has guide 0 already":                                  {Guides: []Guide{{Direction: x, Masses: []uint32{2}}, {Direction: x}}},
		"mass 0 is not pinned on all axes":                            {Guides: []Guide{{Kind: OnPath}}},
		"guide 0 (): mass 8; masses":                                  {Guides: []Guide{{Direction: x, Masses: []uint32{8}}}},
		"path has the wave square, which jumps":                       {Guides: []Guide{{Kind: OnPath, Path: Path{Wave: Square}}}},
		"cycle goes from 0 to 1; it must end where it begins":         {Guides: []Guide{{Kind: OnPath, Path: Path{Wave: Table, Cycle: Curve{At: []float64{0, 1}, Value: []float64{0, 1}}}}}},
		"frequency -1 Hz":                                             {Guides: []Guide{{Kind: OnPath, Path: Path{Frequency: -1}}}},
		"path has the velocity [NaN 0 0] m/s":                         {Guides: []Guide{{Kind: OnPath, Path: Path{Velocity: Vec3{nan, 0, 0}}}}},
		"point 0 of its table is [NaN 0 0] m":                         {Guides: []Guide{{Kind: OnPath, Path: Path{Table: []PathPoint{{Offset: Vec3{nan, 0, 0}}}}}}},
		"orient 0 (o): it has no strength":                            {Orients: []Orient{{Name: "o"}}},
		"turn is given beside up":                                     {Orients: []Orient{{Up: x, Turn: x, Stiffness: 1}}},
		"up is [0.5 0 0], of length 0.5":                              {Orients: []Orient{{Up: x.Mul(0.5), Stiffness: 1}}},
		"axis does nothing without up":                                {Orients: []Orient{{Axis: x, Stiffness: 1}}},
		"drag is -1 N·m·s/rad":                                        {Orients: []Orient{{Stiffness: 1, Drag: -1}}},
		"turn is [NaN 0 0] rad":                                       {Orients: []Orient{{Stiffness: 1, Turn: Vec3{nan}}}},
		"orient 0 (o): its masses lie on a line":                      {Orients: []Orient{{Name: "o", Masses: []uint32{0, 1, 4}, Stiffness: 1}}},
		"orient 0 (o): 2 of its masses move":                          {Orients: []Orient{{Name: "o", Masses: []uint32{0, 1}, Stiffness: 1}}},
		"shape 0 (s): its masses lie on a line":                       {Matchings: []Matching{{Name: "s", Masses: []uint32{0, 1, 4}, Stiffness: 1}}},
		"shape 0 (): damping is NaN 1/s":                              {Matchings: []Matching{{Damping: nan}}},
		"track 0 (t): it has no strength":                             {Tracks: []Track{{Name: "t", Limit: 1}}},
		"track 0 (): target is [NaN 0 0] m":                           {Tracks: []Track{{Stiffness: 1, Target: &Vec3{nan}}}},
		"target is given beside a mass to follow":                     {Tracks: []Track{{Stiffness: 1, Follows: true, Target: &Vec3{}}}},
		"it follows mass 3 of its own group":                          {Tracks: []Track{{Stiffness: 1, Follows: true, Mass: 3}}},
		"track 0 (t): it follows mass 9; masses":                      {Tracks: []Track{{Name: "t", Masses: []uint32{0}, Stiffness: 1, Follows: true, Mass: 9}}},
		"track 0 (t): none of its masses moves":                       {Tracks: []Track{{Name: "t", Stiffness: 1, Masses: []uint32{}}}},
		"track 0 (t): mass 9; masses":                                 {Tracks: []Track{{Name: "t", Stiffness: 1, Masses: []uint32{9}}}},
		"point 1 of its table is at 0 s":                              {Guides: []Guide{{Kind: OnPath, Path: Path{Table: []PathPoint{{}, {}}}}}},
	} {
		if err := p.ValidateFor(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one with %q", p, err, want)
		}
	}
	m.Pin = []Pin{0, PinX, 0, 0, 0}
	p := Params{Guides: []Guide{{Direction: x}}}
	must.Say(t, "a pinned mass on a line", p.ValidateFor(m), "mass 1 is pinned; a line moves only masses that are not")
}

// Parameters that an engine keeps share nothing that a caller changes in place.
func TestCloneOfParams(t *testing.T) {
	p := Params{Handles: []Handle{{}}, Guides: []Guide{{Point: &Vec3{}}}, Forces: []Force{{}}, Motors: []Motor{{}},
		Contacts: []Contact{{}}, Actuators: []Actuator{{}}}
	q := p.Clone()
	q.Handles[0].Mass, q.Guides[0].Name, q.Forces[0].Name, q.Motors[0].Name = 1, "q", "q", "q"
	q.Guides[0].Point[0], q.Contacts[0].Inside, q.Actuators[0].Name = 1, true, "q"
	if p.Handles[0].Mass != 0 || p.Guides[0].Name != "" || *p.Guides[0].Point != (Vec3{}) || p.Forces[0].Name != "" ||
		p.Motors[0].Name != "" || p.Contacts[0].Inside || p.Actuators[0].Name != "" {
		t.Errorf("the clone shares: %+v", p)
	}
}

// arraysIn calls each with the arrays of a value, which may be set, and with their names. It does
// not look into arrays.
func arraysIn(v reflect.Value, name string, each func(array reflect.Value, name string)) {
	switch v.Kind() {
	case reflect.Slice:
		each(v, name)
	case reflect.Struct:
		for i := range v.NumField() {
			arraysIn(v.Field(i), name+"."+v.Type().Field(i).Name, each)
		}
	}
}

// No array of parameters is shared with their clone, whatever fields they have.
func TestCloneSharesNoArray(t *testing.T) {
	var p Params
	of := map[string]uintptr{}
	arraysIn(reflect.ValueOf(&p).Elem(), "Params", func(array reflect.Value, name string) {
		array.Set(reflect.MakeSlice(array.Type(), 1, 1))
		of[name] = array.Pointer()
	})
	if len(of) < 7 {
		t.Fatalf("only %d arrays are looked at", len(of))
	}
	q := p.Clone()
	arraysIn(reflect.ValueOf(&q).Elem(), "Params", func(array reflect.Value, name string) {
		if array.Len() != 1 || array.Pointer() == of[name] {
			t.Errorf("%s: %d entries, shared: %v", name, array.Len(), array.Pointer() == of[name])
		}
	})
}

// Gusts are the same for the same seed, differ for another, stay within their
// bounds and average to nothing: the mean of 10⁵ independent strengths, each
// uniform from −1 to 1 at its place, has a standard deviation of 0.0018.
func TestGusts(t *testing.T) {
	w := Wind{Velocity: Vec3{3, 0, 4}, Gust: 0.4, GustTime: 2, Seed: 7, Drag: 1}
	const cells, each = 100_000, 4
	low, high, sum, differ := math.Inf(1), math.Inf(-1), 0.0, 0
	other := w
	other.Seed = 8
	for i := range cells * each {
		at := float64(i) * w.GustTime / each
		u := w.At(at)
		if u != w.At(at) {
			t.Fatalf("the wind at %g s is not the same twice", at)
		}
		if u != other.At(at) {
			differ++
		}
		if math.Abs(u[0]*4-u[2]*3) > 1e-12 || u[1] != 0 {
			t.Fatalf("at %g s the wind turned to %v", at, u)
		}
		low, high, sum = min(low, u.Len()), max(high, u.Len()), sum+u.Len()
	}
	if low < 3 || high > 7 || low > 3.01 || high < 6.99 {
		t.Errorf("from %g to %g m/s, want from 3 to 7", low, high)
	}
	must.Near(t, sum/(cells*each), 5, 4*0.0018*0.4*5, "mean, in m/s")
	if differ < cells*each*99/100 {
		t.Errorf("another seed differs at %d of %d times", differ, cells*each)
	}
	// Known values, which no change may move: runs must be repeatable for years.
	must.Near(t, noise(7, 0.5), (gustAt(7, 0)+gustAt(7, 1))/2, 1e-15, "half way between two strengths there")
	must.Be(t, gustAt(7, 0), knownGust, "the first strength of seed 7")
	if w.Gust = 0; w.At(3) != w.Velocity {
		t.Error("without gusts the wind is not steady")
	}
}

// knownGust is gustAt(7, 0), by splitmix64 in exact integers.
const knownGust = 0.662884738834657

// The wind has no steps and no kinks: neither value nor slope jumps between
// cells.
func TestGustsAreSmooth(t *testing.T) {
	const d = 1e-6
	for cell := range 100 {
		x := float64(cell)
		before := (noise(1, x) - noise(1, x-d)) / d
		after := (noise(1, x+d) - noise(1, x)) / d
		must.Hold(t, math.Abs(before) <= 1e-4 && math.Abs(after) <= 1e-4, "slopes %g and %g at %g, want 0", before, after, x)
	}
}

// Without a density the air is that of a mild day at sea level; a given one
// counts.
func TestDensityOfAir(t *testing.T) {
	for given, want := range map[float64]float64{0: 1.2, 1e-3: 1e-3, 1000: 1000} {
		must.Be(t, (Wind{AirDensity: given, Drag: 1}).Density(), want, "air density %g, in kg/m³", given)
	}
}

// Numbers in the head: a = 0.2, f = 0.5 Hz, so a cycle is 2 s.
func TestWavesAtGivenTimes(t *testing.T) {
	table := Curve{At: []float64{0, 0.5, 0.75}, Value: []float64{-1, 1, 0}}
	for _, c := range []struct {
		wave  Wave
		phase float64
		t     float64
		want  float64
	}{
		{Sine, 0, 0, 0}, {Sine, 0, 0.5, 0.2}, {Sine, 0, 1.5, -0.2}, {Sine, 0, 2.5, 0.2}, {Sine, math.Pi / 2, 0, 0.2},
		{Sine, 0, 1. / 6, 0.1},
		{Square, 0, 0, 0.2}, {Square, 0, 0.99, 0.2}, {Square, 0, 1, -0.2}, {Square, 0, 1.99, -0.2}, {Square, 0, 2, 0.2},
		{Square, math.Pi, 0, -0.2}, {Square, -math.Pi / 2, 0, -0.2},
		{Sawtooth, 0, 0, -0.2}, {Sawtooth, 0, 1, 0}, {Sawtooth, 0, 1.5, 0.1}, {Sawtooth, 0, 2, -0.2}, {Sawtooth, math.Pi, 0, 0},
		{Table, 0, 0, -0.2}, {Table, 0, 0.5, 0}, {Table, 0, 1, 0.2}, {Table, 0, 1.25, 0.1}, {Table, 0, 1.9, 0}, {Table, 0, 2, -0.2},
	} {
		a := Actuator{Wave: c.wave, Amplitude: 0.2, Frequency: 0.5, Phase: c.phase, Table: table}
		// Target rounds a handful of times.
		must.Near(t, a.Target(c.t), c.want, 1e-15, "%v, phase %.3g, at %g s", c.wave, c.phase, c.t)
	}
	must.Hold(t, (Actuator{}).Target(3) == 0, "the zero actuator moves")
}

func TestEveryFaultOfAnActuatorIsNamed(t *testing.T) {
	nan := math.NaN()
	for want, a := range map[string]Actuator{
		"wave 9 is unknown":                       {Wave: 9},
		"amplitude is 1":                          {Amplitude: 1},
		"amplitude is NaN":                        {Amplitude: nan},
		"frequency is -1 Hz":                      {Frequency: -1},
		"phase is NaN rad":                        {Phase: nan},
		"half-life is -1 s":                       {HalfLife: -1},
		"wave is a table, and its table is empty": {Wave: Table},
		"value 0 of its table is 2":               {Wave: Table, Table: Curve{At: []float64{0}, Value: []float64{2}}},
		"point 1 of its table is at 0,":           {Table: Curve{At: []float64{0, 0}, Value: []float64{0, 0}}},
		"1 points and 0 values":                   {Table: Curve{At: []float64{0}}},
		"must be finite":                          {Table: Curve{At: []float64{0}, Value: []float64{nan}}},
	} {
		err := Params{Actuators: []Actuator{{}, a}}.Validate()
		must.Say(t, "", err, "actuator 1 ()", want)
	}
	m := pair()
	m.ActuatorOf = []uint16{2}
	must.Say(t, "a missing actuator", (Params{Actuators: []Actuator{{}}}).ValidateFor(m), "spring 0: actuator 2")
	must.Be(t, (Params{}).ValidateFor(m), nil, "switched off")
}
