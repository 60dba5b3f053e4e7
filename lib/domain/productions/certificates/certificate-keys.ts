import { setTimeout as wait } from "node:timers/promises";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { sealedKeys } from "@/lib/platform/sealed-column";
import type { CertificateKey } from "@/prisma/generated/client";
import { type CertificateKeyStatus, certificateKeyStatus, PUBLISHED_AHEAD_MS, publishedUntil } from "./states";

const KEYS = sealedKeys({ purpose: "certificate-key", table: "certificate_keys", id: "kid" });
// Strong enough beyond 2030, because expired certificates are verified too. A signature has 384 bytes, which fill their
// base64 text exactly, so no bit of a certificate can change without breaking it.
const KEY_BITS = 3072;

/** The column of private keys, for a rotation of the master key. */
export const certificateKeyColumn = KEYS.column;

/** A public key as a JSON Web Key (RFC 7517), without any private member. */
export const publicJwk = ({ kid, modulus, exponent }: Pick<CertificateKey, "kid" | "modulus" | "exponent">) =>
  ({ kty: "RSA", n: modulus, e: exponent, kid, alg: "RS256", use: "sig" }) as const;

const PATIENCE_MS = 2_000;
let lastKnown: CertificateKey[] | undefined;

/**
 * The public keys that verify certificates, newest first. Empty before the first key exists. While the database doesn't
 * answer, those that this process read last; throws if it never read any. Contract: Key set.
 */
export async function readKeySet(): Promise<{ keys: ReturnType<typeof publicJwk>[] }> {
  const now = clock.now();
  const keys = await readKeys();
  return { keys: keys.filter((key) => certificateKeyStatus(key, now) !== "withdrawn").map(publicJwk) };
}

async function readKeys(): Promise<CertificateKey[]> {
  const reading = db.certificateKey.findMany({ orderBy: { signsFrom: "desc" } }).then((keys) => {
    if (keys.length > 0) lastKnown = keys;
    return keys;
  });
  const known = lastKnown;
  if (!known) return reading;
  const instead = reading.catch((error: unknown) => {
    log.warn({ err: error }, "the keys of certificates can't be read, so the last known ones are served");
    return known;
  });
  return Promise.race([instead, wait(PATIENCE_MS, known, { ref: false })]);
}

/**
 * The key that signs at a time, its private part as PKCS#8 in PEM. The first one is made when first needed. Throws
 * `SealBroken`.
 */
export async function signingKeyAt(now: Date): Promise<{ kid: string; pem: string }> {
  const { kid, sealed } = (await findSigningKey(db, now)) ?? (await makeFirstKey());
  return { kid, pem: KEYS.open(kid, sealed).toString() };
}

// The oldest key that hasn't retired, which finds the first key also where the clock is behind that of the key's maker.
const findSigningKey = (tx: Pick<typeof db, "certificateKey">, now: Date): Promise<CertificateKey | null> =>
  tx.certificateKey.findFirst({
    where: { OR: [{ retiresAt: null }, { retiresAt: { gt: now } }] },
    orderBy: { signsFrom: "asc" },
  });

async function makeFirstKey(): Promise<CertificateKey> {
  const key = await newKey();
  return inTransaction(async (tx) => {
    await lockCertificateKeys(tx);
    const now = clock.now();
    return (await findSigningKey(tx, now)) ?? insertKey(tx, { key, now, signsFrom: now });
  });
}

/** Makes and rotates keys one at a time. */
export const lockCertificateKeys = (tx: Tx): Promise<void> => lockName(tx, "certificate keys");

type NewKey = { kid: string; modulus: string; exponent: string; pem: string };

/** A new key pair. Takes up to a second, so make it before the transaction. */
export async function newKey(): Promise<NewKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { modulusLength: KEY_BITS, extractable: true });
  const { n: modulus, e: exponent } = await exportJWK(publicKey);
  if (!modulus || !exponent) throw new Error("not an RSA key");
  const kid = await calculateJwkThumbprint({ kty: "RSA", n: modulus, e: exponent });
  return { kid, modulus, exponent, pem: await exportPKCS8(privateKey) };
}

/** Saves a key, its private part sealed. */
export function insertKey(
  tx: Tx,
  { key: { pem, ...key }, now, signsFrom }: { key: NewKey; now: Date; signsFrom: Date },
): Promise<CertificateKey> {
  const sealed = KEYS.seal(key.kid, Buffer.from(pem));
  return tx.certificateKey.create({ data: { ...key, sealed, createdAt: now, signsFrom } });
}

/**
 * Makes a new key and publishes it at once. It starts to sign two days later, when the previous one retires. A first key signs
 * at once. Throws `Conflict` `rotation_running` while the newest key doesn't sign yet. Contract: Key set.
 */
export async function rotateCertificateKey(
  ctx: Ctx<SystemActor>,
): Promise<{ kid: string; signsFrom: Date; previous: string | null }> {
  const key = await newKey();
  return inTransaction(async (tx) => {
    await lockCertificateKeys(tx);
    const now = clock.now();
    const previous = await tx.certificateKey.findFirst({ where: { retiresAt: null } });
    if (previous && certificateKeyStatus(previous, now) === "upcoming") {
      const from = previous.signsFrom.toISOString();
      throw new Conflict("rotation_running", `The newest key starts to sign at ${from}. Rotate again after that.`);
    }
    const signsFrom = previous ? new Date(now.getTime() + PUBLISHED_AHEAD_MS) : now;
    if (previous) await tx.certificateKey.update({ where: { kid: previous.kid }, data: { retiresAt: signsFrom } });
    const { kid } = await insertKey(tx, { key, now, signsFrom });
    record(tx, {
      ctx,
      action: "certificate_key.rotated",
      subject: { kind: "certificate_key", id: kid },
      detail: { signsFrom: signsFrom.toISOString(), previous: previous?.kid ?? null },
    });
    return { kid, signsFrom, previous: previous?.kid ?? null };
  });
}

type ListedKey = {
  kid: string;
  status: CertificateKeyStatus;
  signsFrom: Date;
  retiresAt: Date | null;
  publishedUntil: Date | null;
};

/** All keys that ever were, newest first. */
export async function listCertificateKeys(): Promise<ListedKey[]> {
  const now = clock.now();
  const keys = await db.certificateKey.findMany({
    select: { kid: true, signsFrom: true, retiresAt: true },
    orderBy: { signsFrom: "desc" },
  });
  return keys.map(({ kid, signsFrom, retiresAt }) => ({
    kid,
    status: certificateKeyStatus({ signsFrom, retiresAt }, now),
    signsFrom,
    retiresAt,
    publishedUntil: publishedUntil({ signsFrom, retiresAt }),
  }));
}
