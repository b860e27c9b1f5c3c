package ensemble_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

// onShapes are walkers among shapes, some of which their feet stand in at the start.
func onShapes(t *testing.T) ensemble.Kind {
	k := ensembletest.Walkers(t)
	k.Params = k.Params.Clone()
	tilted := mgl64.QuatRotate(0.3, mgl64.Vec3{1, 2, 0}.Normalize())
	for _, shape := range []model.Shape{
		model.Box{Center: model.Vec3{0.1, 0, -0.028}, Half: model.Vec3{0.063, 1, 0.03}},
		model.Box{Center: model.Vec3{-0.1, 0.1, -0.02}, Half: model.Vec3{0.05, 0.1, 0.025}, Orientation: tilted},
		model.Sphere{Center: model.Vec3{0, 0, -0.07}, Radius: 0.075},
		model.Capsule{A: model.Vec3{-0.3, -0.1, -0.03}, B: model.Vec3{0.3, -0.1, -0.02}, Radius: 0.03},
		model.Box{Center: model.Vec3{0.6, 0, 0}, Half: model.Vec3{0.1, 1, 0.01}}, // far from all
	} {
		k.Params.Contacts = append(k.Params.Contacts, model.Contact{Shape: shape, Stiffness: 4000, Damping: 3, StaticFriction: 0.8, KineticFriction: 0.5})
	}
	k.Free = append(k.Free, ensemble.Field{Path: "contact.stiffness", Index: 1}, ensemble.Field{Path: "contact.kinetic_friction", Index: 3})
	return k
}

// Members among shapes are stepped together, as the reference steps them, and measured alike.
func TestShapesAgainstReference(t *testing.T) {
	k := onShapes(t)
	if why := cpu.Alone(k, model.Single); why != "" {
		t.Fatalf("members have engines of their own: %s", why)
	}
	members := ensembletest.Designs(t, k, 7)
	options := &metrics.Options{Groups: []string{"bottom"}}
	want := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{Metrics: options}))(t)
	engines := map[string]*cpu.Engine{}
	var starts []*model.Snapshot
	for _, layout := range []string{"interleaved", "packed"} {
		engines[layout] = made(t, k, members, cpu.Options{Layout: layout, Metrics: options})
	}
	for i := range members {
		starts = append(starts, ensembletest.Read(t, engines["packed"], i))
	}
	without := k
	without.Params = k.Params.Clone()
	without.Params.Contacts = without.Params.Contacts[:3]
	without.Free = k.Free[:len(k.Free)-1]
	var fewer []ensemble.Member
	for _, m := range members {
		fewer = append(fewer, ensemble.Member{Values: m.Values[:len(m.Values)-1]})
	}
	control := made(t, without, fewer, cpu.Options{})
	ensembletest.Step(t, 100, want, engines["interleaved"], engines["packed"], control)
	for name, e := range engines {
		for i := range members {
			most, rms := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, e, i), want, i)
			if !(most <= 2*ensembletest.MostError && rms <= 2*ensembletest.RMSError) {
				t.Errorf("%s: member %d: errors are %.3g of the motion, RMS %.3g", name, i, most, rms)
			}
			if off, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, control, i), want, i); off <= 2*ensembletest.MostError {
				t.Errorf("member %d would pass without a sphere and a capsule: %.3g", i, off)
			}
		}
		if wrong := ensembletest.Differences(ensembletest.Measured(t, e), ensembletest.Measured(t, want)); len(wrong) > 0 {
			t.Errorf("%s: not measured as in the reference: %v", name, wrong)
		}
	}
}

// Masses that are far from shapes are passed over, and no bit changes: neither by that, nor by kernels, nor by layouts.
func TestShapesArePassedOver(t *testing.T) {
	k := onShapes(t)
	members := ensembletest.Designs(t, k, 20)
	options := &metrics.Options{Groups: []string{"bottom"}}
	whole := made(t, k, members, cpu.Options{Kernel: "go", Layout: "interleaved", Metrics: options})
	whole.Everywhere()
	ensembletest.Step(t, 150, whole)
	asked := len(members) * k.Model.MassCount()
	if met := whole.Met(); met < asked {
		t.Errorf("%d masses are asked, want %d", met, asked)
	}
	rows := ensembletest.Measured(t, whole)
	for n, kernel := range cpu.Kernels() {
		for l, layout := range []string{"interleaved", "packed", ""} {
			if !must.Long() && (n+l)%2 > 0 {
				continue
			}
			e := made(t, k, members, cpu.Options{Kernel: kernel, Layout: layout, Metrics: options})
			ensembletest.Step(t, 150, e)
			if met := e.Met(); met == 0 || met > asked/3 {
				t.Errorf("%s, %s: %d of %d masses are asked", kernel, layout, met, asked)
			}
			got := ensembletest.Measured(t, e)
			for i := range members {
				if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, whole, i) || !ensembletest.SameBits(got.Rows[i], rows.Rows[i]) {
					t.Fatalf("%s, %s: member %d has other bits than where all masses are asked", kernel, layout, i)
				}
			}
		}
	}
}

// Shapes catch masses that are faster than they are thick; contacts that hold masses inside have engines of their own.
func TestShapesCatchFastMasses(t *testing.T) {
	k := ensembletest.Walkers(t)
	k.Params = k.Params.Clone()
	k.Params.Contacts = append(k.Params.Contacts, model.Contact{Shape: model.Box{Center: model.Vec3{0, 0, 0.6}, Half: model.Vec3{1, 1, 0.004}}, Stiffness: 4000, Damping: 3, StaticFriction: 0.5, KineticFriction: 0.5})
	start := k.Model.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{3, 0, 150}
	}
	members := []ensemble.Member{{Start: start}, {}}
	want := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
	for _, layout := range []string{"interleaved", "packed"} {
		e := made(t, k, members, cpu.Options{Layout: layout})
		begin := ensembletest.Read(t, e, 0)
		ensembletest.Step(t, 13, e)
		if layout == "interleaved" {
			ensembletest.Step(t, 13, want)
		}
		got := ensembletest.Read(t, e, 0)
		through, held := 0, 0
		for _, x := range got.Position {
			if x[2] > 0.604 {
				through++
			}
			if math.Abs(float64(x[2])-0.596) < 0.02 {
				held++
			}
		}
		if most, _ := ensembletest.ErrorsOf(begin, got, want, 0); through > 0 || held == 0 || most > 1e-3 {
			t.Errorf("%s: %d masses are through the box, %d at it; the error is %.3g of the motion", layout, through, held, most)
		}
	}
	k.Params.Contacts[1].Inside = true
	must.Be(t, cpu.Alone(k, model.Single), "contacts that are no planes", "a container")
}
