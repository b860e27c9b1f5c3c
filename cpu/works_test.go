package cpu

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// works are the power and the work of actuators by a kernel, as dampers has them.
func (c powerCase) works(k kernels.Kernel[float32], step kernels.PowerStep[float32], packed bool) (power, work float64) {
	e, from := c.engine, c.engine.buffers.now().Position
	if !packed {
		from.Packed, from.PackedOf = nil, 0
	}
	step.From, step.W, step.Shares = from, c.later, c.shares
	call := kernels.DamperCall[float32]{ForcesCall: kernels.ForcesCall[float32]{Handoff: kernels.NewForceHandoff[float32](&e.table.Pattern)}}
	count := e.table.LaneCount() / table.Width
	for _, part := range [][2]int{{0, count / 3}, {count / 3, count}} {
		if part[0] < part[1] {
			call.Aim(e.table, &step, part[0], part[1]-part[0], make([]float32, 1), true)
			k.Works[e.table.Format](&call)
			power, work = power+call.Power(), work+call.Work()
		}
	}
	return power, work
}

// exactWorks computes the same by the formulas, and the sums of the sizes of all terms, which bound the
// rounding.
func (c powerCase) exactWorks(beta, dt float64, rests kernels.Rests) (power, work, sizeOfPower, sizeOfWork float64) {
	e, now := c.engine, c.engine.buffers.now().Position
	m := e.model
	resolver := physics.NewResolver(m, 1e-4)
	for s, ends := range m.Ends {
		if !table.Acts(m, m.Ends[s], m.MaterialOf[s]) {
			continue
		}
		own, scale, before, after := resolver.Spring(s), 1., 1., 1.
		if m.ActuatorOf != nil && m.ActuatorOf[s] != 0 {
			a := m.ActuatorOf[s] - 1
			scale, before, after = rests.Now[a], rests.Before[a], rests.After[a]
		}
		a, b := int(e.table.Order.LaneOf[ends[0]]), int(e.table.Order.LaneOf[ends[1]])
		of := func(motion kernels.Motion[float32], which int) model.Vec3 {
			return kernels.Widen(motion.Get(which, b)).Sub(kernels.Widen(motion.Get(which, a)))
		}
		d, rest := of(now, kernels.ArrayX), m.RestLength[s]
		length := d.Len()
		cable := m.Materials[m.MaterialOf[s]].TensionOnly
		if length < 1e-12 || cable && length <= scale*rest {
			continue
		}
		seen, later := of(now, kernels.ArrayVX).Dot(d)/length, of(c.later, kernels.ArrayVX).Dot(d)/length
		force, least := own.Damping*seen, -own.Stiffness*(length-scale*rest)
		if cable {
			force = max(force, least)
			sizeOfPower += own.Stiffness * length * (math.Abs(later) + beta*math.Abs(seen))
		}
		power += force * (later + beta*seen)
		sizeOfPower += math.Abs(force * (math.Abs(later) + beta*math.Abs(seen)))
		change := 0.5 * own.Stiffness * rest * (before - after)
		work += change * (2*length + dt*later - rest*(before+after))
		sizeOfWork += math.Abs(change) * (2*length + dt*math.Abs(later) + rest*(before+after))
	}
	return power, work, sizeOfPower, sizeOfWork
}

// actuatedBy is a model whose springs have a few of the given number of actuators.
func actuatedBy(m *model.Model, actuators int) *model.Model {
	c := *m
	c.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range c.ActuatorOf {
		c.ActuatorOf[s] = uint16(s / 5 % (actuators + 1))
	}
	return &c
}

// Every kernel that knows all springs has the power of dampers and the work of actuators of the
// formulas, in each format, wherever springs are kept, with cables, pinned masses and hubs.
func TestWorksKernels(t *testing.T) {
	const tolerance, dt = 6e-7, -3e-3 // 10 roundings of 2^-24
	structures := map[string]*model.Model{"many classes": cputest.ManyMaterials(15, 400), "many laws": cputest.ManyMaterials(40, 400),
		"lattice": cputest.Preset(t, "lattice", 6000).Model, "layered": cputest.Layered(t), "bridge": cputest.Preset(t, "bridge", 0).Model}
	for _, sc := range cputest.Cases(t) {
		if sc.Name != "canon, shuffled" {
			structures[sc.Name] = sc.Model
		}
	}
	for name, m := range maps.Clone(structures) {
		m.ActuatorOf = nil
		structures[name+" actuated"] = actuatedBy(m, 3)
		structures[name+" actuated, pinned"] = pinnedHere(actuatedBy(withoutCables(m), 2))
	}
	rests := kernels.Rests{Now: []float64{1.01, 0.98, 1.07}, Before: []float64{1.01, 0.98, 1.07}, After: []float64{0.96, 1.01, 1.072}}
	tried := map[string]int{} // springs in columns and elsewhere, by kernel and content of entries
	for name, m := range structures {
		c := newPowerCase(t, m)
		e := c.engine
		for _, beta := range []float32{0, 1} {
			power, work, sizeOfPower, sizeOfWork := c.exactWorks(float64(beta), dt, rests)
			for _, k := range kernels.ForThisMachine[float32]() {
				for _, packed := range []bool{false, true} {
					gotPower, gotWork := c.works(k, kernels.PowerStep[float32]{Laws: c.laws(rests), Beta: beta, Time: dt}, packed)
					if !(math.Abs(gotPower-power) <= tolerance*sizeOfPower) {
						t.Errorf("%s, %s, packed %v, β = %g: dampers take %.9g W, by the formula %.9g, of what rounds %.2g", k.Name, name, packed, beta, gotPower, power, math.Abs(gotPower-power)/sizeOfPower)
					}
					if !(math.Abs(gotWork-work) <= tolerance*sizeOfWork) {
						t.Errorf("%s, %s, packed %v: actuators do %.9g J, by the formula %.9g, of what rounds %.2g", k.Name, name, packed, gotWork, work, math.Abs(gotWork-work)/sizeOfWork)
					}
					if work != 0 {
						tried[fmt.Sprint(k.Name, e.table.Format, packed && e.buffers.now().Position.PackedOf > 0, " columns")] += len(e.table.Columns)
						tried[fmt.Sprint(k.Name, " pairs")] += len(e.table.Pairs)
						tried[fmt.Sprint(k.Name, " slots")] += len(e.table.Slots)
					}
				}
			}
		}
		e.Close()
	}
	maps.DeleteFunc(tried, func(_ string, springs int) bool { return springs == 0 })
	if want := 8 * len(kernels.Names[float32]()); len(tried) != want {
		t.Errorf("tried %v, want %d kinds", slices.Sorted(maps.Keys(tried)), want)
	}
}
