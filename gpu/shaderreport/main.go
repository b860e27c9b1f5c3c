// Command shaderreport says what a driver's compiler makes of the compute programs of the
// engine gpu. scripts/shader-report.sh runs it on drivers whose kernel part does nothing.
//
//	shaderreport compile           compiles the programs; the driver writes its assembly to stderr
//	shaderreport table CHIP=FILE...   prints tables in Markdown of what it wrote
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/open"
)

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 1 && args[0] == "compile":
		err = compileAll()
	case len(args) > 1 && args[0] == "table":
		err = printTables(args[1:])
	default:
		err = fmt.Errorf("usage: shaderreport compile | shaderreport table CHIP=FILE... ")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shaderreport:", err)
		os.Exit(1)
	}
}

// visited are the cases whose instructions for each visit of a neighbor are counted: scene
// and pipeline. The others are there for their programs.
func visited() (out [][2]string) {
	for _, preset := range []string{"canon", "lattice"} {
		for _, pipeline := range []string{"fused", "fused+storage", "fused+laws", "fused+unroll4", "fused+laws+unroll2", "fused+laws+unroll4", "fused+laws+unroll8", "fused+storage+laws+unroll4",
			"fused-explicit", "fused-explicit+unroll4"} {
			out = append(out, [2]string{preset, pipeline})
		}
	}
	return append(out, [2]string{"spot", "fused"}, [2]string{"spot", "fused+unroll4"}, [2]string{"spot", "fused+unroll8"}) // groups
}

// others are presets that have the other programs of steps between them, some with more than
// the preset has: see more.
func others() [][2]string {
	return [][2]string{{"canon", "two-pass"}, {"cube", "resident"}, {"drape", "fused"}, {"drape", "two-pass"}, {"flag", "fused"}, {"conveyor", "fused"}, {"walker", "fused"}, {"pile", "fused"},
		{"hinge", "two-pass"}, {"chain", "two-pass"}, {"cloth", "two-pass"}, {"boxes", "fused"}}
}

// more gives the parameters of a preset what their programs are there for.
func more(preset string, p *model.Params) {
	switch preset {
	case "lattice", "spot":
		p.Contacts = nil // so that roots are those of springs
	case "hinge":
		p.Ledger, p.Integrator = true, model.RK4
	case "chain":
		p.Integrator = model.VelocityVerlet
		p.Forces = []model.Force{{Masses: []uint32{1}, Force: model.Vec3{1}}}
		p.Guides = []model.Guide{{Masses: []uint32{2}, Direction: model.Vec3{1}}}
	case "cloth":
		p.Ledger = true
		p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0, -100}, Radius: 1}, Stiffness: 10, StaticFriction: 0.5, KineticFriction: 0.4, Touches: model.TouchTriangles})
	case "boxes":
		p.Ledger = true
	}
}

// compileAll makes an engine of each case on the driver that EGL gives, and writes between
// its assembly which program of which case comes.
func compileAll() error {
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{})
	if err != nil {
		return err
	}
	defer window.Close()
	ctx, err := glx.New(window.ProcAddress)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s%s\n", rendererMark, ctx.Renderer)
	for _, c := range append(visited(), others()...) {
		if err := compile(ctx, c[0], c[1]); err != nil {
			return fmt.Errorf("%s, %s: %w", c[0], c[1], err)
		}
	}
	return nil
}

func compile(ctx *glx.Context, preset, pipeline string) error {
	o := scene.Options{}
	if preset == "canon" || preset == "lattice" {
		o.Springs = 10_000
	}
	s, err := open.Scene(preset, o)
	if err != nil {
		return err
	}
	p := s.Params
	more(preset, &p)
	fmt.Fprintf(os.Stderr, "%s%s %s\n", caseMark, preset, pipeline)
	e, err := gpu.New(ctx, s.Model, p, gpu.Options{Pipeline: pipeline, Shaders: announced{}, KeepLastGood: preset == "chain"})
	if err != nil {
		return err
	}
	e.Close()
	return nil
}

// The lines between the assembly begin with these.
const (
	rendererMark = "hooke-renderer "
	caseMark     = "hooke-case "
	programMark  = "hooke-program "
)

// programName is the name of a shader file without its ending, and whether it is a program.
func programName(file string) (string, bool) { return strings.CutSuffix(file, ".comp") }
