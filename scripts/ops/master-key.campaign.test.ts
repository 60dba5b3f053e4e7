import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newDataKey } from "@/lib/platform/crypto";
import { createKeyring } from "@/lib/platform/crypto-keyring";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { Secret } from "@/lib/platform/secret";
import { freshEmail } from "@/lib/testing/factories";
import { clearMasterKeyUse, makeSealedSecrets, openSealedSecrets } from "@/lib/testing/master-key";
import { opsProgram } from "@/lib/testing/ops";

const { ops, start } = opsProgram();

const masterKey = (text: string) => Buffer.alloc(32, text).toString("base64");
const [OLD, NEW, OTHER] = ["old", "new", "other"].map(masterKey) as [string, string, string];
const BOTH = { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD };
const ring = (key: string) => createKeyring(new Secret(key));
const rewrap = (variables: Record<string, string>) => ops(["master-key", "rewrap", "--json"], variables);
const countUnder = async (key: string) =>
  (await db.personKey.findMany()).filter(({ wrappedKey }) =>
    ring(key).prefixes.current.equals(wrappedKey.subarray(0, 5)),
  ).length;

/** People whose keys are wrapped under the old master key. */
async function persons(count: number) {
  const made = Array.from({ length: count }, () => ({ userId: newId(), key: newDataKey() }));
  const { wrapKey } = ring(OLD);
  await db.user.createMany({ data: made.map(({ userId }) => ({ id: userId, email: freshEmail() })) });
  await db.personKey.createMany({
    data: made.map(({ userId, key }) => ({ userId, wrappedKey: Buffer.from(wrapKey(key, ["person-key", userId])) })),
  });
  return made;
}

beforeEach(clearMasterKeyUse);
// Other files of this worker use another key.
afterAll(clearMasterKeyUse);

describe("a rotation of the master key", () => {
  it("allows removing the previous key", async () => {
    const made = await persons(3);
    const secrets = await makeSealedSecrets(2, ring(OLD));
    const early = await ops(["master-key", "status", "--json"], { MASTER_KEY: NEW });
    expect(early.code).toBe(1);
    expect(early.stderr).toContain("3 people's keys and 2 webhook secrets need a master key that is not configured");
    const personKeys = { current: 0, previous: 0, missing: 3 };
    const webhookSecrets = { current: 0, previous: 0, missing: 2 };
    expect(JSON.parse(early.stdout)).toMatchObject({ ok: false, previousKey: null, personKeys, webhookSecrets });
    // Programs read these, so the names must not change.
    expect(Object.keys(JSON.parse(early.stdout))).toEqual([
      "ok",
      "currentKey",
      "previousKey",
      "personKeys",
      "webhookSecrets",
      "storageKeys",
      "signingKeys",
      "certificateKeys",
      "ledgerKeys",
      "packageKeys",
      "orderKeys",
      "totpSecrets",
      "removalClaims",
      "removalMessages",
      "removalNotes",
      "hashSourceKeys",
      "removalDrafts",
      "waitingMails",
    ]);

    const done = await rewrap(BOTH);
    expect(done).toMatchObject({ code: 0, stdout: '{"rewrapped":5,"alreadyCurrent":0,"left":0}\n' });
    expect(done.stderr).toMatch(
      /^3 of 5 rewrapped\n5 of 5 rewrapped\nNothing needs the previous key \([0-9a-f]{8}\) anymore. You can remove MASTER_KEY_PREVIOUS.\n$/,
    );
    expect((await rewrap(BOTH)).stdout).toBe('{"rewrapped":0,"alreadyCurrent":5,"left":0}\n');

    const late = await ops(["master-key", "status", "--json"], { MASTER_KEY: NEW });
    expect(late).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(late.stdout)).toMatchObject({ ok: true, personKeys: { current: 3, previous: 0, missing: 0 } });
    for (const { userId, key } of made) {
      const { wrappedKey } = await db.personKey.findUniqueOrThrow({ where: { userId } });
      expect(ring(NEW).unwrapKey(wrappedKey, ["person-key", userId])).toEqual(key);
    }
    for (const { endpointId, secret } of secrets.made) {
      expect(await openSealedSecrets(endpointId, ring(NEW))).toEqual([secret]);
    }
  });

  it("changes nothing with wrong keys, and names the variable to fix", async () => {
    await persons(2);
    expect((await rewrap({ MASTER_KEY: OLD })).code).toBe(0);
    const before = await db.personKey.findMany({ orderBy: { userId: "asc" } });
    for (const previous of ["", OTHER]) {
      const { code, stderr } = await rewrap({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: previous });
      expect(code).toBe(1);
      expect(stderr).toContain("MASTER_KEY_PREVIOUS must be the key before");
    }
    const half = await rewrap({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: "short" });
    expect(half.code).toBe(1);
    expect(half.stderr).toContain("MASTER_KEY_PREVIOUS");
    expect(await db.personKey.findMany({ orderBy: { userId: "asc" } })).toEqual(before);
  });

  it("can run twice at once", async () => {
    await persons(1200);
    const runs = await Promise.all([rewrap(BOTH), rewrap(BOTH)]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(runs.reduce((sum, { stdout }) => sum + JSON.parse(stdout).rewrapped, 0)).toBe(1200);
    expect(await countUnder(NEW)).toBe(1200);
  });

  it("resumes after a kill between two batches", async () => {
    const made = await persons(1100);
    const last = made.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))[700]?.userId;
    const holder = new pg.Client(env().databaseUrl);
    await holder.connect();
    try {
      // Somebody locks a row of the second batch, so that the run is killed while it waits there.
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM person_keys WHERE user_id = $1 FOR UPDATE", [last]);
      const run = start(["master-key", "rewrap", "--json"], BOTH);
      await expect.poll(() => run.outcome.stderr, { timeout: 60_000 }).toBe("500 of 1100 rewrapped\n");
      run.child.kill("SIGKILL");
      expect(await run.done).toMatchObject({ stdout: "" });
    } finally {
      await holder.query("ROLLBACK");
      await holder.end();
    }
    await expect.poll(() => countUnder(NEW), { timeout: 60_000 }).toBe(500);
    expect(JSON.parse((await rewrap(BOTH)).stdout)).toEqual({ rewrapped: 600, alreadyCurrent: 500, left: 0 });
    const lines = await db.ledgerEntry.findMany({
      where: { action: "master_key.rewrapped" },
      orderBy: { seq: "desc" },
    });
    expect(lines.slice(0, 3).map(({ detail }) => JSON.parse(detail).persons)).toEqual([100, 500, 500]);
  });
});
