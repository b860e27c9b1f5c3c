package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// Links of documents, and the documents that comments and messages of the code name, exist.
func TestLinksLeadSomewhere(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if file != "." && (slices.Contains([]string{"testdata", "out"}, entry.Name()) || strings.HasPrefix(entry.Name(), ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if file = filepath.ToSlash(file); file == "records_test.go" || !slices.Contains([]string{".md", ".go", ".comp", ".glsl", ".sh", ".toml"}, path.Ext(file)) {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, fault := range brokenLinks(file, string(text)) {
			t.Error(fault)
		}
		return nil
	})
	must.Do(t, err)
	// The test is seen to fail.
	if got := brokenLinks("docs/a.md", "[here](decisions/gather.md#x), [there](decisions/0001.md), docs/nowhere.md, ADR 0009"); len(got) != 3 {
		t.Errorf("of two documents and a number that do not exist: %q", got)
	}
}

// brokenLinks returns the links of a file to other files, and the names of documents in it, that lead nowhere.
func brokenLinks(file, text string) (faults []string) {
	prose := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`").ReplaceAllString(text, "") // in code a bracket is no link
	targets := regexp.MustCompile(`\bdocs/[a-z0-9/-]+\.md\b`).FindAllString(text, -1)
	if path.Ext(file) == ".md" {
		for _, link := range regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)]*)?\)`).FindAllStringSubmatch(prose, -1) {
			if !strings.Contains(link[1], "://") && !strings.HasPrefix(link[1], "mailto:") {
				targets = append(targets, path.Join(path.Dir(file), link[1]))
			}
		}
	}
	for _, number := range regexp.MustCompile(`(?i)\b(?:ADR|decision|record)s? 0\d{3}\b`).FindAllString(text, -1) {
		faults = append(faults, file+" names "+number+": records have names and no numbers")
	}
	for _, target := range targets {
		if _, err := os.Stat(target); err != nil {
			faults = append(faults, file+" names "+target+", which does not exist")
		}
	}
	return faults
}

// Every record is a title that says the decision, three parts and few words, and the list of records has it.
func TestRecordsAreShort(t *testing.T) {
	const least, most, longest = 15, 20, 200
	list := string(must.Get(os.ReadFile("docs/decisions/README.md"))(t))
	files := must.Get(filepath.Glob("docs/decisions/*.md"))(t)
	if count := len(files) - 1; count < least || count > most {
		t.Errorf("docs/decisions has %d records, want %d to %d: merge what several say of one subject", count, least, most)
	}
	for _, file := range files {
		if filepath.Base(file) == "README.md" {
			continue
		}
		text := string(must.Get(os.ReadFile(file))(t))
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		if !strings.Contains(list, "("+filepath.Base(file)+") | "+title+" |") {
			t.Errorf("docs/decisions/README.md has no line for %s, %q", file, title)
		}
		for _, fault := range recordFaults(text, longest) {
			t.Errorf("%s %s", file, fault)
		}
	}
	if got := recordFaults("# Because\n\n**Why.** "+strings.Repeat("so ", longest), longest); len(got) != 3 {
		t.Errorf("of a record without two parts and too long: %q", got)
	}
}

// recordFaults returns the missing parts of a record, and whether it is too long.
func recordFaults(text string, longest int) (faults []string) {
	for _, part := range []string{"\n**Why.** ", "\n**What follows.** ", "\n**How to tell it was wrong.** "} {
		if strings.Count(text, part) != 1 {
			faults = append(faults, "lacks the part"+strings.TrimSpace(part))
		}
	}
	if words := len(strings.Fields(text)); words > longest {
		faults = append(faults, "is too long: say the decision in 150 words")
	}
	return faults
}

// A version of the changelog fits a screen, and one entry is a line or two.
func TestVersionsAreShort(t *testing.T) {
	text := string(must.Get(os.ReadFile("CHANGELOG.md"))(t))
	for _, version := range []string{"Unreleased", "0.2.0", "0.1.0"} {
		must.Hold(t, strings.Contains(text, "\n## "+version+"\n"), "CHANGELOG.md has no version %s", version)
	}
	for _, fault := range longVersions(text) {
		t.Errorf("CHANGELOG.md: %s", fault)
	}
	if got := longVersions("\n## 1.0\n" + strings.Repeat("- more\n", 41) + "\n## 0.9\n- " + strings.Repeat("word ", 80)); len(got) != 2 {
		t.Errorf("of a version with 41 entries and of a long entry: %q", got)
	}
}

// longVersions returns the versions of a changelog that have too many entries, and the entries that have too many words.
func longVersions(text string) (faults []string) {
	const entries, words = 40, 60
	for _, version := range strings.Split(text, "\n## ")[1:] {
		name, _, _ := strings.Cut(version, "\n")
		lines := regexp.MustCompile(`(?m)^- .*`).FindAllString(version, -1)
		if len(lines) > entries {
			faults = append(faults, fmt.Sprintf("version %s has %d entries, at most %d: merge some", name, len(lines), entries))
		}
		for _, line := range lines {
			if count := len(strings.Fields(line)); count > words {
				faults = append(faults, fmt.Sprintf("version %s has an entry of %d words, at most %d: %.60s", name, count, words, line))
			}
		}
	}
	return faults
}
