// The player: it shows frames at their time, and listens to hands.

// extent returns the box around a thing, by some hundred points at most.
function extent({ now, points, low, size }) {
  const every = ceil(points / 300);
  return low.map((from, axis) => {
    const some = now.x.slice(axis * points, (axis + 1) * points).filter((_, i) => i % every === 0);
    return [min(...some), max(...some)].map(steps => from + size[axis] * steps);
  });
}

// show goes to frame k, or to the nearest one that is there.
function show(k) {
  k = clamp(k, 0, film.ready - 1);
  if (k < 0 || k === film.frame) return;
  const [first] = things, before = first.now && middle(extent(first)), time = times[k];
  for (const thing of things) put(thing, k);
  if (film.follow && before) camera.target = plus(plus(camera.target, -1, before), 1, middle(extent(first)));
  Object.assign(film, { frame: k, time, dirty: true });
  ui.time.value = k;
  ui.clock.value = `${time.toFixed(3)} s, frame ${k + 1} of ${times.length}`;
  ui.panel.style.setProperty("--time", time); // of the cursors of plots
}

// seek shows the last frame that is not after a time, and goes on from there.
function seek(time) {
  show(times.findLastIndex(t => t <= time + 1e-9));
  film.time = time;
}

// grow says how many frames can be shown.
function grow(ready) {
  film.ready = ready;
  ui.time.max = ready - 1;
  moment ? seek(+moment) : show(max(film.frame, 0));
}

// step pauses, and goes on or back by a number of frames.
function step(frames) {
  play(false);
  show(film.frame + frames);
}

// play plays or pauses; at the end it begins again.
function play(on) {
  film.playing = on && times.length > 1;
  if (film.playing && film.frame === times.length - 1) film.time = times[0];
  ui.play.textContent = film.playing ? "❚❚" : "▶";
}

// faster changes the speed of playing by a factor.
function faster(factor) {
  const speed = film.speed = clamp(film.speed * factor, 1 / 128, 128);
  ui.speed.value = speed < 1 ? `1/${1 / speed} speed` : speed > 1 ? `${speed} × speed` : "true speed";
}

// reset shows everything, in the part of the view that the legend leaves free on both sides.
function reset() {
  fit(max(1 - 2 * ui.legend.offsetWidth / picture.clientWidth, 0.5));
  Object.assign(film, { dirty: true, moved: false });
}

// tick is called before each picture of the browser.
function tick(now) {
  if (film.playing) {
    const time = film.time + film.speed * min(now - film.last, 250) / 1000; // a hidden page does not leap
    seek(time > times.at(-1) + 0.7 * film.speed ? times[0] : time); // after a rest at the end
  }
  film.last = now;
  const [width, height] = [picture.clientWidth, picture.clientHeight].map(x => round(x * devicePixelRatio) || 1);
  if (picture.width !== width || picture.height !== height) {
    Object.assign(picture, { width, height });
    gl.viewport(0, 0, width, height);
    if (!film.moved) reset();
    film.dirty = true;
  }
  if (film.dirty && film.frame >= 0) {
    draw();
    placeLabels();
    film.dirty = false;
  }
  requestAnimationFrame(tick);
}

// placeLabels puts each label below the lowest corner of its thing.
function placeLabels() {
  const { clientWidth, clientHeight } = picture;
  for (const label of document.querySelectorAll(".label")) {
    const corners = seen(extent(things[label.dataset.thing])), [x, y] = [0, 1].map(axis => corners.map(at => at[axis] / (camera.distance - at[2]) / SLOPE * clientHeight / 2)); // from the middle [pixels]
    label.style.left = (clientWidth + min(...x) + max(...x)) / 2 + "px";
    label.style.top = clientHeight / 2 - min(...y) + "px";
  }
}

// Hands: one finger or button turns, two fingers or another button pan and zoom.
const hands = new Map();

// grip returns the middle and the distance of two hands; of one, where it is.
function grip() {
  const [a, b = a] = hands.values();
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: hypot(a.x - b.x, a.y - b.y) || 1 };
}

view.onpointerdown = ({ pointerId, clientX: x, clientY: y, button, shiftKey }) => {
  view.setPointerCapture(pointerId);
  hands.set(pointerId, { x, y, pans: button > 0 || shiftKey });
};
view.onpointerup = view.onpointercancel = event => hands.delete(event.pointerId);
view.onpointermove = ({ pointerId, clientX, clientY }) => {
  const hand = hands.get(pointerId), height = view.clientHeight;
  if (!hand) return;
  const before = grip();
  Object.assign(hand, { x: clientX, y: clientY });
  const after = grip(), x = (after.x - before.x) / height, y = (after.y - before.y) / height;
  if (hand.pans || hands.size > 1) {
    zoom(before.wide / after.wide);
    pan(x, y);
  } else turn(x * PI, y * PI);
  film.dirty = film.moved = true;
};
view.onwheel = ({ deltaY, deltaMode }) => {
  zoom(exp(deltaY * (deltaMode ? 0.03 : 0.0012)));
  film.dirty = film.moved = true;
  return false; // the page does not scroll
};
view.oncontextmenu = () => false;
view.ondblclick = reset;
ui.time.oninput = () => step(ui.time.value - film.frame);
ui.play.onclick = () => play(!film.playing);
ui.about.onclick = () => ui.panel.toggleAttribute("hidden");

const keys = {
  " ": ui.play.onclick, ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-Infinity), End: () => step(Infinity),
  "[": () => faster(1 / 2), "]": () => faster(2), f: () => film.follow = !film.follow, r: reset, i: ui.about.onclick
};
onkeydown = ({ key, ctrlKey, metaKey, altKey }) => {
  if (!keys[key] || ctrlKey || metaKey || altKey) return;
  keys[key]();
  return false; // the browser has no meaning for it
};

// A fragment such as #t=1.5 stops at a time [s], so that a link can name a moment.
const moment = /^#t=(.+)/.exec(location.hash)?.[1];
tick(0);
let queue = load().then(() => play(!moment));

// push adds a frame behind all others: its time [s], and blocks with their text, made by the program that wrote the page.
const push = frame => queue = queue.then(async () => {
  for (const block of frame.blocks) await take(block, block.text, true);
  grow(times.push(frame.time));
  if (!film.playing) show(film.ready - 1);
}).catch(error => fail("A frame cannot be shown: " + error.message));

window.hooke = { film, camera, push };
