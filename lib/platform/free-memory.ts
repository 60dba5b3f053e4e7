/**
 * Gives the memory of a piece of a stream back at once, for whoever is the last to use it: it is empty from then on. A large
 * stream otherwise grows the process by what it brings until the next collection of garbage. Leaves alone what shares its
 * memory with others.
 */
export function freeMemory(piece: Uint8Array): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
