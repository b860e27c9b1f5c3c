package external

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Loads are the forces with tables and the motors of a run, the forces on all masses, and
// quadratic drag. They take 8 bytes for each mass that a list names.
type Loads struct {
	params  model.Params
	loads   []load
	pulls   []pull     // by ascending lane
	motors  []int32    // the loads that are motors of all masses
	uniform [3]float32 // the sum of the forces on all masses now [N]
	drag    float32    // q of quadratic drag [kg/m]
}

// load is a force, or a motor, as it is now. 36 bytes.
type load struct {
	force   [3]float32 // of a force [N]
	axis    [3]float32 // of a motor
	speed   float32    // of a motor [m/s]
	damping float32    // of a motor [N·s/m]
	limit   float32    // of a motor [N]; infinite without one
}

// pull says that a load acts on the mass of a lane.
type pull struct{ lane, load int32 }

// LoadsOf are the loads of a run, for lanes in the order of a table; nil where there are
// none. Handles, and forces that never change on masses that a list names, are not among
// them.
func LoadsOf(p model.Params, o table.LaneOrder) *Loads {
	l := &Loads{params: p, drag: float32(p.QuadraticDrag)}
	on := func(masses []uint32) {
		for _, i := range masses {
			l.pulls = append(l.pulls, pull{int32(o.LaneOf[i]), int32(len(l.loads))})
		}
	}
	for _, f := range p.Forces {
		if Changes(f) {
			on(f.Masses)
		}
		l.loads = append(l.loads, load{})
	}
	for _, m := range p.Motors {
		limit := float32(m.Limit)
		if m.Limit == 0 {
			limit = float32(math.Inf(1))
		}
		if m.Masses == nil {
			l.motors = append(l.motors, int32(len(l.loads)))
		}
		on(m.Masses)
		l.loads = append(l.loads, load{axis: kernels.Narrow(m.UnitAxis()), damping: float32(m.Damping), limit: limit})
	}
	everywhere := slices.ContainsFunc(p.Forces, func(f model.Force) bool { return f.Masses == nil })
	if len(l.pulls) == 0 && len(l.motors) == 0 && l.drag == 0 && !everywhere {
		return nil
	}
	slices.SortStableFunc(l.pulls, func(a, b pull) int { return cmp.Compare(a.lane, b.lane) })
	return l
}

// Changes says whether a force is one that Loads knows although a list names its masses.
func Changes(f model.Force) bool { return len(f.Table.At) > 0 }

// Follow takes over what the loads are now.
func (l *Loads) Follow(now *physics.Signals) {
	if l == nil {
		return
	}
	var uniform model.Vec3
	for k, f := range l.params.Forces {
		scaled := f.Force.Mul(now.ForceFactor[k])
		if f.Masses == nil {
			uniform = uniform.Add(scaled)
		}
		l.loads[k].force = kernels.Narrow(scaled)
	}
	for k, speed := range now.MotorSpeed {
		l.loads[len(l.params.Forces)+k].speed = float32(speed)
	}
	l.uniform = kernels.Narrow(uniform)
}

// Bytes is the memory of the loads.
func (l *Loads) Bytes() int64 {
	if l == nil {
		return 0
	}
	return 8*int64(len(l.pulls)) + 36*int64(len(l.loads))
}

// on is the force of a load on a mass of velocity v [m/s]: F of a force, of a motor
// c (u − v·a) a, of a size up to its limit.
func (l *load) on(v [3]float32) [3]float32 {
	if l.damping == 0 {
		return l.force
	}
	size := l.damping * (l.speed - kernels.Dot(v, l.axis))
	size = min(l.limit, max(-l.limit, size))
	return [3]float32{size * l.axis[0], size * l.axis[1], size * l.axis[2]}
}

// Add adds the loads to the forces on the masses of some slices [N], which have 48 numbers
// for each slice: x of its 16 masses, then y, then z.
func (l *Loads) Add(force []float32, velocity kernels.Motion, first, count int) {
	if l == nil {
		return
	}
	if l.uniform != [3]float32{} || l.drag > 0 || len(l.motors) > 0 {
		l.addEverywhere(force, velocity, first, count)
	}
	from := sort.Search(len(l.pulls), func(i int) bool { return int(l.pulls[i].lane) >= first*table.Width })
	for _, p := range l.pulls[from:] {
		lane := int(p.lane)
		if lane >= (first+count)*table.Width {
			break
		}
		add(force[(lane/table.Width-first)*3*table.Width+lane%table.Width:], l.loads[p.load].on(velocity.Get(kernels.ArrayVX, lane)))
	}
}

// add adds a force to the first of the 16 masses of a slice.
func add(force []float32, f [3]float32) {
	for axis := range f {
		force[axis*table.Width] += f[axis]
	}
}

// addEverywhere adds what acts on all masses: the sum of uniform forces, −q |v| v of drag,
// and motors.
func (l *Loads) addEverywhere(force []float32, velocity kernels.Motion, first, count int) {
	var v [3][]float32
	for axis := range v {
		v[axis] = velocity.Array(kernels.ArrayVX + axis)[(first+1)*table.Width:]
	}
	for s := range count {
		f := (*[3 * table.Width]float32)(force[s*3*table.Width:])
		x, y, z := (*[table.Width]float32)(v[0][s*table.Width:]), (*[table.Width]float32)(v[1][s*table.Width:]), (*[table.Width]float32)(v[2][s*table.Width:])
		for i := range table.Width {
			slowing := l.drag * float32(math.Sqrt(float64(x[i]*x[i]+y[i]*y[i]+z[i]*z[i])))
			f[i] += l.uniform[0] - slowing*x[i]
			f[table.Width+i] += l.uniform[1] - slowing*y[i]
			f[2*table.Width+i] += l.uniform[2] - slowing*z[i]
		}
		for _, k := range l.motors {
			for i := range table.Width {
				add(f[i:], l.loads[k].on([3]float32{x[i], y[i], z[i]}))
			}
		}
	}
}
