/** A gray picture, one byte for each pixel. */
export type Gray = { data: Uint8Array; width: number; height: number };

/** The mean around each pixel, by sums of rows and columns. At edges, of what is inside. */
export function smoothed(
  values: Float32Array | Uint8Array,
  { width, height, across, down }: { width: number; height: number; across: number; down: number },
): Float32Array {
  const rows = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(across, width); x++) sum += values[row + x] ?? 0;
    for (let x = 0; x < width; x++) {
      if (x + across < width) sum += values[row + x + across] ?? 0;
      if (x > across) sum -= values[row + x - across - 1] ?? 0;
      rows[row + x] = sum / (Math.min(width, x + across + 1) - Math.max(0, x - across));
    }
  }
  const both = new Float32Array(values.length);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = 0; y < Math.min(down, height); y++) sum += rows[y * width + x] ?? 0;
    for (let y = 0; y < height; y++) {
      if (y + down < height) sum += rows[(y + down) * width + x] ?? 0;
      if (y > down) sum -= rows[(y - down - 1) * width + x] ?? 0;
      both[y * width + x] = sum / (Math.min(height, y + down + 1) - Math.max(0, y - down));
    }
  }
  return both;
}

/**
 * By how many degrees the lines of a picture are turned clockwise from its sides, between -45 and 45: the direction that most of its
 * gradients share, whichever of the four.
 */
export function skewOf({ data, width, height }: Gray): number {
  let [x, y] = [0, 0];
  for (let row = 1; row < height - 1; row++)
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      const dx = (data[at + 1] ?? 0) - (data[at - 1] ?? 0);
      const dy = (data[at + width] ?? 0) - (data[at - width] ?? 0);
      const around = 4 * Math.atan2(dy, dx);
      x += (dx * dx + dy * dy) * Math.cos(around);
      y += (dx * dx + dy * dy) * Math.sin(around);
    }
  return (Math.atan2(y, x) / 4) * (180 / Math.PI);
}

/** Pixels that touch each other, as their numbers in the picture. */
export function* piecesOf(isInside: (at: number) => boolean, { width, height }: { width: number; height: number }) {
  const seen = new Uint8Array(width * height);
  const waiting = new Int32Array(width * height);
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isInside(start)) continue;
    let tail = 0;
    waiting[tail++] = start;
    seen[start] = 1;
    for (let head = 0; head < tail; head++) {
      const at = waiting[head] ?? 0;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= seen.length || seen[next] || !isInside(next)) continue;
        seen[next] = 1;
        waiting[tail++] = next;
      }
    }
    yield waiting.subarray(0, tail);
  }
}
