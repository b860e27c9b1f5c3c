package settings_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

// The variant follows from the palette: models in SI units keep the path that
// reads no coefficients and branches on no flags.
func TestVariantFollowsFromThePalette(t *testing.T) {
	for _, c := range []struct {
		material model.Material
		want     string
	}{
		{model.Material{Stiffness: 1}, "0 0 0"},
		{model.Material{Stiffness: 1, Damping: 1}, "1 0 0"},
		{model.Material{Stiffness: 1, TensionOnly: true}, "0 1 0"},
		{model.Material{AxialRigidity: 1}, "0 0 1"},
		{model.Material{AxialRigidity: 1, Damping: 1}, "1 0 1"},
		{model.Material{Frequency: 1, DampingRatio: 1}, "1 0 1"},
		{model.Material{HalfLife: 1}, "1 0 1"},
		{model.Material{Normalized: spring.Normalized{Stiffness: 1}}, "0 0 1"},
		{model.Material{Normalized: spring.Normalized{Damping: 1}, TensionOnly: true}, "1 1 1"},
	} {
		defines := settings.Variant(&model.Model{Materials: []model.Material{{}, c.material}}, model.Params{}, options.Single)
		var values []string
		for _, name := range []string{"DAMPING", "TENSION", "COEFFICIENTS"} {
			values = append(values, defines[slices.IndexFunc(defines, func(d shaders.Define) bool { return d.Name == name })].Value)
		}
		must.Be(t, strings.Join(values, " "), c.want, "%v: DAMPING, TENSION, COEFFICIENTS", c.material)
	}
}

// A missing step is chosen, and a given one stays.
func TestWithStep(t *testing.T) {
	m := modeltest.Rope(5)
	if got, want := settings.WithStep(m, model.Params{}).DT, physics.AutoStep(m, model.Params{}); got != want || !(got > 0) {
		t.Errorf("dt is %g s, want %g", got, want)
	}
	must.Be(t, settings.WithStep(m, model.Params{DT: 0.125}).DT, 0.125, "dt, in s")
}

// The masses of parameters are numbered twice: as the model does, and as the device does. Later changes by
// the caller do not change the settings.
func TestMassesOfSettings(t *testing.T) {
	m := modeltest.Rope(3)
	p := model.Params{DT: 1, Forces: []model.Force{{Masses: []uint32{0, 2}}}, Handles: []model.Handle{{Mass: 1}}}
	reversed := order.Sorted("reversed", []uint64{9, 5, 1})
	s := settings.New(m, reversed, nil, p, options.Single)
	p.Handles[0].Mass = 2
	if got := s.Params.Forces[0].Masses; !slices.Equal(got, []uint32{0, 2}) || s.Params.Handles[0].Mass != 1 {
		t.Errorf("the model's numbers are %v and %d, want [0 2] and 1", got, s.Params.Handles[0].Mass)
	}
	if got := s.Ordered.Forces[0].Masses; !slices.Equal(got, []uint32{2, 0}) || s.Ordered.Handles[0].Mass != 1 {
		t.Errorf("the device's numbers are %v and %d, want [2 0] and 1", got, s.Ordered.Handles[0].Mass)
	}
}

// Contacts keep their numbers where the shader of each shape looks for them.
func TestContactRecords(t *testing.T) {
	s := settings.Settings{Params: model.Params{Contacts: []model.Contact{
		model.Ground(0.5, 100, 2).WithFriction(0.75, 0.25),
		{Shape: model.Sphere{Center: model.Vec3{1, 2, 3}, Radius: 4}, Stiffness: 5, Inside: true},
		{Shape: model.Capsule{A: model.Vec3{1, 0, 0}, B: model.Vec3{1, 0, 2}, Radius: 0.5}, Stiffness: 6},
	}}, Signals: settings.SignalLayout{Trajectory: []int{-1, 8, -1}}}
	got := s.ContactRecords(options.FirstWord)
	plane, sphere, capsule := got[0], got[1], got[2]
	if plane.Shape != shaders.ShapePlane || plane.Size != 0.5 || [3]float32{plane.Px, plane.Py, plane.Pz} != [3]float32{0, 0, 1} ||
		plane.Stiffness != 100 || plane.Damping != 2 || plane.StaticFriction != 0.75 || plane.KineticFriction != 0.25 || plane.Inside != 0 {
		t.Errorf("plane is %+v", plane)
	}
	if sphere.Shape != shaders.ShapeSphere|9<<8 || sphere.Size != 4 || [3]float32{sphere.Px, sphere.Py, sphere.Pz} != [3]float32{1, 2, 3} || sphere.Inside != 1 {
		t.Errorf("sphere is %+v", sphere)
	}
	// From A to B is 2 m: the square is 4, and the shader multiplies by its reciprocal.
	if capsule.Shape != shaders.ShapeCapsule || [3]float32{capsule.Ax, capsule.Ay, capsule.Az} != [3]float32{0, 0, 2} || capsule.Qw != 0.25 {
		t.Errorf("capsule is %+v", capsule)
	}
}

// Buffers of loads serve others that are as many on as many masses.
func TestSameLoads(t *testing.T) {
	a := model.Params{Forces: []model.Force{{Masses: []uint32{1, 2}}, {}}, Handles: []model.Handle{{Mass: 3}}}
	for _, c := range []struct {
		name string
		b    model.Params
		same bool
	}{
		{"other masses, as many", model.Params{Forces: []model.Force{{Masses: []uint32{4, 0}, Force: model.Vec3{1, 0, 0}}, {}}, Handles: []model.Handle{{Mass: 1}}}, true},
		{"one mass less", model.Params{Forces: []model.Force{{Masses: []uint32{1}}, {}}, Handles: []model.Handle{{Mass: 3}}}, false},
		{"none in place of all", model.Params{Forces: []model.Force{{Masses: []uint32{1, 2}}, {Masses: []uint32{}}}, Handles: []model.Handle{{Mass: 3}}}, false},
		{"a handle less", model.Params{Forces: []model.Force{{Masses: []uint32{1, 2}}, {}}}, false},
		{"a motor more", model.Params{Forces: a.Forces, Handles: a.Handles, Motors: []model.Motor{{}}}, false},
	} {
		must.Be(t, settings.SameLoads(a, c.b), c.same, "%s", c.name)
	}
}

// A pinned mass has its weight's energy, and one on a path that and the path's velocity. A free mass has
// neither here.
func TestPrescribed(t *testing.T) {
	m := modeltest.Rope(4)
	m.Mass = []float64{1, 2, 4, 8}
	for i := range m.RestPosition {
		m.RestPosition[i] = model.Vec3{0, 0, float64(i)}
	}
	m.Pin = []model.Pin{model.PinAll, model.PinX, model.PinAll, 0}
	p := model.Params{Gravity: model.Vec3{0, 0, -10}, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{2},
		Path: model.Path{Table: []model.PathPoint{{Time: 0}, {Time: 2, Offset: model.Vec3{0, 0, 6}}}}}}}
	now := m.Start()
	now.Position[2] = model.Vec3{0, 0, 99} // wherever it is: its path says where it will be
	c := settings.PrescribedBy(m, p, now)
	// Mass 0 is at 0 m; mass 2 of 4 kg is at 2 m and 3 m higher after 1 s, at 3 m/s.
	kinetic, gravitational := c.Energy(p, 1)
	if math.Abs(kinetic-0.5*4*9) > 1e-12 || math.Abs(gravitational-4*10*5) > 1e-12 {
		t.Errorf("energies are %g and %g J, want 18 and 200", kinetic, gravitational)
	}
	must.Near(t, c.Work(p, 0.5, 1), 4*10*1.5, 1e-12, "half a second takes, in J")
}

// Every signal has a place of its own in a row.
func TestSignalLayout(t *testing.T) {
	path := model.Guide{Kind: model.OnPath}
	p := model.Params{Actuators: make([]model.Actuator, 2), Forces: make([]model.Force, 3), Motors: make([]model.Motor, 1),
		Wind: model.Wind{Drag: 1}, Guides: []model.Guide{path, {}, path}}
	l := settings.SignalLayoutOf(p)
	if l.Force != 2 || l.Motor != 5 || l.Wind != 6 || l.Path[0] != 9 || l.Path[1] != -1 || l.Path[2] != 15 || l.Count != 21 || l.Vectors() != 6 {
		t.Errorf("layout is %+v", l)
	}
	row := make([][4]float32, 6)
	at := model.Vec3{}
	l.Write(row, 0, &physics.Signals{RestScale: []float64{0.5, 1.5}, ForceFactor: []float64{2, 3, 4}, MotorSpeed: []float64{5}, Wind: model.Vec3{6, 7, 8},
		PathOffset: []model.Vec3{{9, 10, 11}, at, {15, 16, 17}}, PathVelocity: []model.Vec3{{12, 13, 14}, at, {18, 19, 20}}})
	for i := 2; i < 21; i++ {
		must.Be(t, row[i/4][i%4], float32(i), "signal %d", i)
	}
}
