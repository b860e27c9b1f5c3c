package optimize

import (
	"math"
	"slices"
)

// hill is the (1+λ) evolution strategy: children of one parent, whose step grows where many of
// them are better.
type hill struct {
	settings Settings
	now      hillState
}

type hillState struct {
	head
	Parent  []float64  `json:"parent"`
	Fitness []*float64 `json:"fitness"` // of the parent, one number; null: not defined
	Sigma   float64    `json:"sigma"`
	Share   float64    `json:"share"` // of successes, smoothed
}

func newHill(s Settings) *hill {
	h := &hill{settings: s}
	h.now = hillState{headOf(Hill, &h.settings, 0), slices.Clone(s.Start), []*float64{nil}, 0.2, h.wanted()}
	return h
}

// wanted returns the share of successes at which the step stays.
func (h *hill) wanted() float64 { return 1 / (5 + math.Sqrt(float64(h.settings.Population))/2) }

// Ask implements Asker. The first point of all is the start.
func (h *hill) Ask() [][]float64 {
	out := make([][]float64, h.settings.Population)
	for k := range out {
		stream := h.settings.stream(h.now.Generation, k)
		out[k] = slices.Clone(h.now.Parent)
		if h.now.Generation == 0 && k == 0 {
			continue
		}
		for i := range out[k] {
			out[k][i] = mirrored(out[k][i] + h.now.Sigma*stream.Normal())
		}
	}
	return out
}

// Tell implements Asker.
func (h *hill) Tell(fitness []float64) error {
	fitness, err := told(fitness, h.settings.Population)
	if err != nil {
		return err
	}
	parent := unwritten(h.now.Fitness)[0]
	successes := 0
	for _, f := range fitness {
		if better(f, parent) < 0 {
			successes++
		}
	}
	if k := ranks(fitness)[0]; better(fitness[k], parent) <= 0 {
		h.now.Parent, h.now.Fitness = h.Ask()[k], written(fitness[k:k+1])
	}
	if h.now.Generation++; h.now.Generation > 1 {
		population, n, goal := float64(h.settings.Population), float64(h.settings.Dimensions), h.wanted()
		rate := goal * population / (2 + goal*population)
		h.now.Share += rate * (float64(successes)/population - h.now.Share)
		h.now.Sigma *= math.Exp((h.now.Share - goal) / (1 - goal) / (1 + n/(2*population)))
		h.now.Sigma = min(max(h.now.Sigma, 1e-14), 1)
	}
	return nil
}

// State implements Asker.
func (h *hill) State() []byte { return write(&h.now) }

// Restore implements Asker.
func (h *hill) Restore(state []byte) error {
	var s hillState
	if err := read(state, h.settings.Dimensions+3, &s); err != nil {
		return err
	}
	if err := s.check(Hill, &h.settings); err != nil {
		return err
	}
	if !inBox(s.Parent, h.settings.Dimensions) || len(s.Fitness) != 1 || !(s.Sigma > 0 && s.Sigma <= 1) || !(s.Share >= 0 && s.Share <= 1) {
		return errState
	}
	h.now = s
	return nil
}

// uniform asks for points without looking at their fitness.
type uniform struct {
	settings   Settings
	generation int64
}

// Ask implements Asker. The first point of all is the start.
func (u *uniform) Ask() (out [][]float64) {
	for k := range u.settings.Population {
		out = append(out, u.settings.point(u.generation, k))
	}
	if u.generation == 0 {
		out[0] = slices.Clone(u.settings.Start)
	}
	return out
}

// Tell implements Asker.
func (u *uniform) Tell(fitness []float64) error {
	if _, err := told(fitness, u.settings.Population); err != nil {
		return err
	}
	u.generation++
	return nil
}

// State implements Asker.
func (u *uniform) State() []byte { return write(headOf(Random, &u.settings, u.generation)) }

// Restore implements Asker.
func (u *uniform) Restore(state []byte) error {
	var h head
	if err := read(state, 0, &h); err != nil {
		return err
	}
	if err := h.check(Random, &u.settings); err != nil {
		return err
	}
	u.generation = h.Generation
	return nil
}
