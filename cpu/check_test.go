package cpu

import (
	"os"
	"testing"

	"hooke/check"
	"hooke/cpu/cputest"
	"hooke/model"
)

// subject is the engine on trial before cpuref.Check. It is one fused pass, so
// that only whole steps can be compared.
type subject struct{ *engine[float32] }

func (subject) Passes() []string               { return nil }
func (subject) RunPass(string) error           { return nil }
func (subject) ReadForces([][3]float32) error  { return nil }
func (subject) WriteForces([][3]float32) error { return nil }
func (subject) ReadStage([][3]float32) error   { return nil }
func (subject) WriteStage([][3]float32) error  { return nil }

// The proof of every engine: step parity from perturbed states, in which every
// term acts, contacts of all shapes, and the invariants of long runs. In the short form the
// fastest kernel alone makes the long runs.
func TestCheck(t *testing.T) {
	cases := cputest.Cases(t)
	for k := range cases {
		cases[k].Shared = &check.Shared{} // all kernels are compared with one run of the reference
	}
	for k, kernel := range Kernels(model.Single) {
		for _, sc := range cases {
			want := 45
			if k > 0 && os.Getenv("HOOKE_LONG") == "" {
				sc.Parts, want = []string{"steps"}, 0
			}
			rows, err := check.Prove(sc, func(m *model.Model, p model.Params) (check.Subject, error) {
				e, err := makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel})
				return subject{e}, err
			})
			if err != nil {
				t.Fatalf("%s: %s: %v", kernel, sc.Name, err)
			}
			if len(rows) == 0 || want > 0 && len(rows) != want {
				t.Errorf("%s: %s: %d rows, want %d", kernel, sc.Name, len(rows), want)
			}
			for _, r := range rows {
				t.Logf("%-7s %-16s %-22s max %9.3g tolerance %9.3g", kernel, r.Case, r.Check, r.Max, r.Tolerance)
				if !r.OK {
					t.Errorf("%s: %s: %s: max %g, tolerance %g; %s", kernel, r.Case, r.Check, r.Max, r.Tolerance, r.Detail)
				}
			}
		}
	}
}
