package ensemble

import (
	"hooke/control"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// run takes some steps, or those until the member has ended.
func (k *single) run(code *kernel, steps int) (err error) {
	for steps > 0 && k.alive {
		n := steps
		if k.runner != nil {
			due := k.meter != nil && k.meter.Samples > 0 && k.runner.Due()
			k.meter.pull(k, code, due)
			if n, err = k.pass(k.number, steps); err != nil {
				return err
			}
			k.meter.pull(k, code, due)
		}
		for range n {
			if !k.alive {
				return nil
			}
			k.takeStep(code)
		}
		if steps -= n; k.runner != nil && k.alive {
			k.runner.Advance(int64(n))
		}
	}
	return nil
}

func (k *single) bodyOf(int) control.Body { return k }

// Look copies masses.
func (k *single) Look(masses []uint32) (*model.State, error) {
	dst := k.now.of(k.kind.Model)
	dst.Step = k.step(k.clock)
	dst.Time = k.timeAt(dst.Step, k.kind.Params.DT)
	for _, i := range masses {
		for axis := range 3 {
			dst.Position[i][axis], dst.Velocity[i][axis] = float64(k.value(int(i), rowX+axis)), float64(k.value(int(i), rowV+axis))
		}
	}
	return dst, nil
}

// see measures the member's sensors if it is at a boundary.
func (k *single) see() error { return k.lane.see(k.number) }

// Take has the member step with the parameters set by inputs. Muscles continue from where they are in their
// cycles.
func (k *single) Take(p *model.Params) error {
	for i, a := range p.Actuators {
		k.phases[i].steer(a, k.params.Actuators[i], k.kind.Params.DT)
	}
	if err := k.inputs(k.kind.Model, p); err != nil {
		return err
	}
	k.muscles.stretch(k.shape, k.params)
	k.writeLoads()
	return nil
}

// writeLoads takes the external forces.
func (k *single) writeLoads() {
	for i, f := range k.params.Forces {
		for axis, x := range f.Force {
			k.loads[i].force[axis] = float32(x)
		}
	}
}

// takeStep takes one step, as that of a pack does.
func (k *single) takeStep(code *kernel) {
	k.drive(code)
	k.load()
	k.pull(code)
	if m := k.meter; m != nil {
		m.step(k)
	}
	for _, longest := range k.longest {
		if longest > k.limit {
			k.end(ensemble.Diverged, k.step(k.clock))
			return
		}
	}
	for i := range k.moves {
		c := &k.moves[i]
		c.any = 0
		k.near[i].move(code, c)
		if c.bad&c.alive != 0 {
			k.end(ensemble.Diverged, k.base+k.clock+1)
		}
	}
	if k.meter != nil {
		k.meter.judge(k)
	}
	k.clock++
	if step := k.base + k.clock; k.alive && k.ending != nil && step%physics.LookEvery == 0 {
		if by := k.ending.At(k.look(step), k.params.Contacts); by != "" {
			k.end(by, step)
		}
	}
}

// pull adds up the forces of springs.
func (k *single) pull(code *kernel) {
	if k.member.count == 0 {
		return
	}
	form := 0
	if k.full {
		form = 1
	}
	if k.apart {
		code.spread(&k.turn)
	}
	code.member[form](&k.member)
}

// look sums up the state, as physics.LookAt does.
func (k *single) look(step int64) model.Look {
	look := model.Look{Step: step, Time: k.timeAt(step, k.kind.Params.DT)}
	sum, moment := 0., model.Vec3{}
	for i := range k.table.masses {
		m := &k.table.masses[i]
		var x, v model.Vec3
		for axis := range 3 {
			x[axis], v[axis] = float64(k.value(int(m.number), rowX+axis)), float64(k.value(int(m.number), rowV+axis))
		}
		mass := k.kind.Model.Mass[m.number] / float64(k.scaled[m.scale/lanes])
		look.Speed = max(look.Speed, v.Len())
		sum, moment = sum+mass, moment.Add(x.Mul(mass))
	}
	if sum > 0 {
		look.Center = moment.Mul(1 / sum)
	}
	return look
}

// pull is an external force on some masses.
type pull struct {
	slots []uint32 // of the masses that move
	force [3]float32
	table model.Curve
}

// load adds the external forces at the time of the step.
func (k *single) load() {
	for i := range k.loads {
		l := &k.loads[i]
		force := l.force
		if len(l.table.At) > 0 {
			factor := float32(l.table.Of(k.timeAt(k.step(k.clock), k.kind.Params.DT)))
			for axis := range force {
				force[axis] *= factor
			}
		}
		for _, slot := range l.slots {
			to := k.masses[slot/lanes*massSize+slot%lanes:]
			for axis, f := range force {
				to[(rowForce+axis)*lanes] += f
			}
		}
	}
}
