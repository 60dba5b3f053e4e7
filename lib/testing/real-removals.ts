import { randomBytes } from "node:crypto";
import { markTakenDown } from "@/lib/domain/productions";
import { deleteContent, eraseExpired, liftLegalHold, placeLegalHold } from "@/lib/domain/records/content";
import { fillSearch } from "@/lib/domain/records/search";
import { openPageToken } from "@/lib/domain/removals/claim";
import { addUrls } from "@/lib/domain/removals/claimant-page/change-request";
import { FREEZES_AFTER_MS } from "@/lib/domain/removals/deadline";
import { attachItem } from "@/lib/domain/removals/deciding/add-items";
import { confirmItem } from "@/lib/domain/removals/deciding/confirm-item";
import { freezeProductionTask } from "@/lib/domain/removals/deciding/freeze-production";
import { findRecordsTask, matchLaterTask } from "@/lib/domain/removals/deciding/match-later";
import { rejectItem } from "@/lib/domain/removals/deciding/reject-item";
import { reopenItems, withdrawItems } from "@/lib/domain/removals/deciding/return-items";
import { removePublication } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "./effects";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeCustodian,
  makeDepiction,
  makePartner,
  staffCtx,
  systemCtx,
} from "./factories";
import { addDepictions, makeProducer, makeProduction } from "./productions";
import { type Claimant, RECORDS, type RecordName, type Step } from "./removal-model";
import { fileRemoval, readRemoval } from "./removals";
import { firstRun, runJobs } from "./run-jobs";
import { makeExtension, makeGreenlitScene, makePublication } from "./scenes";

/** A real request about a partner's old depiction, another one's publication and a production of both, to compare with `removalModel`. */
export async function realRemovals(claimant: Claimant) {
  const [a, b] = [await makePartner(), await makePartner()];
  const [accountA, accountB] = [await makeAccount(a, { status: "active" }), await makeAccount(b, { status: "active" })];
  const email = freshEmail("claimant");
  const file = randomBytes(32);
  const old = await makeDepiction(a, {
    accountId: accountA.id,
    fileHash: file,
    productionDate: new Date("2015-01-01"),
  });
  const other = await makeDepiction(a, { accountId: accountA.id });
  const scene = await makeGreenlitScene(a);
  await makeExtension(scene, b);
  const publication = await makePublication(scene, { partnerId: b.id });
  const isPerformer = claimant === "performer";
  const performers = [isPerformer ? email : freshEmail("performer")];
  const production = await makeProduction({ producer: await makeProducer([a, b]), performers });
  const url = `https://tube.example/${production.id}`;
  await addDepictions(production.id, 1, { url });
  await fillSearch();
  const removal = await fileRemoval({
    email,
    urls: [old.contentUrl, publication.contentUrl, ...(isPerformer ? [] : [url])],
    legalBasis: isPerformer ? "NCII_TAKE_IT_DOWN" : "OTHER",
  });
  const depictions = new Map([
    ["old", old],
    ["new", other],
  ]);
  const ids = new Map<RecordName, string>([
    ["old", old.id],
    ["new", other.id],
    ["publication", publication.id],
    ["production", production.id],
  ]);
  const nameOf = (id: unknown) => [...ids].find(([, known]) => known === id)?.[0];
  const [one, two, three] = [await custodian(), await custodian(), await custodian()];

  const itemIdOf = async (record: RecordName) => {
    const id = ids.get(record);
    const item = (await readRemoval(removal)).items.find(
      ({ depictionId, productionId, publicationId }) => (depictionId ?? productionId ?? publicationId) === id,
    );
    return item?.id ?? newId();
  };
  const reason = "Because.";
  const rest: Record<string, () => Promise<unknown>> = {
    "remove publication": () => removePublication(keyCtx(b), { sceneId: scene.id, pubId: publication.id }),
    "a takes down": () => markTakenDown(keyCtx(a), { productionId: production.id }),
    "b takes down": () => markTakenDown(keyCtx(b), { productionId: production.id }),
    "attach new": () => attachItem(three, { requestId: removal.id, recordId: other.id }),
    "attach production": () => attachItem(three, { requestId: removal.id, recordId: production.id }),
    async "four hours"() {
      clock.advance(FREEZES_AFTER_MS);
      await runJobs(freezeProductionTask, { productionId: production.id });
    },
    async "log copy"() {
      if (ids.has("copy")) return;
      const copy = await makeDepiction(b, { accountId: accountB.id, fileHash: file });
      await fillSearch();
      depictions.set("copy", copy);
      ids.set("copy", copy.id);
    },
    look: () => matchLaterTask.run({}, firstRun),
    "add URL": () => addUrls(systemCtx(), { token: openPageToken(removal), urls: [`https://tube.example/${newId()}`] }),
    search: () => findRecordsTask.run({ removalId: removal.id }, firstRun),
    async "hold old"() {
      if ((await db.legalHold.count({ where: { depictionId: old.id, liftedAt: null } })) > 0) return;
      if ((await db.depiction.count({ where: { id: old.id } })) === 0) return;
      await placeLegalHold(three, { depictionId: old.id, reason });
    },
    async "lift old"() {
      const hold = await db.legalHold.findFirst({ where: { depictionId: old.id, liftedAt: null } });
      if (hold) await liftLegalHold(three, { holdId: hold.id, reason });
    },
    retain: () => eraseExpired.task.run({}, firstRun),
    appeal: () => inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id)),
    withdraw: () => inTransaction((tx) => withdrawItems(tx, systemCtx(), removal.id)),
  };
  async function perform(step: Step): Promise<void> {
    await rest[step]?.();
    for (const record of RECORDS) {
      const decide = {
        [`confirm ${record}`]: [confirmItem, three],
        [`reject one ${record}`]: [rejectItem, one],
        [`reject two ${record}`]: [rejectItem, two],
        [`reject three ${record}`]: [rejectItem, three],
      } as const;
      const [verb, by] = decide[step] ?? [];
      if (verb && by) await verb(by, { itemId: await itemIdOf(record), reason });
      const depiction = step === `delete ${record}` && depictions.get(record);
      if (!depiction) continue;
      const { partnerId, accountId, externalContentId } = depiction;
      await deleteContent(keyCtx({ id: partnerId }), { accountId, externalContentId: externalContentId ?? "" });
    }
  }

  const eventsFor = async (partner: { id: string }) =>
    (await eventsOf(partner)).flatMap(({ type, data }) => {
      // Depends on the moment, and asks for nothing.
      if (type === "content_log.removal_matched") return [];
      if (type === "content_log.deleted")
        return `deleted ${nameOf(data.depictionId)}${data.removalRequestId === removal.id ? " on request" : ""}`;
      if (type === "collab_scene.publication_removed") return "removed publication";
      return type === "production.takedown_requested" ? "asked production" : "asked publication";
    });

  return {
    async take(step: Step): Promise<void> {
      clock.advance(1_000);
      await perform(step).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
    async shown() {
      const { status, items } = await readRemoval(removal);
      const named = items.map((item) => ({
        ...item,
        name: nameOf(item.depictionId ?? item.productionId ?? item.publicationId),
      }));
      const clocks = named.flatMap(({ name, takedowns }) =>
        takedowns.map(({ partnerId, outcome }) => `${name} ${partnerId === a.id ? "a" : "b"} ${outcome ?? "open"}`),
      );
      return {
        status,
        production: (await db.production.findUniqueOrThrow({ where: { id: production.id } })).status,
        items: Object.fromEntries(named.map(({ name, status: is }) => [name, is])),
        clocks: clocks.sort(),
        events: { a: await eventsFor(a), b: await eventsFor(b) },
      };
    },
  };
}

const custodian = async () => staffCtx(await makeCustodian());
