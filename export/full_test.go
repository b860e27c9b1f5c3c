package export

import (
	"errors"
	"syscall"
	"testing"

	"hooke/model"
	"hooke/must"
)

// Where there is no space, the frame that does not fit says so, not the end of the run:
// /dev/full takes nothing.
func TestFramesTellAFullDiskAtOnce(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{1}}
	frame := &Frame{}
	frame.Position, frame.Velocity = [][3]float32{{}}, [][3]float32{{}}
	dump := must.Get(CreateDump("/dev/full", m, nil, nil, Numbers{}, nil))(t)
	defer dump.Discard()
	if err := dump.Frame(frame); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("dump: %v, want that there is no space", err)
	}
	probes := must.Get(CreateProbes("/dev/full", m, model.Params{}, WholeAndGroups(m), nil, Numbers{}, nil))(t)
	defer probes.Discard()
	if err := probes.Frame(frame); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("probes: %v, want that there is no space", err)
	}
}
