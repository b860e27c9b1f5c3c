package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/run"
	"hooke/run/export/film"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene/words"
	"hooke/viewer/draw/offscreen"
)

// renderOptions are the flags of render, apart from those of the model.
type renderOptions struct {
	model     flags.Structure
	of        string
	out       string
	size      [3]int
	fps       float64  // zero: the program chooses
	speed     float64  // of simulated time; zero: every state is shown once
	from, to  *float64 // simulated time [s]; nil: not given
	at        *float64
	turntable int // frames of a turn; zero: the camera does not move
	follow    bool
	look      flags.Look
	small     bool
	frames    int // most frames of a mesh or a page; zero: the format's default
	page      pageOptions
}

func (a App) render() *cobra.Command {
	o := renderOptions{size: [3]int{flags.DefaultWidth, flags.DefaultHeight}}
	cmd := &cobra.Command{
		Use:     "render [TRAJECTORY|CHECKPOINT|final.npz|FOLDER|preset|file]",
		GroupID: jobSimulate,
		Short:   "Draw a recorded run or a structure as a picture or film",
		Long: "render draws without a display: a trajectory (NPZ, LAMMPS dump), a checkpoint, a final.npz, the\n" +
			"folder of a run, or a structure as it starts. The name in --out chooses a picture (.png), a film (.mp4,\n" +
			"needs ffmpeg), a folder of pictures, a mesh that moves, for Blender and engines (.glb, .usda), or a page\n" +
			"that browsers show without a server (.html), also of the best runs in the folder of a sweep.",
		Example: "  hooke render out/trajectory.npz --out film.mp4\n" +
			"  hooke render spot --out turn.mp4 --turntable 180 --theme light --panels=false\n  hooke render out/trajectory.npz --out run.glb --frames 120\n" +
			"  hooke render out/sweep --out best.html --best speed --top 12",
		Args: atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if err := o.complete(cmd); err != nil {
				return err
			}
			return a.renderOut(cmd.Context(), &o, args)
		}),
	}
	set := cmd.Flags()
	set.StringVar(&o.out, "out", "", "`name`.png, .mp4, .glb, .usda, .html or a folder (default: out/NAME.png, .mp4 of trajectories)")
	set.Var(flags.Size(&o.size, 2, 2, "WxH", "width x height in pixels, such as 1280x720, 3840x2160 or 7680x4320"), "size", "size of the picture [pixels]; text and lines scale with it")
	set.StringVar(&o.of, "of", "", "`preset` or file whose structure is drawn, if the input does not name it")
	set.Var(flags.Positive(&o.fps), "fps", "frames per second of a film (default: one per state, within 10 to 60)")
	set.Var(flags.Positive(&o.speed), "speed", "speed of a film; 0.1 is ten times slower (default: one frame per state)")
	set.Var(flags.Moment(&o.from), "from", "begin at this simulated time [s]")
	set.Var(flags.Moment(&o.to), "to", "end at this simulated time [s]")
	set.Var(flags.Moment(&o.at), "at", "draw the state at this simulated time [s] (default: the last)")
	set.Var(flags.Whole(&o.turntable, 2), "turntable", "turn the camera once around the structure in this number of frames")
	set.BoolVar(&o.follow, "follow", false, "move the camera with the structure")
	set.Var(flags.Whole(&o.frames, 1), "frames", "most frames of a .glb (default: 60), .html (250) or .usda (all)")
	o.page.add(cmd)
	set.BoolVar(&o.small, "small", false, "write a PNG file with 256 colors, for documents")
	o.look.Add(cmd)
	o.model.Add(cmd)
	return cmd
}

// complete returns an error for flags that exclude each other.
func (o *renderOptions) complete(cmd *cobra.Command) error {
	for _, pair := range [][2]string{{"at", "from"}, {"at", "to"}} {
		if err := oneOf(cmd, pair[0], pair[1]); err != nil {
			return err
		}
	}
	if o.from != nil && o.to != nil && *o.to < *o.from {
		return usagef("--to %g s is before --from %g s", *o.to, *o.from)
	}
	if err := cmp.Or(o.meshOnly(cmd), o.pageOnly(cmd)); err != nil {
		return err
	}
	if o.small && o.out != "" && !strings.EqualFold(filepath.Ext(o.out), ".png") {
		return usagef("--small is of pictures, and --out %s is none", o.out)
	}
	if o.kind() != filmKind {
		return nil
	}
	_, err := film.FindFFmpeg() // before anything is computed
	return err
}

// renderOut draws and writes.
func (a App) renderOut(ctx context.Context, o *renderOptions, args []string) error {
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	if extension := strings.ToLower(filepath.Ext(o.out)); o.kind() == folderKind && extension != "" && len(extension) <= 5 {
		return usagef("--out: %s: render writes .png, .mp4, .glb, .usda, .html, or a folder", o.out)
	}
	if o.ofSweep(args) {
		return a.renderSweep(ctx, o, args)
	}
	x, err := a.openRecord(ctx, &o.model, o.of, args)
	if err != nil {
		return err
	}
	defer x.Close()
	if err := o.choose(x); err != nil {
		return err
	}
	first, last, err := x.Between(o.from, o.to, o.at)
	if err != nil {
		return err
	}
	switch o.kind() {
	case meshKind:
		return a.renderMesh(ctx, o, x, first, last)
	case pageKind:
		return a.renderPage(ctx, o, x, first, last)
	}
	shots, rate, err := o.shots(x, first, last)
	if err != nil {
		return err
	}
	d, err := engine.OpenDevice(a.reporter())
	if err != nil {
		return err
	}
	defer d.Close()
	if side := max(o.size[0], o.size[1]); side > int(d.GL.Limits.ViewSize) {
		return usagef("--size: %d x %d pixels; this device draws %d along a side, in tiles (GL_MAX_VIEWPORT_DIMS)", o.size[0], o.size[1], d.GL.Limits.ViewSize)
	}
	show, err := play.NewDrawing(d, x, play.DrawingOptions{Look: o.look.Of(o.size[0], o.size[1]), Width: o.size[0], Height: o.size[1],
		View: o.look.From(), Follow: o.follow, Shaders: a.Shaders})
	if err != nil {
		return err
	}
	defer show.Close()
	if err := show.Aim(shots); err != nil {
		return err
	}
	if o.kind() == pictureKind {
		if err := makeFolderOf(o.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		picture, err := show.Picture(shots[0], nil)
		if err == nil {
			err = writer(o.out, o.small)(picture)
		}
		if err != nil {
			return err
		}
		return a.printf("wrote %s: %d x %d pixels, %s\n", o.out, o.size[0], o.size[1], show.What(shots[0]))
	}
	if err := a.renderFilm(ctx, o, show, shots, rate); err != nil {
		return err
	}
	return a.printf("wrote %s: %s of %d x %d pixels, %.3g frames/s: %.3g s\n", o.out, words.Counted(len(shots), "frame"), o.size[0], o.size[1], rate, float64(len(shots))/rate)
}

// renderFilm draws shots into a film.
func (a App) renderFilm(ctx context.Context, o *renderOptions, show *play.Drawing, shots []play.Shot, rate float64) error {
	taker, err := newTaker(o.out, o.size[0], o.size[1], rate)
	if err != nil {
		return err
	}
	left := "holds the pictures before it"
	if _, video := taker.(*film.Movie); video {
		left = "is not written"
	}
	film := offscreen.NewFilmWriter(o.size[0], o.size[1], taker)
	defer film.Discard()
	bar := terminal.NewBar(a.Stderr, filepath.Base(o.out), int64(len(shots)), 0)
	bar.Unit = "frame"
	defer bar.Clear()
	for k, s := range shots {
		if ctx.Err() != nil {
			return fmt.Errorf("%w at frame %d of %d; %s %s", run.ErrInterrupted, k, len(shots), o.out, left)
		}
		picture, err := show.Picture(s, film.Blank())
		if err != nil {
			return err
		}
		film.Put(picture)
		if err := film.Err(); err != nil {
			return err
		}
		bar.Set(int64(k + 1))
	}
	return film.Close()
}

// newTaker returns a video or a folder of pictures, depending on the name.
func newTaker(path string, width, height int, rate float64) (offscreen.Taker, error) {
	if strings.EqualFold(filepath.Ext(path), ".mp4") {
		m, err := film.CreateMovie(path, width, height, rate)
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	p, err := film.CreatePNGFolder(path)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// choose chooses where to write if no flag says.
func (o *renderOptions) choose(x *play.Record) error {
	if o.kind() != chosenKind {
		return nil
	}
	name := strings.TrimSuffix(filepath.Base(x.Scene.Name), filepath.Ext(x.Scene.Name))
	if x.From != "" {
		name = strings.TrimSuffix(filepath.Base(x.From), filepath.Ext(x.From))
	}
	if o.out = filepath.Join("out", name+".png"); x.Frames() > 1 && o.at == nil || o.turntable > 0 {
		o.out = filepath.Join("out", name+".mp4")
		_, err := film.FindFFmpeg()
		return err
	}
	return nil
}

// turnRate is the default rate of turntables and of films of a given speed [frames/s].
const turnRate = 30

// shots are the frames of states from the first to the last number, and how many a second there are.
func (o *renderOptions) shots(x *play.Record, first, last int) ([]play.Shot, float64, error) {
	if o.kind() == pictureKind {
		return []play.Shot{{State: last}}, 0, nil
	}
	var list []play.Shot
	rate := o.fps
	switch length := x.Time(last) - x.Time(first); {
	case first == last && o.turntable == 0:
		return nil, 0, usagef("--out %s: there is one state to show, and a film needs several: --turntable 180 turns the camera around it; or give a .png", o.out)
	case first == last:
		list = make([]play.Shot, o.turntable)
		for k := range list {
			list[k].State = last
		}
	case o.speed == 0:
		for k := first; k <= last; k++ {
			list = append(list, play.Shot{State: k})
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
			list = append(list, play.Shot{State: min(x.At(x.Time(first)+float64(i)*o.speed/rate), last)})
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
