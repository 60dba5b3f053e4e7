export type VerifierKey = { name: string; id: string; type: number; publicKey: Uint8Array };
export type Tree = { size: number; root: Uint8Array };
export type Checkpoint = Tree & {
  origin: string;
  text: string;
  signers: string[];
  witnesses: { name: string; at: Date }[];
};
export type VerifiedProof = {
  entry: Record<string, string | null>;
  hidden: string[];
  index: number;
  checkpoint: Checkpoint;
};

export function parseVerifierKey(text: string): Promise<VerifierKey>;
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): Promise<Pick<Checkpoint, "text" | "signers" | "witnesses">>;
export function openCheckpoint(note: string, keys: readonly VerifierKey[]): Promise<Checkpoint>;
export function parseCheckpoint(text: string): Tree & { origin: string };
export function verifyInclusion(
  place: Tree & { leaf: Uint8Array; index: number; proof: readonly Uint8Array[] },
): Promise<boolean>;
export function verifyConsistency(trees: { older: Tree; newer: Tree; proof: readonly Uint8Array[] }): Promise<boolean>;
export function verifyProof(file: string, keys: readonly VerifierKey[]): Promise<VerifiedProof>;
export function isConsistent(
  older: Tree,
  newer: Tree,
  readTile: (path: string) => Promise<Uint8Array>,
): Promise<boolean>;
/** `refuse` gets each file and what is wrong with it. Throws for a ZIP that can't be read further. */
export function verifyBag(
  place: string,
  options: {
    keys: readonly VerifierKey[];
    sha256?: string;
    needed?: readonly string[];
    refuse: (name: string, why: string) => void;
  },
): Promise<{ files: number; bytes: number; proofs: number }>;
