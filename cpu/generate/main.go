// Command generate writes the kernels of package cpu/kernels in assembly. Run it with
// "go generate ./cpu". It is a module of its own, so that its dependencies are
// not those of hooke.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

func main() {
	build.ConstraintExpr("amd64")
	data := map[string]operand.Mem{}
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
		}
		integrate{isa: i}.write()
		integrate{isa: i}.writeVerlet()
		integrate{isa: i}.writeStage()
		(&press{pairs: pairs{isa: i}}).write()
		(&rub{pairs: pairs{isa: i}}).write()
		(&rub{pairs: pairs{isa: i}}).writeNudge()
		i.writeAdd()
		i.writeMoved()
		i.writeLoad()
		for _, f := range formats() {
			(&dampers{forces: forces{isa: i, format: f, full: true}}).write()
		}
		i.writeDrag()
		(&wind{isa: i}).write()
		i.writeGather()
	}
	build.Generate()
}
