import { randomBytes } from "node:crypto";
import { suspendAccount } from "@/lib/domain/accounts";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import { enterInspection } from "@/lib/domain/custody/inspections";
import { endExamination, reportExaminationTask, viewExaminedRecord } from "@/lib/domain/examinations";
import { confirmCopy, placeLegalHold } from "@/lib/domain/records/content";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { fillSearch } from "@/lib/domain/records/search";
import { placeSceneHold } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { makeExamination } from "./examinations";
import { keyCtx, makeAccount, makeCustodian, makeDepiction, staffCtx } from "./factories";
import { makeSubmitted } from "./identity-checks";
import { makeSealable, openSeal } from "./packages";
import { makeRemoval } from "./removals";
import { firstRun } from "./run-jobs";
import { makePublication } from "./scenes";
import { sealPackage } from "./sealed-packages";
import { attestIn, makeUploadSession } from "./upload-sessions";

export type World = Awaited<ReturnType<typeof makeWorld>>;

const reason = "Because of case 24-117";

/** One partner with a record of every kind, and what nobody with a conflict of interest may read about them. */
export async function makeWorld() {
  const sealed = await makeSealable({ names: ["Ada Secret"] });
  const { partner, producer, production, scene, uploader, performers } = sealed;
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  const depiction = await makeDepiction(partner, { accountId: uploader.id, title: `Secret ${newId()}` });
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(996)]);
  await storage().put(incomingKey(depiction.id), jpeg, { contentType: "image/jpeg" });
  const named = { accountId: uploader.id, externalContentId: depiction.externalContentId ?? "" };
  await confirmCopy(keyCtx(partner), named);
  // The producer lists it, and the performers are in the scene that it shows.
  await db.productionDepiction.create({
    data: {
      id: newId(),
      productionId: (await makeOpen(producer.id, partner.id)).id,
      url: depiction.contentUrl,
      producedOn: clock.now(),
      addedAt: clock.now(),
    },
  });
  const publication = await makePublication(scene, { partnerId: partner.id, contentUrl: depiction.contentUrl });
  const checked = await makeSubmitted(await makeAccount(partner));
  const account = await makeAccount(partner, { status: "active" });
  const session = await makeUploadSession(partner);
  await attestIn(session);
  await fillSearch();

  const neutral = staffCtx(await makeCustodian());
  await suspendAccount(neutral, { accountId: account.id, reason: "manual_suspension" });
  const { holdId } = await placeLegalHold(neutral, { depictionId: depiction.id, reason });
  const { holdId: sceneHoldId } = await placeSceneHold(neutral, { sceneId: scene.id, reason });
  const inspection = {
    id: newId(),
    productionIds: [production.id],
    agency: `Agency ${newId()}`,
    inspector: "J. Doe",
    authority: "28 CFR 75.5",
    shown: "All records",
    inspectedAt: clock.now(),
  };
  await enterInspection(neutral, inspection);
  const examining = { agency: `Agency ${newId()}` };
  const examination = await makeExamination([["production", production.id]], examining);
  const examined = await makeExamination([["production", production.id]], examining);
  const court = await makeExamination([["production", production.id]], { ...examining, profile: "court" });
  await viewExaminedRecord(examined.ctx(), { kind: "production", id: production.id });
  await endExamination(examined.enterer, { examinationId: examined.id, reason });
  await reportExaminationTask.run({ examinationId: examined.id }, firstRun);
  const [performer] = performers;
  const person = performer?.userId ?? "";
  await inTransaction(async (tx) => {
    const subject = { kind: "person", id: person } as const;
    await raiseAlert(tx, { kind: "entered", personId: person, subject });
    record(tx, { ctx: neutral, action: "identity_check.refused_under_age", subject });
  });
  const { id: alertId } = await db.alert.findFirstOrThrow({ where: { personId: person } });
  const { checkId: personCheckId } = await db.identity.findUniqueOrThrow({ where: { userId: person } });
  const removal = await makeRemoval({
    urls: [depiction.contentUrl],
    items: [{ depictionId: depiction.id }, { publicationId: publication.id }, { productionId: production.id }],
  });
  const suggested = await makeRemoval({ items: [{ depictionId: depiction.id, status: "suggested" }] });
  const secrets = [
    ...[
      depiction.title,
      depiction.contentUrl,
      publication.contentUrl,
      inspection.agency,
      examining.agency,
      partner.name,
    ],
    ...[removal.email, suggested.email, checked.person.email, account.email, performer?.email ?? "", uploader.email],
    ...[production.producer.user.email, "Ada Secret"],
  ];
  return {
    ...sealed,
    ...{ packageId, depiction, publication, checkId: checked.checkId, account, session, neutral, holdId, sceneHoldId },
    ...{ inspection, examination, examined, court, person, alertId, personCheckId, removal, suggested, secrets },
  };
}

/** An unsealed production of the same producer. */
const makeOpen = (producerId: string, partnerId: string) =>
  db.production.create({
    data: {
      id: newId(),
      producerId,
      title: "Another one",
      productionDate: clock.now(),
      createdAt: clock.now(),
      partners: { create: { partnerId, linkedAt: clock.now() } },
    },
  });
