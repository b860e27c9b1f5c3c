package collide

import (
	"fmt"
	"maps"
	"reflect"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/order"
	"hooke/physics/meet"
	"hooke/shaders"
)

// Meetings are the springs, triangles and masses of a run that meet, on the device. The caller of New
// calls Release. A nil *Meetings is a run without them: it does nothing.
type Meetings struct {
	ctx    *glx.Context
	model  *model.Model    // in its own order
	order  *order.Order    // of the masses on the device; nil: that of the model
	state  *buffers.Arrays // borrowed
	params model.Params    // whose law the device has
	set    *meet.Set
	shape

	pairs  int64         // of the list
	listed bool          // whether there is one
	counts ranges.Counts // sizes of the arrays
	skin   float64       // of the list [m]

	arrays meetArrays
	passes meetPasses
}

// shape holds the features of the passes of a run.
type shape struct {
	triangles bool // whether masses touch triangles
	friction  bool
	repeats   bool // whether a step has evaluations between its ends
}

// meetArrays are the buffers; the comment of each says which pass writes it.
type meetArrays struct {
	pair     *glx.Buffer // List; [1 + room]
	near     *glx.Buffer // meet-near, meet; [room]; of triangles alone
	push     *glx.Buffer // meet; [4 × room]
	friction *glx.Buffer // meet-touches, meet-friction; [4 × room]; empty without friction
	at       *glx.Buffer // List; [2 × masses + 1 + 4 × room]
	side     *glx.Buffer // meet-remember; [4 × masses]; of triangles alone
	triangle *glx.Buffer // NewMeetings; [triangles]
	built    *glx.Buffer // List; [masses] vec4
	status   *glx.Buffer // meet-watch; [1]
}

// slots returns the buffers by the names that package ranges has for them.
func (a *meetArrays) slots() buffers.Slots {
	all := a.ofPairs()
	maps.Copy(all, buffers.Slots{"MeetSide": {&a.side}, "MeetTriangle": {&a.triangle}, "MeetBuilt": {&a.built}, "MeetStatus": {&a.status}})
	return all
}

// ofPairs returns the buffers that grow with the list.
func (a *meetArrays) ofPairs() buffers.Slots {
	return buffers.Slots{"MeetPair": {&a.pair}, "MeetNear": {&a.near}, "MeetPush": {&a.push}, "MeetFriction": {&a.friction}, "MeetAt": {&a.at}}
}

func (a *meetArrays) release() {
	for _, slots := range a.slots() {
		for _, b := range slots {
			(*b).Release()
		}
	}
}

// CountMeetings adds the needs of its parts that meet to the counts of a run.
func CountMeetings(n *ranges.Counts, m *model.Model, p model.Params) {
	set := meet.New(m, p)
	if set == nil {
		return
	}
	n.Meeting, n.MeetTriangles = n.Masses, int64(len(set.Triangles()))
	n.MeetRoom = ranges.FirstMeetRoom(*n)
	n.MeetFriction = set.HasFriction()
	if n.MeetTriangles > 0 { // runs carry their sides
		n.Lasting += n.Masses
	}
}

// NewMeetings puts the parts that meet on the device; nil if no parts do. The masses of m are in an order
// there; n are the counts of the run. There is no list before List. On an error nothing stays allocated.
func NewMeetings(ctx *glx.Context, b *buffers.Arrays, m *model.Model, o *order.Order, p model.Params, n ranges.Counts) (*Meetings, error) {
	set := meet.New(m, p)
	if set == nil {
		return nil, nil
	}
	s := &Meetings{ctx: ctx, model: m, order: o, state: b, params: p, set: set, counts: n, skin: p.Collision.Skin,
		shape: shape{triangles: n.MeetTriangles > 0, friction: n.MeetFriction, repeats: p.Integrator == model.RK4}}
	if err := buffers.Allocate(ctx.NewBuffer, n, s.arrays.slots()); err != nil {
		s.Release()
		return nil, fmt.Errorf("gpu: collisions of springs and triangles: %w", err)
	}
	var corners []shaders.MeetTriangle
	for _, c := range set.Triangles() {
		corners = append(corners, shaders.MeetTriangle{A: s.number(c[0]), B: s.number(c[1]), C: s.number(c[2])})
	}
	if s.triangles {
		glx.Upload(s.arrays.triangle, 0, corners)
	}
	s.ForgetSides()
	return s, nil
}

// number is that of a mass on the device.
func (s *Meetings) number(i uint32) uint32 { return s.order.Number(i) }

// SameMeetings reports whether two runs need the same passes and buffers.
func SameMeetings(p, was model.Params) bool {
	return p.Collision.Parts() == was.Collision.Parts() && p.Collision.HasFriction() == was.Collision.HasFriction() && p.SpanFrictionPasses() == was.SpanFrictionPasses()
}

// SetParams has the next list be of other parameters, which SameMeetings finds the same.
// Nil does nothing.
func (s *Meetings) SetParams(p model.Params) {
	if s == nil {
		return
	}
	if !reflect.DeepEqual(p.Collision, s.params.Collision) {
		s.set = meet.New(s.model, p)
	}
	s.params, s.skin = p, p.Collision.Skin
}

// ForgetSides has the device remember no side of a triangle.
func (s *Meetings) ForgetSides() {
	if s == nil || !s.triangles {
		return
	}
	s.ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of passes
	glx.Upload(s.arrays.side, 0, make([]shaders.MeetSide, 4*s.model.MassCount()))
}

// Sides returns the buffer of the sides that a run carries from step to step; nil without.
func (s *Meetings) Sides() *glx.Buffer {
	if s == nil || !s.triangles {
		return nil
	}
	return s.arrays.side
}

// Energy waits and returns ½ kc δ² of all touches [J] at a state, which is the one on the device; 0 for nil.
func (s *Meetings) Energy(position []model.Vec3) (float64, error) {
	if s == nil {
		return 0, nil
	}
	if s.triangles {
		words := make([]int32, 4*s.model.MassCount())
		s.ctx.Barrier(glx.ByTransfer) // the download reads the output of passes
		glx.Download(s.arrays.side, 0, words)
		ordered := words
		if s.order != nil {
			ordered = make([]int32, len(words))
			for i := range s.model.MassCount() {
				copy(ordered[4*i:4*i+4], words[4*s.number(uint32(i)):])
			}
		}
		s.set.SidesOfMasses(ordered)
	}
	return s.set.Energy(position), s.ctx.Err("gpu: energy of springs and triangles that collide")
}

// Release frees the buffers; the caller that lists the passes releases those. On nil it does nothing.
func (s *Meetings) Release() {
	if s != nil {
		s.arrays.release()
	}
}
