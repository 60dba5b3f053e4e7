import type { Checkpoint, VerifierKey } from "./verify.mjs";

export type Drawn = { token: string; nonce: string; kind: string; id: string };

export function verifyDrawing(
  files: { drawing: string; population: string; proof: string },
  keys: readonly VerifierKey[],
): Promise<{
  drawn: Drawn[];
  asked: Record<string, string | number>;
  askedAt: string;
  checkpoint: Checkpoint;
}>;
