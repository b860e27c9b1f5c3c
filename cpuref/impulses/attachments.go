package impulses

import "hooke/model"

// sweepAttachments visits attachments, round by round. Each is a cable from a mass, A, to a
// pinned one, B, that keeps its length L0 whatever pulls: with C = L − L0 at the start of the
// substep, and t the speed of A past B across n,
//
//	r = −C/h where C ≤ 0, else −min(C/h, t/2)       the fastest that L may grow
//	Δ = (r − u)/W,   λ ← min(0, λ + Δ)
//
// A mass that swings on an attachment gets a little too far in a substep, C = (h t)²/2L, and is
// brought back in the next one. The bound t/2 matters where a mass starts too far away, or its
// anchor leaves: it stays as far as it is until its springs have brought it back, and is not
// shot back.
func (s *Solver) sweepAttachments(velocity []model.Vec3) {
	for c := s.Colors.Structural(); c < s.Colors.Count(); c++ {
		for _, k := range s.Colors.Color(c) {
			s.attach(velocity, int(k))
		}
	}
}

// attach visits one. It does nothing if its anchor is no longer pinned.
func (s *Solver) attach(velocity []model.Vec3, k int) {
	one, ends := &s.springs[k], s.model.Ends[k]
	if !one.acts || s.model.PinOf(int(ends[1])) != model.PinAll {
		return
	}
	away := velocity[ends[1]].Sub(velocity[ends[0]])
	u := one.direction.Dot(away)
	most := -one.stretch / s.params.DT
	if one.stretch > 0 {
		most = max(most, -away.Sub(one.direction.Mul(u)).Len()/2)
	}
	change := min(0, s.Impulse[k]+(most-u)/one.weight) - s.Impulse[k]
	if change != 0 {
		s.Impulse[k] += change
		s.apply(velocity, k, change)
	}
}
