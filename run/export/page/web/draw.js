// The picture: WebGL 2, drawn anew for each frame. Programs read numbers from textures; see shaders.glsl.

const gl = picture.getContext("webgl2", { stencil: true, preserveDrawingBuffer: true });
if (!gl) throw Error("this browser lacks WebGL 2");
const ROW = gl.getParameter(gl.MAX_TEXTURE_SIZE); // numbers in a row of a texture
gl.enable(gl.BLEND);
gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
gl.stencilFunc(gl.EQUAL, 0, 255);
gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
gl.polygonOffset(1, 1);
picture.addEventListener("webglcontextlost", () => fail("The graphics device was reset: load the page again."));

// fill brings whole numbers to a texture, which it makes where there is none.
function fill(numbers, texture = gl.createTexture()) {
  const rows = ceil(numbers.length / ROW), padded = new Uint32Array(ROW * rows);
  if (rows > ROW) throw Error("it is too large for this device");
  padded.set(numbers);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const filter of ["MIN", "MAG"]) gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${filter}_FILTER`], gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, ROW, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_INT, padded);
  return texture;
}

const colors = bytesOf(run.colors), programs = {};
const shared = { ...run.look, colors: fill(colors), last: colors.length / 3 - 1, shadow: [0, 0, 0, 0] }; // uniforms of all programs

// compile returns the program of a name in the shaders.
function compile(name) {
  const program = gl.createProgram();
  let log = "";
  for (const [stage, between] of [["VERTEX", "out"], ["FRAGMENT", "in"]]) {
    const shader = gl.createShader(gl[stage + "_SHADER"]);
    gl.shaderSource(shader, `#version 300 es\n#define ROW ${ROW}\n#define ${stage}\n#define BETWEEN ${between}\n${GLSL}void main() { ${name}(); }`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    log += gl.getShaderInfoLog(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw Error(log + gl.getProgramInfoLog(program));
  return program;
}

// use draws the triangles of a program, or lines or points, with values for its uniforms by their names.
function use(name, vertices, values, mode = gl.TRIANGLES) {
  const program = programs[name] ??= compile(name);
  let unit = 0;
  gl.useProgram(program);
  for (const [key, value] of Object.entries({ ...shared, ...camera, ...values })) {
    const at = gl.getUniformLocation(program, key);
    if (!at) continue;
    if (value instanceof WebGLTexture) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, value);
      gl.uniform1i(at, unit++);
    } else gl[`uniform${value.length || 1}fv`](at, [value].flat());
  }
  gl.drawArrays(mode, 0, vertices);
}

// put brings a frame of a thing to the device.
function put(thing, frame) {
  if (thing.still && thing.now) return;
  const before = thing.now || {}, now = thing.now = {};
  for (const [name, rows] of Object.entries(thing.rows)) now[name] = rows[frame] || rows.at(-1);
  const { cut, triangles, wires } = now;
  if (cut) { // triangles and wires that torn springs have cut are left out
    now.triangles = triangles.filter((_, at) => !cut[floor(at / 3)]);
    if (wires) now.wires = wires.filter((_, at) => !cut[triangles.length / 3 + (at >> 1)]);
  }
  if (triangles) now.normals = normals(thing, now);
  for (const name in now) if (now[name] !== before[name]) thing.textures[name] = fill(now[name], thing.textures[name]);
}

// normals returns the sums of the normals of the triangles at each point, larger ones for larger triangles.
function normals({ points, size }, { x, triangles }) {
  const out = new Float32Array(3 * points), side = (from, to, axis) => size[axis] * (x[axis * points + triangles[to]] - x[axis * points + triangles[from]]);
  for (let t = 0; t < triangles.length; t += 3) for (let axis = 0; axis < 3; axis++) {
    const i = (axis + 1) % 3, j = (axis + 2) % 3, normal = side(t, t + 1, i) * side(t, t + 2, j) - side(t, t + 1, j) * side(t, t + 2, i);
    for (let k = t; k < t + 3; k++) out[3 * triangles[k] + axis] += normal;
  }
  return new Uint32Array(out.buffer); // as bits
}

// draw draws all things as the camera sees them.
function draw() {
  aim();
  const { shadow } = run, { eye, target } = camera;
  gl.clear(gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  gl.disable(gl.DEPTH_TEST);
  use("sky", 6);
  if (shadow && eye[2] > shadow[3]) { // above the ground
    use("ground", 6, { square: [target[0], target[1], shadow[3], 3 * size] });
    gl.enable(gl.STENCIL_TEST); // the ground is darkened once where anything is between it and the sun
    for (const thing of things) drawThing(thing, { shadow });
    gl.disable(gl.STENCIL_TEST);
  }
  gl.enable(gl.DEPTH_TEST);
  for (const thing of things) drawThing(thing);
}

// drawThing draws a thing, or its shadow.
function drawThing(thing, shadow) {
  const { now, textures } = thing, ratio = devicePixelRatio, pixels = thing.length * picture.height / (2 * SLOPE * camera.distance), // of a typical spring
    part = (program, list, values, mode, each = 1) => // each: vertices of a number of the list
      now[list] && use(program, each * now[list].length, { ...thing, ...textures, list: textures[list], ...shadow, ...values }, mode);
  gl.enable(gl.POLYGON_OFFSET_FILL); // behind the wires
  part("surface", "triangles");
  gl.disable(gl.POLYGON_OFFSET_FILL);
  const clear = clamp(pixels / ratio / 6 - 0.5, 0, 1); // wires that are too dense are not drawn
  if (!shadow && clear) part("marks", "wires", { width: 0, tint: run.wire.map(x => x * clear) }, gl.LINES);
  part("springs", "ends", { width: clamp(pixels / 50, 1.2 * ratio, 5 * ratio) }, gl.TRIANGLES, 3);
  if (!shadow) part("marks", "dots", { width: 7 * ratio, tint: thing.dot }, gl.POINTS);
}
