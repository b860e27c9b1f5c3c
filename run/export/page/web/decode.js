// The decoder of tables. Package page in hooke's source describes the format.

// inflate returns the bytes that a block of base64 text holds.
async function inflate(text) {
  const packed = Uint8Array.from(atob(text.trim()), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// adler32 returns the checksum of bytes by which a damaged block is found.
function adler32(bytes) {
  let a = 1, b = 0;
  for (let i = 0; i < bytes.length;) {
    const end = Math.min(i + 3800, bytes.length); // so far the sums stay below 2^31
    for (; i < end; i++) b += a += bytes[i];
    a %= 65521;
    b %= 65521;
  }
  return (b << 16 | a) >>> 0;
}

// unfold writes the numbers of a block into a typed array, row below row. above is the row
// before the first one; null: zeros. Each number is stored as its difference to the number
// above it, zigzag coded; first come the lowest bytes of all, then the next bytes.
function unfold(bytes, columns, above, into) {
  const count = into.length, width = into.BYTES_PER_ELEMENT;
  if (bytes.length !== count * width) throw new Error(`it has ${bytes.length} bytes, not ${count * width}`);
  for (let i = 0; i < count; i++) {
    let z = 0;
    for (let k = 0; k < width; k++) z |= bytes[k * count + i] << 8 * k;
    const difference = (z >>> 1) ^ -(z & 1);
    const previous = i >= columns ? into[i - columns] : above ? above[i] : 0;
    into[i] = previous + difference; // the array keeps the lowest bytes
  }
  return into;
}

// decode unpacks the text of a block into a typed array, see unfold.
async function decode(text, sum, columns, above, into) {
  const bytes = await inflate(text);
  if (adler32(bytes) !== sum) throw new Error("its checksum is wrong");
  return unfold(bytes, columns, above, into);
}
