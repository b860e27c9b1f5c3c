package check

import (
	"slices"

	"hooke/model"
)

// ownSolids leaves those of some solids that are of a kind among the contacts of the case, and the
// plane, which is the first; all of them where the whole proof is made.
func (st *perturbed) ownSolids(solids []model.Contact) []model.Contact {
	if st.kindsOfSolids == nil {
		return solids
	}
	return slices.DeleteFunc(solids, func(c model.Contact) bool {
		return !slices.Contains(st.kindsOfSolids, kindOf(c)) && kindOf(c) != planes
	})
}

// solidKind is a kind of solid that the shaders distinguish.
type solidKind int

const (
	planes solidKind = iota
	balls
	boxes
	capsules
	containers
)

func kindOf(c model.Contact) solidKind {
	if c.Inside {
		return containers
	}
	switch c.Shape.(type) {
	case model.Sphere:
		return balls
	case model.Box:
		return boxes
	case model.Capsule:
		return capsules
	}
	return planes
}

// kindsOf lists the kinds of contacts, never nil.
func kindsOf(contacts []model.Contact) []solidKind {
	kinds := []solidKind{}
	for _, c := range contacts {
		kinds = append(kinds, kindOf(c))
	}
	return kinds
}

// undampGround removes the damper of the ground, if a run has a ground.
func (st *perturbed) undampGround() {
	if len(st.params.Contacts) > 0 {
		st.params.Contacts[0].Damping = 0
	}
}

// solid returns a contact about as stiff and as damped as the springs are, for
// masses up to a depth of spread [m].
func (st *perturbed) solid(shape model.Shape, spread float64) model.Contact {
	return model.Contact{Shape: shape, Stiffness: round(st.force / spread), Damping: round(st.force / st.speed / 2)}
}

// widestGap returns the middle of the widest gap between sorted heights in their
// middle third, and half the span of all heights. Masses that are all at one
// height lie below the plane by the span, which is at least small.
func widestGap(height []float64, small float64) (offset, span float64) {
	if len(height) == 0 {
		return 0, small
	}
	last := len(height) - 1
	span = max(small, (height[last]-height[0])/2)
	best := 0.0
	offset = height[last] + span
	for i := last / 3; i < last-last/3; i++ {
		if gap := height[i+1] - height[i]; gap > best {
			best, offset = gap, (height[i]+height[i+1])/2
		}
	}
	return offset, span
}
