package toml

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"hooke/must"
	"hooke/physics"
)

// What ends a run reads back as it was written, and as nothing where there is nothing.
func TestUntilReadsBack(t *testing.T) {
	for _, want := range []physics.Until{
		{},
		{Words: []string{physics.Left, physics.Still, physics.Fell}, StillSpeed: 0.25, StillTime: 1. / 3, FallHeight: -0.1, LeaveRadius: 7},
		{Words: []string{physics.Still}, StillSpeed: stillSpeed, StillTime: stillTime},
	} {
		w := &writer{}
		w.table("run")
		w.until(want)
		path := filepath.Join(t.TempDir(), "until.toml")
		must.Do(t, os.WriteFile(path, []byte(w.out.String()+"[[mesh]]\npreset = \"cube\"\n"), 0o666))
		s := must.Get(Open(path, Options{}))(t)
		if !reflect.DeepEqual(s.Until, want) {
			t.Errorf("%+v reads back as %+v", want, s.Until)
		}
	}
}
