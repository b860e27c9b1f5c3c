package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"hooke/gpu/glx"
	"hooke/machine/memory"
)

// SelfTestVersion is the number of this test. It rises whenever SelfTest tests something else, so
// that answers of an older test do not count.
const SelfTestVersion = 1

// selfTestLimit is the longest time that a self-test should take on a graphics card. A software
// renderer on a slow machine may take longer.
const selfTestLimit = 2 * time.Second

// ErrSelfTest is wrapped by SelfTestReport.Err when a part failed.
var ErrSelfTest = errors.New("the device fails the self-test")

// The names of the parts, in the order in which they run.
const (
	UploadPart  = "upload after clear"
	StepPart    = "one step"
	PicturePart = "picture"
)

// SelfTestReport is the result of a self-test.
type SelfTestReport struct {
	Parts   []SelfTestPart `json:"parts"`
	Seconds float64        `json:"seconds"` // wall time of all parts [s]
}

// SelfTestPart is the result of one part.
type SelfTestPart struct {
	Name    string  `json:"part"`
	OK      bool    `json:"ok"`
	Numbers string  `json:"numbers"` // the result, and for a failure also the expected one
	Seconds float64 `json:"seconds"` // wall time [s]

	// unsure is whether the part failed for a reason that may be gone next time: memory
	// that others use, or a context that was lost.
	unsure bool
}

// Fault names the first part that failed, with its numbers, as "upload after clear: ...".
// It is empty when no part failed, or only for lack of memory or a lost context.
func (r SelfTestReport) Fault() string {
	for _, p := range r.Parts {
		if !p.OK && !p.unsure {
			return p.Name + ": " + p.Numbers
		}
	}
	return ""
}

// Err returns Fault as an error that wraps ErrSelfTest; nil without a fault.
func (r SelfTestReport) Err() error {
	if fault := r.Fault(); fault != "" {
		return fmt.Errorf("%w: %s", ErrSelfTest, fault)
	}
	return nil
}

// Unsure names the parts that could not be decided, with the reasons; empty: none.
// An answer with such parts should not be remembered.
func (r SelfTestReport) Unsure() string {
	var parts []string
	for _, p := range r.Parts {
		if p.unsure {
			parts = append(parts, fmt.Sprintf("%s: %s", p.Name, p.Numbers))
		}
	}
	return strings.Join(parts, "; ")
}

// SelfTest tests in about a second whether the current OpenGL context can be relied on: uploaded
// data stay, one step of a small structure agrees with the float64 reference, and a picture shows the
// structure. It does not replace hooke check, which proves every term of the physics; it finds
// drivers on which nothing can work. files are the shaders of the engine; nil: those of this build.
//
// It makes all objects in the caller's context and releases them. The caller decides the effect of a failure
// and remembers answers by SelfTestVersion, GL_RENDERER and GL_VERSION.
func SelfTest(ctx *glx.Context, files fs.FS) SelfTestReport {
	return selfTest{ctx: ctx, files: files}.run()
}

// selfTest holds the objects that the parts share. The functions let the package's own tests damage the
// objects that a part has just made.
type selfTest struct {
	ctx   *glx.Context
	files fs.FS

	uploaded func(b *glx.Buffer)    // called after each upload; nil: nothing
	laidOut  func(s *testStructure) // called before the structure is stepped; nil: nothing
	stepped  func(s *testStructure) // called before it is drawn; nil: nothing
}

func (t selfTest) run() (r SelfTestReport) {
	begin := time.Now()
	add := func(name string, part func() (string, error)) {
		began := time.Now()
		numbers, err := part()
		if err == nil {
			err = t.ctx.Err("self-test: " + name)
		}
		p := SelfTestPart{Name: name, OK: err == nil, Numbers: numbers}
		if err != nil {
			p.Numbers, p.unsure = err.Error(), t.passing(err)
		}
		p.Seconds = time.Since(began).Seconds()
		r.Parts = append(r.Parts, p)
	}
	add(UploadPart, t.upload)
	s, err := t.layOut()
	defer s.close()
	if err == nil && t.laidOut != nil {
		t.laidOut(s)
	}
	add(StepPart, func() (string, error) {
		if err != nil {
			return "", err
		}
		return s.step()
	})
	add(PicturePart, func() (string, error) {
		if err != nil {
			return "", fmt.Errorf("there is no engine to draw: %w", err)
		}
		if t.stepped != nil {
			t.stepped(s)
		}
		return s.draw()
	})
	r.Seconds = time.Since(begin).Seconds()
	return r
}

// passing says whether an error may be gone next time.
func (t selfTest) passing(err error) bool {
	for _, may := range []error{glx.ErrTooLarge, glx.ErrNoMemory, glx.ErrLost, memory.ErrTooLarge} {
		if errors.Is(err, may) {
			return true
		}
	}
	return t.ctx.Lost()
}
