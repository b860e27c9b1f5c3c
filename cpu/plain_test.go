package cpu

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"hooke/cpu/cputest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// nameOf is the name of a function without its package; empty for nil.
func nameOf(f any) string {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return ""
	}
	name := runtime.FuncForPC(v.Pointer()).Name()
	if name = name[strings.LastIndexAny(name, "./")+1:]; strings.HasPrefix(name, "func") {
		return "plain Go" // a function with a type parameter, which has no name of its own in generic code
	}
	return name
}

// tasksOf are the tasks of the given number of steps that the last good state is kept, each once, in their order.
func tasksOf(t *testing.T, e *engine[float32]) (tasks []task) {
	t.Helper()
	var lock sync.Mutex
	do := e.threads.Work
	e.threads.Work = func(thread, block int) {
		lock.Lock()
		if !slices.Contains(tasks, e.progress.schedule.task) {
			tasks = append(tasks, e.progress.schedule.task)
		}
		lock.Unlock()
		do(thread, block)
	}
	must.Do(t, e.Step(260))
	slices.Sort(tasks)
	return tasks
}

// A run without collisions, spans, contacts per mass and contacts that move takes the
// functions and the tasks that it took before these were there; package kernels has the sums of
// the functions. Each of these makes a difference.
func TestPlainRunsTakeTheCodeOfBefore(t *testing.T) {
	canon, start, err := build.Canon(7)
	must.Do(t, err)
	rope := cputest.Preset(t, "rope", 100)
	cloth := cputest.Preset(t, "cloth", 2000)
	grounded := model.Params{DT: 1e-5, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 5000, 1).WithFriction(0.6, 0.5)}}
	round := grounded.Clone()
	round.Contacts = append(round.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0, -9}, Radius: 1}, Inside: true, Stiffness: 0.01}) // soft, so that no pass looks at springs for their speed
	verlet := grounded.Clone()
	verlet.Integrator = model.VelocityVerlet
	rk4 := grounded.Clone()
	rk4.Integrator = model.RK4
	colliding, collision, cloud := cputest.Cloud(300, 1, 1)
	moving, spanning, thin := grounded.Clone(), grounded.Clone(), grounded.Clone()
	moving.Contacts[0].Trajectory = &model.Trajectory{Belt: model.Vec3{1}}
	thin.Contacts = append(thin.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0, -9}, Radius: 1}, Stiffness: 10})
	spanning.Contacts = append(spanning.Contacts, thin.Contacts[1])
	spanning.Contacts[1].Touches = model.TouchSprings
	stepping, verlets := []task{sweep, measure, keep}, []task{prime, drift, sweep, measure, keep}
	for _, c := range []struct {
		name            string
		model           *model.Model
		params          model.Params
		start           *model.State
		steps, integral string // of the assembly, AVX for its name; steps "" where forces and integration are apart
		tasks           []task
		plain           bool
	}{
		{"canon", canon, model.Params{DT: build.CanonStep}, start, "plainStepClassAVX", "integrateAVX", stepping, true},
		{"rope", rope.Model, grounded, nil, "fullStepClassAVX", "integrateAVX", stepping, true},
		{"cloth", cloth.Model, grounded, nil, "fullStepClassAVX", "integrateAVX", stepping, true},
		{"cloth in a ball", cloth.Model, round, nil, "", "plain Go", stepping, true},
		{"cloth, Verlet", cloth.Model, verlet, nil, "", "verletAVX", verlets, true},
		{"cloth, RK4", cloth.Model, rk4, nil, "", "stageAVX", []task{stage, sweep, measure, keep}, true},
		{"cloud that collides", colliding, collision, cloud, "fullStepClassAVX", "integrateAVX", stepping, false},
		{"cloth on a belt", cloth.Model, moving, nil, "fullStepClassAVX", "integrateAVX", stepping, false},
		{"cloth whose edges are pushed", cloth.Model, spanning, nil, "fullStepClassAVX", "integrateAVX", stepping, false},
		{"cloth that is caught", cloth.Model, thin, nil, "fullStepClassAVX", "integrateAVX", stepping, false},
	} {
		for _, kernel := range Kernels(model.Single) {
			if !strings.HasPrefix(kernel, "avx") {
				continue // plain Go, for other machines
			}
			e := must.Get(makeEngine[float32](c.model, c.params, Options{Threads: 2, Kernel: kernel}))(t)
			if c.start != nil {
				must.Do(t, e.Reset(c.start))
			}
			assembly := func(name string) string { return strings.Replace(name, "AVX", strings.ToUpper(kernel), 1) }
			got := fmt.Sprint(nameOf(e.code.steps), " ", nameOf(e.code.integral), " ", tasksOf(t, e))
			if want := fmt.Sprint(assembly(c.steps), " ", assembly(c.integral), " ", c.tasks); (got == want) != c.plain {
				t.Errorf("%s, %s: %s, of before are %s", c.name, kernel, got, want)
			}
			if unused := e.pairs.lists == nil && e.spans == nil && !e.catching.wanted; c.plain && !unused {
				t.Errorf("%s, %s: prepared for what the run does not have", c.name, kernel)
			}
			e.Close()
		}
	}
}
