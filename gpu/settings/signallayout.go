package settings

import (
	"fmt"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// SignalLayout describes which signal is which in a row of the block Signals. No other place
// does: springs.glsl knows only that rest scales come first, and the number of every other
// signal reaches the shaders in a record or in Params.
//
//	[actuators] L0(t)/L0 of each actuator's springs
//	[forces]    the factor of each force
//	[motors]    the speed of each motor [m/s]
//	[3]         the velocity of the air [m/s], where wind blows
//	[paths][6]  offset [m] and velocity [m/s] of each guide that is a path
//	[trajectories][23] shape and velocities of each contact that moves, see trajectoryNumbers
type SignalLayout struct {
	Force, Motor, Wind int   // numbers of the first signal of each kind
	Path               []int // for each guide, the number of its first signal; −1 where it is not a path
	Trajectory         []int // for each contact, the number of its first signal; −1 where it stands still
	Count              int   // number of signals in a row
}

// SignalLayoutOf makes the layout of the signals of a run.
func SignalLayoutOf(p model.Params) SignalLayout {
	var l SignalLayout
	l.Force = len(p.Actuators)
	l.Motor = l.Force + len(p.Forces)
	l.Wind = l.Motor + len(p.Motors)
	l.Count = l.Wind
	if p.Wind.Blows() {
		l.Count += 3
	}
	for _, g := range p.Guides {
		if g.Kind != model.OnPath {
			l.Path = append(l.Path, -1)
			continue
		}
		l.Path = append(l.Path, l.Count)
		l.Count += 6
	}
	for _, c := range p.Contacts {
		if !c.Trajectory.Moves() {
			l.Trajectory = append(l.Trajectory, -1)
			continue
		}
		l.Trajectory = append(l.Trajectory, l.Count)
		l.Count += trajectorySignals
	}
	return l
}

// Vectors returns the number of vectors of four words that a row takes, without second words.
func (l SignalLayout) Vectors() int { return (l.Count + 3) / 4 }

// Fits returns an error with the numbers when a row of the given number of vectors, second words
// included, is longer than a block may be, and nil otherwise.
func (l SignalLayout) Fits(p model.Params, vectors int) error {
	if vectors <= shaders.SignalCount {
		return nil
	}
	moving := 0
	for _, at := range l.Trajectory {
		if at >= 0 {
			moving++
		}
	}
	return fmt.Errorf("gpu: %d actuators, %d forces, %d motors, %d guides and %d contacts that move need %d numbers that change with time, "+
		"allowed %d (a uniform block of 16 KiB); use fewer of them, each on more springs or masses",
		len(p.Actuators), len(p.Forces), len(p.Motors), len(p.Guides), moving, l.Count, 4*shaders.SignalCount*max(1, l.Vectors())/max(1, vectors))
}

// Write puts signals into a row. The second words begin at the vector low; 0 means that the row lacks them.
func (l SignalLayout) Write(row [][4]float32, low int, s *physics.Signals) {
	put := func(at int, values ...float64) { putSignals(row, low, at, values...) }
	put(0, s.RestScale...)
	put(l.Force, s.ForceFactor...)
	put(l.Motor, s.MotorSpeed...)
	put(l.Wind, s.Wind[:min(3, l.Count-l.Wind)]...)
	for g, at := range l.Path {
		if at >= 0 {
			put(at, s.PathOffset[g][:]...)
			put(at+3, s.PathVelocity[g][:]...)
		}
	}
	for k, at := range l.Trajectory {
		if at >= 0 {
			put(at, trajectoryNumbers(s.Contacts[k])...)
		}
	}
}

// putSignals writes signals from a slot on.
func putSignals(row [][4]float32, low, at int, values ...float64) {
	for i, v := range values {
		slot := at + i
		first, second := options.TwoWords(v)
		row[slot/4][slot%4] = first
		if low > 0 {
			row[low+slot/4][slot%4] = second
		}
	}
}
