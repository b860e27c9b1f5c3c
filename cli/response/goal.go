// Package response is how a damped spring follows a goal: by its closed form, and as one
// mass on one spring that an engine steps.
package response

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"hooke/files/safefile"
	"hooke/model/spring"
)

// Goal is where a spring is pulled to. Its zero value rests at 0.
type Goal struct {
	// Knots are its positions, with straight lines between them: [s] and any unit. It rests
	// at the last one. Two at one time are a jump. The first is at 0 s.
	Knots []spring.Knot[float64]
	// Frequency is that of a goal sin(2π f t) [Hz], instead of Knots.
	Frequency float64
}

// Goals returns the names of those that are known without a file.
func Goals() []string { return []string{"step", "ramp", "sine", "jumps"} }

// Named returns a goal of Goals, for a time [s]; of a sine the frequency [Hz] is given.
func Named(name string, seconds, frequency float64) (Goal, error) {
	at := func(seconds, x float64) spring.Knot[float64] { return spring.Knot[float64]{Time: seconds, Position: x} }
	switch name {
	case "step":
		return Goal{Knots: []spring.Knot[float64]{at(0, 1)}}, nil
	case "ramp":
		return Goal{Knots: []spring.Knot[float64]{at(0, 0), at(seconds, 1)}}, nil
	case "sine":
		return Goal{Frequency: frequency}, nil
	case "jumps":
		var g Goal
		for k, x := range []float64{1, -0.5, 0.75, 0} {
			from := float64(k) / 4 * seconds
			g.Knots = append(g.Knots, at(from, x), at(from+seconds/4, x))
		}
		return g, nil
	}
	return Goal{}, fmt.Errorf("%q is no goal: known are %v, or a CSV file", name, Goals())
}

// mostKnots is the largest number of knots in a file.
const mostKnots = 100_000

// Read reads a goal from a CSV file: a time [s] and a position in each line, with straight lines
// between them. Times rise from 0; where one stands twice, the goal jumps. A first line
// without numbers is a head. Errors name the file and the line.
func Read(path string) (Goal, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return Goal{}, err
	}
	defer file.Close()
	g, err := read(file)
	if err != nil {
		return Goal{}, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

func read(from io.Reader) (g Goal, err error) {
	rows := csv.NewReader(from)
	rows.FieldsPerRecord, rows.ReuseRecord, rows.TrimLeadingSpace, rows.Comment = -1, true, true, '#'
	for first := true; ; first = false {
		row, err := rows.Read()
		switch {
		case errors.Is(err, io.EOF) && len(g.Knots) == 0:
			return Goal{}, errors.New("it has no line with a time and a position")
		case errors.Is(err, io.EOF):
			return g, nil
		case err != nil:
			return Goal{}, err
		}
		line, _ := rows.FieldPos(0) // an error has no fields
		switch {
		case len(g.Knots) == mostKnots:
			return Goal{}, fmt.Errorf("line %d: more than %d lines; give fewer points", line, mostKnots)
		case len(row) < 2:
			return Goal{}, fmt.Errorf("line %d: %d columns; give a time and a position", line, len(row))
		}
		k, err := knot(row[0], row[1])
		if err != nil && first {
			continue
		}
		if err == nil {
			err = follows(g.Knots, k)
		}
		if err != nil {
			return Goal{}, fmt.Errorf("line %d: %w", line, err)
		}
		g.Knots = append(g.Knots, k)
	}
}

// knot is one of two texts.
func knot(time, place string) (k spring.Knot[float64], err error) {
	if k.Time, err = number(time); err == nil {
		k.Position, err = number(place)
	}
	return k, err
}

func number(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(x) <= 1e9) {
		return 0, fmt.Errorf("%q is no number between -1e9 and 1e9", text)
	}
	return x, nil
}

// follows reports whether a knot can come after others.
func follows(knots []spring.Knot[float64], k spring.Knot[float64]) error {
	if len(knots) == 0 {
		if k.Time != 0 {
			return fmt.Errorf("the first time is %g s; begin at 0", k.Time)
		}
		return nil
	}
	if last := knots[len(knots)-1].Time; k.Time < last {
		return fmt.Errorf("%g s comes after %g s; give times that rise", k.Time, last)
	}
	return nil
}

// leg is a part of a goal without a jump: from the position place on, at a rate, from a time until another.
type leg struct {
	from, until float64 // [s]
	place, rate float64
}

// legs returns those of a goal with knots until a time [s].
func (g Goal) legs(seconds float64) (legs []leg) {
	for i, k := range g.Knots {
		l := leg{from: k.Time, until: seconds, place: k.Position}
		if i+1 < len(g.Knots) {
			next := g.Knots[i+1]
			if next.Time == k.Time {
				continue
			}
			l.until, l.rate = min(next.Time, seconds), (next.Position-k.Position)/(next.Time-k.Time)
		}
		if l.from < l.until {
			legs = append(legs, l)
		}
	}
	return legs
}

// at returns the goal of a leg at a time [s].
func (l leg) at(time float64) spring.State[float64] {
	return spring.State[float64]{Position: l.place + l.rate*(time-l.from), Velocity: l.rate}
}
