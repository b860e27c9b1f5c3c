package report

import "hooke/physics/bigstep/judge"

// judgedLines tell how wrong a solver that divides steps was.
func (f Figures) judgedLines(line func(key, format string, args ...any)) {
	j := f.Judged
	if j == nil {
		return
	}
	switch d := j.Defect; {
	case d.Largest > 0:
		line("defect", "iterations leave a residual of %.3g N, %.2g of the largest force, %.3g N", d.Left, d.Share, d.Largest)
	case d.Share > 0:
		line("defect", "springs are stretched by %.3g m in all, the solver's forces stretch them by %.3g m (%+.1f %%); largest difference %.2g of the largest force, at spring %d: %.3g N by its stretch, %.3g N by the solver",
			d.Stretch, d.Pushed, 100*d.Off(), d.Share, d.Spring, d.Law, d.Push)
	}
	if r := j.Rest; r.Why == "" {
		line("rest", "%.3g m from where springs and loads are in balance, %.2g of the way of %.3g m; %s", r.Off, share(r.Off, r.Way), r.Way, r.Deformed())
	} else {
		line("rest", "not judged: %s", r.Why)
	}
	if p := j.Path; p.Why == "" {
		line("path", "the center of the body of mass %d is %.3g m from its path under gravity and drag alone, %.2g of its way", p.Mass, p.Off, share(p.Off, p.Way))
	} else {
		line("path", "not judged: %s", p.Why)
	}
}

// share returns a part of a whole, and 0 of none.
func share(part, of float64) float64 {
	if of == 0 {
		return 0
	}
	return part / of
}

// putJudged adds how wrong a solver that divides steps was.
func (f Figures) putJudged(object map[string]any) {
	j := f.Judged
	if j == nil {
		return
	}
	if d := j.Defect; d.Largest > 0 {
		object["defect"] = map[string]any{"share": d.Share, "left": d.Left, "largest": d.Largest, "spring": d.Spring}
	} else if d.Share > 0 {
		object["defect"] = map[string]any{"share": d.Share, "stretch_m": d.Stretch, "pushed_m": d.Pushed, "spring": d.Spring, "law": d.Law, "push": d.Push}
	}
	object["rest"], object["path"] = restObject(j.Rest), pathObject(j.Path)
}

// restObject and pathObject return the results of the judge, or the reason why a result is missing.
func restObject(r judge.Rest) map[string]any {
	if r.Why != "" {
		return map[string]any{"not_judged": r.Why}
	}
	return map[string]any{"off_m": r.Off, "way_m": r.Way, "share": share(r.Off, r.Way), "mass": r.Mass,
		"stretch_m": r.Is.Stretch, "balanced_stretch_m": r.Should.Stretch, "bend_rad": r.Is.Bend, "balanced_bend_rad": r.Should.Bend}
}

func pathObject(p judge.Path) map[string]any {
	if p.Why != "" {
		return map[string]any{"not_judged": p.Why}
	}
	return map[string]any{"off_m": p.Off, "way_m": p.Way, "share": share(p.Off, p.Way), "mass": p.Mass, "center_m": p.At, "center_should_m": p.Should}
}
