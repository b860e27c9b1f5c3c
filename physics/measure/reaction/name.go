package reaction

import (
	"fmt"
	"strconv"
	"strings"

	"hooke/model"
)

// Pin is a pin of a scene: masses that it holds on some axes.
type Pin struct {
	Masses []uint32
	Axes   model.Pin
}

// Kind is what a reaction acts on. The zero value is OnContact.
type Kind uint8

// The kinds.
const (
	OnContact   Kind = iota // a contact of the parameters
	OnPin                   // a pin of the scene
	OnGuide                 // a guide of the parameters
	OfCollision             // no thing: what masses do to each other
)

// words are the names of the kinds.
var words = [...]string{"contact", "pin", "guide", "collision"}

// Name says which reaction is meant.
type Name struct {
	Kind  Kind
	Index int // of the contact, pin or guide, from 0
}

// String returns the name as Parse reads it.
func (n Name) String() string {
	if n.Kind == OfCollision {
		return words[n.Kind]
	}
	return fmt.Sprintf("%s[%d]", words[n.Kind], n.Index)
}

// Parse reads a name such as contact[0], pin[1], guide[0] or collision.
func Parse(text string) (Name, error) {
	if text == words[OfCollision] {
		return Name{Kind: OfCollision}, nil
	}
	word, rest, bracket := strings.Cut(text, "[")
	number, closed := strings.CutSuffix(rest, "]")
	for kind, known := range words[:OfCollision] {
		if word != known || !bracket || !closed {
			continue
		}
		index, err := strconv.ParseUint(number, 10, 31)
		if err != nil || strconv.FormatUint(index, 10) != number {
			return Name{}, fmt.Errorf("%q has no number; give one from 0 on, such as %s[0]", text, known)
		}
		return Name{Kind: Kind(kind), Index: int(index)}, nil
	}
	return Name{}, fmt.Errorf("%q is unknown; known are contact[N], pin[N] and guide[N], N from 0 on, and collision", text)
}

// Check returns an error when a run has nothing of that name; it says what there is.
func (n Name) Check(p model.Params, pins []Pin) error {
	count := [...]int{OnContact: len(p.Contacts), OnPin: len(pins), OnGuide: len(p.Guides)}
	switch {
	case p.Integrator == model.PositionBased:
		return fmt.Errorf("%s cannot be told: pbd moves masses to where springs have their lengths, and knows no forces; take solver = \"impulses\" (--solver impulses), or another one", n)
	case n.Kind == OfCollision:
		if !p.Collision.Acts() {
			return fmt.Errorf("masses do not collide in this run; there is no collision")
		}
	case count[n.Kind] == 0:
		return fmt.Errorf("%s is not there; the run has no %s", n, words[n.Kind])
	case n.Index >= count[n.Kind]:
		return fmt.Errorf("%s is not there; the run has %s", n, n.among(count[n.Kind]))
	}
	return nil
}

// among names all things of the kind, of so many.
func (n Name) among(count int) string {
	if count == 1 {
		return words[n.Kind] + "[0]"
	}
	return fmt.Sprintf("%s[0] to %s[%d]", words[n.Kind], words[n.Kind], count-1)
}

// PinsOf returns the pins that a model has when no scene names any: one, of all pinned masses on
// all their axes; none where nothing is pinned.
func PinsOf(m *model.Model) []Pin {
	all := Pin{Axes: model.PinAll}
	for i := range m.MassCount() {
		if m.PinOf(i) != 0 {
			all.Masses = append(all.Masses, uint32(i))
		}
	}
	if all.Masses == nil {
		return nil
	}
	return []Pin{all}
}
