// The shaders of all programs. A program is compiled from this text and a main that calls its function, once for vertices, with out
// for BETWEEN, and once with in. Lists of whole numbers are textures, row by row; positions are steps of a box.

precision highp float;
precision highp usampler2D;

uniform usampler2D
  x,       // x of all points, then y, then z: steps from the low corner
  normals, // three of each point, as bits of floats
  s, p,    // places of springs and of points in the color map
  colors,  // the color map: red, green and blue
  list;    // points of triangles, springs, lines or dots
uniform float
  points,  // number of them
  last,    // place of the color map
  sink,    // how much farther away a surface is drawn [m]
  width,   // of springs and dots [pixels]; 0: lines
  spacing; // of the lines on the ground [m]
uniform vec2
  origin,  // where strong lines cross
  view;    // size of the picture [pixels]
uniform vec3
  low, size, // the low corner, and the size of a step [m]
  eye, right, up, back, // the camera and its axes
  toSun;
uniform vec4
  lens,    // scales of the axes, and a shift of depth
  shadow,  // direction of the sun, and the height on which shadows fall; 0: no shadow
  square,  // middle of the ground that is seen, its height, half of its side
  tint,    // one color for all; a = 0: those of the map
  above, below, soil, grid, skyLight, groundLight, // of the theme
  sun;     // its light; a: that of a lamp at the eye

BETWEEN vec3 at, normal;
BETWEEN float entry, across;

int number(usampler2D from, int i) { return int(texelFetch(from, ivec2(i % ROW, i / ROW), 0)); }
ivec3 three(usampler2D from, int i, int apart) { return ivec3(number(from, i), number(from, i + apart), number(from, i + 2 * apart)); }

// unit returns a direction, or where it has none another one.
vec3 unit(vec3 n, vec3 other) { return normalize(length(n) > 0.0 ? n : other); }

#ifdef VERTEX

// place returns where a point is, or its shadow.
vec3 place(int i) {
  vec3 to = low + size * vec3(three(x, i, int(points)));
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
  int i = number(list, gl_VertexID);
  at = place(i);
  normal = intBitsToFloat(three(normals, 3 * i, 1));
  entry = float(number(p, i));
  gl_Position = seen(at);
  vec4 far = seen(at + normalize(at - eye) * sink);
  gl_Position.z = far.z / far.w * gl_Position.w;
}

// A spring is a strip that faces the eye.
void springs() {
  int i = gl_VertexID / 6;
  vec3 from = place(number(list, 2 * i)), to = place(number(list, 2 * i + 1));
  vec4 a = seen(from), b = seen(to);
  vec2 along = (b.xy / b.w - a.xy / a.w) * view;
  vec2 side = unit(vec3(-along.y, along.x, 0), vec3(0, 0, 1)).xy;
  across = corner().x;
  at = corner().y > 0.0 ? to : from;
  gl_Position = seen(at);
  gl_Position.xy += across * side * width / view * gl_Position.w;
  entry = float(number(s, i));
  if (entry == 255.0) gl_Position = vec4(2, 2, 2, 1); // torn
}

void marks() {
  gl_Position = seen(place(number(list, gl_VertexID)));
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

out vec4 color;

vec3 ink(float e) { return vec3(three(colors, 3 * int(e), 1)) / 255.0; }

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
  color = shadow.z == 0.0 ? vec4(lit(c, n) * factor, 1) : vec4(0.25 * below.rgb, 0.45); // the horizon shines into shadows
}

void surface() {
  vec3 toEye = eye - at, face = unit(cross(dFdx(at), dFdy(at)), toEye);
  if (dot(face, toEye) < 0.0) face = -face;
  vec3 n = unit(normal, face);
  if (dot(n, face) < 0.0) n = -n; // a sheet is seen from both sides
  paint(normalize(mix(face, n, smoothstep(0.68, 0.80, dot(face, n)))), 1.0); // at an edge each side keeps its own
}

void springs() { paint(normalize(eye - at), 1.0 - 0.35 * across * across); }

// Marks are lines, and dots that are round.
void marks() {
  vec2 to = width > 0.0 ? 2.0 * gl_PointCoord - 1.0 : vec2(0);
  if (dot(to, to) > 1.0) discard;
  color = vec4(tint.rgb * (1.0 - 0.4 * dot(to, to)), tint.a);
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
