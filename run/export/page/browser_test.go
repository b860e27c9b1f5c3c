package page

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// browser returns the path of a browser for tests. HOOKE_BROWSER=require makes one that is not there a failure.
func browser(t *testing.T) string {
	t.Helper()
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("it starts a browser: with HOOKE_LONG alone")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("HOOKE_BROWSER") == "require" {
		t.Fatal("no browser is installed, and HOOKE_BROWSER=require wants one")
	}
	t.Skip("NOT TESTED: pages in a browser, since Chromium is not installed")
	return ""
}

// shown opens a page at a fragment, and returns a picture of 800 × 600 pixels and the document as it is then.
func shown(t *testing.T, browser, text, fragment string) (*image.RGBA, string) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "page.html")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	shot := filepath.Join(folder, "shot.png")
	// The browser writes the picture or the document, and ends.
	run := func(what string) string {
		cmd := exec.Command(browser, "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--virtual-time-budget=3000",
			"--window-size=800,600", "--user-data-dir="+filepath.Join(folder, "profile"), what, "file://"+path+fragment)
		timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		defer timer.Stop()
		return string(must.Get(cmd.Output())(t))
	}
	run("--screenshot=" + shot)
	file := must.Get(os.Open(shot))(t)
	defer file.Close()
	decoded := must.Get(png.Decode(file))(t)
	out := image.NewRGBA(decoded.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, decoded.At(x, y))
		}
	}
	return out, run("--dump-dom")
}

// view is the part of a picture that no text covers.
var view = image.Rect(0, 60, 620, 540)

// bright is the share of pixels of the view that are as bright as colors of strain, and differing the share that differ
// between two pictures.
func bright(p *image.RGBA) (share float64) {
	for y := view.Min.Y; y < view.Max.Y; y++ {
		for x := view.Min.X; x < view.Max.X; x++ {
			if c := p.RGBAAt(x, y); max(c.R, c.G, c.B) > 130 {
				share++
			}
		}
	}
	return share / float64(view.Dx()*view.Dy())
}

func differing(p, q *image.RGBA) (share float64) {
	for y := view.Min.Y; y < view.Max.Y; y++ {
		for x := view.Min.X; x < view.Max.X; x++ {
			a, b := p.RGBAAt(x, y), q.RGBAAt(x, y)
			if max(a.R, b.R)-min(a.R, b.R) > 24 || max(a.B, b.B)-min(a.B, b.B) > 24 {
				share++
			}
		}
	}
	return share / float64(view.Dx()*view.Dy())
}

// fault returns the message over a page; empty: there is none.
func fault(document string) string {
	found := regexp.MustCompile(`(?s)<div id="fault" role="alert">(.*?)</div>`).FindStringSubmatch(document)
	if found == nil {
		return "the page has no place for messages"
	}
	return found[1]
}

// B3: a browser shows the robot, another state at another time, and where a block is damaged a sentence.
func TestBrowserShowsThePage(t *testing.T) {
	browser := browser(t)
	body := ran(t, "walker", scene.Options{}, 11, 200)
	for name, show := range map[string]Show{"springs": Springs, "surface": Surface} {
		text, _ := written(t, &Page{Title: "walker", Bodies: []Body{body}, Show: show})
		first, document := shown(t, browser, text, "#t=0")
		must.Be(t, fault(document), "", name)
		must.Hold(t, strings.Contains(document, `max="10"`), "%s: the page has not unpacked all frames", name)
		last, _ := shown(t, browser, text, "#t=9")
		must.Hold(t, bright(first) >= 0.02 && bright(last) >= 0.02, "%s: the robot takes %.2f %% and %.2f %% of the picture", name, 100*bright(first), 100*bright(last))
		must.Hold(t, differing(first, last) >= 0.01, "%s: two states differ in %.2f %% of the pixels", name, 100*differing(first, last))
		if show == Springs { // the controls see the surface
			continue
		}
		empty, _ := shown(t, browser, strings.Replace(text, ")drawThing(thing", ")if(0)drawThing(thing", 2), "#t=0")
		must.Hold(t, bright(empty) < 0.005, "%s: without a robot %.2f %% of the picture look like one", name, 100*bright(empty))

		at := strings.Index(text, `id="block1">`) + 40
		damaged := text[:at] + strings.Map(func(c rune) rune {
			if c == 'A' {
				return 'B'
			}
			return 'A'
		}, text[at:at+8]) + text[at+8:]
		picture, document := shown(t, browser, damaged, "")
		must.Hold(t, strings.HasPrefix(fault(document), "Block 2 of "), "%s: of a damaged block the page says %q", name, fault(document))
		white := 0
		for x := view.Min.X; x < view.Max.X; x++ { // letters, and a background that is not black
			if c := picture.RGBAAt(x, 220); c.R > 20 {
				white++
			}
		}
		must.Hold(t, white > 0, "%s: of a damaged block the picture is black", name)
	}
}

// handsProgram moves a hand over a page, turns its wheel, presses keys and pushes frames, and puts what has changed into the title.
const handsProgram = `<script>
setTimeout(async () => {
  const view = document.getElementById("view"), { camera, film } = hooke, out = {};
  view.setPointerCapture = () => {}; // there is no hand
  const hand = (type, x, y, more) => view.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, ...more }));
  const drag = (more) => { hand("pointerdown", 300, 300, more); hand("pointermove", 360, 330, more); hand("pointerup", 360, 330, more); };
  let before = [camera.azimuth, camera.elevation];
  drag({});
  out.turned = [camera.azimuth - before[0], camera.elevation - before[1]].map(Math.sign);
  before = camera.target;
  drag({ shiftKey: true });
  out.panned = Math.hypot(...camera.target.map((x, k) => x - before[k])) > 0;
  before = camera.distance;
  view.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, cancelable: true }));
  out.nearer = camera.distance < before;
  before = camera.distance;
  hand("pointerdown", 300, 300); hand("pointerdown", 400, 300, { pointerId: 2 });
  hand("pointermove", 500, 300, { pointerId: 2 });
  out.pinched = Math.abs(camera.distance / before - 0.5) < 1e-9;
  for (const frame of FRAMES) await hooke.push(frame);
  out.pushed = [film.ready, document.getElementById("clock").textContent];
  const key = name => dispatchEvent(new KeyboardEvent("keydown", { key: name }));
  key("ArrowLeft");
  out.left = film.frame;
  key("Home");
  key("]");
  out.speed = document.getElementById("speed").textContent;
  key(" ");
  out.playing = film.playing;
  key("i");
  out.panel = !document.getElementById("panel").hidden;
  document.title = JSON.stringify(out);
}, 1500);
</script></body>`

// Hands turn, pan and zoom the view, keys go through the frames, and frames that are pushed are shown.
func TestBrowserFollowsHands(t *testing.T) {
	browser := browser(t)
	body := ran(t, "cube", scene.Options{}, 3, 40)
	film := body.States.(Memory)
	body.States = film[:1]
	var out bytes.Buffer
	live := must.Get(NewLive(&out, &Page{Bodies: []Body{body}}, model.Vec3{-1, -1, -1}, model.Vec3{1, 1, 3}))(t)
	frames := fmt.Sprintf("[%s,%s]", must.Get(live.Frame(&film[1]))(t), must.Get(live.Frame(&film[2]))(t))
	_, document := shown(t, browser, strings.Replace(out.String(), "</body>", strings.Replace(handsProgram, "FRAMES", frames, 1), 1), "")
	must.Be(t, fault(document), "", "fault")
	title := html.UnescapeString(regexp.MustCompile(`<title>(.*?)</title>`).FindStringSubmatch(document)[1])
	want := fmt.Sprintf(`{"turned":[-1,1],"panned":true,"nearer":true,"pinched":true,"pushed":[3,"%.3f s, frame 3 of 3"],"left":1,"speed":"2 × speed","playing":true,"panel":true}`, film[2].Time)
	must.Be(t, title, want, "what hands have changed")
}
