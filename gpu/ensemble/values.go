package ensemble

import (
	"math"
	"sync/atomic"

	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
)

// values are the numbers that the host has for the members of a block: rows of one a member.
type values struct {
	layout *layout
	table  *table
	all    []float32
	each   int           // numbers of a row
	dirty  []atomic.Bool // rows that the device does not have yet
}

func newValues(t *table, l *layout, members int) *values {
	return &values{layout: l, table: t, all: make([]float32, l.value.count*members), each: members, dirty: make([]atomic.Bool, l.value.count)}
}

// put writes a number of a member.
func (v *values) put(name string, which, member int, x float64) {
	row := v.layout.value.at[name] + which
	at := row*v.each + member
	if to := float32(x); math.Float32bits(v.all[at]) != math.Float32bits(to) {
		v.all[at] = to
		v.dirty[row].Store(true)
	}
}

// rests returns the factors of rest lengths of all laws, a row each.
func (v *values) rests() []float32 {
	first := v.layout.value.at["REST"]
	return v.all[first*v.each : (first+len(v.table.laws))*v.each]
}

// pair writes a number in two words.
func (v *values) pair(name string, which, member int, x float64) {
	v.put(name, which, member, x)
	v.put(name, which+1, member, x-float64(float32(x)))
}

// write takes the values of a member, written into the model and the parameters of its kind.
func (v *values) write(member int, m *model.Model, p model.Params) {
	k := v.table.kind
	for i, law := range v.table.laws {
		stiffness, damping, scale := law.Numbers(&k, m)
		v.put("STIFFNESS", i, member, stiffness)
		v.put("DAMPING", i, member, damping)
		v.put("REST", i, member, scale)
	}
	v.put("SCALE", 0, member, 1)
	v.put("WEIGHT", 0, member, 1)
	for i, example := range v.table.scales {
		v.put("SCALE", 1+i, member, k.Model.Mass[example]/m.Mass[example])
		v.put("WEIGHT", 1+i, member, m.Mass[example]/k.Model.Mass[example])
	}
	mass := 0.
	for i := range m.MassCount() {
		if m.PinOf(i) != model.PinAll {
			mass += m.Mass[i]
		}
	}
	v.put("MASS", 0, member, mass)
	for axis, g := range p.Gravity {
		v.put("FALL", axis, member, p.DT*g)
	}
	v.put("DRAG", 0, member, p.DragFactor())
	if v.table.quadratic {
		v.put("QUADRATIC", 0, member, p.QuadraticDrag)
	}
	v.writeDrives(member, p)
	v.writeContacts(member, p)
}

// writeDrives takes muscles and external forces.
func (v *values) writeDrives(member int, p model.Params) {
	for i, a := range p.Actuators {
		v.put("AMPLITUDE", i, member, a.Amplitude)
		if !v.table.smooth {
			continue
		}
		soft := spring.Transition{}
		if a.HalfLife > 0 {
			soft = spring.Critical(a.HalfLife, p.DT)
		}
		for j, x := range [smoothRows]float64{a.HalfLife, soft.XX, soft.XV, soft.XQ, soft.VX, soft.VV, soft.VQ} {
			v.put("SMOOTH", i*smoothRows+j, member, x)
		}
	}
	for i, f := range p.Forces {
		for axis, x := range f.Force {
			v.put("LOAD", 3*i+axis, member, x)
		}
	}
}

// writeContacts takes contacts, planes as masses feel them and as heights count from them. Other shapes are in the table.
func (v *values) writeContacts(member int, p model.Params) {
	up := model.Vec3{0, 0, 1}
	if size := p.Gravity.Len(); size > 0 {
		up = p.Gravity.Mul(-1 / size)
	}
	for axis, x := range up {
		v.put("UP", axis, member, x)
	}
	ground := 0.
	for i, c := range p.Contacts {
		plane, is := c.Shape.(model.Plane)
		n, offset := plane.UnitNormal(), plane.Offset
		high := [3]float64{-math.MaxFloat32, 0, 0}
		if is && !c.Inside && n[2] >= physics.LevelPlane {
			high, ground = [3]float64{offset / n[2], n[0] / n[2], n[1] / n[2]}, -math.MaxFloat32
		}
		for j, x := range high {
			v.put("HIGH", 3*i+j, member, x)
		}
		if c.Inside { // the inside of a plane is the outside of the opposite one
			n, offset = n.Mul(-1), -offset
		}
		for j, x := range [contactRows]float64{n[0], n[1], n[2], offset, c.Stiffness, c.Damping, c.StaticFriction, c.KineticFriction} {
			v.put("CONTACT", i*contactRows+j, member, x)
		}
	}
	v.put("GROUND", 0, member, ground)
}

// begin sets the values that follow from the start of a member, and from its end conditions.
func (v *values) begin(member int, m *model.Model, p model.Params, s *model.State, until physics.Until) {
	runaway := physics.RunawayLength(m, s)
	limit := runaway * runaway
	if limit > math.MaxFloat32 {
		limit = math.MaxFloat32 // larger numbers are no float32
	}
	v.put("LIMIT", 0, member, limit)
	v.pair("TIME", 0, member, s.Time)
	v.pair("TIME", 2, member, p.DT)
	for axis, x := range physics.LookAt(m, s).Center {
		v.put("NEAR", axis, member, x)
	}
	v.put("STILL_SPEED", 0, member, until.StillSpeed*until.StillSpeed)
	v.put("FALL_HEIGHT", 0, member, until.FallHeight)
	v.put("LEAVE_RADIUS", 0, member, until.LeaveRadius)
}
