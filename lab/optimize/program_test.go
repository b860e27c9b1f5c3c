//go:build unix

package optimize_test

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"hooke/lab/optimize"
	"hooke/must"
)

var _ optimize.Failer = (*optimize.Program)(nil)

// start starts a command for two variables.
func start(t *testing.T, command string) *optimize.Program {
	t.Helper()
	return must.Open(optimize.StartProgram(t.Context(), command, optimize.Hello{Variables: []string{"a", "b"}, Population: 3, Generations: 2, Seed: 7}, io.Discard))(t)
}

// A program asks, gets null for undefined numbers, and ends when it likes.
func TestAsksAndIsTold(t *testing.T) {
	p := start(t, `sh -c 'read hello; case $hello in *\"seed\":7*) echo "{\"ask\":[[0,1],[0.5,0.25]]}";; esac; read told; case $told in *"[null,-2]"*) echo "{\"ask\":[[1,1]]}";; esac; read rest'`)
	points := p.Ask()
	if len(points) != 2 || points[1][1] != 0.25 || len(p.Ask()) != 2 {
		t.Fatalf("%v, %v", points, p.Err())
	}
	if err := p.Tell([]float64{1}); err == nil {
		t.Error("one number for two points is told")
	}
	must.Do(t, p.Tell([]float64{math.NaN(), -2}))
	if points := p.Ask(); len(points) != 1 || points[0][0] != 1 {
		t.Fatalf("%v, %v", points, p.Err())
	}
	must.Do(t, p.Tell([]float64{0}))
	if points := p.Ask(); points != nil || p.Err() != nil {
		t.Errorf("at its end it asks for %v: %v", points, p.Err())
	}
	must.Hold(t, p.State() == nil && p.Restore(nil) != nil, "another program has a state")
}

// A line that a program must not write is an error that asks for the right one; so is a bad end.
func TestFaultsOfPrograms(t *testing.T) {
	for command, want := range map[string]string{
		`echo '[[1, 2]]'`:                        `wrote "[[1, 2]]"; write a line {"ask"`,
		`echo '{"ask": [[1]]}'`:                  "point 0 has 1 numbers for 2 variables",
		`echo '{"ask": [[1, 0], [0, 1.5]]}'`:     "number 1 of point 1 is 1.5; it must be in [0, 1]",
		`echo '{"ask": []}'`:                     "asked for 0 points",
		`echo '{"ask": [[1, 0]]} x'`:             "wrote",
		`sh -c 'exit 3'`:                         "has ended: exit status 3",
		`/nowhere/at/all`:                        "has ended: exit status 127",
		`head -c 20000000 /dev/zero`:             "token too long",
		`echo '{"ask": [[1, 0]], "verbose": 1}'`: "wrote",
	} {
		p := start(t, command)
		if points := p.Ask(); points != nil || p.Err() == nil || !strings.Contains(p.Err().Error(), want) {
			t.Errorf("%s: %v, %v; want %s", command, points, p.Err(), want)
		}
	}
}

// A program that does not end is ended: with the context, and by Close.
func TestProgramsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := must.Get(optimize.StartProgram(ctx, "sh -c 'echo up >&2; exec sleep 1000000'", optimize.Hello{}, runs(cancel)))(t)
	must.Hold(t, p.Ask() == nil && p.Err() != nil, "a program that was killed asks")
	p.Close()
	start(t, "sleep 1000000").Close()
}

// runs is a function that is called by whatever is written.
type runs func()

func (r runs) Write(text []byte) (int, error) {
	r()
	return len(text), nil
}

// Whatever a program writes, it is refused or in the box.
func FuzzLines(f *testing.F) {
	f.Add(`{"ask":[[0,1]]}`)
	f.Add(`{"ask":null}`)
	f.Fuzz(func(t *testing.T, line string) {
		points, err := optimize.ParsePoints([]byte(line), 2)
		for _, point := range points {
			if err != nil || len(point) != 2 || !(point[0] >= 0 && point[0] <= 1) {
				t.Fatalf("%q: %v, %v", line, points, err)
			}
		}
		if (len(points) == 0) != (err != nil) {
			t.Fatalf("%q: %v, %v", line, points, err)
		}
	})
}
