package selftest

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"hooke/gpu/glx"
	"hooke/machine/memory"
)

// Version is the number of this test. It rises whenever Run tests something else, so that
// answers of an older test do not count.
const Version = 1

// Limit is the longest time that a self-test should take on a graphics card. A software
// renderer on a slow machine may take longer.
const Limit = 2 * time.Second

// ErrFails is wrapped by Report.Err when a part failed.
var ErrFails = errors.New("the device fails the self-test")

// The names of the parts, in the order in which they run.
const (
	UploadPart  = "upload after clear"
	StepPart    = "one step"
	PicturePart = "picture"
)

// Report is the result of a self-test.
type Report struct {
	Parts   []Part  `json:"parts"`
	Seconds float64 `json:"seconds"` // wall time of all parts [s]
}

// Part is the result of one part.
type Part struct {
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
func (r Report) Fault() string {
	for _, p := range r.Parts {
		if !p.OK && !p.unsure {
			return p.Name + ": " + p.Numbers
		}
	}
	return ""
}

// Err returns Fault as an error that wraps ErrFails; nil: none.
func (r Report) Err() error {
	if fault := r.Fault(); fault != "" {
		return fmt.Errorf("%w: %s", ErrFails, fault)
	}
	return nil
}

// Unsure names the parts that could not be decided, with the reasons; empty: none.
// An answer with such parts should not be remembered.
func (r Report) Unsure() string {
	var parts []string
	for _, p := range r.Parts {
		if p.unsure {
			parts = append(parts, fmt.Sprintf("%s: %s", p.Name, p.Numbers))
		}
	}
	return strings.Join(parts, "; ")
}

// Run tests the current context. files are the shaders of the engine; nil: those of this
// build.
func Run(ctx *glx.Context, files fs.FS) Report { return test{ctx: ctx, files: files}.run() }

// test holds the data shared by the parts. The functions let the package's own tests damage
// data that a part has just made.
type test struct {
	ctx   *glx.Context
	files fs.FS

	uploaded func(b *glx.Buffer) // called after each upload; nil: nothing
	laidOut  func(s *structure)  // called before the structure is stepped; nil: nothing
	stepped  func(s *structure)  // called before it is drawn; nil: nothing
}

func (t test) run() (r Report) {
	begin := time.Now()
	add := func(name string, part func() (string, error)) {
		began := time.Now()
		numbers, err := part()
		if err == nil {
			err = t.ctx.Err("self-test: " + name)
		}
		p := Part{Name: name, OK: err == nil, Numbers: numbers}
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

// passing reports whether an error may be gone next time.
func (t test) passing(err error) bool {
	for _, may := range []error{glx.ErrTooLarge, glx.ErrNoMemory, glx.ErrLost, memory.ErrTooLarge} {
		if errors.Is(err, may) {
			return true
		}
	}
	return t.ctx.Lost()
}
