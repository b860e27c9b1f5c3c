package main

// Places of the fields of ForcesCall [bytes]; a test in package cpu/kernels compares.
const (
	forcesX         = 8 * iota // first lane of the first slice, in the array x
	forcesStride               // to the next array [bytes]
	forcesSlots                // of the first slice
	forcesColumns              // of the first slice
	forcesRecords              // of all classes
	forcesLanes                // table.lanes
	forcesEnds                 // before the first slice
	forcesOut                  // 16 of x, y and z for each slice
	forcesBytes                // slices, times the 64 bytes that each has of an array
	forcesV                    // first lane of the first slice in vx, to be fetched for integrate
	forcesNextX                // and in x of the state to come
	forcesPerMass              // and of 1/m
	forcesReach                // how far ahead in x to fetch [bytes]
	forcesMove                 // an integrateCall, of a kernel that does both
	forcesPacked               // first lane of the first slice in the packed copy, or nil
	forcesRuns                 // of the pattern, the last one without members
	forcesPairs                // of the first slice
	forcesCarries              // of the forces that leave a slice, three vectors for each shift
	forcesSpans                // of the first slice
	forcesSpanBytes            // of a slice
)

// Places of the fields of integrateCall [bytes].
const (
	integrateX = 8 * iota
	integrateNextX
	integrateStride
	integrateV
	integrateNextV
	integratePerMass
	integrateMovable
	integrateForce
	integrateNumbers
	integrateContacts
	integrateContactCount
	integrateCount
	integrateBad
	integrateA          // acceleration of the first lane, in the array x of three; of RK4 x0, see StageGo
	integratePhases     // of velocity Verlet: 1 kick, 2 drift, 3 both
	integratePacked     // first lane in the packed copy of the state to come, or nil
	integratePackedStep // from a mass there to the next [bytes]
	integrateStage      // of RK4, from 0
)

// Places of the fields that all calls for pairs begin with [bytes].
const (
	pairsSlices  = 8 * iota // the first one
	pairsCount              // of slices
	pairsColumns            // column 0
	pairsOthers             // of column 0
	pairsLaws               // law 0
	pairsTouches            // of column 0, or nil
	pairsCounts             // of lane 0, or nil
	pairsSize    = 8*iota + 168
)

// Places of the fields of PressCall [bytes].
const (
	pressX       = pairsSize + 8*iota // lane 0 in the array x
	pressStride                       // to the next array [bytes]
	pressV                            // lane 0 in the array vx
	pressVStride                      // to the next array [bytes]
	pressOut                          // 16 of x, y and z for each slice
	pressMost                         // result: 16 counts
)

// Places of the fields of PairFrictionCall [bytes].
const (
	frictionX          = pairsSize + 8*iota // lane 0 in the array x
	frictionStride                          // to the next array [bytes]
	frictionV                               // lane 0 in the array vx
	frictionVStride                         // to the next array [bytes]
	frictionGain                            // lane 0 of x, or nil
	frictionOut                             // lane 0 of x
	frictionGainStride                      // to the next array of both [bytes]
	frictionPerMass                         // lane 0
	frictionMovable                         // slice 0
	frictionNumbers                         // see below
	frictionMost                            // result: 16 numbers
)

// Places of the numbers of friction of pairs [bytes].
const (
	numbersTime = 4 * iota
	numbersFree
	numbersBack
	numbersReach
)

// Places of the fields of MovedCall [bytes].
const (
	movedFrom       = 8 * iota // first lane in the array x
	movedTo                    // and in that of the other state
	movedFromStride            // to the next array [bytes]
	movedToStride
	movedCount              // of slices
	movedShift              // x, y, z, 4 bytes each
	movedMost  = 8*iota + 8 // result: 16 numbers
)

// Places of the fields of WindCall, of a group of triangles, and of the numbers of wind [bytes].
const (
	windX = 8 * iota // lane 0 in the array x
	windV            // and in vx
	windStride
	windGroups
	windCount
	windCorners
	windThird
	windNumbers

	windGroupOwn  = 12
	windGroupSize = 16

	windAir  = 0
	windDrag = 12
	windLift = 16
)

// Places of the fields of GatherCall [bytes].
const (
	gatherPlaces = 8 * iota
	gatherBegins
	gatherCount
	gatherParts
	gatherFrom
	gatherForce
	gatherSkip
)

// Places of the fields of LoadCall, and of a load [bytes].
const (
	loadForce  = 8 * iota // 16 of x, y and z for each slice
	loadV                 // first lane in the array vx
	loadStride            // to the next array [bytes]
	loadLoad
	loadLanes // of the first slice
	loadCount // of slices

	numberForce   = 0
	numberAxis    = 12
	numberSpeed   = 24
	numberDamping = 28
	numberLimit   = 32
	numberDrag    = 36
)

// Places of the fields of DamperCall after those of ForcesCall, and of DragCall [bytes].
const (
	dampersLater  = 280 + 8*iota // from u to w [bytes]
	dampersPacked                // the same in the packed copy
	dampersShare                 // from x to the share of a lane
	dampersSame                  // β, and the factor of a mass's own share
	dampersLeast                 // of the shares of a neighbor that comes later, and before
	dampersSum                   // result: 8 numbers of 8 bytes

	dampersLaws = 384 // of all classes
	dampersTime = 392 // from the state to the other one [s]
	dampersWork = 400 // result: 8 numbers of 8 bytes

	workDamping   = 0
	workLeast     = 4
	workPull      = 8
	workStiffness = 12
	workWork      = 16
	workRests     = 20
)

// Places of the fields of LinkCall [bytes].
const (
	linksX        = 8 * iota // first lane in the array x
	linksStride              // to the next array [bytes]
	linksW                   // first lane in the array vx of w
	linksMass                // first lane of m
	linksSlots               // of the first slice
	linksRecord              // of the class
	linksPerChunk            // slices of a chunk
	linksChunks              // of chunks
	linksOut                 // two numbers of 8 bytes for each chunk
	linksSame                // β
	linksSum                 // scratch: 8 numbers of 8 bytes
	linksDrag     = linksSum + 64
)

const (
	dragX = 8 * iota // first lane in the array x
	dragU            // and in the arrays vx of u and of w
	dragW
	dragStride   // to the next array [bytes]
	dragPerMass  // first lane
	dragPlanes   // the first one
	dragCount    // of planes
	dragSlices   // of slices
	dragTouching // result: 16 bits for each slice
	dragSame     // β
	dragSum      // result: 8 numbers of 8 bytes
)

// Places of the fields of a slice with pairs, a column and a law of pairs, and their sizes
// [bytes].
const (
	pairSliceFirst  = 4
	pairSliceCount  = 8
	pairSlicePushed = 12
	pairSliceSize   = 16

	columnLaw    = 0
	columnBase   = 4
	columnStep   = 8
	columnPushed = 12
	columnSize   = 16

	lawReach     = 0
	lawStiffness = 64
	lawDamping   = 128
	lawStatic    = 192
	lawKinetic   = 256
	lawReduced   = 320
	lawSize      = 384

	touchSize = 192 // three vectors
)

// Places of the fields of a record, a slot, the numbers of a step and a contact
// [bytes].
const (
	recordStiffness = 0
	recordPull      = 4
	recordDamping   = 8
	recordLeast     = 12
	recordFloor     = 16
	recordHalfPull  = 20
	recordQuarter   = 24

	slotOffset = 0
	slotClass  = 4
	slotLanes  = 6
	slotSize   = 8

	spanAhead   = 0
	spanBack    = 4
	spanTakes   = 8
	spanCarries = 10
	spanSize    = 12

	pairClass = 0
	pairLanes = 2
	pairSize  = 4

	numbersDT      = 0
	numbersDrag    = 4
	numbersGravity = 8
	numbersHalf    = 20
	numbersRate    = 24
	numbersFall    = 28

	numbersFrictionReach = 40

	contactNormal    = 0
	contactOffset    = 12
	contactStiffness = 16
	contactDamping   = 20
	contactStatic    = 24
	contactKinetic   = 28
	contactSize      = 32
)

// Places of the fields of a run [bytes].
const (
	runRing   = 8 * iota // where it is; 0: forces go to the next lane
	runAt                // where the slice at hand is in it [bytes]
	runBytes             // of each of its three arrays, without the slice at their ends
	runStride            // from an array to the next [bytes]
	runCount             // members
	runSize
)

// Rows of table.lanes, 64 bytes each.
const (
	laneStiffness = 64 * iota
	lanePull
	laneDamping
	laneLeast
	laneFloor
	laneScaled
)

// Slices are 16 masses: 64 bytes of each array, and 8 of the free axes.
const (
	sliceBytes   = 64
	movableBytes = 8
)
