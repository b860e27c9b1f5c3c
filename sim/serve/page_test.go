package serve_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hooke/must"
	"hooke/sim"
)

// conversations returns the lines of the conversations on the page.
func conversations(t *testing.T) (lines []string) {
	t.Helper()
	page := string(must.Get(os.ReadFile("../../docs/serve.md"))(t))
	for _, block := range regexp.MustCompile("(?s)\n```text\n(.*?)```\n").FindAllStringSubmatch(page, -1) {
		lines = append(lines, strings.Split(strings.TrimSpace(block[1]), "\n")...)
	}
	must.Hold(t, len(lines) > 20, "docs/serve.md has %d lines of conversation", len(lines))
	return lines
}

// data returns the bytes that a line describes, such as [float64: 0 0.5] [uint32: 1].
func data(t *testing.T, line string) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, block := range regexp.MustCompile(`\[(\w+): ([^]]*)\]`).FindAllStringSubmatch(line, -1) {
		for _, text := range strings.Fields(block[2]) {
			x := must.Get(strconv.ParseFloat(text, 64))(t)
			out.Write(map[string][]byte{"float64": floats(x), "float32": floats(float32(x)), "uint32": floats(uint32(x))}[block[1]])
		}
	}
	return out.Bytes()
}

// matches reports whether a line has the parts of a pattern between its "...", in their order, and begins and ends as it does.
func matches(line, pattern string) bool {
	parts := strings.Split(pattern, "...")
	first, last := parts[0], parts[len(parts)-1]
	if !strings.HasPrefix(line, first) || !strings.HasSuffix(line, last) {
		return false
	}
	for _, part := range parts {
		_, after, ok := strings.Cut(line, part)
		if !ok {
			return false
		}
		line = after
	}
	return true
}

// The conversation on the page is the one that happens, line by line, and has every request.
func TestPage(t *testing.T) {
	lines, seen := conversations(t), map[string]bool{}
	root := must.Get(filepath.Abs("../.."))(t)
	t.Chdir(t.TempDir())
	must.Do(t, os.Symlink(filepath.Join(root, "examples"), "examples"))
	p := started(t)
	in, out := p.in, p.out
	for i, line := range lines {
		kind, text, _ := strings.Cut(line, " ")
		bytesOf := strings.HasPrefix(text, "[")
		switch {
		case kind == "→" && bytesOf:
			must.Do(t, must.Err(in.Write(data(t, text))))
		case kind == "→":
			must.Do(t, must.Err(in.Write([]byte(text+"\n"))))
			if _, after, ok := strings.Cut(text, `"do": "`); ok {
				seen[strings.Split(after, `"`)[0]] = true
			}
		case bytesOf:
			n := 0
			must.Do(t, must.Err(fmt.Sscanf(text, "[%d bytes]", &n)))
			must.Be(t, must.Err(out.Discard(n)), nil, "line %d", i)
		default:
			got := strings.TrimSpace(must.Get(out.ReadString('\n'))(t))
			must.Hold(t, matches(got, text), "the page says\n%s\nand it is\n%s", text, got)
		}
	}
	about, _ := begun(t).ask(`{"do": "about"}`)
	of := about["about"].(map[string]any)
	for name := range of["requests"].(map[string]any) {
		must.Hold(t, seen[name], "docs/serve.md has no example of %s", name)
	}
	must.Be(t, len(of["quantities"].(map[string]any)), len(sim.Quantities()), "quantities")
	must.Hold(t, !matches("a b c", "a ... d") && !matches("x", "y") && matches("a b c", "a ...c"), "a line that differs is not seen")
}
