package check

import (
	"slices"

	"hooke/model"
)

// perKilogram returns s and d of a spring on a group, by which masses at a length and a speed have as much
// force as those of other loads.
func (st *perturbed) perKilogram() (s, d float64) {
	mass := st.meanMass()
	return round(perturbPull * st.force / (st.length * mass)), round(st.drain() / mass)
}

// perturbOrients turns a third of the masses from their orientation, and another third upright, up to
// a limit, with as much force per mass as handles of loads have.
func perturbOrients(st *perturbed) {
	s, d := st.perKilogram()
	inertia := st.model.LeastMoment(st.third(2))
	st.params.Orients = append(slices.Clone(st.params.Orients),
		model.Orient{Name: "some", Masses: st.third(1), Turn: roundVec(model.Vec3{0.25, -0.5, 0.75}), Table: st.table(), Stiffness: s, Damping: d},
		model.Orient{Name: "upright", Masses: st.third(2), Up: roundVec(model.Vec3{0, 0.6, 0.8}), Axis: model.Vec3{0, 0, 1},
			Torsion: round(s * inertia), Drag: round(d * inertia), Limit: round(s * inertia / 2)})
}

// perturbTracks pulls a third of the masses along a path, and all of them to a point.
func perturbTracks(st *perturbed) {
	s, d := st.perKilogram()
	first := uint32(st.freeMass(0))
	others := slices.DeleteFunc(st.third(0), func(i uint32) bool { return i <= first+3 })
	target := roundVec(model.Vec3{st.length, 0, -st.length})
	st.params.Tracks = append(slices.Clone(st.params.Tracks),
		model.Track{Name: "some", Masses: st.third(1), Path: model.Path{Velocity: roundVec(model.Vec3{st.speed, 0, st.speed})}, Stiffness: s, Damping: d},
		model.Track{Name: "all", Target: &target, Lag: true, Stiffness: s, Damping: d, Limit: round(s * st.length / 1000)},
		model.Track{Name: "follower", Masses: others, Follows: true, Mass: first, Path: model.Path{Table: []model.PathPoint{{Offset: roundVec(model.Vec3{0, st.length, 0})}}}, Stiffness: s, Damping: d})
}

// perturbMatchings pulls a third of the masses to their shape.
func perturbMatchings(st *perturbed) {
	s, d := st.perKilogram()
	st.params.Matchings = append(slices.Clone(st.params.Matchings), model.Matching{Name: "some", Masses: st.third(1), Stiffness: s, Damping: d})
}
