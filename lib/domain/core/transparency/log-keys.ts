import { generateKeyPairSync } from "node:crypto";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import { sealedKeys } from "@/lib/platform/sealed-column";
import type { LedgerKey } from "@/prisma/generated/client";
import { isKeyName, type Verifier, verifierKey, verifierOf } from "./note";

const KEYS = sealedKeys({ purpose: "ledger-key", table: "ledger_keys" });

/** The column of private keys, for a rotation of the master key. */
export const ledgerKeyColumn = KEYS.column;

/** The name of the log: the configured one, else the one that it always had, else the address where its tiles are, without a scheme. */
export async function findOrigin(tx: Pick<Tx, "ledgerCheckpoint"> = db): Promise<string> {
  const { ledgerOrigin, baseUrl } = env();
  if (ledgerOrigin) return ledgerOrigin;
  const last = await tx.ledgerCheckpoint.findFirst({ orderBy: { size: "desc" }, select: { origin: true } });
  return last?.origin ?? `${new URL(baseUrl).host}/ledger`;
}

export type Signer = { verifier: Verifier; pkcs8: Buffer };

/** The keys that sign, oldest first. Makes the first one, named like the log. Throws `SealBroken`. */
export async function signersFor(tx: Tx, origin: string): Promise<Signer[]> {
  const keys = await tx.ledgerKey.findMany({ where: { retiredAt: null }, orderBy: { createdAt: "asc" } });
  return (keys.length > 0 ? keys : [await insertKey(tx, origin)]).map((key) => ({
    verifier: verifierOf(key.name, key.publicKey),
    pkcs8: KEYS.open(key.id, key.sealed),
  }));
}

function insertKey(tx: Tx, name: string): Promise<LedgerKey> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const { id } = verifierOf(name, raw);
  const sealed = KEYS.seal(id, privateKey.export({ format: "der", type: "pkcs8" }));
  return tx.ledgerKey.create({
    data: { id, name, publicKey: raw, sealed, createdAt: clock.now() },
  });
}

/** One process changes the keys at a time. */
const lockKeys = (tx: Tx): Promise<void> => lockName(tx, "ledger keys");

/** A key of the log, as others verify with it. */
export type ListedKey = { id: string; verifierKey: string; createdAt: Date; retiredAt: Date | null };

const listed = ({ id, name, publicKey, createdAt, retiredAt }: Omit<LedgerKey, "sealed">): ListedKey => ({
  ...{ id, createdAt, retiredAt },
  verifierKey: verifierKey(verifierOf(name, publicKey)),
});

/** All keys that ever signed checkpoints, newest first. */
export async function listLedgerKeys(): Promise<ListedKey[]> {
  return (await db.ledgerKey.findMany({ orderBy: { createdAt: "desc" }, omit: { sealed: true } })).map(listed);
}

/**
 * Makes another key, which signs every checkpoint from now on beside the others, so that verifiers have time to learn it. `name` is
 * the log's name by default. Throws `Conflict` while two keys sign, and `InvalidField` `name`.
 */
export async function addLedgerKey(ctx: Ctx<SystemActor>, { name }: { name?: string } = {}): Promise<ListedKey> {
  if (name !== undefined && !isKeyName(name)) {
    throw new InvalidField("name", "Use a name such as records.example.com/ledger, without spaces and plus signs");
  }
  return inTransaction(async (tx) => {
    await lockKeys(tx);
    if ((await tx.ledgerKey.count({ where: { retiredAt: null } })) > 1) {
      throw new Conflict("rotation_running", "Two keys sign already. Retire the older one first.");
    }
    const made = listed(await insertKey(tx, name ?? (await findOrigin(tx))));
    record(tx, { ctx, action: "ledger_key.added", subject: { kind: "ledger_key", id: made.id } });
    return made;
  });
}

/** Lets a key sign no further checkpoint. Throws `NotFound`, and `Conflict` for the only one that signs. */
export async function retireLedgerKey(ctx: Ctx<SystemActor>, { id }: { id: string }): Promise<ListedKey> {
  return inTransaction(async (tx) => {
    await lockKeys(tx);
    const signing = await tx.ledgerKey.findMany({ where: { retiredAt: null } });
    if (!signing.some((key) => key.id === id)) throw new NotFound(`No key ${id} signs`);
    if (signing.length === 1) throw new Conflict("last_key", "It is the only key that signs. Add another one first.");
    const retired = await tx.ledgerKey.update({ where: { id }, data: { retiredAt: clock.now() } });
    record(tx, { ctx, action: "ledger_key.retired", subject: { kind: "ledger_key", id } });
    return listed(retired);
  });
}
