// Code generated from layout.go by "go generate ./shaders"; DO NOT EDIT.
//
// A shader declares the blocks it uses, with their access:
// STORAGE_Position(readonly); UNIFORM_Params; and so on.

// Position: 16 bytes; xyz, [m]; w inverse mass [1/kg], 0: pinned
#define STORAGE_Position(access) layout(std430, binding = 0) access buffer PositionBlock { vec4 position[]; }

// Velocity: 16 bytes; xyz, [m/s]; w pin, bit per axis
#define STORAGE_Velocity(access) layout(std430, binding = 1) access buffer VelocityBlock { vec4 velocity[]; }

// Ends: 8 bytes; masses A and B of a spring
#define STORAGE_Ends(access) layout(std430, binding = 2) access buffer EndsBlock { uvec2 ends[]; }

struct Spring { // 8 bytes
	float restLength;
	uint kind;
};
#define STORAGE_Spring(access) layout(std430, binding = 3) access buffer SpringBlock { Spring spring[]; }

struct Material { // 12 bytes
	float even;
	float odd;
	uint flags;
};
#define STORAGE_Material(access) layout(std430, binding = 4) access buffer MaterialBlock { Material material[]; }

struct Force { // 12 bytes
	float x;
	float y;
	float z;
};
#define STORAGE_Force(access) layout(std430, binding = 6) access buffer ForceBlock { Force force[]; }

struct ColumnForce { // 4 bytes
	float value;
};
#define STORAGE_ColumnForce(access) layout(std430, binding = 6) access buffer ColumnForceBlock { ColumnForce columnForce[]; }

struct ColumnMask { // 4 bytes
	uint word;
};
#define STORAGE_ColumnMask(access) layout(std430, binding = 2) access buffer ColumnMaskBlock { ColumnMask columnMask[]; }

struct External { // 12 bytes
	float x;
	float y;
	float z;
};
#define STORAGE_External(access) layout(std430, binding = 5) access buffer ExternalBlock { External externalForce[]; }

struct Incidence { // 4 bytes
	uint entry;
};
#define STORAGE_Incidence(access) layout(std430, binding = 3) access buffer IncidenceBlock { Incidence incidence[]; }

struct Status { // 44 bytes
	uint nonFinite;
	uint firstPass;
	uint firstMass;
	uint springForcePasses;
	uint integratePasses;
	uint runawayStep;
	uint runawaySpring;
	uint keptFirst;
	uint keptSecond;
	uint oddPasses;
	uint rangesRun;
};
#define STORAGE_Status(access) layout(std430, binding = 7) access buffer StatusBlock { Status status[]; }

struct Strain { // 4 bytes
	float value;
};
#define STORAGE_Strain(access) layout(std430, binding = 6) access buffer StrainBlock { Strain strain[]; }

// Stage: 16 bytes; xyz, a register of a mass
#define STORAGE_Stage(access) layout(std430, binding = 2) access buffer StageBlock { vec4 stage[]; }

// Kept: 16 bytes; position or velocity of a good state
#define STORAGE_Kept(access) layout(std430, binding = 2) access buffer KeptBlock { vec4 kept[]; }

struct Contact { // 68 bytes
	uint shape;
	uint inside;
	float stiffness;
	float damping;
	float staticFriction;
	float kineticFriction;
	float px;
	float py;
	float pz;
	float ax;
	float ay;
	float az;
	float qx;
	float qy;
	float qz;
	float qw;
	float size;
};
#define STORAGE_Contact(access) layout(std430, binding = 4) access buffer ContactBlock { Contact contact[]; }

struct Load { // 44 bytes
	uint kind;
	uint signal;
	float stiffness;
	float damping;
	float limit;
	float px;
	float py;
	float pz;
	float qx;
	float qy;
	float qz;
};
#define STORAGE_Load(access) layout(std430, binding = 2) access buffer LoadBlock { Load load[]; }

struct Triangle { // 12 bytes
	uint a;
	uint b;
	uint c;
};
#define STORAGE_Triangle(access) layout(std430, binding = 2) access buffer TriangleBlock { Triangle triangle[]; }

struct Guided { // 36 bytes
	uint mass;
	uint kind;
	uint signal;
	float px;
	float py;
	float pz;
	float dx;
	float dy;
	float dz;
};
#define STORAGE_Guided(access) layout(std430, binding = 2) access buffer GuidedBlock { Guided guided[]; }

// Before: 16 bytes; xyz, [m], before the step
#define STORAGE_Before(access) layout(std430, binding = 3) access buffer BeforeBlock { vec4 before[]; }

struct Caught { // 16 bytes
	uint count;
	uint countHigh;
	uint step;
	uint first;
};
#define STORAGE_Caught(access) layout(std430, binding = 5) access buffer CaughtBlock { Caught caught[]; }

struct MotionPart { // 12 bytes
	float kinetic;
	float impulse;
	uint mass;
};
#define STORAGE_MotionPart(access) layout(std430, binding = 7) access buffer MotionPartBlock { MotionPart motionPart[]; }

struct Look { // 40 bytes
	uint number;
	float speed;
	float massHi;
	float massLo;
	float xHi;
	float xLo;
	float yHi;
	float yLo;
	float zHi;
	float zLo;
};
#define STORAGE_Look(access) layout(std430, binding = 7) access buffer LookBlock { Look looks[]; }

struct Ledger { // 8 bytes
	float hi;
	float lo;
};
#define STORAGE_Ledger(access) layout(std430, binding = 6) access buffer LedgerBlock { Ledger ledger[]; }

// Params: 128 bytes
#define UNIFORM_Params layout(std140, binding = 0) uniform ParamsBlock { \
	vec4 gravity; \
	vec4 gravityLow; \
	float dt; \
	float dragFactor; \
	uint massCount; \
	uint springCount; \
	uint contactCount; \
	uint paletteCount; \
	float dtLow; \
	float dragFactorLow; \
	uint signalVectors; \
	float dragRate; \
	float dragRateLow; \
	float runaway; \
	float frictionReach; \
	float frictionReachLow; \
	float quadraticDragLow; \
	uint commonLoads; \
	uint guidedCount; \
	float quadraticDrag; \
	float windDrag; \
	float windLift; \
	uint windSignal; \
	uint reserved0; \
	uint reserved1; \
	uint reserved2; \
} params

// Signals: 16384 bytes
#define UNIFORM_Signals layout(std140, binding = 2) uniform SignalsBlock { \
	vec4 signal[1024]; \
} signals

// SignalsBefore: 16384 bytes
#define UNIFORM_SignalsBefore layout(std140, binding = 3) uniform SignalsBeforeBlock { \
	vec4 signal[1024]; \
} signalsBefore

// NextPosition: 16 bytes; as position, of the next state
#define STORAGE_NextPosition(access) layout(std430, binding = 6) access buffer NextPositionBlock { vec4 nextPosition[]; }

// NextVelocity: 16 bytes; as velocity, of the next state
#define STORAGE_NextVelocity(access) layout(std430, binding = 4) access buffer NextVelocityBlock { vec4 nextVelocity[]; }

struct Table { // 4 bytes
	uint word;
};
#define STORAGE_Table(access) layout(std430, binding = 3) access buffer TableBlock { Table table[]; }

// Palette: 16368 bytes
#define UNIFORM_Palette layout(std140, binding = 4) uniform PaletteBlock { \
	uvec4 kind[1022]; \
	uint regularCount; \
	uint parity; \
	uint reserved0; \
	uint reserved1; \
} palette

// Range: 32 bytes
#define UNIFORM_Range layout(std140, binding = 5) uniform RangeBlock { \
	uint first; \
	uint count; \
	uint state; \
	uint force; \
	uint contacts; \
	uint group; \
	uint last; \
	uint reserved; \
} range

// Batch: 16 bytes
#define UNIFORM_Batch layout(std140, binding = 5) uniform BatchBlock { \
	uint steps; \
	uint reserved0; \
	uint reserved1; \
	uint reserved2; \
} batch

// SignalRows: 16384 bytes
#define UNIFORM_SignalRows layout(std140, binding = 2) uniform SignalRowsBlock { \
	vec4 signal[1024]; \
} signalRows

struct ResidentTriangle { // 12 bytes
	uint a;
	uint b;
	uint c;
};
#define STORAGE_ResidentTriangle(access) layout(std430, binding = 4) access buffer ResidentTriangleBlock { ResidentTriangle triangle[]; }

struct AirIncidence { // 4 bytes
	uint entry;
};
#define STORAGE_AirIncidence(access) layout(std430, binding = 5) access buffer AirIncidenceBlock { AirIncidence airIncidence[]; }

struct ResidentGuided { // 36 bytes
	uint mass;
	uint kind;
	uint signal;
	float px;
	float py;
	float pz;
	float dx;
	float dy;
	float dz;
};
#define STORAGE_ResidentGuided(access) layout(std430, binding = 6) access buffer ResidentGuidedBlock { ResidentGuided guided[]; }

struct Arrivals { // 16 bytes
	uint arrived;
	uint failed;
	uint reserved0;
	uint reserved1;
};
#define STORAGE_Arrivals(access) layout(std430, binding = 4) access buffer ArrivalsBlock { Arrivals arrivals[]; }

struct ResidentCaught { // 16 bytes
	uint count;
	uint countHigh;
	uint step;
	uint first;
};
#define STORAGE_ResidentCaught(access) layout(std430, binding = 6) access buffer ResidentCaughtBlock { ResidentCaught caught[]; }

struct Ball { // 40 bytes
	uint mass;
	uint body;
	uint reference;
	float radius;
	float restX;
	float restY;
	float restZ;
	float restLowX;
	float restLowY;
	float restLowZ;
};
#define STORAGE_Ball(access) layout(std430, binding = 5) access buffer BallBlock { Ball ball[]; }

struct BodySurface { // 16 bytes
	float stiffness;
	float dampingRatio;
	float staticFriction;
	float kineticFriction;
};
#define STORAGE_BodySurface(access) layout(std430, binding = 3) access buffer BodySurfaceBlock { BodySurface bodySurface[]; }

struct PairList { // 4 bytes
	uint entry;
};
#define STORAGE_PairList(access) layout(std430, binding = 4) access buffer PairListBlock { PairList listed[]; }

struct Cell { // 16 bytes
	int x;
	int y;
	int z;
	uint bucket;
};
#define STORAGE_Cell(access) layout(std430, binding = 3) access buffer CellBlock { Cell cell[]; }

struct Grid { // 4 bytes
	uint entry;
};
#define STORAGE_Grid(access) layout(std430, binding = 6) access buffer GridBlock { Grid grid[]; }

struct PairKept { // 4 bytes
	float value;
};
#define STORAGE_PairKept(access) layout(std430, binding = 7) access buffer PairKeptBlock { PairKept pairKept[]; }

struct Touches { // 4 bytes
	uint entry;
};
#define STORAGE_Touches(access) layout(std430, binding = 6) access buffer TouchesBlock { Touches touches[]; }

struct PairPush { // 12 bytes
	float x;
	float y;
	float z;
};
#define STORAGE_PairPush(access) layout(std430, binding = 2) access buffer PairPushBlock { PairPush pairPush[]; }

struct PairStatus { // 28 bytes
	uint old;
	uint late;
	uint listed;
	uint crowd;
	uint touches;
	uint rebuilds;
	uint looks;
};
#define STORAGE_PairStatus(access) layout(std430, binding = 2) access buffer PairStatusBlock { PairStatus pairStatus[]; }

struct GroupCounts { // 12 bytes
	uint x;
	uint y;
	uint z;
};
#define STORAGE_GroupCounts(access) layout(std430, binding = 6) access buffer GroupCountsBlock { GroupCounts groupCounts[]; }

// Built: 16 bytes; xyz, [m], of a mass when lists were made
#define STORAGE_Built(access) layout(std430, binding = 1) access buffer BuiltBlock { vec4 built[]; }

// PairVelocity: 16 bytes; xyz, [m/s]; w a power [W]; see pair_velocity.glsl
#define STORAGE_PairVelocity(access) layout(std430, binding = 2) access buffer PairVelocityBlock { vec4 pairVelocity[]; }

// Collision: 32 bytes
#define UNIFORM_Collision layout(std140, binding = 6) uniform CollisionBlock { \
	uint count; \
	uint buckets; \
	uint capacity; \
	uint self; \
	uint others; \
	float perCell; \
	float skin; \
	float share; \
} collision

struct Span { // 16 bytes
	uint a;
	uint b;
	uint c;
	uint touches;
};
#define STORAGE_Span(access) layout(std430, binding = 2) access buffer SpanBlock { Span span[]; }

struct SpanPush { // 16 bytes
	float x;
	float y;
	float z;
	uint touches;
};
#define STORAGE_SpanPush(access) layout(std430, binding = 6) access buffer SpanPushBlock { SpanPush spanPush[]; }

struct SpanKept { // 4 bytes
	float value;
};
#define STORAGE_SpanKept(access) layout(std430, binding = 5) access buffer SpanKeptBlock { SpanKept spanKept[]; }

struct MeetPair { // 40 bytes
	uint a;
	uint b;
	uint c;
	uint d;
	uint triangle;
	float reach;
	float stiffness;
	float ratios;
	float staticFriction;
	float kineticFriction;
};
#define STORAGE_MeetPair(access) layout(std430, binding = 2) access buffer MeetPairBlock { MeetPair meetPair[]; }

struct MeetNear { // 20 bytes
	float shareA;
	float shareB;
	float shareC;
	float distance;
	int side;
};
#define STORAGE_MeetNear(access) layout(std430, binding = 4) access buffer MeetNearBlock { MeetNear meetNear[]; }

struct MeetSide { // 4 bytes
	int entry;
};
#define STORAGE_MeetSide(access) layout(std430, binding = 5) access buffer MeetSideBlock { MeetSide meetSide[]; }

struct MeetTriangle { // 12 bytes
	uint a;
	uint b;
	uint c;
};
#define STORAGE_MeetTriangle(access) layout(std430, binding = 7) access buffer MeetTriangleBlock { MeetTriangle meetTriangle[]; }

struct MeetStatus { // 4 bytes
	uint moved;
};
#define STORAGE_MeetStatus(access) layout(std430, binding = 7) access buffer MeetStatusBlock { MeetStatus meetStatus[]; }

struct Impulse { // 4 bytes
	float value;
};
#define STORAGE_Impulse(access) layout(std430, binding = 5) access buffer ImpulseBlock { Impulse impulse[]; }

struct SpringNumber { // 4 bytes
	uint entry;
};
#define STORAGE_SpringNumber(access) layout(std430, binding = 6) access buffer SpringNumberBlock { SpringNumber springNumber[]; }

struct Uncolored { // 20 bytes
	float x;
	float y;
	float z;
	uint sharers;
	uint number;
};
#define STORAGE_Uncolored(access) layout(std430, binding = 6) access buffer UncoloredBlock { Uncolored uncolored[]; }

struct BlockTable { // 4 bytes
	uint word;
};
#define STORAGE_BlockTable(access) layout(std430, binding = 2) access buffer BlockTableBlock { BlockTable blockTable[]; }

struct Swept { // 4 bytes
	float value;
};
#define STORAGE_Swept(access) layout(std430, binding = 6) access buffer SweptBlock { Swept swept[]; }

struct Converged { // 8 bytes
	uint strain;
	uint spring;
};
#define STORAGE_Converged(access) layout(std430, binding = 7) access buffer ConvergedBlock { Converged converged[]; }

// Pressed: 16 bytes; xyz λt across a contact [N·s], w λc along its normal
#define STORAGE_Pressed(access) layout(std430, binding = 2) access buffer PressedBlock { vec4 pressed[]; }

// LinkAt: 8 bytes; of a rigid spring: its place in the order of colors, its number
#define STORAGE_LinkAt(access) layout(std430, binding = 2) access buffer LinkAtBlock { uvec2 linkAt[]; }

// Sweep: 48 bytes
#define UNIFORM_Sweep layout(std140, binding = 5) uniform SweepBlock { \
	uint first; \
	uint count; \
	uint begins; \
	uint keeps; \
	uint looks; \
	uint ends; \
	float warm; \
	uint back; \
	uint swept; \
	uint carriedFirst; \
	uint carriedEnd; \
	uint reserved; \
} sweep

struct MemberTable { // 4 bytes
	uint word;
};
#define STORAGE_MemberTable(access) layout(std430, binding = 3) access buffer MemberTableBlock { MemberTable memberTable[]; }

struct MemberValue { // 4 bytes
	float value;
};
#define STORAGE_MemberValue(access) layout(std430, binding = 5) access buffer MemberValueBlock { MemberValue memberValue[]; }

struct MemberWord { // 4 bytes
	uint word;
};
#define STORAGE_MemberWord(access) layout(std430, binding = 7) access buffer MemberWordBlock { MemberWord memberWord[]; }

struct MemberRest { // 4 bytes
	float value;
};
#define STORAGE_MemberRest(access) layout(std430, binding = 2) access buffer MemberRestBlock { MemberRest memberRest[]; }

struct MemberPhase { // 4 bytes
	uint word;
};
#define STORAGE_MemberPhase(access) layout(std430, binding = 4) access buffer MemberPhaseBlock { MemberPhase memberPhase[]; }

struct MemberSum { // 4 bytes
	float value;
};
#define STORAGE_MemberSum(access) layout(std430, binding = 4) access buffer MemberSumBlock { MemberSum memberSum[]; }

struct MemberFrame { // 4 bytes
	float value;
};
#define STORAGE_MemberFrame(access) layout(std430, binding = 1) access buffer MemberFrameBlock { MemberFrame memberFrame[]; }

struct MemberSensed { // 4 bytes
	float value;
};
#define STORAGE_MemberSensed(access) layout(std430, binding = 4) access buffer MemberSensedBlock { MemberSensed memberSensed[]; }

// MemberWish: 16 bytes; 
#define STORAGE_MemberWish(access) layout(std430, binding = 2) access buffer MemberWishBlock { vec4 memberWish[]; }

// MemberRow: 16 bytes
#define UNIFORM_MemberRow layout(std140, binding = 5) uniform MemberRowBlock { \
	uint steps; \
	uint members; \
	uint copy; \
	float dt; \
} memberRow

struct Partner { // 12 bytes
	uint a;
	uint b;
	uint kind;
};
#define STORAGE_Partner(access) layout(std430, binding = 2) access buffer PartnerBlock { Partner partner[]; }

// Normal: 16 bytes; xyz, unit length or zero; w kind of the mass
#define STORAGE_Normal(access) layout(std430, binding = 3) access buffer NormalBlock { vec4 normal[]; }

struct Anchor { // 64 bytes
	uint mass0;
	uint mass1;
	uint mass2;
	uint mass3;
	uint mass4;
	uint mass5;
	uint mass6;
	uint mass7;
	float weight0;
	float weight1;
	float weight2;
	float weight3;
	float weight4;
	float weight5;
	float weight6;
	float weight7;
};
#define STORAGE_Anchor(access) layout(std430, binding = 1) access buffer AnchorBlock { Anchor anchor[]; }

// Place: 16 bytes; xyz, [m]; w the value that colors it
#define STORAGE_Place(access) layout(std430, binding = 2) access buffer PlaceBlock { vec4 place[]; }

struct Pick { // 24 bytes
	float x;
	float y;
	float radius;
	uint stage;
	uint score;
	uint number;
};
#define STORAGE_Pick(access) layout(std430, binding = 7) access buffer PickBlock { Pick pick[]; }

struct SeenSpring { // 8 bytes
	float restLength;
	uint kind;
};
#define STORAGE_SeenSpring(access) layout(std430, binding = 5) access buffer SeenSpringBlock { SeenSpring seenSpring[]; }

struct Corner { // 4 bytes
	uint mass;
};
#define STORAGE_Corner(access) layout(std430, binding = 4) access buffer CornerBlock { Corner corner[]; }

// ChunkBox: 16 bytes; xyz [m]; of each chunk its least, then its largest corner, w 1: it has a mass at a finite place
#define STORAGE_ChunkBox(access) layout(std430, binding = 6) access buffer ChunkBoxBlock { vec4 chunkBox[]; }

struct Command { // 20 bytes
	uint count;
	uint instances;
	uint first;
	uint base;
	uint chunk;
};
#define STORAGE_Command(access) layout(std430, binding = 7) access buffer CommandBlock { Command command[]; }

// Chunks: 32 bytes
#define UNIFORM_Chunks layout(std140, binding = 5) uniform ChunksBlock { \
	uint count; \
	uint corners; \
	uint stride; \
	uint uncut; \
	float reach; \
	float swell; \
	float enough; \
	uint unused; \
} chunks

struct Skin { // 4 bytes
	uint mass;
};
#define STORAGE_Skin(access) layout(std430, binding = 4) access buffer SkinBlock { Skin skin[]; }

struct SkinAt { // 4 bytes
	uint entry;
};
#define STORAGE_SkinAt(access) layout(std430, binding = 5) access buffer SkinAtBlock { SkinAt skinAt[]; }

struct Value { // 4 bytes
	float value;
};
#define STORAGE_Value(access) layout(std430, binding = 6) access buffer ValueBlock { Value value[]; }

struct MassValue { // 4 bytes
	float value;
};
#define STORAGE_MassValue(access) layout(std430, binding = 7) access buffer MassValueBlock { MassValue massValue[]; }

struct Sampled { // 4 bytes
	uint word;
};
#define STORAGE_Sampled(access) layout(std430, binding = 7) access buffer SampledBlock { Sampled sampled[]; }

// View: 512 bytes
#define UNIFORM_View layout(std140, binding = 1) uniform ViewBlock { \
	mat4 viewProjection; \
	mat4 lightProjection; \
	vec4 eye; \
	vec4 light; \
	vec4 sun; \
	vec4 ambientUp; \
	vec4 ambientDown; \
	vec4 fog; \
	vec4 skyTop; \
	vec4 skyBottom; \
	vec4 ground; \
	vec4 groundColor; \
	vec4 gridColor; \
	vec4 plainColor; \
	vec4 massColor; \
	vec4 pinColor; \
	vec4 solidColor; \
	vec4 wireColor; \
	vec4 markColor; \
	vec4 viewport; \
	vec4 water; \
	vec4 waterWave; \
	float valueLow; \
	float valueHigh; \
	float interior; \
	float gridSpacing; \
	float massDiameter; \
	float tubeDiameter; \
	float pointsPerMeter; \
	float sinkDepth; \
	float shadowBias; \
	uint massCount; \
	uint springCount; \
	uint colorBy; \
	uint softShadow; \
	uint springStride; \
	uint sampleCount; \
	uint reserved1; \
} view
