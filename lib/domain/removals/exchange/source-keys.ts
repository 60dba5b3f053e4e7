import type { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { sealedKeys } from "@/lib/platform/sealed-column";
import { KEYS } from "./schemas";

const sealing = sealedKeys({ purpose: "hash-source-key", table: "hash_source_keys", id: "source_id" });

/** The column of sources' sealed keys, for rotating the master key. */
export const hashSourceKeyColumn = sealing.column;

type Service = keyof typeof KEYS;

/** Keeps a source's keys, in place of those before. */
export async function keepKeys(tx: Tx, sourceId: string, keys: object): Promise<void> {
  const kept = { sealed: sealing.seal(sourceId, Buffer.from(JSON.stringify(keys))), setAt: clock.now() };
  await tx.hashSourceKey.upsert({ where: { sourceId }, create: { sourceId, ...kept }, update: kept });
}

/** A source's keys; null if none are set. Throws `SealBroken`. */
export async function openKeys<K extends Service>(
  kind: K,
  sourceId: string,
): Promise<z.infer<(typeof KEYS)[K]> | null> {
  const row = await db.hashSourceKey.findUnique({ where: { sourceId } });
  if (!row) return null;
  return KEYS[kind].parse(JSON.parse(sealing.open(sourceId, row.sealed).toString())) as z.infer<(typeof KEYS)[K]>;
}
