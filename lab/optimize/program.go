package optimize

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"time"
)

// Hello is the first line that a program reads.
type Hello struct {
	Variables   []string  `json:"variables"`
	Population  int       `json:"population"` // a wish; 0: as the program likes
	Generations int64     `json:"generations"`
	Seed        uint64    `json:"seed"`
	Start       []float64 `json:"start"` // in [0, 1], one number for each variable
}

// Program is an Asker that another program is. It writes points and reads their fitness, a line of
// JSON each, so that it can be written in any language.
//
// The program reads a first line, {"variables": ["..."], "population": 16, "generations": 50,
// "seed": 1, "start": [0.5]}. Then it writes {"ask": [[0.1, 0.7], ...]}, points in [0, 1], and
// reads {"tell": [0.3, null, ...]}, the larger the better and null the worst, as often as it
// likes. It ends when it has found the best point, or when there is no more to read.
type Program struct {
	command    *exec.Cmd
	to         io.WriteCloser
	from       *bufio.Scanner
	dimensions int
	asked      [][]float64
	err        error
	ended      bool
}

// longestLine is the length of the longest line that a program may write [bytes], and mostPoints
// is how many points it may ask for at once.
const (
	longestLine = 16 << 20
	mostPoints  = 100_000
)

// patience is how long a program may take to end when nothing is left to read.
const patience = 2 * time.Second

// StartProgram starts a command line, by sh, and greets it. Its standard error goes to stderr. When the
// context is cancelled it is killed. The caller calls Close.
func StartProgram(ctx context.Context, command string, hello Hello, stderr io.Writer) (*Program, error) {
	p := &Program{command: exec.CommandContext(ctx, "sh", "-c", "exec "+command), dimensions: len(hello.Variables)}
	p.command.Stderr, p.command.WaitDelay = stderr, patience
	var err error
	if p.to, err = p.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	from, err := p.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	p.from = bufio.NewScanner(from)
	p.from.Buffer(nil, longestLine)
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	p.write(hello)
	return p, nil
}

// write writes a line. A program that has ended does not read it, which the next Ask shows.
func (p *Program) write(value any) {
	line, err := json.Marshal(value)
	if err == nil {
		_, _ = p.to.Write(append(line, '\n'))
	}
}

// Ask implements optimize.Asker. None: the program has ended, well or with Err.
func (p *Program) Ask() [][]float64 {
	if p.asked != nil || p.err != nil || p.ended {
		return p.asked
	}
	if !p.from.Scan() {
		p.ended = true
		if err := p.from.Err(); err != nil {
			p.err = fmt.Errorf("the program that asks: %w; a line has at most %d bytes", err, longestLine)
		} else if err := p.command.Wait(); err != nil {
			p.err = fmt.Errorf("the program that asks has ended: %w", err)
		}
		return nil
	}
	p.asked, p.err = ParsePoints(p.from.Bytes(), p.dimensions)
	return p.asked
}

// ParsePoints returns the points of a line {"ask": [[0.1, 0.7], ...]}, each with the given number of dimensions.
func ParsePoints(text []byte, dimensions int) ([][]float64, error) {
	var line struct {
		Ask [][]float64 `json:"ask"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&line); err != nil || len(bytes.TrimSpace(text[d.InputOffset():])) > 0 {
		return nil, fmt.Errorf("the program that asks wrote %q; write a line {\"ask\": [[0.1, 0.7], ...]} with numbers in [0, 1]", shortLine(string(text)))
	}
	if len(line.Ask) == 0 || len(line.Ask) > mostPoints {
		return nil, fmt.Errorf("the program that asks asked for %d points at once; ask for 1 to %d", len(line.Ask), mostPoints)
	}
	for k, point := range line.Ask {
		if len(point) != dimensions {
			return nil, fmt.Errorf("the program that asks: point %d has %d numbers for %d variables", k, len(point), dimensions)
		}
		for i, x := range point {
			if !(x >= 0 && x <= 1) {
				return nil, fmt.Errorf("the program that asks: number %d of point %d is %g; it must be in [0, 1]", i, k, x)
			}
		}
	}
	return line.Ask, nil
}

// shortLine is a text for a message.
func shortLine(text string) string { return text[:min(len(text), 80)] }

// Tell implements optimize.Asker.
func (p *Program) Tell(fitness []float64) error {
	if len(fitness) != len(p.asked) {
		return fmt.Errorf("%d fitness values for %d points", len(fitness), len(p.asked))
	}
	line := struct {
		Tell []*float64 `json:"tell"`
	}{make([]*float64, len(fitness))}
	for i := range fitness {
		if !math.IsNaN(fitness[i]) && !math.IsInf(fitness[i], 0) {
			line.Tell[i] = &fitness[i]
		}
	}
	p.asked = nil
	p.write(line)
	return nil
}

// State implements optimize.Asker: a program keeps its state itself.
func (p *Program) State() []byte { return nil }

// Restore implements optimize.Asker, and always fails.
func (p *Program) Restore([]byte) error {
	return errors.New("the program keeps its own state; start it again and send it the fitness of its points")
}

// Err is why Ask has returned nothing; nil where the program has ended by itself.
func (p *Program) Err() error { return p.err }

// Close says to the program that there is no more to read, waits a moment for its end, and kills
// it after that.
func (p *Program) Close() {
	p.to.Close()
	if p.ended {
		return
	}
	late := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	defer late.Stop()
	_ = p.command.Wait() // how it ends no longer matters
}
