package join

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// network is a random network with pinned masses, removed springs, springs without force, and two
// parts; part of it of no pinned mass.
func network(seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &model.Model{Name: "network", Materials: []model.Material{{}, {Name: "a", Stiffness: 10, Damping: 1}, {Name: "b", AxialRigidity: 3, TensionOnly: true}, {Name: "none", Damping: 1}}, Pin: make([]model.Pin, 60)}
	for range 60 {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{r.Float64(), r.Float64(), r.Float64()}), append(m.Mass, 1)
	}
	for range 140 {
		a, b := r.IntN(50), r.IntN(50)
		if a != b {
			m.AddSpring(model.Ends{uint32(a), uint32(b)}, 0.1+r.Float64(), uint16(r.IntN(4)))
		}
	}
	for i := 50; i < 59; i++ {
		m.AddSpring(model.Ends{uint32(i), uint32(i + 1)}, 1, 1)
	}
	for _, i := range []int{3, 17, 40, 41} {
		m.Pin[i] = model.PinAll
	}
	m.Pin[5] = model.PinX | model.PinY // it is no anchor
	return m
}

// distances are the lengths of the shortest ways from an anchor that touch no other pinned mass,
// by Floyd and Warshall's method, which goes another way.
func distances(m *model.Model, anchor int) []float64 {
	n := m.MassCount()
	d := make([][]float64, n)
	for i := range d {
		d[i] = slices.Repeat([]float64{math.Inf(1)}, n)
		d[i][i] = 0
	}
	for s, ends := range m.StructuralEnds() {
		if of := m.MaterialOf[s]; of == 1 || of == 2 {
			a, b := ends[0], ends[1]
			d[a][b] = min(d[a][b], m.RestLength[s])
			d[b][a] = d[a][b]
		}
	}
	for via := range n {
		if m.PinOf(via) == model.PinAll && via != anchor {
			continue
		}
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], d[i][via]+d[via][j])
			}
		}
	}
	return d[anchor]
}

// Every mass has the nearest anchors, by distances along springs. Masses that no springs lead to lack
// anchors.
func TestNearestAnchors(t *testing.T) {
	for seed := range uint64(6) {
		far := map[int][]float64{}
		for _, a := range []int{3, 17, 40, 41} {
			far[a] = distances(network(seed), a)
		}
		for anchors := 1; anchors <= model.MaxAnchors; anchors++ {
			m := network(seed)
			plain := m.SpringCount()
			attached := must.Get(Attach(m, AttachOptions{Anchors: anchors, Slack: 0.1}))(t)
			must.Do(t, m.Validate())
			got := map[uint32][]float64{}
			for s := m.StructuralCount(); s < m.SpringCount(); s++ {
				ends, of := m.Ends[s], m.Materials[m.MaterialOf[s]]
				if m.PinOf(int(ends[1])) != model.PinAll || m.PinOf(int(ends[0])) == model.PinAll || !of.TensionOnly || of.Damps() {
					t.Fatalf("attachment %v of %v", ends, of)
				}
				got[ends[0]] = append(got[ends[0]], m.RestLength[s]/1.1)
				if want := far[int(ends[1])][ends[0]]; math.Abs(want-m.RestLength[s]/1.1) > 1e-12 {
					t.Errorf("mass %d is %g m from %d, want %g", ends[0], m.RestLength[s]/1.1, ends[1], want)
				}
			}
			for i := range m.MassCount() {
				var want []float64
				for _, d := range far {
					if !math.IsInf(d[i], 1) && m.PinOf(i) != model.PinAll {
						want = append(want, d[i])
					}
				}
				slices.Sort(want)
				want = want[:min(len(want), anchors)]
				if !slices.EqualFunc(want, got[uint32(i)], func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
					t.Errorf("mass %d: anchors at %v, want %v", i, got[uint32(i)], want)
				}
			}
			if attached != len(got) || m.StructuralCount() != plain {
				t.Errorf("%d attached of %d, %d springs of %d", attached, len(got), m.StructuralCount(), plain)
			}
		}
	}
}

// A muscle on the way counts as long as it gets, masses that are named alone are attached, and a second call
// adds to the attachments.
func TestMusclesAndSomeMasses(t *testing.T) {
	m := &model.Model{Name: "line", Materials: []model.Material{{}, {Name: "a", Stiffness: 10}}, Pin: []model.Pin{model.PinAll, 0, 0}, Mass: []float64{1, 1, 1}, RestPosition: make([]model.Vec3, 3),
		Own: []model.Coefficients{}, ActuatorOf: []uint16{}}
	m.AddSpring(model.Ends{0, 1}, 1, 1)
	m.AddSpring(model.Ends{1, 2}, 2, 1)
	m.Own[1] = model.Coefficients{Stiffness: 5, Damping: 3}
	m.ActuatorOf[0] = 1
	if n, err := Attach(m, AttachOptions{Masses: []uint32{2}, Actuators: []model.Actuator{{Amplitude: -0.25}}}); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	if m.Attachments != 1 || m.RestLength[2] != 3.25 || m.Ends[2] != (model.Ends{2, 0}) || m.Own[2] != (model.Coefficients{Stiffness: 5}) || m.ActuatorOf[2] != 0 {
		t.Errorf("%+v", m)
	}
	if n, err := Attach(m, AttachOptions{}); err != nil || n != 1 || m.Attachments != 2 || m.Ends[3] != (model.Ends{1, 0}) {
		t.Errorf("%d, %v: %+v", n, err, m)
	}
	if _, err := Attach(m, AttachOptions{}); err == nil {
		t.Error("attached twice")
	}
	// A spring that is added later is none of them.
	m.AddSpring(model.Ends{0, 2}, 7, 1)
	if m.Attachments != 2 || m.RestLength[2] != 7 || m.Ends[3] != (model.Ends{2, 0}) || m.Ends[4] != (model.Ends{1, 0}) || m.Own[3].Stiffness != 5 {
		t.Errorf("%+v", m)
	}
}

// Attachments go with the pin of their anchor, and with springs on their way.
func TestLoosen(t *testing.T) {
	line := func() *model.Model {
		m := &model.Model{Name: "line", Materials: []model.Material{{}, {Name: "a", Stiffness: 10}}, Pin: []model.Pin{model.PinAll, 0, 0, 0, model.PinAll}, Mass: []float64{1, 1, 1, 1, 1}, RestPosition: make([]model.Vec3, 5)}
		for i := range uint32(4) {
			m.AddSpring(model.Ends{i, i + 1}, 1, 1)
		}
		m.AddSpring(model.Ends{0, 2}, 5, 1) // a longer way
		must.Do(t, must.Err(Attach(m, AttachOptions{Anchors: 2, Slack: 0.02})))
		return m
	}
	for _, c := range []struct {
		name   string
		change func(m *model.Model)
		want   int
	}{
		{"nothing", func(*model.Model) {}, 0},
		{"pin", func(m *model.Model) { m.Pin[0] = model.PinX | model.PinY }, 3},
		{"spring", func(m *model.Model) { m.MaterialOf[1] = model.Removed }, 3},
		{"both", func(m *model.Model) { m.Pin[0], m.MaterialOf[3] = 0, model.Removed }, 6},
	} {
		m := line()
		c.change(m)
		if got := Loosen(m); got != c.want || m.Attachments != 6 || m.Validate() != nil {
			t.Errorf("%s: %d removed, want %d", c.name, got, c.want)
		}
		must.Be(t, Loosen(m), 0, "%s: more removed", c.name)
	}
}

// Impossible attachments are refused, and the model stays as it was.
func TestRefusals(t *testing.T) {
	free := network(1)
	free.Pin = nil
	for _, c := range []struct {
		m    *model.Model
		o    AttachOptions
		want string
	}{
		{free, AttachOptions{}, "no mass is pinned"},
		{network(1), AttachOptions{Masses: []uint32{52, 53}}, "springs lead from no pinned mass"},
		{network(1), AttachOptions{Anchors: 5}, "anchors are 5"},
		{network(1), AttachOptions{Slack: math.NaN()}, "slack is NaN"},
		{network(1), AttachOptions{Slack: -0.1}, "slack is -0.1"},
	} {
		before := model.Fingerprint(c.m, model.Params{})
		must.Say(t, "", must.Err(Attach(c.m, c.o)), c.want)
		must.Hold(t, model.Fingerprint(c.m, model.Params{}) == before, "%s: the model has changed", c.want)
	}
}
