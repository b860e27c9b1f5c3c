package runners

import (
	"slices"
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/model"
	"hooke/must"
)

// packs makes ensembles on the processor.
func packs() Maker {
	return Maker{Pack: 16, MostPacks: 64, Bytes: func(k ensemble.Kind, members int64) int64 { return cpu.Bytes(k, members, model.Single) },
		Alone: func(k ensemble.Kind) string { return cpu.Alone(k, model.Single) }, New: func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return cpu.New(kinds, members, cpu.Options{Threads: 1, Metrics: o})
		}}
}

// planFor is a plan of a walker.
func planFor(t *testing.T, set []string, vary ...string) *sweep.Plan {
	t.Helper()
	s := sweep.Spec{Scene: "walker", Set: set, Sample: sweep.Sobol, Runs: 24, Steps: 1}
	for _, text := range vary {
		v := must.Get(sweep.ParseVariables(text))(t)
		s.Vary = append(s.Vary, v...)
	}
	p := must.Get(sweep.NewPlan(s))(t)
	return p
}

// Jobs that are made from a similar one equal those that their scenes make. Jobs that differ in more are made by their
// scenes.
func TestAlikeJobsAreThoseOfTheirScenes(t *testing.T) {
	for _, c := range []struct {
		set   []string
		vary  []string
		quick bool
	}{
		{nil, []string{"actuator[0..11].phase=0:6.283"}, true},
		{[]string{"actuator[*].frequency=2", "run.gravity=[0,0,-5]"}, []string{"actuator[3].frequency=1:3", "contact.static_friction=0.8:1.5", "contact[0].kinetic_friction=0.1:0.7"}, true},
		{nil, []string{"actuator[*].amplitude=0.01:0.2", "actuator[3].amplitude=0.01:0.2"}, true},
		{nil, []string{"actuator[*].phase=0:6", "contact.stiffness=8000:16000"}, true},
		{nil, []string{"actuator[*].phase=0:6", "contact.damping=1:2", "run.gravity={[0,0,-9],[0,0,-8]}"}, true},
		{[]string{"contact.offset=-0.01"}, []string{"contact.static_friction=0.8:1.5", "run.quadratic_drag=0.01:0.1"}, true},
		{nil, []string{"contact.static_friction=0.8:1.5", "run.drag_half_life=1:2", "run.dt={class}"}, true},
		{nil, []string{"contact.static_friction=0.8:1.5", "run.solver={verlet,rk4}"}, true}, // jobs of both are learned
		{nil, []string{"contact.static_friction=0.8:1.5", "run.seed=0:23:int"}, true},
		{nil, []string{"contact.static_friction=0.8:1.5", "mesh.density=900:1100"}, false},
		{nil, []string{"mesh.stiffness=8000:16000"}, false}, // a preset's own
	} {
		p := planFor(t, c.set, c.vary...)
		r := must.Get(NewTogether(p, packs(), 1, engine.Options{}))(t)
		quick := 0
		for i := range p.Jobs {
			if one, of := r.quick(p.Jobs[i]); one != nil && r.alike.proved(of, &p.Jobs[i]) {
				quick++
			}
			got := must.Get(r.member(p.Jobs[i]))(t)
			want := must.Get(r.made(p.Jobs[i]))(t)
			if got.key() != want.key() || !slices.Equal(got.Values, want.Values) || got.job.ID != p.Jobs[i].ID || got.lone != want.lone || !slices.Equal(got.Kind.Free, want.Kind.Free) {
				t.Errorf("%v: job %d is another one: %v, want %v", c.vary, i, got.Values, want.Values)
			}
		}
		must.Hold(t, (quick > 12) == c.quick, "%v: %d jobs are made without a scene", c.vary, quick)
	}
}

// Threads that make the first jobs at once learn one of them.
func TestAlikeJobsAreLearnedOnce(t *testing.T) {
	p := planFor(t, nil, "actuator[0..11].phase=0:6.283")
	r := must.Get(NewTogether(p, packs(), 1, engine.Options{}))(t)
	r.alike = alike{}
	for i := range 3 { // the phases of the first job are 0, and so it is like no other
		r.learn(p.Jobs[1+i], 1296)
	}
	must.Be(t, len(r.alike.all()), 1, "jobs are learned")
}

// One job that does not come out as its scene does turns the quick way off.
func TestAlikeJobsAreProved(t *testing.T) {
	p := planFor(t, nil, "actuator[0..11].phase=0:6.283")
	r := must.Get(NewTogether(p, packs(), 1, engine.Options{}))(t)
	r.learn(p.Jobs[6], 1296) // a slow machine has learned none yet
	quick, of := r.quick(p.Jobs[7])
	if quick == nil {
		t.Fatal("nothing is quick")
	}
	whole := must.Get(r.made(p.Jobs[8]))(t)
	r.alike.prove(of, quick, whole)
	if again, _ := r.quick(p.Jobs[7]); again != nil {
		t.Error("a failed proof changes nothing")
	}
}

// A job without similar ones is learned twice at most, and then costs nothing more. Jobs that serve others do not
// count.
func TestUselessJobsAreNotLearned(t *testing.T) {
	p := planFor(t, nil, "contact.static_friction=0.8:1.5", "mesh.density=900:1100")
	r := must.Get(NewTogether(p, packs(), 1, engine.Options{}))(t)
	for i := range p.Jobs {
		must.Do(t, must.Err(r.member(p.Jobs[i])))
	}
	must.Be(t, len(r.alike.learned), mostUseless, "jobs are learned of 24 that have nothing in common")
	p = planFor(t, nil, "contact.static_friction=0.8:1.5", "run.solver={verlet,rk4,symplectic-euler,explicit-euler}")
	r = must.Get(NewTogether(p, packs(), 1, engine.Options{}))(t)
	for i := range p.Jobs {
		must.Do(t, must.Err(r.member(p.Jobs[i])))
	}
	must.Be(t, len(r.alike.learned), 4, "jobs are learned of 4 solvers")
}

// Learned jobs have at most the given number of springs together, but for one that has more alone. While one is learned other threads make theirs.
func TestLearnedJobsAreBounded(t *testing.T) {
	p := planFor(t, nil, "run.solver={verlet,rk4,symplectic-euler,explicit-euler}")
	r := must.Get(NewTogether(p, packs(), 1, engine.Options{}))(t)
	for _, c := range []struct {
		springs []int
		learned int
	}{{[]int{mostSprings + 1, 1}, 1}, {[]int{mostSprings, 1}, 1}, {[]int{mostSprings - 2, 2, 1}, 2}} {
		r.alike = alike{}
		for i, springs := range c.springs {
			r.learn(p.Jobs[i], springs)
		}
		must.Be(t, len(r.alike.learned), c.learned, "of %v springs jobs are learned", c.springs)
	}
	r.alike = alike{}
	must.Hold(t, r.alike.mayLearn(p.Jobs[0], 1) && !r.alike.mayLearn(p.Jobs[1], 1), "two threads learn at once, or none does")
	if len(r.alike.all()) != 0 { // which waits for no thread
		t.Error("a job is known before it is learned")
	}
}
