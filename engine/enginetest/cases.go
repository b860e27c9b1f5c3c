package enginetest

// Cases returns all cases but those of Beside and Changing.
func Cases() []Case {
	return []Case{
		{"an oscillator is where its closed form is", oscillator},
		{"two free masses swing with their reduced mass", reducedMassFrequency},
		{"all modes of a chain have their frequencies", chainModes},
		{"a wave runs along a bar at √(E/ρ)", waveSpeedAlongABar},

		{"frequency, damping ratio, half-life and EA are those of the motion", oscillatorMaterial},
		{"a fully normalized spring takes two steps", fullyNormalizedSpringTakesTwoSteps},
		{"normalized springs answer alike at any mass and dt", normalizedResponseIsTheSame},
		{"a cable lets go at its rest length", cableReleases},

		{"free fall, and with drag", freeFall},
		{"drag per step", dragPerStep},
		{"quadratic drag has a terminal velocity", terminalVelocity},
		{"a bounce returns the energy", bounceReturnsTheEnergy},
		{"momentum is kept", momentumIsKept},

		{"shapes push by depth along the normal", depthAndNormal},
		{"shapes return a mass straight on", bounceOffEveryShape},
		{"a mass rests in a corner", massInACorner},

		{"a mass slides where tan θ > μs", massOnSlope},
		{"friction that holds does not creep", stickDoesNotCreep},
		{"kinetic friction stops a mass", kineticFrictionStopsAMass},
		{"a block holds and slides as a whole", blockOnSlope},
		{"a settled body stands still", settledBodyStandsStill},

		{"a terrain pushes by its law", terrainPushes},
		{"a mass slides on a terrain where tan θ > μs", massOnTerrain},
		{"creases of a terrain keep energy", creasesKeepEnergy},
		{"ridges of a terrain catch masses", ridgesCatch},
		{"a field of a plane pushes as the plane", fieldOfPlane},
		{"a field of a ball returns a mass", fieldOfBall},
		{"fields catch masses", fieldsCatch},

		{"a constant force", constantForce},
		{"wind on a plate", windOnPlate},
		{"wind leaves a plate that moves with it", windLeavesPlateThatMovesWithIt},
		{"loads leave pins", loadsLeavePins},

		{"a bead on an inclined wire", beadOnInclinedWire},
		{"a line keeps its measure", lineKeepsItsMeasure},
		{"a pendulum in a plane", pendulumInPlane},

		{"a hinge turns freely", hingeTurnsFreely},
		{"a hinge holds across its edge", hingeHoldsAcross},
		{"a ball joint turns freely", ballJointTurnsFreely},

		{"masses hit each other", impact},
		{"a column of masses", column},
		{"springs and triangles rebound", partsRebound},
		{"touches keep momentum", touchesKeepMomentum},

		{"pinned masses never move", pinnedMassesNeverMove},
		{"odd models run", oddModelsRun},
		{"coincident masses stay", coincidentMassesStay},
		{"gravity switched on within a run of Verlet", setParamsWithVerlet},

		{"links have the forces of the reference", forcesOfLinks},
		{"touches are counted", touchesAreCounted},
		{"a run goes on from a checkpoint", runsGoOn},
		{"new parameters", newParameters},
		{"models without a meaning are refused", meaninglessModels},

		{"the ledger continues with new parameters", ledgerContinuesWithNewParameters},
	}
}

// Changing returns the cases in which something changes with time: muscles, loads, paths. An
// engine that works behind the program's back may take the values of another step.
func Changing() []Case {
	return []Case{
		{"a force by a table", forceTable},
		{"a motor", motor},
		{"a handle", handle},
		{"a shaken support", shakenSupport},
		{"a path", path},
		{"a path leaves a mass at rest", pathLeavesMassAtRest},
		{"waves of muscles", wavesPull},
		{"a smoothed wave of a muscle", smoothedWavePulls},
		{"a breathing cube", breathingCube},
	}
}
