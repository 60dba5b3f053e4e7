import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { liftSuspension, suspendAccount } from "@/lib/domain/accounts";
import * as accounts from "@/lib/domain/accounts/custody";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { askForPhotos, rejectIdentity } from "@/lib/domain/creators/decisions";
import * as alerts from "@/lib/domain/custody/alerts";
import * as inspections from "@/lib/domain/custody/inspections";
import { holdList } from "@/lib/domain/custody/legal-holds";
import { staffAuditList } from "@/lib/domain/custody/staff-audit";
import * as examinations from "@/lib/domain/examinations";
import * as packages from "@/lib/domain/examinations/packages";
import * as identity from "@/lib/domain/identity";
import { revokeCertificate } from "@/lib/domain/productions/certificates";
import * as productions from "@/lib/domain/productions/custody";
import { openPackage } from "@/lib/domain/productions/packages";
import { allGapList } from "@/lib/domain/readiness";
import {
  liftLegalHold,
  openCopyAsCustodian,
  placeLegalHold,
  readCopyAsCustodian,
  searchIndex,
  viewRecord,
} from "@/lib/domain/records/content";
import * as removals from "@/lib/domain/removals";
import * as requests from "@/lib/domain/removals/custody";
import * as exchange from "@/lib/domain/removals/exchange";
import * as scenes from "@/lib/domain/scenes";
import * as sessions from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeWorld, type World } from "@/lib/testing/custody-world";
import {
  makeEntered,
  makeEnteredPackage,
  makePacked,
  makeSample,
  SOME_ORDER,
  someExamination,
} from "@/lib/testing/examinations";
import { makeCustodian, makeMember, staffCtx } from "@/lib/testing/factories";
import { anyHash, makeSource } from "@/lib/testing/hash-services";
import { approveIdentity } from "@/lib/testing/identity-checks";
import { makeRemoval } from "@/lib/testing/removals";

// Every door of the custodians' pages, tried by custodians with a conflict of interest.

type Staff = Ctx<StaffActor>;

const reason = "Because of case 24-117";
const purpose = "inspection" as const;

type Door = {
  try: (ctx: Staff, world: World) => Promise<unknown>;
  /** Who has a conflict of interest: only the partner's team, or whoever produces or performs too. */
  of: "team" | "all";
  /** What only the others read, if it isn't one of the secrets. Null for an act. */
  shows?: ((world: World) => string) | null;
};

const just = (at: Date) => new Date(at.getTime() - 1);

/** Makes a check the first of the queue, and free. */
const makeOldest = (id: string) =>
  db.identityCheck.update({
    where: { id },
    data: { submittedAt: new Date("1980-01-01T00:00:00Z"), assignedToId: null, assignedUntil: null },
  });

/** Requests about the depiction that are due before all others. */
const firstDue = new Set<string>();

/** What opens the next request, as if each of `firstDue` were the world's. */
async function nextRequest(
  { depiction, removal, suggested }: World,
  open: () => Promise<string | null>,
): Promise<string | null> {
  const items = [{ depictionId: depiction.id }];
  // Those of others are being worked on, so that nobody takes one instead.
  const assigned = {
    custodianId: (await makeCustodian()).id,
    assignedUntil: new Date(clock.now().getTime() + HOUR_MS),
  };
  await db.removalRequest.updateMany({
    where: { status: "open", id: { notIn: [removal.id, suggested.id, ...firstDue] } },
    data: assigned,
  });
  firstDue.add((await makeRemoval({ requestedAt: new Date("1970-01-02T00:00:00Z"), items })).id);
  const id = await open();
  return id && firstDue.has(id) ? removal.id : null;
}

/** A package of the production. */
let records: { id: string; sha256: string };

const text = "A note";

const DOORS: Record<string, Door> = {
  "accounts.suspendAccount": {
    of: "team",
    try: (ctx, { account }) => suspendAccount(ctx, { accountId: account.id, reason: "manual_suspension" }),
    shows: null,
  },
  "records/content.openCopyAsCustodian": {
    of: "all",
    try: (ctx, { depiction }) => openCopyAsCustodian(ctx, { depictionId: depiction.id, purpose }),
    shows: null,
  },
  "records/content.readCopyAsCustodian": {
    of: "all",
    try: async (ctx, { depiction }) => {
      const { grant } = await openCopyAsCustodian(ctx, { depictionId: depiction.id, purpose });
      return readCopyAsCustodian(ctx, { depictionId: depiction.id, grant, range: null });
    },
    shows: null,
  },
  "records/content.searchIndex": { of: "all", try: (ctx, { depiction }) => searchIndex(ctx, { q: depiction.title }) },
  "records/content.viewRecord": { of: "all", try: (ctx, { depiction }) => viewRecord(ctx, depiction.id) },
  "records/content.placeLegalHold": {
    of: "all",
    try: (ctx, { depiction }) => placeLegalHold(ctx, { depictionId: depiction.id, reason }),
    shows: null,
  },
  "accounts/custody.viewAccount": { of: "team", try: (ctx, { account }) => accounts.viewAccount(ctx, account.id) },
  "accounts/custody.findAccountsOf": {
    of: "team",
    try: (ctx, { account }) => accounts.findAccountsOf(ctx, account.email),
  },
  "accounts/custody.suspendedList": { of: "team", try: (ctx) => accounts.suspendedList.read(ctx, {}) },
  "removals/exchange.decideMatch": {
    of: "all",
    try: (ctx) => exchange.decideMatch(ctx, { matchId: listed.matchId, isSame: true }),
    shows: null,
  },
  "removals/exchange.findListed": {
    of: "all",
    try: (ctx, { depiction }) => exchange.findListed(ctx, { depictionId: depiction.id }),
    shows: () => listed.source,
  },
  "removals/exchange.matchList": { of: "all", try: (ctx) => exchange.matchList.read(ctx, {}) },
  "custody/legal-holds.holdList": { of: "all", try: (ctx) => holdList.read(ctx, {}) },
  "custody/alerts.listUnderAgeAlerts": { of: "all", try: (ctx) => alerts.listUnderAgeAlerts(ctx) },
  "identity.viewCheck": {
    of: "team",
    try: (ctx, { checkId }) => identity.viewCheck(ctx, { checkId, grant: undefined }),
  },
  "identity.listCheckHistory": {
    of: "team",
    try: (ctx, { checkId }) => identity.listCheckHistory(ctx, checkId),
    shows: () => "identity_check.submitted",
  },
  "identity.openEvidence": {
    of: "all",
    try: (ctx, { personCheckId: checkId }) => identity.openEvidence(ctx, { checkId, purpose }),
    shows: null,
  },
  "identity.viewPhoto": {
    of: "all",
    try: async (ctx, { personCheckId: checkId }) => {
      const { grant } = await identity.openEvidence(ctx, { checkId, purpose });
      return identity.viewPhoto(ctx, { checkId, kind: "person", grant });
    },
    shows: null,
  },
  "identity.checkList": {
    of: "team",
    try: (ctx, { checkId }) => identity.checkList.read(ctx, { q: checkId }),
  },
  "identity.findNeighbors": {
    of: "team",
    try: async (ctx, { checkId: id }) => {
      const { submittedAt } = await db.identityCheck.findUniqueOrThrow({ where: { id } });
      return identity.findNeighbors(ctx, {
        id: newId(),
        submittedAt: just(submittedAt ?? clock.now()),
        underReview: true,
      });
    },
    shows: ({ checkId }) => checkId,
  },
  "identity.takeNext": {
    of: "team",
    try: async (ctx, { checkId }) => {
      await makeOldest(checkId);
      return identity.takeNext(ctx);
    },
    shows: ({ checkId }) => checkId,
  },
  "identity.openNext": {
    of: "team",
    try: async (ctx, { checkId }) => {
      await makeOldest(checkId);
      return identity.openNext(ctx, { after: newId() });
    },
    shows: ({ checkId }) => checkId,
  },
  "custody/inspections.enterInspection": {
    of: "all",
    try: (ctx, { inspection }) => inspections.enterInspection(ctx, { ...inspection, id: newId() }),
    shows: null,
  },
  "custody/inspections.inspectionList": { of: "all", try: (ctx) => inspections.inspectionList.read(ctx, {}) },
  "custody/inspections.viewInspection": {
    of: "all",
    try: (ctx, { inspection }) => inspections.viewInspection(ctx, inspection.id),
  },
  "custody/inspections.inspectionsOf": {
    of: "all",
    try: (ctx, { production }) => inspections.inspectionsOf(ctx, production.id),
  },
  "examinations.listExaminations": { of: "all", try: (ctx) => examinations.listExaminations(ctx) },
  "examinations.viewExamination": {
    of: "all",
    try: (ctx, { examination }) => examinations.viewExamination(ctx, examination.id),
  },
  "examinations.examinationsOf": {
    of: "all",
    try: (ctx, { production }) => examinations.examinationsOf(ctx, production.id),
  },
  "examinations.findForScope": {
    of: "all",
    try: (ctx, { examination, production }) =>
      examinations.findForScope(ctx, { examinationId: examination.id, text: production.id }),
    shows: ({ production }) => production.id,
  },
  "examinations.changeScope": {
    of: "all",
    try: async (ctx, { production: { id: itemId } }) => {
      const { id: examinationId } = await makeEntered([["production", itemId]]);
      await examinations.changeScope(ctx, { examinationId, kind: "production", itemId, isIn: false });
    },
    shows: null,
  },
  "examinations.confirmExamination": {
    of: "all",
    try: async (ctx, { production }) => {
      const { id: examinationId } = await makeEntered([["production", production.id]]);
      await examinations.confirmExamination(ctx, { examinationId, scopeRevision: 1 });
    },
    shows: null,
  },
  "examinations.showAccess": {
    of: "all",
    try: (ctx, { examination }) => examinations.showAccess(ctx, examination.id),
    shows: () => "/examine/",
  },
  "examinations.replaceAccess": {
    of: "all",
    try: (ctx, { examination }) => examinations.replaceAccess(ctx, examination.id),
    shows: null,
  },
  "examinations.mailLink": {
    of: "all",
    try: (ctx, { examination: { id: examinationId } }) =>
      examinations.mailLink(ctx, { examinationId, id: newId(), address: "jo@agency.example" }),
    shows: null,
  },
  "examinations.addOrder": {
    of: "all",
    try: (ctx, { court }) => examinations.addOrder(ctx, { examinationId: court.id, file: SOME_ORDER }),
    shows: null,
  },
  "examinations.openOrder": {
    of: "all",
    try: async (ctx, { court }) => (await examinations.openOrder(ctx, court.id)).fileName,
    shows: ({ court }) => court.id,
  },
  "examinations.answerQuestion": {
    of: "all",
    try: async (ctx, { examination: { id: examinationId, ctx: examiner } }) => {
      const questionId = newId();
      await examinations.askQuestion(examiner(), { id: questionId, question: "Why?", about: null });
      await examinations.answerQuestion(ctx, { examinationId, questionId, answer: "So." });
    },
    shows: null,
  },
  "examinations.narrowExamination": {
    of: "all",
    try: (ctx, { examination: { id: examinationId }, production: { id: itemId } }) =>
      examinations.narrowExamination(ctx, {
        ...{ examinationId, reason, closesAt: null },
        remove: [{ kind: "production", itemId }],
      }),
    shows: null,
  },
  "examinations.endExamination": {
    of: "all",
    try: (ctx, { examination }) => examinations.endExamination(ctx, { examinationId: examination.id, reason }),
    shows: null,
  },
  "examinations.allSampleList": {
    of: "team",
    try: async (ctx, { partner }) => {
      await makeSample(partner);
      return examinations.allSampleList.read(ctx, {});
    },
    shows: ({ partner }) => partner.name,
  },
  "examinations.enterSample": {
    of: "all",
    try: async (ctx, { partner }) => {
      const sampleId = await makeSample(partner, { from: new Date("2020-01-01"), size: 200 });
      const facts = examinations.SampleExaminationInput.parse(someExamination());
      await examinations.enterSample(ctx, { id: newId(), sampleId, ...facts });
    },
    shows: null,
  },
  "examinations.findPartners": {
    of: "team",
    try: (ctx, { partner }) => examinations.findPartners(ctx, partner.id),
    shows: ({ partner }) => partner.name,
  },
  "examinations.openExaminationReport": {
    of: "all",
    try: async (ctx, { examined }) =>
      (await examinations.openExaminationReport(ctx, { examinationId: examined.id, as: "json" })).fileName,
    shows: ({ examined }) => examined.id,
  },
  "examinations/packages.listPackages": {
    of: "all",
    try: (ctx) => packages.listPackages(ctx),
    shows: () => records.sha256,
  },
  "examinations/packages.viewPackage": {
    of: "all",
    try: (ctx) => packages.viewPackage(ctx, records.id),
    shows: () => records.sha256,
  },
  // Everything it may find, by its id: what is reserved for another isn't there.
  "examinations.searchDesk": {
    of: "all",
    try: async (ctx, { production, scene, depiction, examination, person, personCheckId }) => {
      const all = [...[production, scene, depiction, examination].map(({ id }) => id), person, personCheckId];
      const found = await Promise.all(all.map((text) => examinations.searchDesk(ctx, text)));
      return found.flatMap(({ records, checks, examinations: examined }) => [...records, ...checks, ...examined]);
    },
    shows: ({ production }) => production.id,
  },
  "custody/staff-audit.staffAuditList": {
    of: "all",
    try: (ctx) => staffAuditList.read(ctx, { group: "holds", limit: 200 }),
    shows: ({ depiction }) => depiction.id,
  },
  "examinations/packages.findForPackage": {
    of: "all",
    try: (ctx, { production }) => packages.findForPackage(ctx, { packageId: records.id, text: production.id }),
    shows: ({ production }) => production.id,
  },
  "examinations/packages.changePackageScope": {
    of: "all",
    try: async (ctx, { production: { id: itemId } }) => {
      const { id: packageId } = await makeEnteredPackage([["production", itemId]]);
      await packages.changePackageScope(ctx, { packageId, kind: "production", itemId, isIn: false });
    },
    shows: null,
  },
  "examinations/packages.confirmPackage": {
    of: "all",
    try: async (ctx, { production }) => {
      const { id: packageId } = await makeEnteredPackage([["production", production.id]]);
      await packages.confirmPackage(ctx, { packageId, picked: "" });
    },
    shows: null,
  },
  "examinations/packages.remakePackage": {
    of: "all",
    try: async (ctx, { production }) =>
      packages.remakePackage(ctx, (await makeEnteredPackage([["production", production.id]])).id),
    shows: null,
  },
  "examinations/packages.packExamination": {
    of: "all",
    try: (ctx, { examination }) => packages.packExamination(ctx, examination.id),
    shows: null,
  },
  "examinations/packages.latestPackage": {
    of: "all",
    try: (ctx, { examination: { id } }) => packages.latestPackage(ctx, { id, scopeRevision: 1 }),
    shows: null,
  },
  "examinations/packages.openRecords": {
    of: "all",
    try: async (ctx) => (await packages.openRecords(ctx, { packageId: records.id, range: "bytes=-0" })).sha256,
    shows: () => records.sha256,
  },
  "examinations/packages.sumOfPackage": {
    of: "all",
    try: (ctx) => packages.sumOfPackage(ctx, records.id),
    shows: () => records.sha256,
  },
  "productions/packages.openPackage": {
    of: "all",
    try: async (ctx, { production, packageId }) => {
      const { body, ...about } = await openPackage(ctx, { productionId: production.id, packageId, purpose });
      body.destroy();
      return about;
    },
    shows: ({ production }) => production.id,
  },
  "productions/custody.productionRecordList": {
    of: "all",
    try: (ctx, { performers }) => productions.productionRecordList.read(ctx, { q: performers[0]?.email }),
    shows: ({ production }) => production.id,
  },
  "productions/custody.viewProductionRecord": {
    of: "all",
    try: (ctx, { production }) => productions.viewProductionRecord(ctx, production.id),
  },
  "productions/custody.releaseSeal": {
    of: "all",
    try: (ctx, { production }) => productions.releaseSeal(ctx, { productionId: production.id, reason }),
    shows: null,
  },
  "scenes.sceneRecordList": {
    of: "all",
    try: (ctx, { scene }) => scenes.sceneRecordList.read(ctx, { q: scene.id }),
  },
  "scenes.viewSceneRecord": { of: "all", try: (ctx, { scene }) => scenes.viewSceneRecord(ctx, scene.id) },
  "scenes.viewErasedScene": { of: "all", try: (ctx, { scene }) => scenes.viewErasedScene(ctx, scene.id), shows: null },
  "scenes.placeSceneHold": {
    of: "all",
    try: (ctx, { scene }) => scenes.placeSceneHold(ctx, { sceneId: scene.id, reason }),
    shows: null,
  },
  "scenes.openReleaseCopy": {
    of: "all",
    try: async (ctx, { scene, performers }) => {
      const which = { sceneId: scene.id, performerId: performers[0]?.id ?? "", purpose };
      return (await scenes.openReleaseCopy(ctx, which)).fileName;
    },
    shows: ({ performers }) => performers[0]?.id ?? "",
  },
  "scenes/upload-sessions.listAttestedSessions": {
    of: "team",
    try: (ctx, { session }) => sessions.listAttestedSessions(ctx, session.accountId),
    shows: ({ session }) => session.id,
  },
  "scenes/upload-sessions.viewAttestationCopy": {
    of: "team",
    try: async (ctx, { session }) =>
      (await sessions.viewAttestationCopy(ctx, { sessionId: session.id, purpose })).fileName,
    shows: ({ session }) => session.id,
  },
  "removals/custody.viewRequest": { of: "all", try: (ctx, { removal }) => requests.viewRequest(ctx, removal.id) },
  "removals/custody.requestList": {
    of: "all",
    try: (ctx, { removal }) => requests.requestList.read(ctx, { view: "all", q: removal.id }),
  },
  "removals/custody.findNeighbors": {
    of: "all",
    try: (ctx, { removal }) => requests.findNeighbors(ctx, { id: newId(), deadlineAt: just(removal.deadlineAt) }),
    shows: ({ removal }) => removal.id,
  },
  "removals/custody.viewItem": {
    of: "all",
    try: async (ctx, { neutral, removal }) => {
      const { items } = await requests.viewRequest(neutral, removal.id);
      return Promise.all(items.rows.map((item) => requests.viewItem(ctx, { item, claimant: removal.email })));
    },
  },
  "removals/custody.clocksOf": {
    of: "all",
    try: (ctx, { removal }) => requests.clocksOf(ctx, removal.items[0]?.id ?? ""),
    shows: null,
  },
  "removals.takeNextRequest": {
    of: "all",
    try: (ctx, world) => nextRequest(world, () => removals.takeNextRequest(ctx)),
    shows: ({ removal }) => removal.id,
  },
  "removals.openNext": {
    of: "all",
    try: (ctx, world) => nextRequest(world, () => removals.openNext(ctx, { after: newId(), wasMine: false })),
    shows: ({ removal }) => removal.id,
  },
  "removals.addRemovalNote": {
    of: "all",
    try: (ctx, { removal }) => removals.addRemovalNote(ctx, { requestId: removal.id, text }),
    shows: null,
  },
  "removals.reassignRequest": {
    of: "all",
    try: (ctx, { removal }) => removals.reassignRequest(ctx, { requestId: removal.id, to: ctx.actor.userId, text }),
    shows: null,
  },
  "removals.assignRequest": {
    of: "all",
    try: (ctx, { removal }) => removals.assignRequest(ctx, { requestId: removal.id }),
    shows: null,
  },
  "removals.releaseRequest": {
    of: "all",
    try: (ctx, { removal }) => removals.releaseRequest(ctx, { requestId: removal.id }),
    shows: null,
  },
  "removals.askClaimant": {
    of: "all",
    try: (ctx, { removal }) => removals.askClaimant(ctx, { requestId: removal.id, text: "Why?" }),
    shows: null,
  },
  "removals.attachItem": {
    of: "all",
    try: async (ctx, { depiction }) =>
      removals.attachItem(ctx, { requestId: (await makeRemoval()).id, recordId: depiction.id }),
    shows: null,
  },
  "removals.dismissItem": {
    of: "all",
    try: (ctx, { suggested }) => removals.dismissItem(ctx, { itemId: suggested.items[0]?.id ?? "" }),
    shows: null,
  },
  "removals.rejectItem": {
    of: "all",
    try: (ctx, { removal }) => removals.rejectItem(ctx, { itemId: removal.items[0]?.id ?? "", reason }),
    shows: null,
  },
  "removals.decideCluster": {
    of: "all",
    try: (ctx, { suggested: { id: requestId, items } }) =>
      removals.decideCluster(ctx, { requestId, itemIds: items.map(({ id }) => id), decision: { act: "dismiss" } }),
    shows: null,
  },
  "removals.removeFalseMatch": {
    of: "all",
    try: (ctx, { suggested }) => removals.removeFalseMatch(ctx, { itemId: suggested.items[0]?.id ?? "" }),
    shows: null,
  },
  "removals.confirmItem": {
    of: "all",
    try: (ctx, { removal }) => removals.confirmItem(ctx, { itemId: removal.items[1]?.id ?? "", reason }),
    shows: null,
  },
  "removals.closeRequest": {
    of: "all",
    try: (ctx, { removal }) => removals.closeRequest(ctx, { requestId: removal.id, reason }),
    shows: null,
  },
  "creators/decisions.rejectIdentity": {
    of: "team",
    try: (ctx, { checkId }) => rejectIdentity(ctx, { checkId, reason: "document_unreadable", note: "" }),
    shows: null,
  },
  "creators/decisions.askForPhotos": {
    of: "team",
    try: (ctx, { checkId }) => askForPhotos(ctx, { checkId, photos: ["document_front"], reason: "blurred", note: "" }),
    shows: null,
  },
  "identity.addNote": { of: "team", try: (ctx, { checkId }) => identity.addNote(ctx, { checkId, text }), shows: null },
  "identity.askOpinion": {
    of: "team",
    try: (ctx, { checkId }) => identity.askOpinion(ctx, { checkId, text }),
    shows: null,
  },
  "identity.giveOpinion": {
    of: "team",
    try: (ctx, { checkId }) => identity.giveOpinion(ctx, { checkId, text, recommends: "approving" }),
    shows: null,
  },
  "identity.withdrawOpinion": {
    of: "team",
    try: (ctx, { checkId }) => identity.withdrawOpinion(ctx, { checkId, text }),
    shows: null,
  },
  "identity.reassign": {
    of: "team",
    try: (ctx, { checkId }) => identity.reassign(ctx, { checkId, to: ctx.actor.userId, text }),
    shows: null,
  },
  "creators/decisions.approveIdentity": {
    of: "team",
    try: (ctx, { checkId }) => approveIdentity(ctx, { checkId }),
    shows: null,
  },
  "custody/alerts.closeUnderAgeAlert": {
    of: "all",
    try: (ctx, { alertId }) => alerts.closeUnderAgeAlert(ctx, { alertId, reason }),
    shows: null,
  },
  "records/content.liftLegalHold": {
    of: "all",
    try: (ctx, { holdId }) => liftLegalHold(ctx, { holdId, reason }),
    shows: null,
  },
  "scenes.liftSceneHold": {
    of: "all",
    try: (ctx, { sceneHoldId: holdId }) => scenes.liftSceneHold(ctx, { holdId, reason }),
    shows: null,
  },
  "accounts.liftSuspension": {
    of: "team",
    try: (ctx, { account }) => liftSuspension(ctx, { accountId: account.id }),
    shows: null,
  },
  "productions/certificates.revokeCertificate": {
    of: "all",
    try: (ctx, { production }) => revokeCertificate(ctx, { productionId: production.id, reason }),
    shows: null,
  },
  "readiness.allGapList": {
    of: "all",
    try: async (ctx, { depiction: { id: subjectId, partnerId } }) => {
      const gap = { rule: "depiction_copy", about: "depiction", subjectId } as const;
      await db.readinessGap.createMany({
        data: [{ id: newId(), ...gap, partnerId, foundAt: clock.now() }],
        skipDuplicates: true,
      });
      return allGapList.read(ctx, { q: subjectId });
    },
  },
};

/** Doors with nothing of a record, a request or a person behind them. */
const OPEN_TO_ALL: Record<string, string> = {
  "examinations.enterExamination": "what the custodian enters, before its scope",
  "examinations/packages.enterPackage": "what the custodian enters, before its scope",
  "identity.addKnownCasePhoto": "a specimen, of nobody",
  "identity.countWaiting": "numbers",
  "identity.findKnownCaseOutcome": "what the custodian decided about a specimen",
  "identity.knownCaseList": "specimens, of nobody",
  "identity.listColleagues": "names of custodians",
  "identity.makeKnownCase": "a specimen, of nobody",
  "identity.readReviewFigures": "numbers, and the names of custodians",
  "identity.releaseAll": "a number",
  "identity.retireKnownCase": "a specimen, of nobody",
  "removals.isMine": "whether they work on it",
  "removals.listColleagues": "names of custodians",
  "removals.releaseRequests": "a number",
  "removals.takeRequests": "a number; passing over what is reserved is tested with it",
  "identity.takeBatch": "a number; passing over what is reserved is tested with it",
  "identity.viewKnownCase": "a specimen, of nobody",
  "parties/people.isFresh": "when the custodian proved who they are",
  "parties/people.setBlursPictures": "the custodian's own setting",
  "readiness.readReadiness": "numbers",
  "removals.readRunningClocks": "numbers, and the names of partners that are late",
  "removals.readServiceReport": "a month's numbers",
  "removals.exportServiceReport": "a month's numbers",
  "removals.exportAcquirerReports": "a month's numbers",
  "removals/custody.countRequests": "numbers",
  ...Object.fromEntries(
    ["addSource", "changeSource", "endSource", "importFile", "listSources", "setKeys", "viewSource"].map((door) => [
      `removals/exchange.${door}`,
      "a source of hashes, of no record",
    ]),
  ),
  "removals/exchange.exportHashes": "hashes under random ids",
};

const WORDS = /(schemas|labels|states|documents|reasons|view-purposes|mime-types)$/;

/** What the custodians' pages, actions and downloads call: the functions and lists that they import from a room. */
async function doorsOfPages(): Promise<string[]> {
  const files = globSync("app/(custodian)/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const doors = new Set<string>();
  for (const file of files) {
    for (const [, names = "", path = ""] of readFileSync(file, "utf8").matchAll(
      /import \{([^}]*)\} from "@\/lib\/domain\/([a-z/-]+)"/g,
    )) {
      const [file] = [`lib/domain/${path}/index.ts`, `lib/domain/${path}.ts`].filter((each) => existsSync(each));
      if (!file || WORDS.test(path)) continue;
      const subject: Record<string, unknown> = await import(resolve(file));
      for (const name of names.split(",").map((each) => each.trim())) {
        const door = subject[name];
        const isList = typeof door === "object" && door !== null && "read" in door;
        if (typeof door === "function" || isList) doors.add(`${path}.${name}`);
      }
    }
  }
  return [...doors].sort();
}

let listed = { matchId: "", source: "" };

/** Has a source list the file of a depiction. */
async function listDepiction({ id }: { id: string }) {
  const { sourceId } = await makeSource({ name: `Lister ${id}` });
  const [hash, at] = [Buffer.from(anyHash(), "hex"), clock.now()];
  const kept = { addedAt: at, endsAt: new Date(at.getTime() + DAY_MS) };
  const { id: listedId } = await db.listedHash.create({
    data: { id: newId(), sourceId, externalId: `sha256 ${id}`, sha256: hash, ...kept },
  });
  const matched = { id: newId(), listedId, sourceId, listedAt: at, depictionId: id, distance: 0, foundAt: at };
  const match = await db.listedMatch.create({ data: { ...matched, status: "open" } });
  return { matchId: match.id, source: `Lister ${id}` };
}

const textOf = (answer: unknown) =>
  JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? String(value) : value)) ?? "";

/** What a door answers: its text, or the status of its error. */
const answerOf = (door: Door, ctx: Staff, world: World) =>
  door.try({ ...ctx, requestId: newId() }, world).then(
    (answer) => ({ text: textOf(answer), error: null }),
    (error: { status?: number; code?: string }) => ({ text: "", error }),
  );

describe("a custodian with a conflict of interest", () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
    const { ctx, id } = await makePacked([["production", world.production.id]]);
    listed = await listDepiction(world.depiction);
    records = { id, sha256: (await packages.sumOfPackage(ctx, id)).text.slice(0, 64) };
  });

  it("is tried at every door of the custodians' pages", async () => {
    expect([...Object.keys(DOORS), ...Object.keys(OPEN_TO_ALL)].sort()).toEqual(await doorsOfPages());
    const others = globSync("app/**/*.{ts,tsx}")
      .filter((file) => !file.includes(".test."))
      .filter((file) => !file.startsWith("app/(custodian)/") && readFileSync(file, "utf8").includes("requireCustodian"))
      .sort();
    expect(others).toEqual(["app/session.ts"]);
  });

  const conflicts: [string, Door["of"], () => Promise<{ id: string }>][] = [
    ["in the partner's team", "team", async () => makeMember(world.partner, "viewer", await makeCustodian())],
    ["who produces", "all", async () => ({ id: world.producer.userId })],
    ["who performs", "all", async () => ({ id: world.person })],
  ];

  it.each(conflicts)("%s finds every door closed", async (_, of, who) => {
    const me = await who();
    const before = await db.ledgerEntry.count({ where: { actorId: me.id, actorKind: "staff" } });
    await db.user.update({ where: { id: me.id }, data: { staffRole: "custodian" } });
    const open: string[] = [];
    for (const [name, door] of Object.entries(DOORS)) {
      if (of === "all" && door.of === "team") continue;
      const { text, error } = await answerOf(door, staffCtx(me), world);
      const isClosed = error
        ? error.status === 403
        : door.shows !== null &&
          ![door.shows?.(world) ?? "", ...world.secrets].some((secret) => secret && text.includes(secret));
      if (!isClosed) open.push(`${name}: ${error ? `${error.status} ${error.code}` : text.slice(0, 300)}`);
    }
    expect(open).toEqual([]);
    expect(await db.ledgerEntry.count({ where: { actorId: me.id, actorKind: "staff" } })).toBe(before);
    await db.user.update({ where: { id: me.id }, data: { staffRole: null } });
  });

  it("is no custodian without one, who finds every door open", async () => {
    const closed: string[] = [];
    for (const [name, door] of Object.entries(DOORS)) {
      const { text, error } = await answerOf(door, world.neutral, world);
      const secrets = door.shows ? [door.shows(world)] : world.secrets;
      // Some acts don't fit what stands, such as approving what was rejected.
      const isOpen =
        door.shows === null
          ? error === null || ((error.status ?? 500) !== 403 && (error.status ?? 500) < 500)
          : secrets.some((secret) => text.includes(secret));
      if (!isOpen)
        closed.push(`${name}: ${error ? `${error.status} ${error.code} ${String(error)}` : text.slice(0, 300)}`);
    }
    expect(closed).toEqual([]);
  });
});
