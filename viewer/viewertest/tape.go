package viewertest

import (
	"errors"
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
)

// RisingTape is a recorded run for tests: a model at rest that is RisingBy higher in
// every frame; frames are RisingPause apart, the last one twice.
type RisingTape struct {
	*mirror.Mirror
	Model  *model.Model
	frames int
	Now    model.Snapshot // of the frame that is shown
	Shown  int            // its number; -1: none was
	Reads  int            // frames that were shown
}

// RisingBy and RisingPause are those of every RisingTape.
const (
	RisingBy    = 0.01 // [m]
	RisingPause = 0.25 // [s]
)

// NewRisingTape makes one of a model, with the given number of frames.
func NewRisingTape(ctx *glx.Context, m *model.Model, frames int) (*RisingTape, error) {
	mirror, err := mirror.New(ctx, m, model.Params{}, nil)
	if err != nil {
		return nil, err
	}
	p := &RisingTape{Mirror: mirror, Model: m, frames: frames, Shown: -1}
	p.Now.Resize(m.MassCount())
	return p, nil
}

func (p *RisingTape) Frames() int     { return p.frames }
func (p *RisingTape) FrameShown() int { return p.Shown }
func (p *RisingTape) Source() string  { return fmt.Sprintf("rising.npz, frame %d", p.Shown+1) }

func (p *RisingTape) FrameTime(k int) float64 {
	if k == p.frames-1 {
		k++
	}
	return RisingPause * float64(k)
}

func (p *RisingTape) ShowFrame(k int) error {
	for i, x := range p.Model.RestPosition {
		p.Now.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2] + RisingBy*float64(k))}
	}
	p.Shown = k
	p.Reads++
	return p.Mirror.Show(&p.Now, nil)
}

func (p *RisingTape) Describe() model.Description { return model.Description{Engine: "recorded"} }
func (p *RisingTape) Step(int) error              { return errors.New("a tape was stepped") }
func (p *RisingTape) Finish() error               { return nil }
func (p *RisingTape) Reset(*model.State) error    { return p.ShowFrame(0) }
func (p *RisingTape) Energy() (model.Energy, error) {
	return model.Energy{}, errors.New("a tape was asked for its energy")
}
func (p *RisingTape) Read(dst *model.Snapshot) error { return errors.New("a tape was read") }
