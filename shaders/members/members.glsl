// Where the numbers of members lie. Numbers of a member are in rows, side by side with those of the
// other members of its block; masses lie interleaved in packs of 32 members. Sizes and rows
// (MASSES, ROW_..., WORD_..., ..._AT) are compiled in; package gpu/ensemble has their meanings.
UNIFORM_MemberRow;
STORAGE_MemberTable(readonly);
STORAGE_MemberValue(readonly);
STORAGE_MemberWord(restrict);

const uint PACK = 32u;  // members side by side
const uint PARTS = 8u;  // rows of a work group of a pack

// Why a member has ended, in its word WORD_ENDED; 0 while it continues.
const uint DIVERGED = 1u;
const uint STILL = 2u;
const uint FELL = 3u;
const uint LEFT = 4u;

// Flags of masses in a step, in WORD_FLAGS. The bits of groups that touch something follow.
const uint RAN_AWAY = 1u;
const uint NOT_FINITE = 2u;

uint inRow(uint row, uint member) { return row * memberRow.members + member; }

#define VALUE(row) memberValue[inRow(row, member)].value
#define WORD(row) memberWord[inRow(row, member)].word
#define TABLE(at) memberTable[at].word
#define TABLE_FLOAT(at) uintBitsToFloat(memberTable[at].word)

// The index of mass i of a member in position and velocity.
uint placeOf(uint i, uint member) { return (member / PACK * MASSES + i) * PACK + member % PACK; }

// Words of a mass in the table.
const uint MASS_FIRST = 0u;   // where its springs begin in the table, and
const uint MASS_END = 1u;     // end
const uint MASS_PER = 2u;     // dt/m [s/kg]
const uint MASS_SCALE = 3u;   // number of its scale
const uint MASS_MOVES = 4u;   // bit per axis on which it moves, or ON_PATH
const uint MASS_LOADS = 5u;   // where its external forces begin, and
const uint MASS_LOADED = 6u;  // end
const uint MASS_KG = 7u;      // m [kg]
const uint MASS_BODY = 8u;    // 1: its clearance counts
const uint MASS_GROUPS = 9u;  // bits of its groups, as in WORD_FLAGS
#if GUIDED
const uint ON_PATH = 8u; // it goes where a path says
#define MOVES(record) (TABLE((record) + MASS_MOVES) & 7u)
#else
#define MOVES(record) TABLE((record) + MASS_MOVES)
#endif

#if SHAPES
// Words of a contact in the table.
const uint CONTACT_WORDS = 14u;
const uint CONTACT_SHAPE = 0u;    // with its first signal + 1 in the upper bits, where it moves
const uint CONTACT_INSIDE = 1u;   // 1: it keeps masses in
const uint CONTACT_PER_MASS = 2u; // 1: its stiffness follows from each mass
const uint CONTACT_FORM = 3u;     // p, a, q, qw and size, of all shapes but planes
#endif
