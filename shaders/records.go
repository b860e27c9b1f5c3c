package shaders

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Record is one block of the layout: an array of records in a storage block, or
// one record in a uniform block.
type Record struct {
	Name     string  // name of the record; the name of the block is Name + "Block"
	Binding  Binding // block number
	Variable string  // name of the array, or of the block's instance, in shaders
	Uniform  bool
	GLSL     string       // vec4 or uvec2; empty: the record is a struct
	Meaning  string       // meaning of the components of a vec4 or uvec2
	Type     reflect.Type // Go type of the record
}

func storage(name string, binding Binding, variable string, zero any) Record {
	return Record{Name: name, Binding: binding, Variable: variable, Type: reflect.TypeOf(zero)}
}

func uniform(name string, binding Binding, variable string, zero any) Record {
	return Record{Name: name, Binding: binding, Variable: variable, Uniform: true, Type: reflect.TypeOf(zero)}
}

// as returns the record as a plain GLSL vector.
func (r Record) as(glsl, meaning string) Record {
	r.GLSL, r.Meaning = glsl, meaning
	return r
}

// Block is the block's name in shaders.
func (r Record) Block() string { return r.Name + "Block" }

// Bytes is the size of one record.
func (r Record) Bytes() int { return int(r.Type.Size()) }

// Block is the layout that the host expects of one block. It is an alias of a plain
// struct, the same as glx.BlockLayout, so that neither package needs the other.
type Block = struct {
	Name    string // name of the block in shaders
	Uniform bool
	Binding uint32
	Stride  int32 // bytes from one record to the next
	Fields  []field
}

// Blocks lists every block, for the driver to confirm when a program is linked. Nobody may change the list, which
// is made once.
func Blocks() []Block { return blocks() }

var blocks = sync.OnceValue(func() []Block {
	var out []Block
	for _, r := range Records() {
		out = append(out, Block{r.Block(), r.Uniform, uint32(r.Binding), int32(r.Bytes()), r.fields()})
	}
	return out
})

// field is one field of a block: its name as the driver lists it and its
// offset in bytes from the start of the record.
type field = struct {
	Name   string
	Offset int32
}

// fields are the fields of a record under the names that the driver uses:
// spring[0].restLength, ParamsBlock.dt, or position[0] for a plain vector.
func (r Record) fields() []field {
	if r.GLSL != "" {
		return []field{{Name: r.Variable + "[0]"}}
	}
	prefix := r.Variable + "[0]."
	if r.Uniform {
		prefix = r.Block() + "."
	}
	var out []field
	for i := range r.Type.NumField() {
		f := r.Type.Field(i)
		name := prefix + lowerFirst(f.Name)
		if vectors(f.Type) > 0 {
			name += "[0]"
		}
		out = append(out, field{name, int32(f.Offset)})
	}
	return out
}

// Layout is the text of layout.glsl.
func Layout() string {
	var out strings.Builder
	out.WriteString("// Code generated from layout.go by \"go generate ./shaders\"; DO NOT EDIT.\n")
	out.WriteString("//\n// A shader declares the blocks it uses, with their access:\n")
	out.WriteString("// STORAGE_Position(readonly); UNIFORM_Params; and so on.\n")
	for _, r := range Records() {
		out.WriteString("\n")
		if r.Uniform {
			writeUniform(&out, r)
		} else {
			writeStorage(&out, r)
		}
	}
	return out.String()
}

func writeStorage(out *strings.Builder, r Record) {
	record := r.GLSL
	if record == "" {
		record = r.Name
		fmt.Fprintf(out, "struct %s { // %d bytes\n%s};\n", r.Name, r.Bytes(), members(r.Type, ""))
	} else {
		fmt.Fprintf(out, "// %s: %d bytes; %s\n", r.Name, r.Bytes(), r.Meaning)
	}
	fmt.Fprintf(out, "#define STORAGE_%s(access) layout(std430, binding = %d) access buffer %s { %s %s[]; }\n",
		r.Name, r.Binding, r.Block(), record, r.Variable)
}

func writeUniform(out *strings.Builder, r Record) {
	fmt.Fprintf(out, "// %s: %d bytes\n", r.Name, r.Bytes())
	fmt.Fprintf(out, "#define UNIFORM_%s layout(std140, binding = %d) uniform %s { \\\n%s} %s\n",
		r.Name, r.Binding, r.Block(), members(r.Type, " \\"), r.Variable)
}

// members lists the fields of a struct, one a line.
func members(record reflect.Type, end string) string {
	var out strings.Builder
	for i := range record.NumField() {
		field := record.Field(i)
		kind, count := field.Type, ""
		if n := vectors(field.Type); n > 0 {
			kind, count = field.Type.Elem(), fmt.Sprintf("[%d]", n)
		}
		fmt.Fprintf(&out, "\t%s %s%s;%s\n", glslType(kind), lowerFirst(field.Name), count, end)
	}
	return out.String()
}

// vectors is the length of an array of vectors, and 0 for any other type.
func vectors(t reflect.Type) int {
	if t.Kind() == reflect.Array && t.Elem().Kind() == reflect.Array {
		return t.Len()
	}
	return 0
}

// glslType is the GLSL type of a field, or empty when the rules forbid it.
func glslType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Float32:
		return "float"
	case reflect.Uint32:
		return "uint"
	case reflect.Int32:
		return "int"
	case reflect.Array:
		switch {
		case t.Elem().Kind() == reflect.Float32 && t.Len() == 4:
			return "vec4"
		case t.Elem().Kind() == reflect.Uint32 && t.Len() == 4:
			return "uvec4"
		case t.Elem().Kind() == reflect.Float32 && t.Len() == 16:
			return "mat4"
		}
	}
	return ""
}

func lowerFirst(name string) string {
	// DT is dt, RestLength is restLength.
	runes := []rune(name)
	for i := range runes {
		if i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(runes[i])
	}
	return string(runes)
}

// Records is the table from which layout.glsl and the check of the driver are made. It
// lists every block, with its binding, the name of its array and its record.
func Records() []Record {
	return append([]Record{
		storage("Position", BindPosition, "position", Position{}).as("vec4", "xyz, [m]; w inverse mass [1/kg], 0: pinned"),
		storage("Velocity", BindVelocity, "velocity", Velocity{}).as("vec4", "xyz, [m/s]; w pin, bit per axis"),
		storage("Ends", BindEnds, "ends", Ends{}).as("uvec2", "masses A and B of a spring"),
		storage("Spring", BindSpring, "spring", Spring{}),
		storage("Material", BindMaterial, "material", Material{}),
		storage("Force", BindForce, "force", Force{}),
		storage("ColumnForce", BindColumnForce, "columnForce", ColumnForce{}),
		storage("ColumnMask", BindColumnMask, "columnMask", ColumnMask{}),
		storage("External", BindExternal, "externalForce", External{}),
		storage("Incidence", BindIncidence, "incidence", Incidence{}),
		storage("Status", BindStatus, "status", Status{}),
		storage("Strain", BindStrain, "strain", Strain{}),
		storage("Stage", BindStage, "stage", Stage{}).as("vec4", "xyz, a register of a mass"),
		storage("Kept", BindKept, "kept", Kept{}).as("vec4", "position or velocity of a good state"),
		storage("Contact", BindContact, "contact", Contact{}),
		storage("Load", BindLoad, "load", Load{}),
		storage("Triangle", BindTriangle, "triangle", Triangle{}),
		storage("Guided", BindGuided, "guided", Guided{}),
		storage("Before", BindBefore, "before", Position{}).as("vec4", "xyz, [m], before the step"),
		storage("Caught", BindCaught, "caught", Caught{}),
		storage("MotionPart", BindMotion, "motionPart", MotionPart{}),
		storage("Look", BindLook, "looks", Look{}),
		storage("Ledger", BindLedger, "ledger", Ledger{}),
		uniform("Params", BindParams, "params", Params{}),
		uniform("Signals", BindSignals, "signals", Signals{}),
		uniform("SignalsBefore", BindSignalsBefore, "signalsBefore", Signals{}), // those of a step before
		storage("NextPosition", BindNextPosition, "nextPosition", Position{}).as("vec4", "as position, of the next state"),
		storage("NextVelocity", BindNextVelocity, "nextVelocity", Velocity{}).as("vec4", "as velocity, of the next state"),
		storage("Table", BindTable, "table", Table{}),
		uniform("Palette", BindPalette, "palette", Palette{}),
		uniform("Range", BindRange, "range", Range{}),
		uniform("Batch", BindBatch, "batch", Batch{}),
		uniform("SignalRows", BindSignals, "signalRows", Signals{}), // those of several steps
		storage("ResidentTriangle", BindResidentTriangle, "triangle", Triangle{}),
		storage("AirIncidence", BindAirIncidence, "airIncidence", Incidence{}), // of triangles, beside that of loads
		storage("ResidentGuided", BindResidentGuided, "guided", Guided{}),
		storage("Arrivals", BindArrivals, "arrivals", Arrivals{}),
		storage("ResidentCaught", BindResidentCaught, "caught", Caught{}),
	}, slices.Concat(pairRecords(), spanRecords(), meetRecords(), impulseRecords(), memberRecords(), drawRecords())...)
}
