package play

import (
	"errors"
	"fmt"
	"io/fs"
	"math"

	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
	"hooke/viewer/session"
)

// LineupEngine is an engine without steps: it shows a lineup, frame by frame.
type LineupEngine struct {
	mirror.Shown
	lineup *Lineup
	shown  int // frame that is on the device; -1: none
	lines  []draw.Line
}

var _ draw.DrawnEngine = (*LineupEngine)(nil)

// NewLineupEngine makes the engine that shows a lineup in a context, which must be current. shaders replace the built-in shader files;
// nil means the built-in ones. The caller closes the engine.
func NewLineupEngine(gl *glx.Context, l *Lineup, shaders fs.FS) (*LineupEngine, error) {
	device, err := mirror.New(gl, l.model, l.params, shaders)
	if err != nil {
		return nil, err
	}
	shown := mirror.Shown{Mirror: device, State: new(model.Snapshot), About: mirror.Recorded(gl.Renderer), Fault: errLineup}
	return &LineupEngine{Shown: shown, lineup: l, shown: -1}, nil
}

// Frames is the number of frames.
func (e *LineupEngine) Frames() int { return len(e.lineup.times) }

// FrameTime is the time of frame k [s].
func (e *LineupEngine) FrameTime(k int) float64 { return e.lineup.times[k] }

// FrameShown is the number of the frame that is on the device; −1 before the first one.
func (e *LineupEngine) FrameShown() int { return e.shown }

// ShowFrame brings a frame to the device.
func (e *LineupEngine) ShowFrame(k int) error {
	e.shown = -1
	if err := e.Mirror.Show(e.State, e.lineup.state(e.lineup.times[k], e.State)); err != nil {
		return err
	}
	e.shown = k
	return nil
}

// Source describes the shown runs.
func (e *LineupEngine) Source() string { return e.lineup.From }

// Put adds the labels of its members to a frame of a picture, and paths of their centers of mass up to its
// time. With gait, it adds when the feet of the member of a mass touch something; of no mass (−1) those of
// the first member.
func (e *LineupEngine) Put(f *draw.Frame, mass int, gait bool) {
	l := e.lineup
	e.lines = e.lines[:0]
	height, _ := l.params.GroundHeight()
	for k, m := range l.Members {
		label := hud.Label{Y: math.Inf(-1), Lines: m.Label, Share: l.Metric.Share(m.Value)}
		from, to := math.Inf(1), math.Inf(-1)
		for _, corner := range m.at(f.Time).around(l.moves[k]).Corners() {
			if x, y, ok := f.Camera.Seen(corner); ok {
				label.Lowest(x, y, &from, &to)
			}
		}
		if !math.IsInf(label.Y, 0) {
			f.Overlay.Labels = append(f.Overlay.Labels, label)
		}
		path := m.Gait.Path(m.Gait.Begin, f.Time+1e-9, height, draw.MostLines/len(l.Members))
		e.lines = session.AppendPath(e.lines, path, model.Vec3{l.moves[k][0], l.moves[k][1], 0})
	}
	f.Lines = e.lines
	if gait {
		m := l.Members[l.Of(mass)]
		f.Overlay.Gait = session.GaitPanel(m.Gait, m.Gait.Begin, min(f.Time, m.Gait.End))
		f.Overlay.Gait.Title = fmt.Sprintf("%s feet in contact, share of all steps of the run", m.Label[0])
	}
}

// around is the box of a frame, moved [m].
func (f *frame) around(move model.Vec3) (b draw.Bounds) {
	for i, x := range f.Position {
		at := model.InWorld(f.Origin.Add(move), x)
		if i == 0 {
			b = draw.Bounds{Lo: at, Hi: at}
		}
		for axis, v := range at {
			b.Lo[axis], b.Hi[axis] = min(b.Lo[axis], v), max(b.Hi[axis], v)
		}
	}
	return b
}

// errLineup says that members cannot be stepped or changed.
var errLineup = errors.New("runs that were recorded are shown: they can be looked at, and neither stepped nor changed")

// Read copies the frame that is shown to dst.
func (e *LineupEngine) Read(dst *model.Snapshot) error {
	if e.shown < 0 {
		if err := e.ShowFrame(0); err != nil {
			return err
		}
	}
	return e.Shown.Read(dst)
}

// Reset shows the first frame, whatever state it is given.
func (e *LineupEngine) Reset(*model.State) error { return e.ShowFrame(0) }
