// Command generate writes the kernels of package cpu/kernels in assembly. Run it with
// "go generate ./cpu". It is a module of its own, so that its dependencies are
// not those of hooke.
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
	"regexp"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	double := flag.Bool("double", false, "write kernels for float64")
	flag.Parse()
	build.ConstraintExpr("amd64")
	data := map[string]operand.Mem{}
	if *double {
		for _, i := range doubles(data) {
			writeSteps(i)
		}
		build.Generate()
		if err := rename(flag.Lookup("out").Value.String()); err != nil {
			log.Fatal(err)
		}
		return
	}
	for _, i := range []isa{avx512(data), avx2(data)} {
		for _, f := range formats() {
			for _, full := range []bool{false, true} {
				for _, moves := range []bool{false, true} {
					(&forces{isa: i, format: f, full: full, moves: moves}).write()
				}
			}
		}
		for _, full := range []bool{false, true} {
			(&forces{isa: i, full: full, moves: true}).writeChain()
			(&forces{isa: i, full: full}).writeHand()
			(&forces{isa: i, full: full, moves: true, pushed: true}).writeChain()
		}
		integrate{isa: i}.write()
		integrate{isa: i}.writeVerlet()
		integrate{isa: i}.writeStage()
		integrate{isa: i}.writeUnfused()
		i.writeNear()
		(&press{pairs: pairs{isa: i}}).write()
		(&pairFriction{pairs: pairs{isa: i}}).write()
		(&pairFriction{pairs: pairs{isa: i}}).writeNudge()
		(&pairDissipation{pairs: pairs{isa: i}}).write()
		i.writeAdd()
		i.writeMoved()
		i.writeLoad()
		for _, f := range formats() {
			for _, works := range []bool{false, true} {
				(&dampers{forces: forces{isa: i, format: f, full: true}, works: works}).write()
			}
		}
		(&dampers{forces: forces{isa: i, full: true}}).writeLinks()
		i.writeDrag()
		i.writePull()
		(&slide{isa: i}).write()
		(&wind{isa: i}).write()
		i.writeGather()
	}
	build.Generate()
}

// writeSteps writes the kernels for float64: forces of springs, integrators and wind.
func writeSteps(i isa) {
	for _, f := range formats() {
		for _, full := range []bool{false, true} {
			for _, moves := range []bool{false, true} {
				(&forces{isa: i, format: f, full: full, moves: moves}).write()
			}
		}
	}
	for _, full := range []bool{false, true} {
		(&forces{isa: i, full: full, moves: true}).writeChain()
		(&forces{isa: i, full: full}).writeHand()
	}
	integrate{isa: i, unpacked: true}.write()
	integrate{isa: i, unpacked: true}.writeVerlet()
	integrate{isa: i, unpacked: true}.writeStage()
	integrate{isa: i, unpacked: true}.writeUnfused()
	i.writeNear()
	i.writeMoved()
	(&wind{isa: i}).write()
	i.writeGather()
}

// rename makes instructions for doubles of those for single numbers in an assembly: each of
// them for packed single numbers has a twin for packed doubles with the same operands.
func rename(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text = regexp.MustCompile(`(?m)^\tV\w+PS\b`).ReplaceAllFunc(text, func(name []byte) []byte {
		if bytes.Contains(name, []byte("VCVT")) {
			return name
		}
		return append(bytes.TrimSuffix(name, []byte("PS")), "PD"...)
	})
	text = regexp.MustCompile(`(?m)^\tVBROADCASTSS\b`).ReplaceAll(text, []byte("\tVBROADCASTSD"))
	return os.WriteFile(path, text, 0o644)
}

// stage is instructions, in their order.
type stage []func()

func (t *stage) add(do ...func()) { *t = append(*t, do...) }

// straight does one stage after the other.
func (l *links) straight(stages ...stage) {
	for _, t := range stages {
		for _, do := range t {
			do()
		}
	}
}

// weave does all of some stages, in the order of each, evenly mixed.
func weave(stages ...stage) {
	done := make([]int, len(stages))
	for {
		next := -1 // that of which the least share is done
		for i, t := range stages {
			if done[i] < len(t) && (next < 0 || (2*done[i]+1)*len(stages[next]) < (2*done[next]+1)*len(t)) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		stages[next][done[next]]()
		done[next]++
	}
}

// fieldOf returns a field of a call, in a register of its own.
func fieldOf(call reg.Register, place int) reg.GPVirtual {
	r := build.GP64()
	build.MOVQ(operand.Mem{Base: call, Disp: place}, r)
	return r
}
