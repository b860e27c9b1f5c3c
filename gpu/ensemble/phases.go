package ensemble

import (
	"math"
	"sync/atomic"

	"hooke/model"
)

// phase is where a muscle of a member is in its cycle, as integers of which 2^64 is a cycle: after n
// steps from the member's start it is origin + steps × step, exactly. Only step, f dt, is rounded, once.
type phase struct{ origin, step uint64 }

// turns returns a number of cycles as an integer.
func turns(cycles float64) uint64 {
	cycles -= math.Floor(cycles)
	if cycles >= 1 { // of −1e-20, say
		cycles = 0
	}
	const half = 1 << 63
	return uint64(cycles*half) << 1 // in two halves: 2^64 is no float that an integer holds
}

// phaseOf returns the phase of a muscle of a member that starts at a time [s].
func phaseOf(a model.Actuator, time, dt float64) phase {
	return phase{origin: turns(a.Phase/(2*math.Pi)) + turns(a.Frequency*time), step: turns(a.Frequency * dt)}
}

// steered returns the phase with another frequency, from where the muscle is in its cycle, or with another
// phase.
func (p phase) steered(from, to model.Actuator, steps uint64, dt float64) phase {
	if from.Frequency != to.Frequency {
		now := p.origin + steps*p.step
		p.step = turns(to.Frequency * dt)
		p.origin = now - steps*p.step
	}
	if from.Phase != to.Phase {
		p.origin += turns(to.Phase/(2*math.Pi)) - turns(from.Phase/(2*math.Pi))
	}
	return p
}

// cycleOf returns the phase in a cycle, from 0 to 1.
func cycleOf(turn uint64) float64 { return float64(turn>>11) * (1. / (1 << 53)) }

// phases are those of the muscles of the members of a block, as the device has them: for each muscle four
// rows of half numbers.
type phases struct {
	words []uint32
	each  int
	dirty atomic.Bool
}

func (p *phases) set(muscle, member int, to phase) {
	for k, word := range [4]uint32{uint32(to.origin), uint32(to.origin >> 32), uint32(to.step), uint32(to.step >> 32)} {
		p.words[(4*muscle+k)*p.each+member] = word
	}
	p.dirty.Store(true)
}

func (p *phases) of(muscle, member int) phase {
	word := func(k int) uint64 { return uint64(p.words[(4*muscle+k)*p.each+member]) }
	return phase{origin: word(0) | word(1)<<32, step: word(2) | word(3)<<32}
}
