import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { attest } from "@/lib/domain/acts";
import { newSceneFee, sceneFeeInsertion } from "@/lib/domain/billing";
import { viewRecord } from "@/lib/domain/records/content/cross-reference/view-record";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeCustodian, makeDepiction, makePartner, makeUser, staffCtx } from "@/lib/testing/factories";
import { fillWholeSearch, firstRun } from "@/lib/testing/run-jobs";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";
import { eraseExpiredScenesTask } from "./erase-scenes";

const night = () => eraseExpiredScenesTask.run({}, firstRun);
const OLD = new Date("2018-01-01T00:00:00Z");

/** A greenlit scene of this age, with a performer who signed. */
async function signedScene(createdAt: Date) {
  const [partner, performer, id] = [await makePartner(), await makeUser(), newId()];
  const act = { text: "I agree.", userId: performer.id, proof: "mail_link", ip: "203.0.113.9" } as const;
  const about = { subjectKind: "scene_performer", subjectId: id, attestedAt: createdAt };
  const releaseId = await inTransaction((tx) => attest(tx, { ...act, ...about, kind: "release" }));
  const signed = { id, userId: performer.id, email: performer.email, releaseId, signedAt: createdAt };
  const scene = await makeGreenlitScene(partner, { createdAt, performers: [{ ...signed, consentedAt: createdAt }] });
  return { partner, performer, scene, attested: [scene.attestationId, releaseId] };
}

const leftOf = async (ids: string[]) => (await db.attestation.findMany({ where: { id: { in: ids } } })).length;
const changed = (sql: string, ids: string[]) => asOwner(`${sql} WHERE id = ANY ($1)`, [ids]);

it("erases what people agreed to with their scene. The database refuses that before, and any change", async () => {
  const [old, young] = [await signedScene(OLD), await signedScene(new Date())];
  const { id: userId } = old.performer;
  const declared = { kind: "declaration", subjectKind: "identity_check", subjectId: newId(), attestedAt: OLD } as const;
  const declaration = await inTransaction((tx) =>
    attest(tx, { ...declared, userId, text: "It is mine.", proof: "session" }),
  );
  for (const id of [...old.attested, ...young.attested, declaration]) {
    await expect(changed("DELETE FROM attestations", [id])).rejects.toThrow("kept as it was");
  }
  await night();
  expect([await leftOf(old.attested), await leftOf(young.attested), await leftOf([declaration])]).toEqual([0, 2, 1]);
  await expect(changed("DELETE FROM attestations", [declaration])).rejects.toThrow("kept as it was");
  await expect(changed("UPDATE attestations SET ip = NULL", young.attested)).rejects.toThrow("kept as it was");
});

it("keeps the statement that an upload session refers to, and fees on an invoice, which hold no address", async () => {
  const { partner, performer, scene, attested } = await signedScene(OLD);
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const sessionId = newId();
  await db.uploadSession.create({
    data: {
      id: sessionId,
      partnerId: partner.id,
      accountId,
      attestationId: scene.attestationId,
      contentId: "video-1",
      contentType: "video",
      contentTitle: "Old",
      detectedFaceCount: 2,
      path: "collab",
      linkHash: randomBytes(32),
      shootDate: OLD,
      createdAt: OLD,
      completedAt: OLD,
      expiresAt: new Date(),
    },
  });
  const fee = newSceneFee({ sceneId: scene.id, partnerId: partner.id, payerId: null, newPerformers: 1 });
  await db.$executeRaw(sceneFeeInsertion(fee));
  await night();
  expect(await leftOf(attested)).toBe(1);
  const [kept] = await db.$queryRaw<{ row: string }[]>`SELECT f::text AS row FROM scene_fees f WHERE id = ${fee.id}`;
  expect(kept?.row).toContain("platform_invoice");
  const { uploaderAccountId } = scene;
  const uploader = await db.soloAccount.findUniqueOrThrow({ where: { id: uploaderAccountId } });
  for (const personal of ["@", performer.id, uploaderAccountId, String(uploader.userId)]) {
    expect(kept?.row).not.toContain(personal);
  }
  await db.uploadSession.delete({ where: { id: sessionId } });
  await changed("DELETE FROM attestations", [scene.attestationId]);
});

it("keeps a depiction closed to a custodian who performed in the scene that was published as it", async () => {
  const { partner, performer, scene } = await signedScene(OLD);
  const fileHash = randomBytes(32);
  const { id: depictionId } = await makeDepiction(partner, { fileHash });
  const removed = { removedAt: new Date(), removalReason: "Sold" };
  await makePublication(scene, { partnerId: partner.id, depictionSha256: fileHash, ...removed });
  await fillWholeSearch();
  await night();
  expect(await db.collabScene.count({ where: { id: scene.id } })).toBe(0);
  const self = staffCtx(await db.user.update({ where: { id: performer.id }, data: { staffRole: "custodian" } }));
  await expect(viewRecord(self, depictionId)).rejects.toMatchObject({ code: "conflict_of_interest" });
  await viewRecord(staffCtx(await makeCustodian()), depictionId);
  for (const change of ["UPDATE erased_scene_people SET user_id = user_id", "DELETE FROM erased_scene_people"]) {
    await expect(asOwner(`${change} WHERE depiction_id = $1`, [depictionId])).rejects.toThrow("does not change");
  }
});

it("forgets who is in a depiction when the depiction is erased", async () => {
  const { partner, scene } = await signedScene(OLD);
  const { id, contentUrl } = await makeDepiction(partner, { productionDate: OLD });
  await makePublication(scene, { partnerId: partner.id, contentUrl, removedAt: new Date(), removalReason: "Sold" });
  await fillWholeSearch();
  await night();
  const people = () => db.erasedScenePerson.count({ where: { depictionId: id } });
  expect(await people()).toBe(2);
  await db.depiction.delete({ where: { id } });
  expect(await people()).toBe(0);
});
