// The shaders of all programs. A program is compiled from this text and a main that calls its function, once with VERTEX and once
// without. Lists of whole numbers are textures, row by row; positions are steps of a box.

precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D x;       // x of all points, then y, then z: steps from the low corner
uniform usampler2D normals; // three of each point, as bits of floats
uniform usampler2D s, p;    // places of springs and of points in the color map
uniform usampler2D colors;  // the color map: red, green and blue
uniform usampler2D list;    // points of triangles, springs, lines or dots
uniform float count;        // of points
uniform float last;         // place of the color map
uniform float sink;         // how much farther away a surface is drawn [m]
uniform float width;        // of springs and dots [pixels]; 0: lines
uniform float spacing;      // of the lines on the ground [m]
uniform vec2 origin;        // where strong lines cross
uniform vec2 view;          // size of the picture [pixels]
uniform vec3 low, size;     // the low corner, and the size of a step [m]
uniform vec3 eye, right, up, back; // the camera and its axes
uniform vec3 toSun;
uniform vec4 lens;          // scales of the axes, and a shift of depth
uniform vec4 shadow;        // direction of the sun, and the height on which shadows fall; 0: no shadow
uniform vec4 square;        // middle of the ground that is seen, its height, half of its side
uniform vec4 tint;          // one color for all; a = 0: those of the map
uniform vec4 above, below, soil, grid, skyLight, groundLight; // of the theme
uniform vec4 sun;           // its light; a: that of a lamp at the eye

#ifdef VERTEX
#define BETWEEN out
#else
#define BETWEEN in
out vec4 color;
#endif
BETWEEN vec3 at, normal;
BETWEEN float entry, across;

uint number(usampler2D from, int i) {
  int row = textureSize(from, 0).x;
  return texelFetch(from, ivec2(i % row, i / row), 0).x;
}

#ifdef VERTEX

// place returns where a point is, or its shadow.
vec3 place(int i) {
  int n = int(count);
  vec3 to = low + size * vec3(number(x, i), number(x, i + n), number(x, i + 2 * n));
  return shadow.z == 0.0 ? to : vec3(to.xy - shadow.xy * (to.z - shadow.w) / shadow.z, shadow.w);
}

// seen returns where the camera sees a position, in clip space.
vec4 seen(vec3 to) {
  vec3 d = (to - eye) * mat3(right, up, back);
  return vec4(d * lens.xyz + vec3(0, 0, lens.w), -d.z);
}

// corner returns a corner of the two triangles of a square.
vec2 corner() {
  int k = gl_VertexID % 6;
  k -= k / 3 * 2;
  return vec2(k % 2, k / 2) * 2.0 - 1.0;
}

void surface() {
  int i = int(number(list, gl_VertexID));
  at = place(i);
  normal = uintBitsToFloat(uvec3(number(normals, 3 * i), number(normals, 3 * i + 1), number(normals, 3 * i + 2)));
  entry = float(number(p, i));
  gl_Position = seen(at);
  vec4 far = seen(at + normalize(at - eye) * sink);
  gl_Position.z = far.z / far.w * gl_Position.w;
}

// A spring is a strip that faces the eye.
void springs() {
  int i = gl_VertexID / 6;
  vec3 from = place(int(number(list, 2 * i))), to = place(int(number(list, 2 * i + 1)));
  vec4 a = seen(from), b = seen(to);
  vec2 along = (b.xy / b.w - a.xy / a.w) * view;
  vec2 side = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0);
  bool end = corner().y > 0.0;
  across = corner().x;
  at = end ? to : from;
  gl_Position = end ? b : a;
  gl_Position.xy += across * side * width / view * gl_Position.w;
  entry = float(number(s, i));
  if (entry == 255.0) gl_Position = vec4(2, 2, 2, 1); // torn
}

void marks() {
  gl_Position = seen(place(int(number(list, gl_VertexID))));
  gl_PointSize = width;
}

void ground() {
  at = vec3(square.xy + square.w * corner(), square.z);
  gl_Position = seen(at);
}

void sky() {
  across = corner().y;
  gl_Position = vec4(corner(), 0.9999, 1);
}

#else

vec3 ink(float e) {
  int i = 3 * int(e);
  return vec3(number(colors, i), number(colors, i + 1), number(colors, i + 2)) / 255.0;
}

// lit returns a matt color with strong light rolled off, as in hooke's window. Light is linear, colors are sRGB.
vec3 lit(vec3 c, vec3 n) {
  vec3 light = mix(groundLight, skyLight, 0.5 + 0.5 * n.z).rgb + sun.rgb * max(dot(n, toSun), 0.0) + sun.a * max(dot(n, normalize(eye - at)), 0.0);
  float most = max(max(light.r, light.g), max(light.b, 1e-4));
  c = mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
  c = clamp(c * light * ((2.51 * most + 0.03) / (most * (2.43 * most + 0.59) + 0.14)), 0.0, 1.0);
  return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// paint colors a thing whose surface has a normal, darkened by a factor, or its shadow.
void paint(vec3 n, float factor) {
  float e = min(entry, last);
  vec3 c = tint.a > 0.0 ? tint.rgb : mix(ink(e), ink(ceil(e)), fract(e));
  color = shadow.z == 0.0 ? vec4(lit(c, n) * factor, 1) : vec4(0, 0, 0, 0.45);
}

void surface() {
  vec3 face = cross(dFdx(at), dFdy(at));
  face = length(face) > 0.0 ? normalize(face) : normalize(eye - at);
  if (dot(face, eye - at) < 0.0) face = -face;
  vec3 n = length(normal) > 0.0 ? normalize(normal) : face;
  if (dot(n, face) < 0.0) n = -n; // a sheet is seen from both sides
  paint(normalize(mix(face, n, smoothstep(0.68, 0.80, dot(face, n)))), 1.0); // at an edge each side keeps its own
}

void springs() { paint(normalize(eye - at), 1.0 - 0.35 * across * across); }

// Marks are lines, and dots that are round.
void marks() {
  vec2 to = width > 0.0 ? 2.0 * gl_PointCoord - 1.0 : vec2(0);
  if (dot(to, to) > 1.0) discard;
  color = vec4(tint.rgb * (1.0 - 0.4 * dot(to, to)), 1) * tint.a;
}

// The ground has lines one pixel wide; every fifth is stronger.
float lines(float apart) {
  vec2 cell = (at.xy - origin) / apart, wide = fwidth(cell);
  vec2 cover = (1.0 - min(abs(fract(cell - 0.5) - 0.5) / wide, 1.0)) * (1.0 - smoothstep(0.15, 0.5, wide));
  return max(cover.x, cover.y);
}

void ground() {
  float cover = grid.a * max(0.45 * lines(spacing), lines(5.0 * spacing));
  color = vec4(mix(lit(soil.rgb, vec3(0, 0, 1)), grid.rgb, cover), 1) * (1.0 - smoothstep(0.15, 1.0, distance(at.xy, square.xy) / square.w));
}

void sky() { color = mix(below, above, 0.5 + 0.5 * across); }

#endif
