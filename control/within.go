package control

import (
	"fmt"
	"slices"

	"hooke/model"
)

// copier is a body of which the masses that sensors read are copied aside, and taken later. Its states have those alone.
type copier interface {
	// copyAside has the masses copied as they are now. Room is for so many copies that nobody has taken.
	copyAside(masses []uint32, room int, scaled bool) (sight, error)
	// takeCopy waits for a copy.
	takeCopy(of *sight) error
	// later says whether the body works on its own, so that it gains from waiting later.
	later() bool
	// forget drops all copies.
	forget()
}

// within is the engine of a loop as what a pilot senses and steers.
type within struct {
	engine model.Engine
	room   int // copies that the engine has room for; 0: it was not asked yet
	spare  []*model.State
}

// Look is nobody's: the pilot of an engine asks for copies.
func (w *within) Look([]uint32) (*model.State, error) { return nil, errBroken }

// Take has the engine step with other parameters.
func (w *within) Take(p *model.Params) error {
	setter, ok := model.As[model.ParamsSetter](w.engine)
	if !ok {
		return fmt.Errorf("control: the engine's parameters cannot change while it runs")
	}
	return setter.SetParams(p.Clone())
}

// copyAside copies the masses, or queues their copy where the engine works on its own.
func (w *within) copyAside(masses []uint32, room int, scaled bool) (now sight, err error) {
	now.looked = true
	if placed, ok := model.As[model.Placed](w.engine); ok {
		now.origin = placed.Origin()
	}
	if scaler, ok := model.As[model.RestScaler](w.engine); ok && scaled {
		now.scale = slices.Clone(scaler.RestScale())
	}
	if on, ok := model.As[model.Gatherer](w.engine); ok {
		if w.room == 0 {
			if err := on.GatherFrom(masses, room); err != nil {
				return now, err
			}
			w.room = room
		}
		return now, on.Gather()
	}
	reader, ok := model.As[model.MotionReader](w.engine)
	if !ok {
		return now, fmt.Errorf("control: the engine %s does not give the motion of masses", w.engine.Describe().Engine)
	}
	now.state = w.spareState()
	return now, reader.ReadMotion(masses, now.state)
}

// takeCopy waits for a copy, and counts its positions from the world's origin.
func (w *within) takeCopy(of *sight) error {
	if of.state == nil {
		on, _ := model.As[model.Gatherer](w.engine)
		of.state = w.spareState()
		if err := on.Gathered(of.state); err != nil {
			return err
		}
	}
	if of.origin != (model.Vec3{}) {
		for i, x := range of.state.Position {
			of.state.Position[i] = x.Sub(of.origin.Mul(-1)) // as model.State.From does
		}
	}
	w.spare = append(w.spare, of.state) // nobody takes another copy before sensors have read this one
	return nil
}

// later says whether the engine works on a device.
func (w *within) later() bool {
	_, ok := model.As[model.Gatherer](w.engine)
	return ok
}

// forget drops all copies.
func (w *within) forget() { w.room = 0 }

// spareState is a state whose memory nobody uses.
func (w *within) spareState() *model.State {
	n := len(w.spare)
	if n == 0 {
		return &model.State{}
	}
	s := w.spare[n-1]
	w.spare = w.spare[:n-1]
	return s
}
