import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { setVariables } from "@/lib/testing/env";
import { freshEmail, makePartner, portalCtx } from "@/lib/testing/factories";
import { approveIdentity, makeSubmittedFor } from "@/lib/testing/identity-checks";
import { joinPeople, makeProduction, producerCtx } from "@/lib/testing/productions";
import { asOwner } from "@/lib/testing/sql";
import {
  addDepiction,
  beginSeal,
  editProduction,
  linkPartner,
  readSealStatement,
  removeScene,
  viewLinkedProduction,
  viewProduction,
} from "..";
import { SEAL_STATEMENT_VERSION, sealStatementOf } from "./begin-seal";

// A producer certifies these words. When the hash changes, so must the version.
const PINNED = ["documentation-2026-11-23.2", "5d92a5175b4f522d812676df08ec3bd21b74926fa15db88aec8ff007638c8933"];

setVariables({ CUSTODIAN_NAME: "Ada Example", CUSTODIAN_ADDRESS: "1 Example Street, Springfield" });

it("the statement's words belong to its version", () => {
  const stated = {
    title: "A ” title\n2. No",
    productionDate: new Date("2026-09-04"),
    producerName: "Lake Films LLC",
    revision: 3,
  };
  const texts = [1, 2].map(
    (count) => sealStatementOf({ ...stated, performerCount: count, depictionCount: count }).text,
  );
  expect(texts[0]).toContain("“A ' title 2. No”, produced on 2026-09-04");
  expect(texts[0]).toContain("with 1 performer and 1 depiction,");
  expect([SEAL_STATEMENT_VERSION, sha256Hex(texts.join("\n"))]).toEqual(PINNED);
});

async function setUp(options: Parameters<typeof makeProduction>[0] = {}) {
  const production = await makeProduction(options);
  const ctx = producerCtx(production.producer);
  const productionId = production.id;
  const press = async (shown?: string, signedName = "Ada Example") =>
    beginSeal(ctx, {
      productionId,
      shown: shown ?? (await readSealStatement(ctx, productionId)).shown,
      signedName,
    });
  return { production, productionId, ctx, press };
}

/** As the job ends. */
const finish = (packageId: string, failure: string | null = null) =>
  asOwner(
    failure
      ? "UPDATE sealed_packages SET failure = $2 WHERE id = $1"
      : `UPDATE sealed_packages SET sealed_at = now(), archive_sha256 = sha256('x'), bytes = 1, storage_key = id,
           performer_count = 2, depiction_count = 1 WHERE id = $1 AND $2::text IS NULL`,
    [packageId, failure],
  );

it("ten presses make one package, with one attestation and one job", async () => {
  const { productionId, ctx, press } = await setUp();
  const { shown, text } = await readSealStatement(ctx, productionId);
  const begun = await Promise.all(Array.from({ length: 10 }, () => press(shown)));
  const [packageId = "", ...others] = new Set(begun.map((one) => one.packageId));
  expect(others).toEqual([]);
  const made = await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId }, include: { attestation: true } });
  expect(made).toMatchObject({
    productionId,
    revision: 0,
    title: "Summer at the lake",
    producerName: "Lake Films LLC",
    sealedAt: null,
    failure: null,
  });
  expect(made.attestation).toMatchObject({
    kind: "documentation",
    subjectKind: "production",
    subjectId: productionId,
    text,
    signedName: "Ada Example",
    userId: ctx.actor.userId,
    proof: "session",
    ip: "203.0.113.7",
  });
  expect(await db.attestation.count({ where: { subjectId: productionId } })).toBe(1);
  const jobs = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${`seal_production ${packageId}`}`;
  expect(jobs).toHaveLength(1);
  const started = (await linesOn(productionId)).filter(({ action }) => action === "production.sealing_started");
  expect(started).toHaveLength(1);
});

it("either sees the ID that is approved at the same moment, or the custodian sees the signature", async () => {
  for (let round = 0; round < 5; round++) {
    const { scene, producer: uploader } = await makeProduction();
    const { press, production } = await setUp({ performers: [] });
    if (scene) await joinPeople(production.id, scene, uploader.user);
    const { checkId, staff } = await makeSubmittedFor(production.producer.user.email);
    const answers = await Promise.allSettled([press(undefined, "Nova Star"), approveIdentity(staff, { checkId })]);
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: "name_differs" })]);
  }
});

it("is refused while something is missing, and after the statement changed", async () => {
  const empty = await setUp({ performers: [], depictions: 0 });
  await expect(empty.press()).rejects.toMatchObject({ code: "checklist_incomplete" });
  const { productionId, ctx, press } = await setUp();
  const { shown } = await readSealStatement(ctx, productionId);
  await addDepiction(ctx, { productionId, url: "https://example.com/late", date: "2099-01-01" }).catch(() => undefined);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await addDepiction(ctx, { productionId, url: "https://example.com/late", date: tomorrow });
  await expect(press(shown)).rejects.toMatchObject({ code: "checklist_incomplete" });
  clock.advance(3 * 86_400_000);
  await expect(press(shown)).rejects.toMatchObject({ code: "statement_changed" });
  await press();
});

it("takes no change while a package is made, and a correction after it needs a new one", async () => {
  const { production, productionId, ctx, press } = await setUp({ performers: [freshEmail(), freshEmail()] });
  const { packageId } = await press();
  const sealing = { code: "sealing_in_progress" };
  const edit = (title: string) => editProduction(ctx, { productionId, title, productionDate: "2026-09-04" });
  await expect(edit("Other")).rejects.toMatchObject(sealing);
  await expect(
    addDepiction(ctx, { productionId, url: "https://example.com/1", date: "2026-09-04" }),
  ).rejects.toMatchObject(sealing);
  await expect(removeScene(ctx, { productionId, sceneId: production.scene?.id ?? "" })).rejects.toMatchObject(sealing);
  expect(await viewProduction(ctx, productionId)).toMatchObject({ sealing: { packageId }, package: null });

  await finish(packageId, "A photo can't be read.");
  expect(await viewProduction(ctx, productionId)).toMatchObject({
    sealing: null,
    failure: { text: "A photo can't be read." },
  });
  const again = await press();
  await finish(again.packageId);
  await db.production.update({
    where: { id: productionId },
    data: { status: "documented", documentedAt: clock.now() },
  });
  expect(await viewProduction(ctx, productionId)).toMatchObject({
    failure: null,
    hasUnsealedChanges: false,
    package: { id: again.packageId, archiveSha256: sha256Hex("x"), performerCount: 2 },
  });
  await expect(press()).rejects.toMatchObject({ code: "nothing_to_seal" });
  await edit("Corrected");
  expect(await viewProduction(ctx, productionId)).toMatchObject({ title: "Corrected", hasUnsealedChanges: true });
  expect((await press()).packageId).not.toBe(again.packageId);
});

it.each(["takedown_pending", "takedown_complete", "revoked"] as const)(
  "nothing changes once it is %s",
  async (status) => {
    const { production, productionId, ctx, press } = await setUp({ status });
    const closed = { code: "production_closed" };
    await expect(press()).rejects.toMatchObject(closed);
    await expect(editProduction(ctx, { productionId, title: "x", productionDate: "2026-09-04" })).rejects.toMatchObject(
      closed,
    );
    const partner = await makePartner();
    await db.producerPartner.create({
      data: { producerId: production.producerId, partnerId: partner.id, joinedAt: clock.now() },
    });
    await expect(linkPartner(ctx, { productionId, partnerId: partner.id })).rejects.toMatchObject(closed);
    await expect(viewLinkedProduction(portalCtx(partner), productionId)).rejects.toMatchObject({ status: 404 });
  },
);
