import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { readStamp } from "@/lib/platform/signing/timestamp";
import { type Fault, startAuthority } from "@/lib/testing/authority";
import { setVariables } from "@/lib/testing/env";
import { asOwner, superuserClient } from "@/lib/testing/sql";
import { integrateAll } from "@/lib/testing/transparency";
import { readStampFile, stampCheckpoint } from ".";

let authority: Awaited<ReturnType<typeof startAuthority>>;
beforeAll(async () => {
  authority = await startAuthority();
});
afterAll(() => authority.stop());
beforeEach(async () => {
  Object.assign(authority.state, { fault: undefined, stamped: 0 });
  setVariables({ TSA_URL: authority.tsaUrl });
  const root = await superuserClient();
  await root.query("SET session_replication_role = replica; DELETE FROM ledger_stamps");
  await root.end();
});

const today = () => clock.now().toISOString().slice(0, 10);
const newest = () => db.ledgerCheckpoint.findFirstOrThrow({ orderBy: { size: "desc" } });

it("stamps a day's first checkpoint once, however many ask, and keeps what was stamped", async () => {
  await integrateAll(3);
  const { note, size } = await newest();
  await Promise.all([stampCheckpoint(), stampCheckpoint(), stampCheckpoint()]);
  expect(await db.ledgerStamp.findMany()).toMatchObject([{ size, tsa: authority.tsaUrl }]);
  const asked = authority.state.stamped;
  await integrateAll(2);
  await stampCheckpoint();
  expect(authority.state.stamped).toBe(asked);
  expect((await readStampFile(`${today()}.checkpoint`))?.toString()).toBe(note);
  const answer = Buffer.from((await readStampFile(`${today()}.tsr`)) ?? "");
  await expect(readStamp(answer, { hash: sha256(note) })).resolves.toMatchObject({ at: expect.any(Date) });
});

it("stamps nothing on a day on which the log didn't grow, nor without an authority", async () => {
  await integrateAll(1);
  setVariables({ TSA_URL: undefined });
  await stampCheckpoint();
  expect(await db.ledgerStamp.count()).toBe(0);
  setVariables({ TSA_URL: authority.tsaUrl });
  await stampCheckpoint();
  expect(await db.ledgerStamp.count()).toBe(1);
  const asked = authority.state.stamped;
  clock.advance(DAY_MS);
  await stampCheckpoint();
  expect([await db.ledgerStamp.count(), authority.state.stamped]).toEqual([1, asked]);
});

it.each<Fault>(["silent", "refuses", "other nonce", "other hash", "other key", "no purpose"])(
  "keeps no answer that doesn't verify, and asks again: %s",
  async (fault) => {
    await integrateAll(1);
    authority.state.fault = fault;
    await stampCheckpoint();
    expect(await db.ledgerStamp.count()).toBe(0);
    expect(await readStampFile(`${today()}.tsr`)).toBeNull();
    authority.state.fault = undefined;
    await stampCheckpoint();
    expect(await db.ledgerStamp.count()).toBe(1);
  },
);

it.each(["2026-02-30.tsr", "2026-1-1.tsr", "2026-01-01.txt", "2026-01-01", "x", "../checkpoint", "99999-01-01.tsr"])(
  "serves nothing as %s",
  async (name) => {
    expect(await readStampFile(name)).toBeNull();
  },
);

it("never changes a stamp", async () => {
  await integrateAll(1);
  await stampCheckpoint();
  for (const sql of ["UPDATE ledger_stamps SET at = now()", "DELETE FROM ledger_stamps"]) {
    await expect(asOwner(sql)).rejects.toThrow("append-only");
  }
  await expect(asOwner("TRUNCATE ledger_stamps")).rejects.toThrow("never truncated");
});
