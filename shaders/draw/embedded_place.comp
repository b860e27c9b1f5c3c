#version 430 core
// Pass embedded-place: the places of the vertices of an embedded surface, and the values
// that color them.
//
// reads:  position, anchor, skinAt, massValue
// writes: place
// formula: x = Σ wⱼ xⱼ over the masses that the vertex follows; its value is the mean
// over them by the weights that are positive, so that none is beyond the masses'; a
// name is that of the mass with the largest weight.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Anchor(readonly);
STORAGE_SkinAt(readonly); // of the vertices
STORAGE_MassValue(readonly);
STORAGE_Place(writeonly);

struct Sum {
	vec3 x;
	float value;
	float weight;
	float largest; // weight
	float name;    // value of that mass
};

void add(inout Sum s, uint mass, float weight) {
	if (weight == 0.0) {
		return; // it names any mass
	}
	s.x += weight * position[mass].xyz;
	float value = massValue[mass].value;
	s.value += max(weight, 0.0) * value;
	s.weight += max(weight, 0.0);
	if (weight > s.largest) {
		s.largest = weight;
		s.name = value;
	}
}

void main() {
	uint v = invocation();
	if (v >= skinAt[0].entry - 1u) {
		return; // the lists begin behind one entry more than there are vertices
	}
	Anchor a = anchor[v];
	Sum s = Sum(vec3(0.0), 0.0, 0.0, 0.0, 0.0);
	add(s, a.mass0, a.weight0);
	add(s, a.mass1, a.weight1);
	add(s, a.mass2, a.weight2);
	add(s, a.mass3, a.weight3);
	add(s, a.mass4, a.weight4);
	add(s, a.mass5, a.weight5);
	add(s, a.mass6, a.weight6);
	add(s, a.mass7, a.weight7);
	float mean = s.weight > 0.0 ? s.value / s.weight : 0.0;
	place[v] = vec4(s.x, view.colorBy >= 5u ? s.name : mean);
}
