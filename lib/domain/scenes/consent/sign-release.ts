import { actedBy, attest, evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emitAll } from "@/lib/domain/events";
import { assertOwnName, SignedName } from "@/lib/domain/identity/names";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { type Consents, givenBy, keptConsents } from "../consents";
import { enqueueReleaseCopy } from "../releases/release-copies";
import { type Release, releaseOf, type SceneOrigin } from "../releases/release-text";
import { signedEvents } from "../scene-events";
import { JOB_PRODUCER, producerNameOf } from "../scene-uploader";
import { assertOpen } from "../states";
import { deriveConsent } from "./derive-consent";
import { lockOwnPerformer } from "./performer-stage";

/**
 * The acting person signs the release of their scene, as they answered it, with the text that the page showed them (`shown`: its
 * hash). Signing again changes nothing. They have consented once their ID is verified, too, and the last one greenlights the scene. A
 * release that lacks what the scene needs is kept, and never counts: the partner can't tell it from one that isn't signed. A verified
 * person signs with a name of theirs; `addsName` adds the typed one to their record.
 * Contract: Collab scenes, states. Throws `NotFound`, `ZodError` for the name, and `Conflict`: `scene_closed` once the scene is
 * decided or its time is over, `already_refused`, `depiction_missing`, `release_changed` when the text is no longer the one shown. About `signedName`:
 * `InvalidField`, and `AppError` 422 `name_differs`.
 */
export async function signRelease(
  ctx: Ctx<PersonActor>,
  {
    performerId,
    signedName,
    given,
    shown,
    addsName = false,
  }: {
    performerId: string;
    signedName: string;
    /** The boxes that they ticked. */
    given: readonly string[];
    shown: string;
    addsName?: boolean;
  },
): Promise<{ signed: boolean }> {
  const name = SignedName.parse(signedName);
  return inTransaction(async (tx) => {
    await lockUser(tx, ctx.actor.userId);
    const { scene, performer } = await lockOwnPerformer(tx, ctx, performerId);
    if (performer.signedAt) return { signed: false };
    if (performer.refusedAt) throw new Conflict("already_refused", "You refused this scene. That is final.");
    const signedAt = clock.now();
    assertOpen(scene, signedAt);
    const release = await readRelease(ctx, { performerId, given }, tx);
    if (release.shown !== shown) {
      throw new Conflict("release_changed", "The release has changed since you opened it. Read it again, then sign.");
    }
    if (!release.given.uses.includes("depiction")) {
      throw new Conflict("depiction_missing", "Without your depiction there is nothing to sign. Refuse instead.");
    }
    await assertOwnName(tx, ctx, { signedName: name, addsName, signing: performerId, at: signedAt });
    const releaseId = await attest(tx, {
      kind: "release",
      subjectKind: "scene_performer",
      subjectId: performerId,
      text: release.text,
      textVersion: release.version,
      signedName: name,
      email: performer.email,
      ...actedBy(ctx),
      attestedAt: signedAt,
    });
    await tx.scenePerformer.update({
      where: { id: performerId },
      data: { signedAt, releaseId, given: release.given, fallsShort: release.fallsShort },
    });
    const subject = { kind: "scene_performer" as const, id: performerId };
    record(tx, { ctx, action: "scene_performer.signed", subject, detail: { release: releaseId, ...evidenceOf(ctx) } });
    const consented = await deriveConsent(tx, ctx, { sceneIds: [scene.id], now: signedAt });
    // Together, so that they are read in this order.
    await emitAll(tx, [...(release.fallsShort ? [] : signedEvents(scene, performer)), ...consented]);
    await enqueueReleaseCopy(tx, performerId);
    return { signed: true };
  });
}

/**
 * The release that the acting person is asked to sign, as answered by the boxes that they ticked, with today's custodian. `shown` is
 * the hash that says it was shown, and `unanswered` the one of the same release with nothing ticked. Throws `NotFound` for a performer who is somebody else.
 */
export async function readRelease(
  ctx: Ctx<PersonActor>,
  { performerId, given: keys = [] }: { performerId: string; given?: readonly string[] },
  tx: Pick<Tx, "scenePerformer"> = db,
): Promise<Release & { given: Consents; shown: string; unanswered: string }> {
  const performer = await tx.scenePerformer.findUnique({
    where: { id: performerId, userId: ctx.actor.userId },
    select: {
      email: true,
      scene: {
        select: {
          title: true,
          shootDate: true,
          needs: true,
          uploadSessionId: true,
          partner: { select: { name: true } },
          job: { select: JOB_PRODUCER },
        },
      },
    },
  });
  if (!performer) throw new NotFound();
  const { email, scene } = performer;
  const { title, shootDate, uploadSessionId, partner, job } = scene;
  const origin: SceneOrigin = job
    ? { kind: "job", producerName: producerNameOf(job) }
    : { kind: uploadSessionId === null ? "api" : "hosted" };
  const needs = keptConsents(scene.needs);
  const given = givenBy(needs, keys);
  const about = { performerId, platformName: partner.name, title, shootDate, performerEmail: email, origin, needs };
  const release = releaseOf(about, given);
  return { ...release, given, shown: sha256Hex(release.text), unanswered: sha256Hex(releaseOf(about).text) };
}
