import { scryptSync } from "node:crypto";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { hexOf, masterKeyPrefixes } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import type { Secret } from "@/lib/platform/secret";
import { countUses, findMasterKeyUse, masterKeyId } from "./master-key-use";

const NAMES = ["MASTER_KEY", "AUTH_SECRET"] as const;
type Name = (typeof NAMES)[number];
const FINGERPRINT_BYTES = 16;

/** This process has a secret that isn't its database's. The message has one line for each, with what to do. */
export class WrongSecret extends Error {
  override name = "WrongSecret";
}

const REMEDIES: Record<Name, string> = {
  MASTER_KEY:
    "MASTER_KEY is not this database's: set the one that its other processes have. In a rotation, MASTER_KEY_PREVIOUS must be the key before.",
  AUTH_SECRET:
    "AUTH_SECRET is not this database's: set the one that its other processes have, or record a new one with `ops secrets record`.",
};

/**
 * Throws `WrongSecret` unless this process's secrets are the database's. The first process of a database decides what they are.
 * With the accepted master key as the previous one, a new master key is accepted too.
 */
export async function assertOwnSecrets(): Promise<void> {
  const mine = ownFingerprints();
  if ((await unknownOf(db, mine)).length === 0) return;
  await inTransaction(async (tx) => {
    await lockSecrets(tx);
    const wrong: Name[] = [];
    for (const { name, accepted } of await unknownOf(tx, mine)) {
      const { current, previous } = mine[name];
      const isOurs = accepted.length === 0 || (previous !== null && accepted.includes(previous));
      if (isOurs) await tx.secretFingerprint.create({ data: { name, fingerprint: current } });
      else wrong.push(name);
    }
    if (wrong.length > 0) throw new WrongSecret(wrong.map((name) => REMEDIES[name]).join("\n"));
  });
}

/** Throws `WrongSecret` unless a database with these fingerprints of master keys, such as one in a backup, is this process's. */
export function assertMasterKeyAmong(fingerprints: readonly string[]): void {
  const { current, previous } = ownFingerprints().MASTER_KEY;
  if (fingerprints.length === 0 || [current, previous].some((one) => one !== null && fingerprints.includes(one)))
    return;
  throw new WrongSecret(REMEDIES.MASTER_KEY);
}

/**
 * Makes this process's secrets the only accepted ones, after an operator changed AUTH_SECRET. Running processes go on with theirs
 * until they restart. Throws `Conflict` while data needs a master key that isn't set.
 */
export async function recordSecrets(ctx: Ctx<SystemActor>): Promise<{ masterKey: string }> {
  if (countUses((await findMasterKeyUse()).uses, "missing") > 0) {
    throw new Conflict("master_key_missing", "Data needs a master key that isn't set: see `ops master-key status`.");
  }
  const { MASTER_KEY, AUTH_SECRET } = ownFingerprints();
  const masterKey = masterKeyId(masterKeyPrefixes().current);
  await inTransaction(async (tx) => {
    await lockSecrets(tx);
    await tx.secretFingerprint.deleteMany();
    await tx.secretFingerprint.createMany({
      data: [
        { name: "AUTH_SECRET", fingerprint: AUTH_SECRET.current },
        ...[MASTER_KEY.current, ...(MASTER_KEY.previous ? [MASTER_KEY.previous] : [])].map((fingerprint) => ({
          name: "MASTER_KEY",
          fingerprint,
        })),
      ],
    });
    record(tx, { ctx, action: "master_key.secrets_recorded", subject: { kind: "master_key", id: masterKey } });
  });
  return { masterKey };
}

/** Accepts only the current master key from now on, once nothing needs another. */
export async function forgetPreviousMasterKey(): Promise<void> {
  const { current } = ownFingerprints().MASTER_KEY;
  await db.secretFingerprint.deleteMany({ where: { name: "MASTER_KEY", fingerprint: { not: current } } });
}

/**
 * Logs an error at startup if a rotation isn't finished and this process lacks one of its master keys. Data may need it: counting what
 * does takes long, so `ops master-key status` does that.
 */
export async function reportMissingMasterKey(): Promise<void> {
  const { current, previous } = ownFingerprints().MASTER_KEY;
  const own = [current, ...(previous ? [previous] : [])];
  if ((await db.secretFingerprint.count({ where: { name: "MASTER_KEY", fingerprint: { notIn: own } } })) === 0) return;
  log.error(
    "records may not open: their master key is not configured; set MASTER_KEY_PREVIOUS to it (ops master-key status)",
  );
}

/** One process at a time decides what a database's secrets are. */
const lockSecrets = (tx: Tx): Promise<void> => lockName(tx, "secrets of the service");

type Fingerprints = Record<Name, { current: string; previous: string | null }>;

function ownFingerprints(): Fingerprints {
  const { masterKey, masterKeyPrevious, authSecret } = env();
  return {
    MASTER_KEY: {
      current: fingerprintOf("MASTER_KEY", masterKey),
      previous: masterKeyPrevious ? fingerprintOf("MASTER_KEY", masterKeyPrevious) : null,
    },
    AUTH_SECRET: { current: fingerprintOf("AUTH_SECRET", authSecret), previous: null },
  };
}

const fingerprints = { MASTER_KEY: new WeakMap<Secret, string>(), AUTH_SECRET: new WeakMap<Secret, string>() };

// Slow on purpose: people choose AUTH_SECRET, so who reads the database must not be able to try many.
function fingerprintOf(name: Name, secret: Secret): string {
  const fingerprint =
    fingerprints[name].get(secret) ?? hexOf(scryptSync(secret.reveal(), `svc/fingerprint/${name}`, FINGERPRINT_BYTES));
  fingerprints[name].set(secret, fingerprint);
  return fingerprint;
}

/** The secrets of this process that the database doesn't know, each with those that it does. */
async function unknownOf(tx: Pick<Tx, "secretFingerprint">, mine: Fingerprints) {
  const known = await tx.secretFingerprint.findMany();
  return NAMES.map((name) => ({
    name,
    accepted: known.filter((row) => row.name === name).map(({ fingerprint }) => fingerprint),
  })).filter(({ name, accepted }) => !accepted.includes(mine[name].current));
}
