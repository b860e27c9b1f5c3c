package engine

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
)

// verdicts are the names of the parts that failed, in order.
func verdicts(r SelfTestReport) (failed []string) {
	for _, p := range r.Parts {
		if !p.OK {
			failed = append(failed, p.Name)
		}
	}
	return failed
}

// A working driver passes all parts, with numbers, and leaves no object behind.
func TestAWorkingDevicePasses(t *testing.T) {
	ctx := gltest.New(t)
	r := SelfTest(ctx, nil)
	if err := r.Err(); err != nil || r.Unsure() != "" || len(r.Parts) != 3 {
		t.Fatalf("%v, %q, %+v", err, r.Unsure(), r.Parts)
	}
	for _, p := range r.Parts {
		t.Logf("%-20s %.2f s: %s", p.Name, p.Seconds, p.Numbers)
		must.Hold(t, p.Numbers != "", "%s has no numbers", p.Name)
	}
	if !ctx.Software() && r.Seconds > selfTestLimit.Seconds() {
		t.Errorf("it takes %.2f s, at most %v are allowed on a card", r.Seconds, selfTestLimit)
	}
}

// A clear that lands after the upload is seen, and the message has the numbers.
func TestErasedUploadIsSeen(t *testing.T) {
	for what, c := range map[string]struct {
		least int64 // bytes from which on uploads are erased
		want  string
	}{
		"all uploads":  {0, "a buffer of 16 bytes (made with its contents): 4 of 4 words differ"},
		"long uploads": {1 << 20, "a buffer of 1048576 bytes (made with its contents): 262144 of 262144 words differ"},
	} {
		r := selfTest{ctx: gltest.New(t), uploaded: func(b *glx.Buffer) {
			if b.Bytes() >= c.least {
				b.Fill(0)
			}
		}}.run()
		err := r.Err()
		if !errors.Is(err, ErrSelfTest) || !strings.Contains(err.Error(), "upload after clear: "+c.want) || !strings.Contains(err.Error(), "0x0 was read") {
			t.Errorf("%s: %v", what, err)
		}
		if failed := verdicts(r); fmt.Sprint(failed) != "["+UploadPart+"]" {
			t.Errorf("%s: %v failed", what, failed)
		}
	}
}

// A step that lacks one of the forces is seen, and so are positions that are not those that
// were uploaded.
func TestWrongStepIsSeen(t *testing.T) {
	for what, damage := range map[string]func(s *testStructure) error{
		"no gravity": func(s *testStructure) error {
			p := s.params.Clone()
			p.Gravity = model.Vec3{}
			return s.engine.SetParams(p)
		},
		"no contact": func(s *testStructure) error {
			p := s.params.Clone()
			p.Contacts[0] = model.Ground(-1, 1000, 0.1).WithFriction(0.8, 0.6)
			return s.engine.SetParams(p)
		},
		"no friction": func(s *testStructure) error {
			p := s.params.Clone()
			p.Contacts[0] = model.Ground(0, 1000, 0.1).WithFriction(1e-6, 1e-6)
			return s.engine.SetParams(p)
		},
		"springs 1 % softer": func(s *testStructure) error {
			soft := *s.model
			soft.Materials = append([]model.Material(nil), s.model.Materials...)
			for i := range soft.Materials {
				soft.Materials[i].Stiffness *= 0.99
			}
			s.engine.Close()
			var err error
			if s.engine, err = gpu.New(s.ctx, &soft, s.params, gpu.Options{Pipeline: gpu.Fused, Drawing: true}); err != nil {
				return err
			}
			return s.engine.Reset(s.start)
		},
	} {
		var fault error
		r := selfTest{ctx: gltest.New(t), laidOut: func(s *testStructure) { fault = damage(s) }}.run()
		if fault != nil {
			t.Fatalf("%s: %v", what, fault)
		}
		if failed := verdicts(r); fmt.Sprint(failed) != "["+StepPart+"]" {
			t.Errorf("%s: %v failed: %v", what, failed, r.Err())
		}
	}
}

// A program that the driver refuses fails the step, and there is nothing to draw. The error names the program
// with the driver's reason.
func TestRefusedProgramIsSeen(t *testing.T) {
	const of = "palette.regularCount)"
	broken := gltest.Mutated(t, "fused_springs.glsl", of, of+"\n#error nonsense\n") // each compiler tells the line
	r := SelfTest(gltest.New(t), broken)
	if failed := verdicts(r); fmt.Sprint(failed) != "["+StepPart+" "+PicturePart+"]" {
		t.Errorf("%v failed", failed)
	}
	if err := r.Err(); !errors.Is(err, ErrSelfTest) || !strings.Contains(err.Error(), "fused_springs.glsl") {
		t.Errorf("%v", err)
	}
}

// A picture without the structure, as it is where positions were erased (all masses are
// one ball then), is seen.
func TestEmptyPictureIsSeen(t *testing.T) {
	r := selfTest{ctx: gltest.New(t), stepped: func(s *testStructure) { s.engine.PositionBuffer().Fill(0) }}.run()
	if failed := verdicts(r); fmt.Sprint(failed) != "["+PicturePart+"]" {
		t.Errorf("%v failed: %v", failed, r.Err())
	}
	must.Say(t, "", r.Err(), "% of the middle")
	if _, err := judgePicture(image.NewRGBA(image.Rect(0, 0, 30, 30))); err == nil {
		t.Error("a black picture passes")
	}
}

// Lack of memory is no fault of the device.
func TestLackOfMemoryDecidesNothing(t *testing.T) {
	ctx := gltest.New(t)
	ctx.Limits.StorageBlockBytes = 1 << 20
	r := SelfTest(ctx, nil)
	if r.Err() != nil || !strings.Contains(r.Unsure(), UploadPart+": ") || r.Parts[0].OK {
		t.Errorf("%v, %q", r.Err(), r.Unsure())
	}
}
