package commands

import (
	"testing"

	"hooke/must"
)

// A name that was deleted, and that the driver has given again, is bound anew. Deleted objects that are not
// wanted again are not bound.
func TestDeletedNamesAreBoundAnew(t *testing.T) {
	for _, many := range []bool{false, true} {
		for k := range kinds {
			q := &Queue{Many: many}
			waiting := func() int {
				before := len(q.list)
				q.bind()
				return len(q.list) - before
			}
			part := Part{Name: 5, Bytes: 16}
			q.Bind(k, 3, part)
			if waiting() == 0 {
				t.Fatalf("kind %d, many %v: nothing is bound", k, many)
			}
			q.Bind(k, 3, part)
			must.Be(t, waiting(), 0, "kind %d, many %v: calls for what is bound", k, many)
			q.Deleted(5, k != Texels) // an object of another kind, of the same name
			must.Be(t, waiting(), 0, "kind %d, many %v: calls after another object was deleted", k, many)
			q.Deleted(5, k == Texels)
			must.Be(t, waiting(), 0, "kind %d, many %v: calls bind what was deleted", k, many)
			q.Bind(k, 3, part)
			if waiting() == 0 {
				t.Errorf("kind %d, many %v: a name that was given again is not bound", k, many)
			}
		}
	}
	q := &Queue{program: 7}
	for _, deleted := range []bool{false, true} {
		q.bind()
		before := len(q.list)
		if deleted {
			q.DeletedProgram(7)
		}
		if q.bind(); (len(q.list) > before) != deleted {
			t.Errorf("deleted %v: %d calls for a program that was in use", deleted, len(q.list)-before)
		}
	}
}
