// The film: the things of the run and their rows that have been unpacked.

// The elements of the page by their ids.
const ui = Object.fromEntries([...document.querySelectorAll("[id]:not(script)")].map(e => [e.id, e])), { picture, view } = ui;

// fail says what went wrong, over everything.
const fail = text => ui.fault.append(text + "\n");

// Errors that nothing catches end up here.
for (const name of ["error", "unhandledrejection"]) addEventListener(name, event => fail("This page cannot be shown: " + (event.error || event.reason || event).message));

if (!globalThis.DecompressionStream) throw Error("Chrome 103, Firefox 113, Safari 16.4 and later browsers can unpack it");
const run = JSON.parse(document.getElementById("run").text), { things, times, blocks } = run;

// What is shown, and the number of frames that can be.
const film = { times, ready: 0, frame: -1, time: times[0], playing: false, speed: 1, follow: run.follow };

for (const thing of things) Object.assign(thing, { rows: {}, textures: {} });

// take unpacks the text of a block behind the rows that are there; alone: it is no difference to these.
async function take(block, text, alone) {
  const Kind = { x: Uint16Array, s: Uint8Array, p: Uint8Array, cut: Uint8Array }[block.table], rows = things[block.thing].rows[block.table] ??= [];
  const numbers = await decode(text, Kind || Uint32Array, block.rows, !alone && rows.at(-1) || []), columns = numbers.length / (Kind ? block.rows : 1); // a list is one row
  for (let k = 0; k < numbers.length; k += columns) rows.push(numbers.subarray(k, k + columns));
}

// load unpacks all blocks in their order.
async function load() {
  for (const [k, block] of blocks.entries()) {
    const script = ui.blocks.firstElementChild;
    try {
      await take(block, script.text);
    } catch (error) {
      return fail(`Block ${k + 1} of ${blocks.length} of this file is damaged: ${error.message}. The first ${film.ready} of ${times.length} frames are shown; write the page again.`);
    }
    script.remove();
    if (block.ready) grow(block.ready);
  }
}
