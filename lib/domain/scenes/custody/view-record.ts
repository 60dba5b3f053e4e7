import { presentAttestation } from "@/lib/domain/acts";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianHistory, recordViewOf } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { legalHoldsOf } from "@/lib/domain/custody/legal-holds";
import { matchName, namesOf } from "@/lib/domain/identity/names";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { answersNow } from "../consents";
import { depictionsOf, entriesKeeping, extensionsOf, publicationsOf, sceneKeeping } from "./record-links";

/**
 * Everything about one scene of any partner, for a custodian: the scene, the uploader's statement or the verification job, every performer with their
 * release, ID and evidence, extensions, publications, depictions and retention. The ledger records the view for the scene and
 * for each person; partners can't see it. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewSceneRecord(ctx: Ctx<StaffActor>, sceneId: string) {
  await assertNoConflict(db, ctx, { scene: sceneId });
  const scene = isId(sceneId) ? await read(sceneId) : null;
  if (!scene) throw new NotFound();
  const { performers, uploader, attestation, partner, job, needs, ...facts } = scene;
  // The account's link may have ended since the creation, so the uploader is who attested.
  const people = [attestation?.userId ?? null, ...performers.map(({ userId }) => userId)].filter((id) => id !== null);
  await inTransaction((tx) => recordViews(tx, ctx, { sceneId, people }));
  const [idOf, namesOfPerson, history, evidence, extensions, publications, depictions, keeping, index, holds] =
    await Promise.all([
      readIds(people),
      namesOf(people),
      historyOf("collab_scene", sceneId),
      Promise.all(performers.map(({ id }) => historyOf("scene_performer", id))),
      extensionsOf(sceneId),
      publicationsOf(sceneId),
      depictionsOf(ctx, sceneId),
      sceneKeeping(sceneId),
      entriesKeeping(sceneId),
      legalHoldsOf({ sceneId }),
    ]);
  return {
    ...facts,
    extensions,
    publications,
    depictions,
    keeping,
    index,
    holds,
    partner,
    job,
    uploader: uploader && { ...uploader, ...idOf(attestation?.userId ?? null) },
    statement: attestation && presentAttestation(attestation),
    performers: performers.map(({ release, refusal, copy, given, ...performer }, position) => ({
      ...performer,
      /** Each consent that their release asked for, as answered or withdrawn since; undefined without a release, and for one that gave all uses at once. */
      answers: answersNow({ given, needs, withdrawnAt: performer.withdrawnAt }),
      hasCopy: copy !== null,
      ...idOf(performer.userId),
      release: release && presentAttestation(release),
      otherNames: performer.userId ? namesOfPerson(performer.userId).others : [],
      /** Null without a signature. */
      nameMatch:
        release?.signedName && performer.userId ? matchName(release.signedName, namesOfPerson(performer.userId)) : null,
      refusal: refusal && presentAttestation(refusal),
      evidence: evidence[position] ?? { rows: [], total: 0 },
    })),
    history,
  };
}

export type SceneRecord = Awaited<ReturnType<typeof viewSceneRecord>>;

const UNREADABLE = "could not read the verified ID, so the age on the day of the shoot is unknown";

/** The latest thousand entries about a scene or one of its performers. */
async function historyOf(kind: "collab_scene" | "scene_performer", id: string) {
  const { rows, total } = await custodianHistory({ about: [{ kind, ids: [id] }], take: 1000 });
  const lines = rows.map(({ detail: { unreadable, ip = null, userAgent = null }, ...line }) => ({
    ...{ ...line, ip, userAgent },
    did: unreadable ? UNREADABLE : line.did,
  }));
  return { rows: lines, total };
}

/** Records that a custodian viewed a scene's record, for the scene and for each person. */
const recordViews = (tx: Tx, ctx: Ctx<StaffActor>, { sceneId, people }: { sceneId: string; people: string[] }) =>
  recordViewOf(
    tx,
    { ctx, action: "collab_scene.viewed", subject: { kind: "collab_scene", id: sceneId } },
    { action: "person.scene_viewed", ids: people },
  );

const read = (id: string) =>
  db.collabScene.findUnique({
    where: { id },
    select: {
      id: true,
      title: true,
      status: true,
      block: true,
      shootDate: true,
      needs: true,
      createdAt: true,
      expiresAt: true,
      greenlitAt: true,
      blockedAt: true,
      cancelledAt: true,
      uploadSessionId: true,
      attestation: true,
      partner: { select: { id: true, name: true } },
      job: { select: { id: true, jobId: true, contentId: true, productionId: true } },
      uploader: { select: { id: true, email: true, externalUserId: true } },
      performers: {
        orderBy: { position: "asc" },
        select: {
          id: true,
          email: true,
          userId: true,
          signedAt: true,
          given: true,
          fallsShort: true,
          withdrawnAt: true,
          withdrawalId: true,
          consentedAt: true,
          refusedAt: true,
          refusalReason: true,
          release: true,
          refusal: true,
          copy: { select: { createdAt: true } },
        },
      },
    },
  });

const IN_REVIEW = ["submitted", "approved", "rejected"] as const;

/** People's legal names and the state of their IDs. */
async function readIds(userIds: readonly string[]) {
  const [identities, checks, refusals] = await Promise.all([
    db.identity.findMany({ where: { userId: { in: [...userIds] } } }),
    db.identityCheck.findMany({
      where: { userId: { in: [...userIds] }, status: { in: [...IN_REVIEW] } },
      orderBy: { id: "desc" },
      select: { id: true, userId: true, status: true },
    }),
    db.alert.findMany({
      where: { personId: { in: [...userIds] }, kind: "entered" },
      orderBy: { raisedAt: "desc" },
      select: { personId: true, raisedAt: true },
    }),
  ]);
  return (userId: string | null) => {
    const identity = identities.find((one) => one.userId === userId);
    const check = checks.find((one) => one.userId === userId);
    return {
      legalName: identity?.legalName ?? null,
      verifiedAt: identity?.verifiedAt ?? null,
      /** The latest check that was sent. */
      check: check ? { id: check.id, status: check.status } : null,
      /** When they last entered an age below 18. */
      underAgeAt: refusals.find(({ personId }) => personId === userId)?.raisedAt ?? null,
    };
  };
}

/**
 * What the index keeps of a scene that was erased after its seven years, for a custodian. The ledger records the view
 * like `viewSceneRecord`. Throws `NotFound` for a scene that isn't erased, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewErasedScene(ctx: Ctx<StaffActor>, sceneId: string) {
  await assertNoConflict(db, ctx, { scene: sceneId });
  const entries = isId(sceneId)
    ? await db.sceneIndexEntry.findMany({
        where: { sceneId, title: { not: null } },
        orderBy: { userId: "asc" },
        include: { user: { select: { identity: { select: { legalName: true } } } } },
      })
    : [];
  const [first] = entries;
  const index = first ? await entriesKeeping(sceneId) : null;
  if (!first || !index) throw new NotFound();
  const people = entries.map(({ userId, user }) => ({ userId, legalName: user.identity?.legalName ?? null }));
  await inTransaction((tx) => recordViews(tx, ctx, { sceneId, people: people.map(({ userId }) => userId) }));
  const [partner, holds, history] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: first.partnerId }, select: { name: true } }),
    legalHoldsOf({ sceneId }),
    historyOf("collab_scene", sceneId),
  ]);
  return {
    id: sceneId,
    title: first.title ?? "Untitled",
    contentUrls: first.contentUrls?.split("\n") ?? [],
    productionDate: first.productionDate,
    partner,
    people,
    index,
    holds,
    history,
  };
}

export type ErasedScene = Awaited<ReturnType<typeof viewErasedScene>>;
