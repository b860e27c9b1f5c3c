package flags

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// These are the sizes of a picture unless flags give others [pixels].
const (
	DefaultWidth  = 1280
	DefaultHeight = 720
)

// Look has the flags of the look of a picture, and of its camera. Add and AddShown set their defaults.
type Look struct {
	color, theme, show string
	view               viewFlag
	limit              float64 // value at the end of the colors, in SI units; zero means automatic
	panels             bool
	reactions          bool
}

// Add adds the flags to a verb that draws pictures.
func (l *Look) Add(cmd *cobra.Command) {
	l.AddShown(cmd)
	AddReactions(cmd, &l.reactions)
	PictureSection.Add(cmd, func(set *pflag.FlagSet) {
		set.BoolVar(&l.panels, "panels", true, "draw facts and the legend of colors; --panels=false draws neither")
	})
}

// shownFlags are the flags of AddShown.
var shownFlags = [...]string{"color", "range", "show", "theme", "view"}

// AddShown adds the flags that say how the structure is shown.
func (l *Look) AddShown(cmd *cobra.Command) {
	var colors []string
	for _, c := range color.Colorings() {
		colors = append(colors, c.String())
	}
	l.color, l.theme, l.panels = colors[0], "dark", true
	PictureSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(Choice(&l.color, colors), "color", "`quantity` that colors show: "+strings.Join(colors, ", "))
		set.Var(Positive(&l.limit), "range", "value at the end of the color scale [SI unit] (default: follows the structure)")
		set.Var(Choice(&l.theme, []string{"dark", "light"}), "theme", "background of the structure")
		set.Var(&l.view, "view", "camera: front, right, above, aslant, or azimuth,elevation [degrees], such as -60,20")
	})
	l.AddShow(cmd)
}

// AddShow adds the flag that says which parts are shown, which meshes have, too. AddShown adds it.
func (l *Look) AddShow(cmd *cobra.Command) {
	l.show = "auto"
	PictureSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(Choice(&l.show, []string{"auto", "surface", "springs", "both"}), "show", "draw the surface, the springs or both")
	})
}

// Given returns the first flag of AddShown that a command has, or an empty text.
func (l *Look) Given(cmd *cobra.Command) string {
	for _, name := range shownFlags {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// Seen reports whether a picture needs no more of a structure than its surface, colored by strain.
func (l *Look) Seen() bool {
	look := l.Shown()
	return look.Color == color.ByStrain && look.Show == draw.Auto
}

// Of returns the look that the flags ask for, for a picture of that size [pixels].
func (l *Look) Of(width, height int) draw.Look {
	look := l.Shown()
	look.Scale = scaleOf(width, height)
	return look
}

// Shown returns the look that the flags ask for, without a scale.
func (l *Look) Shown() draw.Look {
	look := draw.Look{Range: l.limit, NoText: !l.panels, Reactions: l.reactions}
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

// From returns the direction that the flag --view names; nil where the flag is not given.
func (l *Look) From() *draw.View {
	if l.view.text == "" {
		return nil
	}
	return &l.view.view
}

// scaleOf returns the pixels per point of a picture. A picture that is larger than the
// default size gets more, so that it looks like one of the default size.
func scaleOf(width, height int) float64 {
	return max(1, min(float64(width)/DefaultWidth, float64(height)/DefaultHeight))
}

// viewFlag is the flag value of a direction to look from. An empty text means that the
// flag is not given.
type viewFlag struct {
	text string
	view draw.View
}

func (f *viewFlag) Type() string   { return "view" }
func (f *viewFlag) String() string { return f.text }

func (f *viewFlag) Set(text string) error {
	for k, name := range []string{"front", "right", "above", "aslant"} {
		if text == name {
			*f = viewFlag{text, draw.Views()[k]}
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
	*f = viewFlag{text, draw.View{Azimuth: math.Remainder(a*degree, 2*math.Pi), Elevation: min(max(e*degree, -draw.MaxElevation), draw.MaxElevation)}}
	return nil
}
