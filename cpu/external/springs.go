package external

import (
	"cmp"
	"slices"
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/laws"
	"hooke/laws/material"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// Springs are the springs that tear, yield, creep or have a force table, which tables leave out. Press evaluates their
// forces in float64, block by block, and Add sums those on each mass in the order of springs, so
// that sums do not depend on threads. Change lets them change by the state after a step. They take
// 160 bytes each.
type Springs[T table.Real] struct {
	all     []changing
	changes []inelastic.Change // of all springs of the model
	scale   []float64          // L0(t)/L0 of the springs of each actuator; nil: nothing is actuated
	dt      float64            // [s]
	force   []model.Vec3       // on end A of each [N]

	lanes  []int32 // of masses that have any and can move, ascending
	begins []int32 // of the ends of each, and one more
	ends   []int32 // twice the number in all, plus 1 for end B

	blocks []changedBlock
}

// changing is a spring that may change.
type changing struct {
	law      material.Spring // unchanged, with L0
	limits   *inelastic.Law
	lanes    [2]int32
	spring   uint32
	actuator uint16
	held     bool // both ends are pinned on all axes
}

// changedBlock is the result of Change for a block of springs.
type changedBlock struct {
	lost    material.Dissipated
	tearing []int32 // springs that would tear and have a limit, as numbers in all
}

// springsOfBlock is the number of springs of a block of Press and of Change.
const springsOfBlock = 2048

// SpringsOf returns the springs of a run that tear, yield, creep or have a force table, for lanes in
// the order of a table; nil without any. changes has the rest length and damage of all springs of the
// model, nil where none can change; Change writes to it.
func SpringsOf[T table.Real](m *model.Model, p model.Params, o table.LaneOrder, changes []inelastic.Change) *Springs[T] {
	if !m.Inelastic() {
		return nil
	}
	s, resolver := &Springs[T]{changes: changes, dt: p.DT}, physics.ResolverOf(m, p)
	begins := make([]int32, len(o.MassOf)+1)
	for i, ends := range m.Ends {
		of := &m.Materials[m.MaterialOf[i]]
		if !of.Inelastic.There() {
			continue
		}
		one := changing{law: material.SpringOf(of, resolver.Spring(i), m.RestLength[i], m.RestLength[i]), limits: &of.Inelastic, spring: uint32(i),
			lanes: [2]int32{int32(o.LaneOf[ends[0]]), int32(o.LaneOf[ends[1]])}, held: m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll}
		if m.ActuatorOf != nil {
			one.actuator = m.ActuatorOf[i]
		}
		for side, end := range ends {
			if m.PinOf(int(end)) != model.PinAll {
				begins[one.lanes[side]+1]++
			}
		}
		s.all = append(s.all, one)
	}
	s.gather(m, begins)
	s.force = make([]model.Vec3, len(s.all))
	s.blocks = make([]changedBlock, s.Blocks())
	return s
}

// gather lists the springs at each mass; begins has the number of those at each lane before the
// next.
func (s *Springs[T]) gather(m *model.Model, begins []int32) {
	for lane := range len(begins) - 1 {
		if begins[lane+1] > 0 {
			s.lanes, s.begins = append(s.lanes, int32(lane)), append(s.begins, begins[lane])
		}
		begins[lane+1] += begins[lane]
	}
	s.begins = append(s.begins, begins[len(begins)-1])
	s.ends = make([]int32, begins[len(begins)-1])
	for k := range s.all {
		for side, lane := range s.all[k].lanes {
			if m.PinOf(int(m.Ends[s.all[k].spring][side])) != model.PinAll {
				s.ends[begins[lane]] = int32(2*k + side)
				begins[lane]++
			}
		}
	}
}

// Blocks returns the number of blocks of Press and Change.
func (s *Springs[T]) Blocks() int {
	if s == nil {
		return 0
	}
	return (len(s.all) + springsOfBlock - 1) / springsOfBlock
}

// Bytes returns the memory of the springs.
func (s *Springs[T]) Bytes() int64 {
	if s == nil {
		return 0
	}
	return 160 * int64(len(s.all))
}

// At uses the current scales of rest lengths.
func (s *Springs[T]) At(restScale []float64) {
	if s != nil {
		s.scale = restScale
	}
}

// scaleOf returns L0(t)/L0 of a spring.
func (s *Springs[T]) scaleOf(c *changing) float64 {
	if c.actuator == 0 || s.scale == nil {
		return 1
	}
	return s.scale[c.actuator-1]
}

// block returns the numbers of the first spring of a block and of that after the last.
func (s *Springs[T]) block(block int) (first, last int) {
	return block * springsOfBlock, min(len(s.all), (block+1)*springsOfBlock)
}

// between returns the vector from end A to end B, of positions or velocities.
func (c *changing) between(which int, of func(which, lane int) model.Vec3) model.Vec3 {
	return of(which, int(c.lanes[1])).Sub(of(which, int(c.lanes[0])))
}

// now returns the law of a spring as it has become, with its actuator; false of one that is torn.
func (s *Springs[T]) now(c *changing) (law material.Spring, holds bool) {
	if s.changes == nil {
		law = c.law
		law.RestLength *= s.scaleOf(c)
		return law, true
	}
	change := &s.changes[c.spring]
	return c.law.Changed(change, s.scaleOf(c)), !change.Torn()
}

// Press evaluates the forces of a block of springs in a state.
func (s *Springs[T]) Press(now kernels.Motions[T], block int) {
	first, last := s.block(block)
	for k := first; k < last; k++ {
		c := &s.all[k]
		s.force[k] = model.Vec3{}
		law, holds := s.now(c)
		if c.held || !holds {
			continue
		}
		d := c.between(kernels.ArrayX, func(which, lane int) model.Vec3 { return kernels.Widen(now.Position.Get(which, lane)) })
		length := d.Len()
		if length < laws.Shortest {
			continue
		}
		v := c.between(kernels.ArrayVX, func(which, lane int) model.Vec3 { return kernels.Widen(now.Velocity.Get(which, lane)) })
		s.force[k] = d.Mul(law.Pull(length-law.RestLength, v.Dot(d)/length) / length)
	}
}

// Add adds the forces to those on the masses of some slices [N], see Loads.Add.
func (s *Springs[T]) Add(force []T, first, count int) {
	if s == nil {
		return
	}
	from := sort.Search(len(s.lanes), func(i int) bool { return int(s.lanes[i]) >= first*table.Width })
	for k := from; k < len(s.lanes) && int(s.lanes[k]) < (first+count)*table.Width; k++ {
		lane := int(s.lanes[k])
		var sum model.Vec3
		for _, end := range s.ends[s.begins[k]:s.begins[k+1]] {
			f := &s.force[end>>1]
			if end&1 == 0 {
				sum = sum.Add(*f)
			} else {
				sum = sum.Sub(*f)
			}
		}
		add(force[(lane/table.Width-first)*3*table.Width+lane%table.Width:], kernels.Narrow[T](sum))
	}
}

// step describes a spring in a state after a step.
func (s *Springs[T]) step(c *changing, now kernels.Motions[T]) material.Step {
	d := c.between(kernels.ArrayX, func(which, lane int) model.Vec3 { return kernels.Widen(now.Position.Get(which, lane)) })
	return material.Step{Law: c.law, Limits: c.limits, Scale: s.scaleOf(c), Length: d.Len(), DT: s.dt}
}

// Change lets the springs of a block change by the state after a step. Those that would tear and
// have a limit wait for Changed.
func (s *Springs[T]) Change(now kernels.Motions[T], block int) {
	first, last := s.block(block)
	out := &s.blocks[block]
	out.lost, out.tearing = material.Dissipated{}, out.tearing[:0]
	for k := first; k < last; k++ {
		c := &s.all[k]
		was := s.changes[c.spring]
		if was.Torn() {
			continue
		}
		step := s.step(c, now)
		next, lost := step.Next(was)
		if next.Torn() && c.limits.LimitPerMass {
			out.tearing = append(out.tearing, int32(k))
			next, lost = step.Held(was)
		}
		s.changes[c.spring] = next
		out.lost = out.lost.Plus(lost)
	}
}

// Changed ends the change of all blocks. Of springs with a limit it tears those that are the longest,
// of equals the first, of the ones that would tear at either end. It returns the energy that all
// springs lost.
func (s *Springs[T]) Changed(now kernels.Motions[T]) (lost material.Dissipated) {
	type candidate struct {
		spring int32
		length float64
	}
	var all []candidate
	longest := map[int32]candidate{}
	for b := range s.blocks {
		lost = lost.Plus(s.blocks[b].lost)
		for _, k := range s.blocks[b].tearing {
			step := s.step(&s.all[k], now)
			one := candidate{k, step.Length}
			all = append(all, one)
			for _, lane := range s.all[k].lanes {
				if first, there := longest[lane]; !there || cmp.Compare(one.length, first.length) > 0 {
					longest[lane] = one
				}
			}
		}
	}
	for _, one := range slices.DeleteFunc(all, func(c candidate) bool {
		lanes := s.all[c.spring].lanes
		return longest[lanes[0]] != c || longest[lanes[1]] != c
	}) {
		c := &s.all[one.spring]
		law, _ := s.now(c)
		lost.Fracture += law.Stored(one.length - law.RestLength)
		s.changes[c.spring].Damage = 1
	}
	return lost
}
