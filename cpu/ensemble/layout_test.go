package ensemble

import (
	"testing"
	"unsafe"

	"hooke/must"
)

// Assembly reads fields by their places; the program in cpu/generate/ensemble has the same list.
func TestCallsAreLaidOutAsAssemblyReadsThem(test *testing.T) {
	var p placeCall
	var t stretchCall
	var e measured
	var s springCall
	var m moveCall
	var d driveCall
	var of spring
	var r run
	var one mass
	var law driven
	var c memberCall
	var u turnCall
	var n strainCall
	var g springGroup
	var ro round
	var ru roundRun
	var so roundSource
	var q gauge
	for name, places := range map[string][2]uintptr{
		"springs.masses": {unsafe.Offsetof(s.masses), 0}, "springs.laws": {unsafe.Offsetof(s.laws), 8}, "springs.springs": {unsafe.Offsetof(s.springs), 16},
		"springs.runs": {unsafe.Offsetof(s.runs), 24}, "springs.count": {unsafe.Offsetof(s.count), 32}, "springs.longest": {unsafe.Offsetof(s.longest), 40},
		"spring.b": {unsafe.Offsetof(of.b), 0}, "spring.law": {unsafe.Offsetof(of.law), 4}, "spring.rest": {unsafe.Offsetof(of.rest), 8},
		"spring.stiffness": {unsafe.Offsetof(of.stiffness), 12}, "spring.damping": {unsafe.Offsetof(of.damping), 16}, "spring": {unsafe.Sizeof(of), 20},
		"run.a": {unsafe.Offsetof(r.a), 0}, "run.count": {unsafe.Offsetof(r.count), 4}, "run": {unsafe.Sizeof(r), 8},
		"move.masses": {unsafe.Offsetof(m.masses), 0}, "move.list": {unsafe.Offsetof(m.list), 8}, "move.count": {unsafe.Offsetof(m.count), 16},
		"move.scales": {unsafe.Offsetof(m.scales), 24}, "move.contacts": {unsafe.Offsetof(m.contacts), 32}, "move.planes": {unsafe.Offsetof(m.planes), 40},
		"move.numbers": {unsafe.Offsetof(m.numbers), 48}, "move.touching": {unsafe.Offsetof(m.touching), 56}, "move.alive": {unsafe.Offsetof(m.alive), 64},
		"move.bad": {unsafe.Offsetof(m.bad), 72}, "move.slip": {unsafe.Offsetof(m.slip), 80}, "move.any": {unsafe.Offsetof(m.any), 88}, "move.dt": {unsafe.Offsetof(m.dt), 96},
		"places.masses": {unsafe.Offsetof(p.masses), 0}, "places.list": {unsafe.Offsetof(p.list), 8}, "places.count": {unsafe.Offsetof(p.count), 16}, "places.weights": {unsafe.Offsetof(p.weights), 24},
		"places.scales": {unsafe.Offsetof(p.scales), 32}, "places.near": {unsafe.Offsetof(p.near), 40}, "places.frames": {unsafe.Offsetof(p.frames), 48}, "places.planes": {unsafe.Offsetof(p.planes), 56},
		"places.high": {unsafe.Offsetof(p.high), 64}, "places.base": {unsafe.Offsetof(p.base), 72}, "places.body": {unsafe.Offsetof(p.body), 80}, "places.sums": {unsafe.Offsetof(p.sums), 88},
		"places.clearance": {unsafe.Offsetof(p.clearance), 96}, "stretch.masses": {unsafe.Offsetof(t.masses), 0}, "stretch.laws": {unsafe.Offsetof(t.laws), 8}, "stretch.changes": {unsafe.Offsetof(t.changes), 16},
		"stretch.springs": {unsafe.Offsetof(t.springs), 24}, "stretch.count": {unsafe.Offsetof(t.count), 32}, "stretch.strain": {unsafe.Offsetof(t.strain), 40}, "stretch.sums": {unsafe.Offsetof(t.sums), 48},
		"stretch.lengths": {unsafe.Offsetof(t.lengths), 56}, "stretch.keeps": {unsafe.Offsetof(t.keeps), 64},
		"measured.b": {unsafe.Offsetof(e.b), 4}, "measured.law": {unsafe.Offsetof(e.law), 8}, "measured.change": {unsafe.Offsetof(e.change), 12}, "measured.rest": {unsafe.Offsetof(e.rest), 16},
		"measured.perRest": {unsafe.Offsetof(e.perRest), 20}, "measured.stiffness": {unsafe.Offsetof(e.stiffness), 24}, "measured.driven": {unsafe.Offsetof(e.driven), 28}, "measured": {unsafe.Sizeof(e), 32},
		"mass.at": {unsafe.Offsetof(one.at), 0}, "mass.perMass": {unsafe.Offsetof(one.perMass), 4}, "mass.scale": {unsafe.Offsetof(one.scale), 8},
		"mass.moves": {unsafe.Offsetof(one.moves), 12}, "mass.number": {unsafe.Offsetof(one.number), 24}, "mass": {unsafe.Sizeof(one), 28},
		"drive.muscles": {unsafe.Offsetof(d.muscles), 0}, "drive.count": {unsafe.Offsetof(d.count), 8}, "drive.laws": {unsafe.Offsetof(d.laws), 16},
		"drive.rest": {unsafe.Offsetof(d.rest), 24}, "drive.driven": {unsafe.Offsetof(d.driven), 32}, "drive.pulled": {unsafe.Offsetof(d.pulled), 40},
		"member.masses": {unsafe.Offsetof(c.masses), 0}, "member.runs": {unsafe.Offsetof(c.runs), 8}, "member.count": {unsafe.Offsetof(c.count), 16}, "member.rounds": {unsafe.Offsetof(c.rounds), 24},
		"member.sources": {unsafe.Offsetof(c.sources), 32}, "member.own": {unsafe.Offsetof(c.own), 40}, "member.laws": {unsafe.Offsetof(c.laws), 48}, "member.lengths": {unsafe.Offsetof(c.lengths), 56}, "member.stride": {unsafe.Offsetof(c.stride), 64},
		"member.longest": {unsafe.Offsetof(c.longest), 72}, "member.ends": {unsafe.Offsetof(c.ends), 80}, "member.others": {unsafe.Offsetof(c.others), 88},
		"round.rests": {unsafe.Offsetof(ro.Rests), 64}, "round": {unsafe.Sizeof(ro), 128}, "source.lanes": {unsafe.Offsetof(so.Lanes), 16}, "source": {unsafe.Sizeof(so), 20}, "run.neighbor": {unsafe.Offsetof(ru.Neighbor), 4}, "run.table": {unsafe.Offsetof(ru.Table), 8},
		"run.count of rounds": {unsafe.Offsetof(ru.Count), 12}, "run.reads": {unsafe.Offsetof(ru.Reads), 16}, "run of rounds": {unsafe.Sizeof(ru), 20},
		"turn.masses": {unsafe.Offsetof(u.masses), 0}, "turn.ends": {unsafe.Offsetof(u.ends), 8}, "turn.count": {unsafe.Offsetof(u.count), 16},
		"strain.groups": {unsafe.Offsetof(n.groups), 0}, "strain.gauges": {unsafe.Offsetof(n.gauges), 8}, "strain.lengths": {unsafe.Offsetof(n.lengths), 16}, "strain.laws": {unsafe.Offsetof(n.laws), 24}, "strain.count": {unsafe.Offsetof(n.count), 32},
		"strain.most": {unsafe.Offsetof(n.most), 40}, "strain.work": {unsafe.Offsetof(n.work), 48}, "places.moments": {unsafe.Offsetof(p.moments), 104},
		"group.scale": {unsafe.Offsetof(g.scale), 32}, "group.rest": {unsafe.Offsetof(g.rest), 64}, "group": {unsafe.Sizeof(g), 96},
		"gauge.driven": {unsafe.Offsetof(q.driven), 32}, "gauge.slack": {unsafe.Offsetof(q.slack), 64}, "gauge.floor": {unsafe.Offsetof(q.floor), 96}, "gauge.before": {unsafe.Offsetof(q.before), 128}, "gauge.length": {unsafe.Offsetof(q.length), 160}, "gauge": {unsafe.Sizeof(q), 192},
		"driven.law": {unsafe.Offsetof(law.law), 0}, "driven.rest": {unsafe.Offsetof(law.rest), 4}, "driven.muscle": {unsafe.Offsetof(law.muscle), 8}, "driven": {unsafe.Sizeof(law), 12},
	} {
		must.Hold(test, places[0] == places[1], "%s is at %d, assembly reads it at %d", name, places[0], places[1])
	}
}
