package traffic

import "strings"

// Moves describes how often a pass moves each of its buffers, by the names in Sizes, as reads
// plus writes. A pass of the pipeline fused reads the state from one pair of buffers and
// writes it to the other. Moves leaves out buffers that a run has once and not per mass or spring
// (Status, Params, Palette, Contact, PairStatus), and triangles, loads and guides, which few masses
// have.
func (r Run) Moves(pass string) map[string]int64 {
	if inPlace, ok := strings.CutPrefix(pass, "fused-"); ok && r.Fused {
		return fusedMoves(inPlace)
	}
	for _, moves := range []map[string]int64{r.explicitMoves(pass), sweepMoves(pass), spanMoves(pass), meetMoves(pass)} {
		if moves != nil {
			return moves
		}
	}
	return pairMoves(pass)
}

// explicitMoves returns those of passes of explicit integrators, and of the passes around all
// steps.
func (r Run) explicitMoves(pass string) map[string]int64 {
	velocity := int64(0)
	if r.Damped {
		velocity = 1
	}
	switch pass {
	case "spring-force":
		if r.Counts.Columns > 0 { // the springs that laws are taken from are few
			return map[string]int64{"Position": 1, "Velocity": velocity, "ColumnMask": 1, "Spring": 0, "Material": 0, "Force": 1}
		}
		return map[string]int64{"Position": 1, "Velocity": velocity, "Ends": 1, "Spring": 1, "Material": 1, "Force": 1}
	case "integrate":
		return map[string]int64{"Position": 2, "Velocity": 2, "Incidence": 1, "Force": 1, "External": 1}
	case "prime":
		return map[string]int64{"Position": 1, "Velocity": 1, "Incidence": 1, "Force": 1, "External": 1, "Stage": 1}
	case "drift":
		return map[string]int64{"Position": 2, "Velocity": 2, "Stage": 1}
	case "kick":
		return map[string]int64{"Position": 1, "Velocity": 2, "Incidence": 1, "Force": 1, "External": 1, "Stage": 2}
	case "stage-1", "stage-2", "stage-3", "stage-4":
		return map[string]int64{"Position": 2, "Velocity": 2, "Incidence": 1, "Force": 1, "External": 1, "Stage": stageMoves(pass)}
	case "catch-note", "catch": // the positions before the step are as long as those after it
		return map[string]int64{"Position": 2}
	case "resident": // once for all steps of a dispatch; caches hold the table meanwhile
		return map[string]int64{"Position": 2, "Velocity": 2, "Table": 1}
	case "wind", "load":
		return map[string]int64{"Position": 1, "Velocity": 1, "External": 1}
	}
	return nil
}

// fusedMoves returns those of the fused pass that corresponds to a pass in place.
func fusedMoves(inPlace string) map[string]int64 {
	fused := map[string]int64{"Position": 1, "NextPosition": 1, "Velocity": 1, "NextVelocity": 1, "Table": 1, "External": 1}
	switch {
	case inPlace == "prime":
		fused["NextPosition"], fused["NextVelocity"], fused["Stage"] = 0, 0, 1
	case inPlace == "kick":
		fused["Stage"] = 2
	case strings.HasPrefix(inPlace, "stage-"):
		fused["Stage"] = stageMoves(inPlace)
	}
	return fused
}

// sweepMoves returns those of passes of solvers that visit springs color by color.
func sweepMoves(pass string) map[string]int64 {
	switch pass {
	case "predict":
		return map[string]int64{"Position": 1, "Velocity": 2, "External": 1}
	case "finish":
		return map[string]int64{"Position": 2, "Velocity": 2}
	case "contact":
		return map[string]int64{"Position": 1, "Velocity": 2, "Pressed": 2}
	case "sweep", "warm", "residual", "residual-spring", "residual-clear": // and the state, see joined
		return map[string]int64{"Position": 0, "Velocity": 0, "SweepEnds": 1, "SweepSpring": 1, "SweepMaterial": 1, "Impulse": 2, "SpringNumber": 0, "Converged": 0, "Started": 0}
	case "sweep-blocks": // there and back; rims are few
		return map[string]int64{"Position": 2, "Velocity": 2, "Swept": 2, "BlockTable": 1, "SweepMaterial": 2, "Impulse": 1}
	case "sweep-rest", "warm-rest", "strike-rest": // few springs have no color
		return map[string]int64{"Position": 0, "Velocity": 0, "SweepEnds": 0, "SweepSpring": 0, "SweepMaterial": 0, "Impulse": 0, "Uncolored": 0, "UncoloredAt": 0}
	case "sweep-attachments": // one spring a mass, and few masses have more
		return map[string]int64{"Position": 2, "Velocity": 2, "SweepEnds": 0, "SweepSpring": 0, "SweepMaterial": 0, "Impulse": 0}
	}
	return nil
}

// spanMoves says so of passes of contacts that push edges and triangles. Masses of neighboring
// spans are neighbors, so that the state is read about once.
func spanMoves(pass string) map[string]int64 {
	switch pass {
	case "span":
		return map[string]int64{"Position": 1, "Velocity": 1, "Span": 1, "SpanPush": 1}
	case "span-count":
		return map[string]int64{"Position": 1, "Velocity": 0, "Span": 1, "SpanPush": 1, "SpanKept": 1}
	case "span-press":
		return map[string]int64{"Position": 1, "Velocity": 1, "Span": 1, "SpanPush": 2, "SpanAt": 1, "SpanKept": 2}
	case "span-strike":
		return map[string]int64{"Position": 1, "Velocity": 2, "SpanPush": 1, "SpanAt": 1}
	case "span-gather": // it adds to existing values
		return map[string]int64{"Position": 1, "Velocity": 0, "SpanPush": 1, "SpanAt": 1, "External": 2}
	case "span-touches":
		return map[string]int64{"Position": 1, "Velocity": 1, "Span": 1, "SpanFriction": 1}
	case "span-friction": // it reads how many touches there are, and writes impulses
		return map[string]int64{"Position": 1, "Velocity": 1, "Span": 1, "SpanFriction": 2, "SpanAt": 1}
	case "span-finish":
		return map[string]int64{"Position": 2, "Velocity": 2, "SpanFriction": 1, "SpanAt": 1}
	}
	return nil
}

// meetMoves says so of passes of springs and triangles that collide. Masses of pairs that follow each other are near each
// other, so that the state is read about once.
func meetMoves(pass string) map[string]int64 {
	switch pass {
	case "meet-near":
		return map[string]int64{"Position": 1, "Velocity": 0, "MeetPair": 1, "MeetNear": 1}
	case "meet", "meet-touches", "meet-friction": // they write the sides of triangles into MeetNear
		moves := map[string]int64{"Position": 1, "Velocity": 1, "MeetPair": 1, "MeetNear": 2, "MeetSide": 1, "MeetTriangle": 1}
		switch pass {
		case "meet":
			moves["MeetPush"] = 1
		case "meet-touches":
			moves["MeetFriction"] = 1
		default: // it reads how many touches there are, and writes impulses
			moves["MeetFriction"], moves["MeetAt"] = 2, 1
		}
		return moves
	case "meet-gather": // it adds to existing values
		return map[string]int64{"Position": 1, "Velocity": 0, "MeetPush": 1, "MeetAt": 1, "External": 2}
	case "meet-watch": // of pairs only the head
		return map[string]int64{"Position": 1, "MeetBuilt": 1, "MeetPair": 0, "MeetStatus": 0}
	case "meet-remember": // of MeetAt only where the pairs of each mass begin
		return map[string]int64{"Position": 1, "MeetBuilt": 1, "MeetPair": 1, "MeetNear": 1, "MeetSide": 1, "MeetAt": 0, "MeetStatus": 0}
	case "meet-finish":
		return map[string]int64{"Position": 2, "Velocity": 2, "MeetFriction": 1, "MeetAt": 1}
	}
	return nil
}

// pairMoves says so of passes of collisions.
func pairMoves(pass string) map[string]int64 {
	switch pass {
	case "pair-force": // it writes the second half of External; lists hold data that masses near each other read
		return map[string]int64{"Position": 1, "Velocity": 1, "Ball": 1, "PairList": 1, "Touches": 1, "External": 1, "BodySurface": 1}
	case "pair-friction":
		return map[string]int64{"Position": 1, "Velocity": 1, "Ball": 1, "PairList": 1, "Touches": 1, "PairVelocity": 1, "BodySurface": 1}
	case "pair-press":
		return map[string]int64{"Position": 1, "Velocity": 1, "Ball": 1, "PairList": 1, "PairKept": 2, "Touches": 1, "PairVelocity": 1, "BodySurface": 1}
	case "pair-count":
		return map[string]int64{"PairList": 1, "PairKept": 1, "Touches": 1}
	case "pair-take":
		return map[string]int64{"Position": 1, "Velocity": 2, "PairVelocity": 1, "Ball": 1}
	case "pair-finish":
		return map[string]int64{"Position": 2, "Velocity": 2, "PairVelocity": 1, "Ball": 1}
	case "list-old": // once in some steps, as all passes that make lists
		return map[string]int64{"Position": 1, "Built": 1, "Ball": 1, "Touches": 1}
	}
	return nil
}

// stageMoves returns how often a stage of RK4 moves its registers: the first stage only writes
// them, the last only reads them.
func stageMoves(stage string) int64 {
	if stage == "stage-1" || stage == "stage-4" {
		return 1
	}
	return 2
}
