import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { markTakenDown } from "@/lib/domain/productions";
import { listCertificates } from "@/lib/domain/productions/certificates/list-certificates";
import { listRevocations } from "@/lib/domain/productions/certificates/list-revocations";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { certify, takeDown } from "@/lib/testing/certificates";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import { keyCtx, makePartner } from "@/lib/testing/factories";
import { clearMasterKeyUse } from "@/lib/testing/master-key";
import { opsCommands } from "@/lib/testing/ops";
import { makeProducer, makeProduction } from "@/lib/testing/productions";

const { answer, failure, ops } = opsCommands();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "certificates-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.join("\n"));
  return path;
}

const HEAD =
  "certificateId,productionId,producerEmail,title,productionDate,status,issuedAt,expiresAt,supersededAt,revokedAt,reason,partners";
const YEARS = ["2024-05-01T00:00:00Z", "2025-05-01T00:00:00Z", "2026-05-01T00:00:00Z", "2027-05-01T00:00:00Z"] as const;

/** The lines of a production that was renewed twice. Its ids don't have the order of their times. */
function renewedTwice(production: string) {
  const ids = [3, 2, 1].map((n) => `${n}-${newId()}`);
  const [a, b, c, d] = YEARS;
  return {
    ids,
    lines: [
      `${ids[0]},${production},SUPERSEDED,${a},${b},${b},,,`,
      `${ids[1]},${production},SUPERSEDED,${b},${c},${c},,,`,
      `${ids[2]},${production},CURRENT,${c},${d},,,,`,
    ],
  };
}

it("certificate import finds a producer's production, lists supersessions, and a new seal replaces the last", async () => {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const { ids, lines } = renewedTwice(`,${producer.user.email},"Lake, at night",2023-07-01T00:00:00Z`);
  const path = await file("a.csv", [HEAD, ...lines]);
  // Without its performers, nothing documents it.
  const there = { producer, title: "Lake, at night", productionDate: new Date("2023-07-01T00:00:00Z") };
  await makeProduction({ ...there, performers: [] });
  expect(await failure("certificate", "import", path)).toContain("no performers");
  const made = await makeProduction(there);
  expect(await answer("certificate", "import", path)).toEqual({ productions: 1, imported: 3, existing: 0 });
  expect(await answer("certificate", "import", path)).toEqual({ productions: 1, imported: 0, existing: 3 });
  const production = await db.production.findUniqueOrThrow({ where: { id: made.id } });
  expect(production).toMatchObject({ status: "documented", documentedAt: new Date(YEARS[0]) });
  const lineNames = (await linesOn(production.id)).map(({ action }) => action);
  expect(lineNames).toEqual(["production.documented", "certificate.imported"]);

  const shown = () => listCertificates(keyCtx(partner), production.id);
  expect(
    (await shown()).certificates.map(({ certificateId, status, reason, jwt }) => [certificateId, status, reason, jwt]),
  ).toEqual([
    [ids[2], "CURRENT", null, null],
    [ids[1], "SUPERSEDED", "annual_renewal", null],
    [ids[0], "SUPERSEDED", "annual_renewal", null],
  ]);
  const first = await answer("certificate", "list", "--production", production.id);
  expect(first.certificates).toMatchObject(ids.toReversed().map((id) => ({ id })));
  const rest = await answer("certificate", "list", "--production", production.id, "--after", ids[1] ?? "");
  expect(rest.certificates).toMatchObject([{ id: ids[0] }]);
  const { revocations } = await listRevocations(keyCtx(partner), { limit: 100 });
  expect(
    revocations.map(({ certificateId, type, reason, revokedAt }) => [certificateId, type, reason, revokedAt]),
  ).toEqual([
    [ids[0], "supersession", "annual_renewal", "2025-05-01T00:00:00.000Z"],
    [ids[1], "supersession", "annual_renewal", "2026-05-01T00:00:00.000Z"],
  ]);

  const sealed = await certify(production);
  expect((await shown()).certificates.slice(0, 2)).toMatchObject([
    { jwt: sealed?.jwt, status: "CURRENT" },
    { certificateId: ids[2], jwt: null, status: "SUPERSEDED" },
  ]);
  expect(await eventsOf(partner)).toHaveLength(1);
});

it("certificate import takes JSON lines, for a production that is there, and revokes it", async () => {
  const production = await makeProduction({ performers: [], depictions: 0 });
  const certificateId = newId();
  const [, , issuedAt, expiresAt] = YEARS;
  const row = {
    certificateId,
    productionId: production.id,
    status: "REVOKED",
    issuedAt,
    expiresAt,
    revokedAt: "2026-06-01T00:00:00Z",
    reason: "removal_request:old-1",
  };
  expect(await answer("certificate", "import", await file("a.jsonl", [JSON.stringify(row), ""]))).toMatchObject({
    imported: 1,
  });
  expect(await certify(production)).toBeNull();
  const { certificates } = await answer("certificate", "list", "--production", production.id);
  expect(certificates).toMatchObject([{ id: certificateId, status: "REVOKED", reason: "removal_request:old-1" }]);
});

it("certificate import links the partners that a line names, now or later, whose next sync has the revocation", async () => {
  const partners = [await makePartner(), await makePartner()];
  const { id: productionId } = await makeProduction({ partners: [], performers: [], depictions: 0 });
  const id = newId();
  const [, , issuedAt, expiresAt] = YEARS;
  const line = (named: string) =>
    `${id},${productionId},,,,REVOKED,${issuedAt},${expiresAt},,2026-06-01T00:00:00Z,,${named}`;
  const named = partners.map((partner) => partner.id).join(" ");
  const unknown = await file("unknown.csv", [HEAD, line(`${named} ${newId()}`)]);
  expect(await failure("certificate", "import", unknown)).toContain("There is no partner");
  for (const [n, partner] of partners.entries()) {
    const sync = (since?: string) =>
      listRevocations(keyCtx(partner), { limit: 100, ...(since && { since: new Date(since) }) });
    const { retrievedAt } = await sync();
    clock.advance(HOUR_MS);
    const path = await file(`revoked-${n}.csv`, [HEAD, line(partner.id)]);
    for (const imported of n === 0 ? [1, 0] : [0]) {
      expect(await answer("certificate", "import", path)).toMatchObject({ imported });
    }
    clock.advance(HOUR_MS);
    const { revocations } = await sync(retrievedAt);
    expect(revocations).toMatchObject([{ certificateId: id, revokedAt: "2026-06-01T00:00:00.000Z" }]);
    expect((await sync()).revocations).toEqual(revocations);
    expect((await sync(clock.now().toISOString())).revocations).toEqual([]);
  }
  const linked = (await linesOn(productionId)).filter(({ action }) => action === "production.partner_linked");
  expect(linked.map(({ partnerId }) => partnerId)).toEqual(partners.map((partner) => partner.id).sort());
});

it("certificate import leaves a production that a removal request names as it is, and links no partner to it", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const production = await makeProduction({ producer: await makeProducer([partner]), performers: [], depictions: 0 });
  await takeDown(production.id);
  const status = async () => (await db.production.findUniqueOrThrow({ where: { id: production.id } })).status;
  const importFor = async (...partners: { id: string }[]) => {
    const named = partners.map(({ id }) => id).join(" ");
    const line = `${newId()},${production.id},,,,REVOKED,${YEARS[1]},${YEARS[2]},,2026-06-01T00:00:00Z,,${named}`;
    return file(`${newId()}.csv`, [HEAD, line]);
  };
  await answer("certificate", "import", await importFor(partner));
  expect(await status()).toBe("takedown_pending");
  const refusal = "A removal request names the production";
  expect(await failure("certificate", "import", await importFor(partner, other))).toContain(refusal);
  await markTakenDown(keyCtx(partner), { productionId: production.id });
  await answer("certificate", "import", await importFor(partner));
  expect(await status()).toBe("takedown_complete");
  expect(await failure("certificate", "import", await importFor(partner, other))).toContain(refusal);
  expect(await db.productionPartner.count({ where: { productionId: production.id } })).toBe(1);
});

it("certificate import takes only revoked certificates of a revoked production", async () => {
  const [one, other] = [
    await makeProduction({ performers: [], depictions: 0 }),
    await makeProduction({ depictions: 0 }),
  ];
  const superseded = (id: string) => renewedTwice(`${id},,,`).lines[0] ?? "";
  const revoked = (id: string) => `${newId()},${id},,,,REVOKED,${YEARS[1]},${YEARS[2]},,2026-06-01T00:00:00Z,,`;
  const path = async (...lines: string[]) => file(`${newId()}.csv`, [HEAD, ...lines]);
  const refusal = async (...lines: string[]) => failure("certificate", "import", await path(...lines));
  expect(await refusal(superseded(one.id), revoked(one.id))).toContain("must all be REVOKED");
  await answer("certificate", "import", await path(revoked(one.id)));
  expect(await refusal(superseded(one.id))).toContain("must all be REVOKED");
  const again = await answer("certificate", "revoke", one.id, "--reason", "Forged");
  expect(again).toEqual({ revoked: false, certificateIds: [] });

  await answer("certificate", "import", await path(superseded(other.id)));
  expect(await refusal(revoked(other.id))).toContain("Revoke them first");
});

it("certificate import refuses a file with a wrong line, and a second certificate that counts", async () => {
  const production = await makeProduction({ performers: [], depictions: 0 });
  const wrong = [
    `${newId()},${production.id},,,,CURRENT,${YEARS[3]},${YEARS[3]},,,,`,
    `${newId()},,,,,REVOKED,${YEARS[1]},${YEARS[2]},,,,`,
  ];
  const words = await failure("certificate", "import", await file("wrong.csv", [HEAD, ...wrong]));
  expect(words).toMatch(/^Nothing was imported\.\nLine 2: issuedAt must be before 2026-08-15/);
  expect(words).toContain("Line 3: revokedAt is needed for REVOKED");
  expect(words).toContain("Line 3: productionId is needed");
  await certify(production);
  const { lines } = renewedTwice(`${production.id},,,`);
  expect(await failure("certificate", "import", await file("second.csv", [HEAD, ...lines]))).toContain(production.id);
  expect(await db.certificate.count({ where: { productionId: production.id } })).toBe(1);
});

it("certificate revoke revokes a production with a reason", async () => {
  const production = await makeProduction({ performers: [], depictions: 0 });
  const certificate = await certify(production);
  const revoked = await answer("certificate", "revoke", production.id, "--reason", "Forged");
  expect(revoked).toEqual({ revoked: true, certificateIds: [certificate?.certificateId] });
});

it("makes the first key, then publishes its successor, and lists both", async () => {
  await clearMasterKeyUse();
  const first = await answer("signing-key", "rotate");
  expect(first).toEqual({ kid: expect.any(String), signsFrom: expect.any(String), previous: null });
  const { stdout, stderr } = await ops(["signing-key", "rotate", "--json"]);
  const second = JSON.parse(stdout);
  expect(second.previous).toBe(first.kid);
  expect(stderr).toBe(`The new key is published, and starts to sign at ${second.signsFrom}.\n`);
  expect(await failure("signing-key", "rotate")).toContain(`starts to sign at ${second.signsFrom}`);
  expect(await answer("signing-key", "list")).toEqual({
    keys: [
      { kid: second.kid, status: "upcoming", signsFrom: second.signsFrom, retiresAt: null, publishedUntil: null },
      {
        kid: first.kid,
        status: "signing",
        signsFrom: first.signsFrom,
        retiresAt: second.signsFrom,
        publishedUntil: expect.any(String),
      },
    ],
  });
});
