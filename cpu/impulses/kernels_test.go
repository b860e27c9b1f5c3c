package impulses

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// stirred is a solver of a cloth in some substep, and its state, with random impulses and
// velocities; mixed gives springs laws of their own. The same numbers make the same state.
func stirred(t *testing.T, mixed bool) (*Solver[float32], Substep[float32]) {
	t.Helper()
	return stirredOf(t, modeltest.Cloth(37), mixed)
}

func stirredOf(t *testing.T, m *model.Model, mixed bool) (*Solver[float32], Substep[float32]) {
	t.Helper()
	m.Pin = make([]model.Pin, m.MassCount())
	for i := range 40 {
		m.Pin[9*i] = model.PinAll
	}
	r := rand.New(rand.NewPCG(6, 7))
	for k := range m.RestLength {
		if mixed {
			m.RestLength[k] *= 1 + 0.1*r.Float64()
		}
	}
	tab, _, err := table.New[float32](m, 1e-4, 1)
	must.Do(t, err)
	masses, lanes := kernels.MassesOf[float32](m, tab.Order), tab.LaneCount()
	kernel := kernels.ForThisMachine[float32]()[0]
	s := New(Given[float32]{Model: m, Order: tab.Order, Masses: &masses, Kernel: &kernel, Lanes: lanes})
	s.Use(model.Params{DT: 1. / 240, Substeps: 2, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Warm: 0.4, Integrator: model.Impulses})
	from, to := kernels.NewMotion[float32](lanes, kernels.Arrays, 0), kernels.NewMotion[float32](lanes, kernels.Arrays, 1)
	for lane, mass := range tab.Order.MassOf {
		if mass != table.NoMass {
			x := m.RestPosition[mass]
			from.Set(kernels.ArrayX, lane, [3]float32{float32(x[0]), float32(x[1]), float32(x[2] + 0.01*r.Float64())})
			from.Set(kernels.ArrayVX, lane, [3]float32{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())})
		}
	}
	for at := range s.springs.impulse {
		s.springs.impulse[at] = float32(r.NormFloat64())
	}
	for at := 5; at < len(s.springs.answer); at += 50 {
		if mixed {
			s.springs.answer[at], s.springs.push[at] = 0, 0
		}
	}
	s.springs.unite()
	on := Substep[float32]{From: kernels.Motions[float32]{Position: from, Velocity: from}, To: kernels.Motions[float32]{Position: to, Velocity: from}}
	if mixed {
		on.Load = make([]float32, 3*len(tab.Order.MassOf))
		for k := range on.Load {
			on.Load[k] = float32(r.NormFloat64())
		}
	}
	s.Begin(on)
	return s, on
}

// numbersOf are the bits of all that a substep changes.
func numbersOf(s *Solver[float32], on Substep[float32]) (bits []uint32) {
	for _, list := range [][]float32{on.From.Position.Arena, on.To.Position.Arena, s.springs.impulse} {
		for _, x := range list {
			bits = append(bits, math.Float32bits(x))
		}
	}
	return bits
}

// A warm start, the begin of a substep and its end are those of plain Go, bit for bit; visits with a
// law of a group are those with laws of its springs.
//
// Seen to fail: L0 of another group (visit); a fused multiplication, or an estimate of the root (warm); impulses of the other
// sign at one end (warmNear); loads not times 1/m, pinned masses that fall (predict); x for x + h v (move).
func TestKernelsHaveTheBitsOfGo(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		s, _ := stirred(t, mixed)
		if s.springs.fast.visit == nil {
			t.Skip("this machine has no AVX-512")
		}
		alike := 0
		for k := range s.springs.groups {
			alike += int(s.springs.groups[k].alike)
		}
		if count := len(s.springs.groups); alike != count && !mixed || mixed && alike > count/10 {
			t.Errorf("mixed %v: %d groups of %d have one law", mixed, alike, count)
		}
		lanes, colors := len(s.given.Masses.PerMass), s.springs.colors.Count()
		for name, do := range map[string]func(s *Solver[float32]) (bad bool){
			"predict": func(s *Solver[float32]) bool { return s.predict(0, lanes, nil) },
			"move":    func(s *Solver[float32]) bool { return s.move(0, lanes, nil) },
			"warm": func(s *Solver[float32]) bool {
				for c := range colors {
					s.springs.warm(&s.motion, s.springs.first[c], s.springs.first[c+1], 0.4, nil)
				}
				return false
			},
			"visit": func(s *Solver[float32]) bool { // with laws of groups, and of springs
				s.springs.fast = kernelsOf("avx512")
				for c := range colors {
					s.springs.visit(&s.motion, s.springs.first[c], s.springs.first[c+1], c%2 == 0, nil)
				}
				return false
			},
		} {
			before := numbersOf(stirred(t, mixed))
			var got [2][]uint32
			for which := range got {
				s, on := stirred(t, mixed)
				if which == 1 {
					s.springs.fast = fast[float32]{}
					for k := range s.springs.groups {
						s.springs.groups[k].alike = 0
					}
				}
				if do(s) {
					t.Errorf("%s: something is no finite number", name)
				}
				got[which] = numbersOf(s, on)
			}
			if !slices.Equal(got[0], got[1]) || slices.Equal(got[0], before) {
				t.Errorf("%s, mixed %v: the kernel has other bits than plain Go", name, mixed)
			}
		}
	}
}

// Numbers that are not finite are found, on every axis and in the last lane.
//
// Seen to fail: the sum of one axis alone.
func TestMoveFindsWhatIsNotFinite(t *testing.T) {
	for axis := range 3 {
		s, _ := stirred(t, false)
		lanes := len(s.given.Masses.PerMass)
		s.motion.x[axis][s.given.Order.LaneOf[s.given.Model.MassCount()-1]] = float32(math.Inf(1))
		must.Hold(t, s.move(0, lanes, nil), "an infinite place on axis %d is not found", axis)
	}
}

// shuffled is a cloth whose masses are numbered at random, so that no arithmetic gives its colors.
func shuffled() *model.Model {
	m := modeltest.Cloth(37)
	r := rand.New(rand.NewPCG(8, 9))
	number, place, mass := r.Perm(m.MassCount()), slices.Clone(m.RestPosition), slices.Clone(m.Mass)
	for i, k := range number {
		m.RestPosition[k], m.Mass[k] = place[i], mass[i]
	}
	for k, e := range m.Ends {
		m.Ends[k] = model.Ends{uint32(number[e[0]]), uint32(number[e[1]])}
	}
	return m
}

// Substeps of springs with a table of their ends are those of plain Go, bit for bit: with several
// sweeps, a warm start, contacts between sweeps, and springs of no stiffness or no length.
//
// Seen to fail: a place without a spring that is stored after the last spring; a fused
// multiplication; a spring without a length that acts; earlier impulses that count at first
// (kept); 1/m and vz exchanged (pack); velocities that are not copied back (unpack, packAround);
// springs of no stiffness that keep a warm start (tableWarm).
func TestTablesHaveTheBitsOfGo(t *testing.T) {
	p := model.Params{DT: 1. / 240, Substeps: 2, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Iterations: 2, Integrator: model.Impulses}
	warm, forward, ground := p, p, p
	warm.Warm, forward.Forward = 0.4, true
	ground.Contacts = []model.Contact{model.Ground(0.3, 3000, 2).WithFriction(0.5, 0.4)}
	for name, p := range map[string]model.Params{"there and back": p, "warm": warm, "forward": forward, "on the ground": ground} {
		for _, mixed := range []bool{false, true} {
			var got [2][]uint32
			for which := range got {
				m := shuffled()
				s, on := stirredOf(t, m, mixed)
				if s.springs.fast.table == nil {
					t.Skip("this machine has no AVX-512")
				}
				if which == 1 {
					s.springs.fast = fast[float32]{}
				}
				for lane := range on.From.Velocity.Stride / 9 {
					on.From.Velocity.Set(kernels.ArrayVX, lane, [3]float32{}) // at rest, some of them
				}
				a, b := s.given.Order.LaneOf[m.Ends[7][0]], s.given.Order.LaneOf[m.Ends[7][1]]
				on.From.Position.Set(kernels.ArrayX, int(a), on.From.Position.Get(kernels.ArrayX, int(b)))
				s.Use(p)
				if packs := s.packed != nil; packs != (which == 0) {
					t.Fatalf("%s: solver %d has a packed copy: %v", name, which, packs)
				}
				for at := 5; mixed && at < len(s.springs.answer); at += 50 {
					s.springs.answer[at], s.springs.push[at] = 0, 0
				}
				on.Contacts = p.Contacts
				s.Begin(on)
				for blocks := s.Next(); blocks > 0; blocks = s.Next() {
					for block := blocks - 1; block >= 0; block-- {
						if s.Do(block) {
							t.Error("something is no finite number")
						}
					}
				}
				got[which] = numbersOf(s, on)
			}
			if !slices.Equal(got[0], got[1]) {
				t.Errorf("%s, mixed %v: kernels have other bits than plain Go", name, mixed)
			}
		}
	}
}
