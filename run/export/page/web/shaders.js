// The shaders. Positions are fetched from a texture of whole steps, so that springs, surface and dots share them.

const WIDTH = 2048; // of the textures

// What all vertex shaders begin with.
const PLACES = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D points; // x of all points, then y, then z: steps from the low corner
uniform int count;         // of points
uniform vec3 low, size;    // the corner, and the size of a step [m]
uniform mat4 camera;
uniform vec4 shadow;       // direction of the sun, and the height on which shadows fall; 0: no shadow

float number(int i) { return float(texelFetch(points, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0).x); }

// place returns where a point is, or its shadow.
vec3 place(int i) {
  vec3 x = low + size * vec3(number(i), number(i + count), number(i + 2 * count));
  return shadow.z == 0.0 ? x : vec3(x.xy - shadow.xy * (x.z - shadow.w) / shadow.z, shadow.w);
}
`;

// The light: a sky above, a ground below, a sun, and a lamp at the eye. Light is linear, colors are sRGB.
const LIGHT = `#version 300 es
precision highp float;
precision highp int;
uniform vec3 eye, toSun, sun, skyLight, groundLight;
uniform float lamp;
uniform sampler2D colors; // the color map
uniform vec4 tint;        // one color for all; a = 0: those of the map
out vec4 color;

vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 screen(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// base returns the color of a place in the map.
vec3 base(float entry) {
  float entries = float(textureSize(colors, 0).x);
  return tint.a > 0.0 ? tint.rgb : texture(colors, vec2((clamp(entry, 0.0, entries - 1.0) + 0.5) / entries, 0.5)).rgb;
}

// lit returns a matt color with strong light rolled off, as in hooke's window.
vec3 lit(vec3 c, vec3 x, vec3 n) {
  vec3 light = mix(groundLight, skyLight, 0.5 + 0.5 * n.z) + sun * max(dot(n, toSun), 0.0) + lamp * max(dot(n, normalize(eye - x)), 0.0);
  float most = max(max(light.r, light.g), max(light.b, 1e-4));
  return screen(linear(c) * light * ((2.51 * most + 0.03) / (most * (2.43 * most + 0.59) + 0.14)));
}
`;

const SHADERS = {
  surface: [PLACES + `
uniform vec3 from;  // the eye
uniform float sink; // how much farther away shapes are drawn, so that masses on them are seen [m]
in vec3 outward;
in float value;
out vec3 at, normal;
out float entry;
void main() {
  at = place(gl_VertexID);
  normal = outward;
  entry = value;
  gl_Position = camera * vec4(at, 1.0);
  vec4 far = camera * vec4(at + normalize(at - from) * sink, 1.0);
  gl_Position.z = far.z / far.w * gl_Position.w;
}`, LIGHT + `
in vec3 at, normal;
in float entry;
void main() {
  vec3 face = cross(dFdx(at), dFdy(at));
  face = length(face) > 0.0 ? normalize(face) : normalize(eye - at);
  if (dot(face, eye - at) < 0.0) face = -face;
  vec3 n = length(normal) > 0.0 ? normalize(normal) : face;
  if (dot(n, face) < 0.0) n = -n; // a sheet is seen from both sides
  n = normalize(mix(face, n, smoothstep(0.68, 0.80, dot(face, n)))); // at an edge each side keeps its own
  color = vec4(lit(base(entry), at, n), 1.0);
}`],

  // A spring is a strip of four corners that faces the eye.
  springs: [PLACES + `
uniform vec2 view;   // size of the picture [pixels]
uniform float width; // of springs [pixels]
in uvec2 ends;
in float value;
out float entry, across;
out vec3 at;
void main() {
  vec3 from = place(int(ends.x)), to = place(int(ends.y));
  vec4 a = camera * vec4(from, 1.0), b = camera * vec4(to, 1.0);
  vec2 along = (b.xy / b.w - a.xy / a.w) * view;
  vec2 side = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
  bool last = gl_VertexID > 1;
  across = gl_VertexID % 2 == 0 ? -1.0 : 1.0;
  at = last ? to : from;
  gl_Position = last ? b : a;
  gl_Position.xy += across * side * width / view * gl_Position.w;
  entry = value;
  if (value == 255.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // torn
}`, LIGHT + `
in float entry, across;
in vec3 at;
void main() {
  vec3 n = normalize(eye - at);
  color = vec4(lit(base(entry), at, n) * (1.0 - 0.35 * across * across), 1.0);
}`],

  wires: [PLACES + `
void main() { gl_Position = camera * vec4(place(gl_VertexID), 1.0); }`, LIGHT + `
void main() { color = tint; }`],

  dots: [PLACES + `
uniform float width;
in uint point;
void main() {
  gl_Position = camera * vec4(place(int(point)), 1.0);
  gl_PointSize = width;
}`, LIGHT + `
void main() {
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float far = dot(p, p);
  if (far > 1.0) discard;
  color = vec4(tint.rgb * (1.0 - 0.4 * far), 1.0);
}`],

  // The ground: a square around the target, with lines one pixel wide; every fifth is stronger.
  ground: [`#version 300 es
precision highp float;
uniform mat4 camera;
uniform vec4 square; // middle, height and half of the side
out vec2 at;
void main() {
  at = square.xy + square.w * vec2(gl_VertexID % 2 == 0 ? -1 : 1, gl_VertexID < 2 ? -1 : 1);
  gl_Position = camera * vec4(at, square.z, 1.0);
}`, LIGHT + `
uniform vec4 square, grid;
uniform vec3 soil;
uniform vec2 origin; // where strong lines cross
uniform float spacing;
in vec2 at;
float lines(float apart) {
  vec2 cell = (at - origin) / apart, width = fwidth(cell);
  vec2 cover = (1.0 - min(abs(fract(cell - 0.5) - 0.5) / width, 1.0)) * (1.0 - smoothstep(0.15, 0.5, width));
  return max(cover.x, cover.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.15, 1.0, distance(at, square.xy) / square.w);
  float cover = grid.a * max(0.45 * lines(spacing), lines(5.0 * spacing));
  color = vec4(mix(lit(soil, vec3(at, square.z), vec3(0.0, 0.0, 1.0)), grid.rgb, cover), 1.0) * fade;
}`],

  sky: [`#version 300 es
precision highp float;
out float height;
void main() {
  height = gl_VertexID < 2 ? 0.0 : 1.0;
  gl_Position = vec4(gl_VertexID % 2 == 0 ? -1 : 1, 2.0 * height - 1.0, 0.9999, 1.0);
}`, `#version 300 es
precision highp float;
uniform vec3 below, above;
in float height;
out vec4 color;
void main() { color = vec4(mix(below, above, height), 1.0); }`],

  shade: [null, `#version 300 es
precision highp float;
out vec4 color;
void main() { color = vec4(0.0, 0.0, 0.0, 0.45); }`],
};
