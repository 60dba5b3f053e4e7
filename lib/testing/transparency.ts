import { type LedgerLine, record } from "@/lib/domain/core/ledger";
import { integrate, listLedgerKeys, readTile, tilePlace } from "@/lib/domain/core/transparency";
import { inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { systemCtx } from "./factories";

/** Records an entry about each subject, in one transaction. */
export const recordAbout = (ids: readonly string[], line: Partial<LedgerLine> = {}): Promise<void> =>
  inTransaction(async (tx) => {
    for (const id of ids) {
      record(tx, {
        ...{ ctx: systemCtx(), action: "identity_check.started", subject: { kind: "identity_check", id } },
        ...line,
      });
    }
  });

/** Records as many entries as told and gives all entries their leaves, as a worker does every second. */
export async function integrateAll(recorded = 0): Promise<void> {
  if (recorded > 0) await recordAbout(Array.from({ length: recorded }, () => newId()));
  while ((await integrate()) > 0);
}

/** The texts of the keys that ever signed. */
export const verifierKeys = async (): Promise<string[]> =>
  (await listLedgerKeys()).map(({ verifierKey }) => verifierKey);

/** Reads a tile as a verifier fetches it, by its path below the log's prefix. */
export async function tileAt(path: string): Promise<Uint8Array> {
  const place = tilePlace(path.replace(/^tile\//, ""));
  const tile = place && (await readTile(place));
  if (!tile) throw new Error(`no ${path}`);
  return tile;
}
