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
	float stiffness;
	float damping;
	uint flags;
};
#define STORAGE_Material(access) layout(std430, binding = 4) access buffer MaterialBlock { Material material[]; }

struct Force { // 12 bytes
	float x;
	float y;
	float z;
};
#define STORAGE_Force(access) layout(std430, binding = 5) access buffer ForceBlock { Force force[]; }

struct Incidence { // 4 bytes
	uint entry;
};
#define STORAGE_Incidence(access) layout(std430, binding = 3) access buffer IncidenceBlock { Incidence incidence[]; }

struct Status { // 24 bytes
	uint nonFinite;
	uint firstStep;
	uint firstMass;
	uint springForcePasses;
	uint integratePasses;
	uint reserved;
};
#define STORAGE_Status(access) layout(std430, binding = 7) access buffer StatusBlock { Status status[]; }

struct Strain { // 4 bytes
	float value;
};
#define STORAGE_Strain(access) layout(std430, binding = 4) access buffer StrainBlock { Strain strain[]; }

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

struct Ledger { // 8 bytes
	float hi;
	float lo;
};
#define STORAGE_Ledger(access) layout(std430, binding = 6) access buffer LedgerBlock { Ledger ledger[]; }

// Params: 80 bytes
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
	uint forceCount; \
	uint signalVectors; \
	float dragRate; \
	float dragRateLow; \
} params

// Signals: 16384 bytes
#define UNIFORM_Signals layout(std140, binding = 2) uniform SignalsBlock { \
	vec4 signal[1024]; \
} signals

// SignalsBefore: 16384 bytes
#define UNIFORM_SignalsBefore layout(std140, binding = 3) uniform SignalsBeforeBlock { \
	vec4 signal[1024]; \
} signalsBefore

struct Partner { // 12 bytes
	uint a;
	uint b;
	uint kind;
};
#define STORAGE_Partner(access) layout(std430, binding = 2) access buffer PartnerBlock { Partner partner[]; }

// Normal: 16 bytes; xyz, unit length or zero; w kind of the mass
#define STORAGE_Normal(access) layout(std430, binding = 3) access buffer NormalBlock { vec4 normal[]; }

// View: 256 bytes
#define UNIFORM_View layout(std140, binding = 1) uniform ViewBlock { \
	mat4 viewProjection; \
	vec4 eye; \
	vec4 light; \
	vec4 fog; \
	vec4 skyTop; \
	vec4 skyBottom; \
	vec4 ground; \
	vec4 plainColor; \
	vec4 massColor; \
	vec4 pinColor; \
	vec4 viewport; \
	float strainRange; \
	float byStrain; \
	float interior; \
	float gridSpacing; \
	float massDiameter; \
	float pointsPerMeter; \
	uint massCount; \
	uint reserved; \
} view
