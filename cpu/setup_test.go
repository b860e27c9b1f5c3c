package cpu

import (
	"reflect"
	"runtime"
	"testing"

	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/model"
)

// Tables are the same for any number of goroutines, also those of more springs
// than one of them counts at a time.
func TestThreadsChangeNoTable(t *testing.T) {
	canon, _, err := build.Canon(24)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, _ := shuffle(canon, 5)
	for name, m := range map[string]*model.Model{
		"canon": canon, "shuffled": shuffled, "own springs": network(26_000, 4, true),
		"many classes": manyMaterials(15, 26_000), "many laws": manyMaterials(40, 26_000), "actuated": actuated(canon),
	} {
		if m.SpringCount() <= table.PartSprings {
			t.Fatalf("%s: %d springs are one part", name, m.SpringCount())
		}
		want, wantClasses, err := table.New(m, 1e-4, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, threads := range []int{2, 5} {
			got, gotClasses, err := table.New(m, 1e-4, threads)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(want, got) || !reflect.DeepEqual(wantClasses, gotClasses) {
				t.Errorf("%s: %d goroutines make another table than one", name, threads)
			}
		}
	}
}

// setUpShare is how much of the final memory an engine may allocate in all
// while it is made. What is allocated is never less than what is in use.
const setUpShare = 3

// Set-up takes at most 3 times the memory that the engine has in the end.
func TestSetUpMemory(t *testing.T) {
	m, start, err := build.Canon(43)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e, err := New(m, model.Params{DT: build.CanonStep}, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Reset(start); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	f := e.Figures()
	final, all := f.TableBytes+f.StateBytes, int64(after.TotalAlloc-before.TotalAlloc)
	t.Logf("%d bytes in the end, %d allocated", final, all)
	if all > setUpShare*final {
		t.Errorf("%d bytes allocated for an engine of %d", all, final)
	}
	if held := int64(after.HeapAlloc); held < final {
		t.Errorf("the engine says %d bytes and the program holds %d", final, held)
	}
}
