// Contacts whose stiffness for edges and triangles follows from masses; span.glsl includes this. The law is in
// docs/physics.md, Contacts per mass.

// depthIn is how deep a span is in contact k, where that pushes it.
float depthIn(Spanned s, uint k) {
	if (span[k].touches < (s.triangle ? TOUCH_TRIANGLES : TOUCH_SPRINGS)) {
		return 0.0;
	}
	Solid c = spanSolid(k);
	return s.triangle ? triangleIn(c, s.a, s.b, s.c).depth : edgeIn(c, s.a, s.b).depth;
}

// metBy is contact k with kc and bc for span n: of a contact per mass those that the records
// behind the spans have, shared by the contacts that the span is in.
Solid metBy(Solid c, uint k, uint n, Spanned s) {
	if (span[k].a == 0u) {
		return c;
	}
	uint sharers = 0u;
	for (uint j = 0u; j < params.contactCount; j++) {
		sharers += depthIn(s, j) > 0.0 ? 1u : 0u;
	}
	Span own = span[span[k].a + n - FIRST];
	c.stiffness = uintBitsToFloat(own.a) / float(max(sharers, 1u));
	c.damping = uintBitsToFloat(own.b) / float(max(sharers, 1u));
	return c;
}
