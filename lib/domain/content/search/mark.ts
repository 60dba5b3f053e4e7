const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * What a mark is kept as: a number of 32 bits (FNV-1a), a quarter as long as most words. Two texts may have the same one: what
 * marks lead to is looked at before it counts as found.
 */
export function markOf(text: string): number {
  let hash = BASIS;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), PRIME);
  return hash | 0;
}
