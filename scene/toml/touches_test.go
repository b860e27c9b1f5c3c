package toml

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
)

// A contact touches what its key says, masses where it says nothing; what export writes of it
// is read as the same, and what is wrong is told with its line and a caret.
func TestTouchesKey(t *testing.T) {
	folder := t.TempDir()
	open := func(contact string) ([]model.Contact, error) {
		file := filepath.Join(folder, "touches.toml")
		text := movedContact[:strings.Index(movedContact, "[[contact]]")] + contact
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		s, err := Open(file, Options{})
		if err != nil {
			return nil, err
		}
		return s.Params.Contacts, nil
	}
	ball := "[[contact]]\nshape = \"sphere\"\ncenter = [0.15, 0.15, -0.1]\nradius = 0.08\nstiffness = 20\n"
	for key, want := range map[string]model.Touches{"": model.TouchMasses, "touches = \"masses\"\n": model.TouchMasses,
		"touches = \"springs\"\n": model.TouchSprings, "touches = \"triangles\"\n": model.TouchTriangles} {
		got, err := open(ball + key)
		if err != nil || got[0].Touches != want {
			t.Errorf("%q: %v, %+v; want %v", key, err, got, want)
			continue
		}
		w := &writer{}
		w.contact(got[0])
		if again, err := open(w.out.String()); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q: %v, %+v, want %+v; written as\n%s", key, err, again, got, w.out.String())
		}
	}
	for key, want := range map[string]string{
		"touches = \"edges\"\n": "touches.toml:11:11: touches is \"edges\"",
		"touches = 2\n":         "touches.toml:11:11: touches is 2; give a text in quotes",
	} {
		if _, err := open(ball + key); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "\n    touches = ") || !strings.HasSuffix(strings.TrimRight(err.Error(), "\n"), "^") && !strings.Contains(err.Error(), "^^") {
			t.Errorf("%q: %v", key, err)
		}
	}
}
