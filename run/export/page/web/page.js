// The player: it shows frames at their time, and listens to hands.

const player = { frame: -1, time: times[0], playing: false, speed: 1, follow: run.follow, camera };

// extent returns the box around a thing, by some hundred points at most.
function extent({ now, points, low, step }) {
  const every = Math.ceil(points / 300), box = [[65535, 65535, 65535], [0, 0, 0]];
  for (let i = 0; i < points; i += every) for (let axis = 0; axis < 3; axis++) {
    const x = now.x[axis * points + i];
    box[0][axis] = Math.min(box[0][axis], x);
    box[1][axis] = Math.max(box[1][axis], x);
  }
  return box.map(corner => corner.map((steps, axis) => low[axis] + step[axis] * steps));
}

// show goes to frame k, or to the nearest one that is there.
function show(k) {
  k = clamp(k, 0, film.ready - 1);
  if (k < 0 || k === player.frame) return;
  const [first] = things, before = first.now && middle(extent(first));
  for (const thing of things) put(thing, k);
  if (player.follow && before) camera.target = plus(plus(camera.target, -1, before), 1, middle(extent(first)));
  const time = times[k];
  Object.assign(player, { frame: k, time, dirty: true });
  ui.time.max = times.length - 1;
  ui.time.value = k;
  ui.clock.textContent = `${time.toFixed(3)} s, frame ${k + 1} of ${times.length}`;
  ui.panel.style.setProperty("--time", time); // of the cursors of plots
}

// seek shows the last frame that is not after a time, and goes on from there.
function seek(time) {
  show(times.findLastIndex(t => t <= time + 1e-9));
  player.time = time;
}

// step pauses, and goes on or back by a number of frames.
function step(frames) {
  play(false);
  show(player.frame + frames);
}

// play plays or pauses; at the end it begins again.
function play(on) {
  player.playing = on && times.length > 1;
  if (player.playing && player.frame === times.length - 1) player.time = times[0];
  ui.play.textContent = player.playing ? "❚❚" : "▶";
  ui.play.title = (player.playing ? "pause" : "play") + " (space)";
}

// faster changes the speed of playing by a factor.
function faster(factor) {
  const speed = player.speed = clamp(player.speed * factor, 1 / 128, 128);
  ui.speed.textContent = speed < 1 ? `1/${1 / speed} speed` : speed > 1 ? `${speed} × speed` : "true speed";
}

// reset shows everything, in the part of the view that the legend leaves free on both sides.
function reset() {
  const { width, height, clientWidth } = ui.picture, legend = ui.legend ? 2 * ui.legend.offsetWidth / clientWidth : 0;
  camera.reset(width / height * Math.max(1 - legend, 0.5));
  Object.assign(player, { dirty: true, moved: false });
}

// tick is called before each picture of the browser.
function tick(now) {
  const { last = now } = player, { picture } = ui;
  if (player.playing) {
    const time = player.time + player.speed * Math.min(now - last, 250) / 1000; // a hidden page does not leap
    seek(time > times.at(-1) + 0.7 * player.speed ? times[0] : time); // after a rest at the end
  }
  player.last = now;
  const [width, height] = [picture.clientWidth, picture.clientHeight].map(x => Math.round(x * devicePixelRatio) || 1);
  if (picture.width !== width || picture.height !== height) {
    Object.assign(picture, { width, height });
    gl.viewport(0, 0, width, height);
    if (!player.moved) reset();
    player.dirty = true;
  }
  if (player.dirty && player.frame >= 0) {
    draw();
    placeLabels();
    player.dirty = false;
  }
  requestAnimationFrame(tick);
}

// placeLabels puts each label below the lowest corner of its thing.
function placeLabels() {
  const { clientWidth, clientHeight } = ui.picture;
  for (const label of document.querySelectorAll(".label")) {
    const seen = corners(extent(things[label.dataset.thing])).map(camera.seen);
    const [x, y] = [0, 1].map(axis => seen.map(at => at[axis] / (camera.distance - at[2]) / SLOPE * clientHeight / 2)); // from the middle [pixels]
    label.style.transform = `translate(-50%, 2px) translate(${(clientWidth + Math.min(...x) + Math.max(...x)) / 2}px, ${clientHeight / 2 - Math.min(...y)}px)`;
  }
}

// Hands: one finger or button turns, two fingers or another button pan and zoom.
const hands = new Map(), { view } = ui;

// grip returns the middle and the distance of two hands; of one, where it is.
function grip() {
  const all = [...hands.values()], a = all[0], b = all.at(-1);
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
}

view.onpointerdown = event => {
  view.setPointerCapture(event.pointerId);
  hands.set(event.pointerId, { x: event.clientX, y: event.clientY, pans: event.button > 0 || event.shiftKey });
};
view.onpointerup = view.onpointercancel = event => hands.delete(event.pointerId);
view.onpointermove = event => {
  const hand = hands.get(event.pointerId);
  if (!hand) return;
  const before = grip();
  Object.assign(hand, { x: event.clientX, y: event.clientY });
  const after = grip(), x = (after.x - before.x) / view.clientHeight, y = (after.y - before.y) / view.clientHeight;
  if (hand.pans || hands.size > 1) {
    camera.zoom(before.wide / after.wide);
    camera.pan(x, y);
  } else camera.turn(-x * Math.PI, y * Math.PI);
  player.dirty = player.moved = true;
};
view.onwheel = event => {
  event.preventDefault();
  camera.zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.03 : 0.0012)));
  player.dirty = player.moved = true;
};
view.oncontextmenu = event => event.preventDefault();
view.ondblclick = reset;
ui.time.oninput = () => {
  play(false);
  show(+ui.time.value);
};
ui.play.onclick = () => play(!player.playing);
ui.about.onclick = () => ui.panel.hidden = !ui.panel.hidden;

const keys = {
  " ": ui.play.onclick, ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-Infinity), End: () => step(Infinity),
  "[": () => faster(1 / 2), "]": () => faster(2), f: () => player.follow = !player.follow, r: reset, i: ui.about.onclick,
};
onkeydown = event => {
  if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
};

// A fragment such as #t=1.5 stops at a time [s], so that a link can name a moment.
const moment = location.hash.startsWith("#t=") && location.hash.slice(3);
requestAnimationFrame(tick);
let queue = load(() => moment ? seek(+moment) : player.frame < 0 && show(0)).then(() => {
  play(!moment);
  document.documentElement.dataset.loaded = film.ready;
});

// push adds a frame behind all others: its time [s], and blocks with their text, made by the program that wrote the page.
const push = frame => queue = queue.then(async () => {
  for (const block of frame.blocks) await take(block, block.text, true);
  film.ready = times.push(frame.time);
  if (!player.playing) show(film.ready - 1);
}).catch(error => fail("A frame cannot be shown: " + error.message));

globalThis.hooke = { film, player, push };
