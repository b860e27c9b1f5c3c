package play_test

import (
	"path/filepath"
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/open"
)

// The state of a final.npz keeps its torn springs for pictures.
func TestStateHasTornSprings(t *testing.T) {
	s := must.Get(open.Scene("storm", scene.Options{Size: [3]int{11, 16}}))(t)
	state := s.Start.Clone()
	state.Changes = s.Model.Unchanged()
	state.Changes[7].Damage = 1
	path := filepath.Join(t.TempDir(), "final.npz")
	must.Do(t, export.WriteFinal64(path, state))
	record := must.Get(play.OpenState(s, path))(t)
	defer record.Close()
	frame := export.Frame{Snapshot: model.Snapshot{}}
	must.Do(t, record.Read(0, &frame))
	must.Hold(t, inelastic.Torn(frame.Changes) == 1 && frame.Changes[7].Torn(), "%d springs are torn", inelastic.Torn(frame.Changes))
}
