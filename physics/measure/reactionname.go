package measure

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

// ReactionKind is the kind of thing that a reaction acts on. The zero value is OnContact.
type ReactionKind uint8

// The kinds.
const (
	OnContact   ReactionKind = iota // a contact of the parameters
	OnPin                           // a pin of the scene
	OnGuide                         // a guide of the parameters
	OfCollision                     // no thing: forces between masses
)

// words holds the names of the kinds.
var words = [...]string{"contact", "pin", "guide", "collision"}

// ReactionName identifies a reaction in a run.
type ReactionName struct {
	Kind  ReactionKind
	Index int // of the contact, pin or guide, from 0
}

// String returns the name as ParseReaction reads it.
func (n ReactionName) String() string {
	if n.Kind == OfCollision {
		return words[n.Kind]
	}
	return fmt.Sprintf("%s[%d]", words[n.Kind], n.Index)
}

// ParseReaction reads a name such as contact[0], pin[1], guide[0] or collision.
func ParseReaction(text string) (ReactionName, error) {
	if text == words[OfCollision] {
		return ReactionName{Kind: OfCollision}, nil
	}
	word, rest, bracket := strings.Cut(text, "[")
	number, closed := strings.CutSuffix(rest, "]")
	for kind, known := range words[:OfCollision] {
		if word != known || !bracket || !closed {
			continue
		}
		index, err := strconv.ParseUint(number, 10, 31)
		if err != nil || strconv.FormatUint(index, 10) != number {
			return ReactionName{}, fmt.Errorf("%q has no number; give one from 0 on, such as %s[0]", text, known)
		}
		return ReactionName{Kind: ReactionKind(kind), Index: int(index)}, nil
	}
	return ReactionName{}, fmt.Errorf("%q is unknown; known are contact[N], pin[N] and guide[N], N from 0 on, and collision", text)
}

// Check returns an error if the run has nothing of that name. The error says which names there are.
func (n ReactionName) Check(p model.Params, pins []Pin) error {
	count := [...]int{OnContact: len(p.Contacts), OnPin: len(pins), OnGuide: len(p.Guides)}
	switch {
	case p.Integrator == model.PositionBased:
		return fmt.Errorf("%s is unknown: pbd moves masses until springs have their lengths, and computes no forces; use solver = \"impulses\" (--solver impulses) or another one", n)
	case n.Kind == OfCollision:
		if !p.Collision.Acts() {
			return fmt.Errorf("masses do not collide in this run; there is no collision")
		}
	case count[n.Kind] == 0:
		return fmt.Errorf("%s does not exist; the run has no %s", n, words[n.Kind])
	case n.Index >= count[n.Kind]:
		return fmt.Errorf("%s does not exist; the run has %s", n, n.among(count[n.Kind]))
	}
	return nil
}

// among returns the names of all things of the kind, given their number.
func (n ReactionName) among(count int) string {
	if count == 1 {
		return words[n.Kind] + "[0]"
	}
	return fmt.Sprintf("%s[0] to %s[%d]", words[n.Kind], words[n.Kind], count-1)
}

// PinsOf returns the pins of a model whose scene names none: one pin of all pinned masses, on
// all their axes, or nil if nothing is pinned.
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
