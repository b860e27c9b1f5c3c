package model

import (
	"slices"
	"sync"
)

// Feature is a part of a run that an engine may lack, such as a kind of load.
type Feature uint8

// These are the features that an engine may lack.
const (
	PlainSprings Feature = iota
	Cables
	RigidSprings
	NormalizedSprings
	OwnCoefficients
	Attachments
	Muscles
	RodSegments
	ForceTables
	Tearing
	Yielding
	Drag
	QuadraticDrag
	Contacts
	SolidContacts
	Containers
	Terrains
	Fields
	MovingContacts
	ContactFriction
	ContactsPerMass
	SpanContacts
	Collisions
	SpanCollisions
	CollisionFriction
	SpanFrictions
	Forces
	Motors
	Handles
	WindLoads
	Spins
	WaterLoads
	SkinPressures
	AreaSprings
	Orients
	Tracks
	Matchings
	AngleLimits
	Bending
	Guides
	FullLedger
	ClosedLoops
	MuscleSensors
	PlaceInputs
	MassInputs
	Relaxation
	Resuming
	FarAway
)

// row describes a feature.
type row struct {
	name    string
	in      func(m *Model, p Params) bool // nil: models and parameters do not show it, or materials do
	of      func(*Material) bool          // whether a material has it; nil: it does not depend on materials
	says    string                        // phrase for such a material
	engines levels
	solver  func(Method) bool // whether a solver supports it; nil: every solver does
}

// table returns the table, by number. It is made once: members of ensembles ask it each.
var table = sync.OnceValue(makeFeatures)

// makeFeatures makes it.
func makeFeatures() []row {
	all, deviceAlone, single := everywhere(), without(Plain, Fast), without(Plain, Plain)
	integrates := func(m Method) bool { return !m.Divides }
	has := func(kind TermKind) func(Method) bool {
		return func(m Method) bool { return !slices.Contains(m.Lacks, kind) }
	}
	loses := func(m Method) bool { return !m.Conserves }
	contact := func(is func(Contact) bool) func(*Model, Params) bool {
		return func(_ *Model, p Params) bool { return slices.ContainsFunc(p.Contacts, is) }
	}
	params := func(is func(Params) bool) func(*Model, Params) bool {
		return func(_ *Model, p Params) bool { return is(p) }
	}
	model := func(is func(*Model) bool) func(*Model, Params) bool {
		return func(m *Model, _ Params) bool { return is(m) }
	}
	return []row{
		PlainSprings:      {name: "springs, dampers, pins, gravity", engines: all},
		Cables:            {name: "cables (tension only)", of: func(m *Material) bool { return m.TensionOnly }, says: "pulls only", engines: all},
		RigidSprings:      {name: "rigid springs", of: func(m *Material) bool { return m.Rigid }, says: "is rigid", engines: single, solver: func(m Method) bool { return m.Rigid }},
		NormalizedSprings: {name: "normalized springs", of: (*Material).isNormalized, says: "has a stiffness that depends on dt", engines: all},
		OwnCoefficients:   {name: "coefficients of each spring", in: model(func(m *Model) bool { return m.Own != nil }), engines: all},
		Attachments:       {name: "attachments", in: model(func(m *Model) bool { return m.Attachments > 0 }), engines: all},
		Muscles:           {name: "actuators", in: params(func(p Params) bool { return len(p.Actuators) > 0 }), engines: all, solver: has(ActuatorTerm)},
		RodSegments:       {name: "rods", of: func(m *Material) bool { return m.Rod.There() }, says: "is a rod", engines: levels{reference: Plain, cpu: Fast, packs: Plain}, solver: func(m Method) bool { return m.Rods }},
		ForceTables:       {name: "force tables", of: func(m *Material) bool { return m.Inelastic.Table.There() }, says: "has a force table", engines: ofGroups(), solver: integrates},
		Tearing:           {name: "springs that tear", of: func(m *Material) bool { return m.Inelastic.Tears() }, says: "tears", engines: ofGroups(), solver: integrates},
		Yielding:          {name: "springs that yield or creep", of: func(m *Material) bool { return m.Inelastic.Flows() }, says: "yields or creeps", engines: ofGroups(), solver: integrates},
		Drag:              {name: "linear drag", in: params(func(p Params) bool { return p.DragHalfLife != 0 || p.DragKept != 0 }), engines: all},
		QuadraticDrag:     {name: "quadratic drag", in: params(slowed), engines: deviceAlone, solver: has(LoadTerm)},
		Contacts:          {name: "contacts", in: params(func(p Params) bool { return len(p.Contacts) > 0 }), engines: all},
		SolidContacts:     {name: "contacts that are no planes", in: contact(solid), engines: all},
		Containers:        {name: "contacts that hold masses inside", in: contact(func(c Contact) bool { return c.Inside && solid(c) }), engines: deviceAlone},
		Terrains:          {name: "terrain", in: contact(func(c Contact) bool { _, is := c.Shape.(Terrain); return is }), engines: levels{reference: Plain, cpu: Fast, packs: Plain}},
		Fields:            {name: "fields of meshes", in: contact(func(c Contact) bool { _, is := c.Shape.(Field); return is }), engines: levels{reference: Plain, cpu: Fast, packs: Plain}},
		MovingContacts:    {name: "contacts that move", in: contact(func(c Contact) bool { return c.Trajectory != nil }), engines: deviceAlone, solver: loses},
		ContactFriction:   {name: "contacts with friction", in: contact(func(c Contact) bool { return c.StaticFriction > 0 }), engines: all, solver: loses},
		ContactsPerMass:   {name: "contacts per mass", in: params(Params.ContactsPerMass), engines: deviceAlone, solver: loses},
		SpanContacts: {name: "contacts that touch springs and triangles", in: params(func(p Params) bool { return p.Spans() > TouchMasses }), engines: single.oneWord(),
			solver: func(m Method) bool { return !m.Divides || m.Spans }},
		Collisions: {name: "collisions of masses", in: params(func(p Params) bool { return p.Collision.Masses() }), engines: deviceAlone.oneWord(), solver: has(CollisionTerm)},
		SpanCollisions: {name: "collisions of springs and triangles", in: params(func(p Params) bool { return p.Collision.Spans() }), engines: without(Plain, Plain).oneWord(),
			solver: func(m Method) bool { return !m.Divides }},
		CollisionFriction: {name: "collisions with friction", in: params(func(p Params) bool { return p.Collision.Acts() && p.Collision.HasFriction() }), engines: deviceAlone.oneWord(), solver: has(CollisionTerm)},
		SpanFrictions: {name: "friction of springs and triangles, both that contacts touch and that collide", in: params(slidesTwice), engines: levels{reference: Plain, cpu: Fast, packs: Plain},
			solver: func(m Method) bool { return !m.Divides }},
		Forces:        {name: "forces", in: params(func(p Params) bool { return len(p.Forces) > 0 }), engines: all.oneWord(), solver: has(LoadTerm)},
		Motors:        {name: "motors", in: params(func(p Params) bool { return len(p.Motors) > 0 }), engines: deviceAlone.oneWord(), solver: has(LoadTerm)},
		Handles:       {name: "handles", in: params(func(p Params) bool { return len(p.Handles) > 0 }), engines: deviceAlone.oneWord(), solver: has(LoadTerm)},
		WindLoads:     {name: "wind", in: params(blown), engines: deviceAlone.oneWord(), solver: has(WindTerm)},
		Spins:         {name: "spins", in: params(func(p Params) bool { return len(p.Spins) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		WaterLoads:    {name: "water", in: params(func(p Params) bool { return p.Water.Wets() }), engines: ofGroups(), solver: has(GroupTerm)},
		SkinPressures: {name: "pressure in skins", in: params(func(p Params) bool { return len(p.Pressures) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		AreaSprings:   {name: "area springs", in: params(func(p Params) bool { return len(p.Areas) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		Orients:       {name: "orientation springs", in: params(func(p Params) bool { return len(p.Orients) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		Tracks:        {name: "tracking springs", in: params(func(p Params) bool { return len(p.Tracks) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		Matchings:     {name: "shape matching", in: params(func(p Params) bool { return len(p.Matchings) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		AngleLimits:   {name: "angle limits", in: params(func(p Params) bool { return len(p.Limits) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		Bending:       {name: "bending", in: params(func(p Params) bool { return len(p.Bends) > 0 }), engines: ofGroups(), solver: has(GroupTerm)},
		Guides:        {name: "guides", in: params(func(p Params) bool { return len(p.Guides) > 0 }), engines: deviceAlone.oneWord(), solver: has(GuideTerm)},
		FullLedger:    {name: "the full energy ledger", in: params(func(p Params) bool { return p.Ledger }), engines: levels{reference: Plain, cpu: Fast}},
		ClosedLoops:   {name: "control", engines: all, solver: has(ActuatorTerm)},
		MuscleSensors: {name: "sensors of forces or metrics", engines: single, solver: has(ActuatorTerm)},
		PlaceInputs:   {name: "inputs of motors, handles or contacts", engines: without(Fast, Plain), solver: loses},
		MassInputs:    {name: "inputs of masses", in: params(func(p Params) bool { return len(p.MassFactors) > 0 }), engines: levels{reference: Plain, cpu: Plain, packs: Plain}},
		Relaxation:    {name: "relaxation", engines: without(None, None)},
		Resuming:      {name: "resume", engines: all},
		FarAway:       {name: "far from the origin", engines: single},
	}
}
