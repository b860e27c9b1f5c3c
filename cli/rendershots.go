package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/flags"
	"hooke/play/recorded"
	"hooke/run"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/color"
)

// turnRate is that of turntables and of films of a given speed, unless told otherwise
// [frames/s].
const turnRate = 30

// shots are the frames, and how many a second there are.
func (o *renderOptions) shots(x *recorded.Record) ([]recorded.Shot, float64, error) {
	first, last := 0, x.Frames()-1
	if o.span[0].given {
		if first = x.At(o.span[0].time); x.Time(first) < o.span[0].time && first < last {
			first++ // the first that is not before
		}
	}
	if o.span[1].given {
		last = x.At(o.span[1].time)
	}
	if last < first || o.span[1].given && x.Time(0) > o.span[1].time || o.span[0].given && x.Time(x.Frames()-1) < o.span[0].time {
		return nil, 0, usagef("--from, --to: there are no states then: %s has those from %g s to %g s", x.From, x.Time(0), x.Time(x.Frames()-1))
	}
	if o.at.given {
		first = x.At(o.at.time)
		last = first
	}
	if o.kind() == pictureKind {
		return []recorded.Shot{{State: last}}, 0, nil
	}
	var list []recorded.Shot
	rate := o.fps
	switch length := x.Time(last) - x.Time(first); {
	case first == last && o.turntable == 0:
		return nil, 0, usagef("--out %s: there is one state to show, and a film needs several: --turntable 180 turns the camera around it; or give a .png", o.out)
	case first == last:
		list = make([]recorded.Shot, o.turntable)
		for k := range list {
			list[k].State = last
		}
	case o.speed == 0:
		for k := first; k <= last; k++ {
			list = append(list, recorded.Shot{State: k})
		}
		if rate == 0 {
			rate = run.VideoRate(length / float64(last-first))
		}
	default:
		if rate == 0 {
			rate = turnRate
		}
		count := math.Floor(length*rate/o.speed+1e-6) + 1
		if count > mostShots {
			return nil, 0, usagef("--speed %g: %.3g s are %.3g frames; at most %d", o.speed, length, count, mostShots)
		}
		for i := range int(count) {
			list = append(list, recorded.Shot{State: min(x.At(x.Time(first)+float64(i)*o.speed/rate), last)})
		}
	}
	if rate == 0 {
		rate = turnRate
	}
	for k := range list {
		if o.turntable > 0 {
			list[k].Turn = 2 * math.Pi * float64(k) / float64(o.turntable)
		}
	}
	return list, rate, nil
}

// mostShots is more than anybody watches: nine hours.
const mostShots = 1_000_000

// moment is a simulated time that may be given.
type moment struct {
	given bool
	time  float64 // [s]
}

// momentFlag is a simulated time [s].
type momentFlag struct{ value *moment }

func (f momentFlag) Type() string { return "seconds" }
func (f momentFlag) String() string {
	if f.value == nil || !f.value.given {
		return ""
	}
	return fmt.Sprint(f.value.time)
}

func (f momentFlag) Set(text string) error {
	time, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || math.IsNaN(time) || math.IsInf(time, 0) {
		return errors.New("give a simulated time in seconds, such as 0.5")
	}
	*f.value = moment{true, time}
	return nil
}

// lookFlags are the flags of what a picture shows, and from where.
type lookFlags struct {
	color, theme, show string
	view               viewFlag
	limit              float64 // of colors; zero: automatic
	panels             bool
}

// add gives a verb the flags.
func (l *lookFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	var colors []string
	for _, c := range color.Colorings() {
		colors = append(colors, c.String())
	}
	l.color, l.theme, l.show = colors[0], "dark", "auto"
	set.Var(flags.Choice(&l.color, colors), "color", "what colors mean")
	set.Var(flags.Positive(&l.limit), "range", "value at the end of the colors, as a number in SI units (default: it follows the structure)")
	set.Var(flags.Choice(&l.theme, []string{"dark", "light"}), "theme", "colors around the structure")
	set.Var(flags.Choice(&l.show, []string{"auto", "surface", "springs", "both"}), "show", "surface, springs, or what suits the structure")
	set.Var(&l.view, "view", "from where: front, right, above, aslant, or the angles azimuth,elevation [degrees], such as -60,20")
	set.BoolVar(&l.panels, "panels", true, "write the facts and the legend of colors into the picture; --panels=false leaves it clean")
}

// look is what is asked for, of a picture of that size [pixels].
func (l *lookFlags) look(width, height int) draw.Look {
	look := draw.Look{Range: l.limit, NoText: !l.panels, Scale: scaleOf(width, height)}
	for _, c := range color.Colorings() {
		if c.String() == l.color {
			look.Color = c
		}
	}
	if l.theme == "light" {
		look.Theme = color.Light
	}
	look.Show = map[string]draw.Show{"surface": draw.Surface, "springs": draw.Springs, "both": draw.Both}[l.show] // else the zero value
	return look
}

// from is where a picture is seen from; nil: as all pictures.
func (l *lookFlags) from() *camera.View {
	if l.view.text == "" {
		return nil
	}
	return &l.view.view
}

// scaleOf is the pixels per point of a picture, which looks like one of the default size
// when it is larger.
func scaleOf(width, height int) float64 {
	return max(1, min(float64(width)/defaultWidth, float64(height)/defaultHeight))
}

// viewFlag is a direction to look from; empty: that of all pictures.
type viewFlag struct {
	text string
	view camera.View
}

func (f *viewFlag) Type() string   { return "view" }
func (f *viewFlag) String() string { return f.text }

func (f *viewFlag) Set(text string) error {
	for k, name := range []string{"front", "right", "above", "aslant"} {
		if text == name {
			*f = viewFlag{text, camera.Views()[k]}
			return nil
		}
	}
	wrong := errors.New("give front, right, above, aslant, or azimuth,elevation in degrees, such as -60,20")
	azimuth, elevation, ok := strings.Cut(text, ",")
	if !ok {
		return wrong
	}
	a, err1 := strconv.ParseFloat(strings.TrimSpace(azimuth), 64)
	e, err2 := strconv.ParseFloat(strings.TrimSpace(elevation), 64)
	if err1 != nil || err2 != nil || math.IsNaN(a) || math.IsInf(a, 0) || !(math.Abs(e) <= 90) {
		return wrong
	}
	const degree = math.Pi / 180
	*f = viewFlag{text, camera.View{Azimuth: math.Remainder(a*degree, 2*math.Pi), Elevation: min(max(e*degree, -camera.MaxElevation), camera.MaxElevation)}}
	return nil
}
