package bench

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

// The peers step the same lattice as the scene canon: their float64 references agree with cpuref to rounding.
func TestPeersStepCanon(t *testing.T) {
	const side, steps = 5, 10
	c := must.Get(NewCase("canon", side*side*side*8, model.SymplecticEuler))(t)
	must.Be(t, c.Model.MassCount(), side*side*side, "masses of %s", c.Title)
	reference := must.Get(cpuref.New(c.Model, c.Params))(t)
	defer reference.Close()
	must.Do(t, reference.Reset(c.Start))
	must.Do(t, reference.Step(steps))
	want := reference.State()

	program := filepath.Join(t.TempDir(), "reference")
	const source = `#define __host__
#define __device__
#include "lattice.cuh"
#include <cstdio>
int main() {
  Reference r(5, 10);
  printf("%.0f\n", springs(5));
  for (double x : r.position) printf("%.17g\n", x);
}`
	const script = "import lattice\nprint(lattice.spring_count(5))\nfor x in lattice.reference(5, 10).ravel():\n    print(repr(float(x)))"
	compile := exec.Command("g++", "-std=c++17", "-x", "c++", "-I", "peers", "-o", program, "-")
	compile.Stdin = strings.NewReader(source)
	for _, peer := range []struct {
		name    string
		needs   []string
		prepare *exec.Cmd // nil: nothing
		run     *exec.Cmd
	}{
		{"lattice.cuh", []string{"g++", "--version"}, compile, exec.Command(program)},
		{"lattice.py", []string{"/usr/bin/python3", "-c", "import numpy"}, nil, exec.Command("/usr/bin/python3", "-B", "-c", script)},
	} {
		t.Run(peer.name, func(t *testing.T) {
			if err := exec.Command(peer.needs[0], peer.needs[1:]...).Run(); err != nil {
				t.Skipf("%s: %v", strings.Join(peer.needs, " "), err)
			}
			if peer.prepare != nil {
				if out, err := peer.prepare.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			peer.run.Env = append(os.Environ(), "PYTHONPATH=peers")
			lines := bufio.NewScanner(bytes.NewReader(must.Get(peer.run.Output())(t)))
			next := func() float64 {
				must.Hold(t, lines.Scan(), "%s prints too few numbers", peer.name)
				return must.Get(strconv.ParseFloat(lines.Text(), 64))(t)
			}
			must.Be(t, int(next()), c.Model.SpringCount(), "springs")
			off := 0.0
			for _, x := range want.Position {
				for axis := range 3 {
					off = max(off, math.Abs(next()-(x[axis]-want.Position[0][axis]))) // hooke's lattice is centered, and mass 0 is pinned
				}
			}
			// The sums of 26 forces are rounded in another order. A reference without jitter or gravity is off by 1e-7 m and more.
			must.Hold(t, off < 1e-15, "positions differ by %g m", off)
		})
	}
}
