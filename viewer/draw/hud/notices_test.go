package hud

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"hooke/must"
	"hooke/viewer/draw/color"
)

// verb is a place in a text where something is written in.
var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)

// noticesOf are texts as long as the notices of the program: all texts of the packages that give notices, with long names and numbers written in.
func noticesOf(t *testing.T) []string {
	t.Helper()
	long := map[int]string{}
	for _, folder := range []string{"..", "../..", "../../session", "../../edited", "../../../cli", "../../../run"} {
		files := must.Get(filepath.Glob(filepath.Join(folder, "*.go")))(t)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source := must.Get(os.ReadFile(name))(t)
			file := must.Get(parser.ParseFile(token.NewFileSet(), name, source, 0))(t)
			ast.Inspect(file, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					if text, err := strconv.Unquote(l.Value); err == nil && !strings.Contains(text, "\n") {
						text = verb.ReplaceAllString(text, "a/path/to/somewhere/else.toml")
						long[utf8.RuneCountInString(text)] = text
					}
				}
				return true
			})
		}
	}
	delete(long, 0)
	lengths := slices.Sorted(maps.Keys(long))
	var out []string
	for _, n := range lengths {
		out = append(out, long[n])
	}
	if n := len(out); n < 50 || lengths[n-1] < 150 {
		t.Fatalf("%d lengths of notices, the longest %d", n, lengths[n-1])
	}
	return out
}

// A notice has a place of its own width, whatever it says and in every usual window: within the window, and on no other block.
// All other blocks stay where they are without it. Where everything is open the notice may be in the footer.
func TestNoticesLeaveAllElseInPlace(t *testing.T) {
	overlays := map[string]Overlay{"everything": panelsOverlay()}
	for name, change := range map[string]func(*Overlay){
		"nothing open": func(o *Overlay) {
			o.Rows, o.Energy, o.Flows, o.Picked, o.TimeLine, o.Recording, o.Passes = nil, nil, nil, nil, nil, "", nil
		},
		"controls":  func(o *Overlay) { o.Energy, o.Flows, o.Picked, o.TimeLine, o.Recording = nil, nil, nil, nil, "" },
		"time line": func(o *Overlay) { o.Rows, o.Energy, o.Flows, o.Picked = nil, nil, nil, nil },
		"picked":    func(o *Overlay) { o.Rows, o.Energy, o.Flows, o.TimeLine = nil, nil, nil, nil },
	} {
		o := panelsOverlay()
		o.Message, o.Doing.Faults = "", nil
		change(&o)
		overlays[name] = o
	}
	notices := noticesOf(t)
	sizes := [][3]int{{640, 480, 1}, {700, 540, 1}, {800, 600, 1}, {900, 600, 1}, {1000, 480, 1}, {1099, 700, 1}, {1280, 720, 1}, {1920, 1080, 1}, {640, 480, 2}, {900, 600, 2}, {1280, 720, 2}}
	for _, size := range sizes {
		scale := float32(size[2])
		a := must.Get(newAtlas(fontSize * float64(scale)))(t)
		p := &Page{atlas: a, inks: color.Light.Inks()}
		p.Begin(size[0]*size[2], size[1]*size[2], p.inks)
		for name, o := range overlays {
			l := &Legend{Low: -0.02, High: 0.02}
			o.Notice = ""
			want := o.wishes(p, l, scale)
			bare := layOut(p.width, p.height, scale, &want)
			for _, notice := range notices {
				want[noticeBlock] = p.wishText(notice, mostNotice, scale)
				at := layOut(p.width, p.height, scale, &want)
				if wrong := checkLayout(at, p.width, p.height); wrong != "" {
					t.Fatalf("%s, %v: %s", name, size, wrong)
				}
				n := at[noticeBlock]
				if !n.there() && name != "everything" {
					t.Fatalf("%s, %v: %q has no place", name, size, notice)
				}
				if n.width > p.textWidth(notice)+20*scale+0.01 {
					t.Fatalf("%s, %v: %q has the place %+v", name, size, notice, n)
				}
				if at[noticeBlock] = (rect{}); at != bare {
					t.Fatalf("%s, %v: beside %q others lie at %+v, without it at %+v", name, size, notice, at, bare)
				}
			}
		}
	}
}

// Where all room is taken the notice is in the footer, within that.
func TestNoticeWithoutRoomIsInTheFooter(t *testing.T) {
	a := must.Get(newAtlas(fontSize))(t)
	p := &Page{atlas: a, inks: color.Light.Inks()}
	footer := func(notice string) []float32 {
		p.Begin(640, 480, p.inks)
		var at [blocks]rect
		at[footerBlock] = rect{14, 428, 612, 38}
		Overlay{Keys: "a: one · b: other", Notice: notice}.write(p, at, 1)
		low := []float32{p.width, 0}
		for _, v := range p.vertices {
			if v.Y < 427 || v.Y > 467 || v.X > 627 {
				t.Errorf("%q: a corner at (%g, %g)", notice, v.X, v.Y)
			}
			low = []float32{min(low[0], v.X), max(low[1], v.X)}
		}
		return low
	}
	keys, short, long := footer(""), footer("paused"), footer(strings.Repeat("a long notice ", 20))
	must.Hold(t, (short[1] < keys[1] && long[1] > 500), "keys reach to %v, a short notice to %v, a long one to %v", keys, short, long)
}
