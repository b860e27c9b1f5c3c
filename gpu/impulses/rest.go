package impulses

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// rest are the springs without a color, of masses that have more springs than there are colors.
// Without such springs all of it is nil.
type rest struct {
	springs, masses int
	uncolored       *glx.Buffer // sweep-rest, warm-rest; [springs]
	at              *glx.Buffer // lists of the masses, see strike_rest.comp

	sweep, warm, strike *pass.Pass
}

// newRest puts the springs without a color on the device. After an error, its result holds
// the objects that were allocated.
func newRest(ctx *glx.Context, m *model.Model, c *order.SpringColors) (r rest, err error) {
	numbers := c.Rest()
	if len(numbers) == 0 {
		return r, nil
	}
	records, lists := make([]shaders.Uncolored, len(numbers)), map[uint32][]uint32{}
	for k, s := range numbers {
		records[k] = shaders.Uncolored{Sharers: uint32(c.Sharers[k]), Number: s}
		ends, _, _ := m.Spring(int(s))
		for side, i := range ends {
			lists[i] = append(lists[i], uint32(2*k+side))
		}
	}
	var masses []uint32
	for i := range lists {
		masses = append(masses, i)
	}
	slices.Sort(masses)
	words, entries := slices.Clone(masses), []uint32(nil)
	for _, i := range masses {
		words = append(words, uint32(2*len(masses)+1+len(entries)))
		entries = append(entries, lists[i]...)
	}
	words = append(append(words, uint32(2*len(masses)+1+len(entries))), entries...)
	r.springs, r.masses = len(numbers), len(masses)
	if r.uncolored, err = glx.NewBufferFrom(ctx, "hooke.Uncolored", records); err != nil {
		return r, err
	}
	r.at, err = glx.NewBufferFrom(ctx, "hooke.UncoloredAt", words)
	return r, err
}

func (r *rest) release() {
	r.at.Release()
	r.uncolored.Release()
}

// make compiles the passes, from the slots of passes over springs and those of the state.
func (r *rest) make(k pass.Maker, joints, state []pass.Slot, status pass.Slot) (err error) {
	r.sweep, r.warm, r.strike = nil, nil, nil
	if r.springs == 0 {
		return nil
	}
	uncolored, springs := pass.Slot{Binding: shaders.BindUncolored, Buffer: r.uncolored}, pass.Extent{Items: pass.OfSprings, Count: int64(r.springs)}
	slots := append(joints[:len(joints):len(joints)], uncolored, status)
	if r.sweep, err = k.With("WARM", 0).Make("sweep-rest", shaders.SweepRest, springs, slots); err != nil {
		return err
	}
	if r.warm, err = k.With("WARM", 1).Make("warm-rest", shaders.SweepRest, springs, slots); err != nil {
		return err
	}
	r.strike, err = k.Make("strike-rest", shaders.StrikeRest, pass.Extent{Items: pass.OfMasses, Count: int64(r.masses)},
		append(state[:len(state):len(state)], uncolored, pass.Slot{Binding: shaders.BindIncidence, Buffer: r.at}))
	return err
}
