package must

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folderOf is the environment variable that makes TestChildLeavesNothing the child.
const folderOf = "MUST_TEST_CHILD"

// The folders of a child that ends without removing them are in one of its parent.
func TestChildLeavesNothing(t *testing.T) {
	if told := os.Getenv(folderOf); told != "" {
		Do(t, os.WriteFile(told, []byte(t.TempDir()), 0o666))
		os.Exit(3) // like a kill, it lets nothing be removed
	}
	var folder string
	t.Run("parent", func(t *testing.T) {
		told := filepath.Join(t.TempDir(), "told")
		if said, err := Child(t, "TestChildLeavesNothing", folderOf+"="+told).CombinedOutput(); err == nil {
			t.Fatalf("the child ended well: %s", said)
		}
		text, err := os.ReadFile(told)
		Do(t, err)
		folder = string(text)
		if _, err := os.Stat(folder); err != nil || !strings.Contains(folder, "TestChildLeavesNothing") {
			t.Errorf("%q: %v", folder, err)
		}
	})
	if _, err := os.Stat(folder); err == nil {
		t.Errorf("%s is left", folder)
	}
}
