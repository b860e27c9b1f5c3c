package tune

import "testing"

func TestWhatAStructureTakes(t *testing.T) {
	if got := bytesOf(1000, 13000); got != 142_000+572_000 {
		t.Errorf("%d bytes", got)
	}
}
