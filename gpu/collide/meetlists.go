package collide

import (
	"fmt"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/model"
	"hooke/physics/meet"
	"hooke/shaders"
)

// noTriangle is the number of the triangle of two springs.
const noTriangle = ^uint32(0)

// Widen has the next list hold for a way of a mass within a step, in shares of the skin. It changes no result. It is
// false where lists would become too long.
func (s *Meetings) Widen(moved float64) bool {
	reach := 2 * s.model.LargestRadius()
	skin := 2.5 * max(1, moved) * s.skin
	if !(reach+skin <= widest*(reach+s.params.Collision.Skin)) {
		return false
	}
	s.skin = skin
	return true
}

// Pairs returns the length of the list; false: there is none yet, or nothing meets.
func (s *Meetings) Pairs() (count int64, listed bool) {
	if s == nil {
		return 0, false
	}
	return s.pairs, s.listed
}

// Skin returns that of the next list [m].
func (s *Meetings) Skin() float64 { return s.skin }

// List makes the list of pairs at a state, which is the one on the device. On an error the device has no room for it, and the
// one before stays.
func (s *Meetings) List(position []model.Vec3) error {
	pairs := s.set.Near(position, s.skin)
	if err := s.grow(int64(len(pairs))); err != nil {
		return err
	}
	s.pairs, s.listed = int64(len(pairs)), true
	s.ctx.Barrier(glx.ByTransfer) // the uploads overwrite inputs of passes
	glx.Upload(s.arrays.pair, 0, s.records(pairs))
	glx.Upload(s.arrays.at, 0, s.incidences(pairs))
	built := make([]shaders.Position, s.model.MassCount())
	for i, x := range position {
		b := &built[s.number(uint32(i))]
		b.Xyz = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
		if s.model.Radius[i] > 0 {
			b.InverseMass = 1
		}
	}
	glx.Upload(s.arrays.built, 0, built)
	glx.Upload(s.arrays.status, 0, []shaders.MeetStatus{{}})
	return s.ctx.Err("gpu: list springs and triangles that are near")
}

// records returns pairs behind the record of the list.
func (s *Meetings) records(pairs []meet.Pair) []shaders.MeetPair {
	out := make([]shaders.MeetPair, 1, 1+len(pairs))
	out[0] = shaders.MeetPair{A: uint32(len(pairs)), B: s.number(s.taking()), Reach: float32(s.skin)}
	for _, p := range pairs {
		m, triangle := p.Masses, noTriangle
		if p.Triangle >= 0 {
			triangle = uint32(p.Triangle)
		}
		out = append(out, shaders.MeetPair{A: s.number(m[0]), B: s.number(m[1]), C: s.number(m[2]), D: s.number(m[3]), Triangle: triangle, Reach: float32(p.Reach),
			Stiffness: float32(p.Stiffness), Ratios: float32(p.Ratios), StaticFriction: float32(p.Static), KineticFriction: float32(p.Kinetic)})
	}
	return out
}

// taking returns the first mass that takes part.
func (s *Meetings) taking() uint32 {
	for i, r := range s.model.Radius {
		if r > 0 {
			return uint32(i)
		}
	}
	return 0
}

// incidences lists, for every mass on the device, the corners of pairs that it is, in the order of the pairs, as
// shaders.Incidence lists springs. A pair has four corners. Behind all lists stands the first pair of each mass
// with a triangle, or the number of pairs.
func (s *Meetings) incidences(pairs []meet.Pair) []shaders.Incidence {
	masses := s.model.MassCount()
	out := make([]shaders.Incidence, 2*masses+1+4*len(pairs))
	ofTriangles := out[masses+1+4*len(pairs):]
	for i := range ofTriangles {
		ofTriangles[i].Entry = uint32(len(pairs))
	}
	next := make([]uint32, masses+1)
	for _, p := range pairs {
		for _, i := range p.Masses {
			next[s.number(i)+1]++
		}
	}
	next[0] = uint32(masses + 1)
	for i := range masses {
		next[i+1] += next[i]
		out[i+1].Entry = next[i+1]
	}
	out[0].Entry = next[0]
	for k, p := range pairs {
		for corner, i := range p.Masses {
			at := &next[s.number(i)]
			out[*at].Entry = uint32(4*k + corner)
			*at++
		}
		if first := &ofTriangles[s.number(p.Masses[0])]; p.Triangle >= 0 {
			first.Entry = min(first.Entry, uint32(k))
		}
	}
	return out
}

// Room returns the number of pairs for which lists have room; 0 for nil.
func (s *Meetings) Room() int64 {
	if s == nil {
		return 0
	}
	return s.counts.MeetRoom
}

// grow makes room for a number of pairs. On an error the arrays stay.
func (s *Meetings) grow(pairs int64) error {
	n := s.counts
	for n.MeetRoom < pairs {
		n.MeetRoom *= 2
	}
	if n.MeetRoom == s.counts.MeetRoom {
		return nil
	}
	if _, _, err := s.ctx.Limits.Groups(pairs, s.passes.group); err != nil {
		return fmt.Errorf("gpu: collisions of springs and triangles: lists need %d pairs: %w: %w", pairs, limits.ErrTooLarge, err)
	}
	var more meetArrays
	if err := buffers.Allocate(s.ctx.NewBuffer, n, more.ofPairs()); err != nil {
		more.release()
		return fmt.Errorf("gpu: collisions of springs and triangles: lists need %d pairs: %w", pairs, err)
	}
	s.rebind(&more)
	old := s.arrays.ofPairs()
	for name, made := range more.ofPairs() {
		(*old[name][0]).Release()
		*old[name][0] = *made[0]
	}
	s.counts = n
	return nil
}
