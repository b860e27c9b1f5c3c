// The decoder of tables. Package page in hooke's source describes the format.

const bytesOf = text => Uint8Array.from(atob(text), c => c.charCodeAt());

// decode unpacks a block of base64 text into an array of a kind, some rows one below the other. above is the row before the
// first one; empty: zeros. Each number is stored as its difference to the number above it, zigzag coded; first come the
// lowest bytes of all, then the next bytes. The checksum in the packed bytes finds damaged blocks.
async function decode(text, Kind, rows, above) {
  const plain = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate")),
    bytes = new Uint8Array(await new Response(plain).arrayBuffer()), count = bytes.length / Kind.BYTES_PER_ELEMENT, columns = count / rows, out = new Kind(count);
  for (let i = 0; i < count; i++) {
    let z = 0;
    for (let k = i; k < bytes.length; k += count) z |= bytes[k] << 8 * ((k - i) / count);
    out[i] = (z >>> 1 ^ -(z & 1)) + (i < columns ? above[i] || 0 : out[i - columns]); // the array keeps the lowest bytes
  }
  return out;
}
