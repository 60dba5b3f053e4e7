import { attest, issueCode, performerSubject } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { provePerformer, readRelease, signRelease } from "@/lib/domain/scenes";
import type { Consents } from "@/lib/domain/scenes/consents";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { makeIdentity, makeUser, personCtx, systemCtx } from "./factories";
import { makeScene } from "./scenes";

/** A new browser that opened a performer's link and entered the code. Without the mail, which a worker may send meanwhile. */
export async function enterPerformerCode({ id: performerId }: { id: string }) {
  const issued = await inTransaction((tx) =>
    issueCode(tx, { subject: performerSubject(performerId), visitToken: undefined }),
  );
  if (issued.outcome !== "issued") throw new Error(issued.outcome);
  const entered = { performerId, visitToken: issued.cookie?.token, code: issued.code };
  const proof = await provePerformer(systemCtx("consent"), entered);
  if (proof.outcome !== "proven") throw new Error(proof.outcome);
  return proof;
}

/** A performer who opened their mailed link and entered the code from the second mail. */
export async function openLink(performer: { id: string }): Promise<Ctx<PersonActor>> {
  const { userId, visit } = await enterPerformerCode(performer);
  if (userId === null) throw new Conflict("scene_closed", "This scene is closed.");
  return { ...personCtx({ id: userId }), actor: { kind: "person", userId, visit } };
}

/** A performer whose ID was verified before they were named, and who opened their link. */
export async function openVerified(performer: { id: string; email: string }): Promise<Ctx<PersonActor>> {
  await makeIdentity(await makeUser({ email: performer.email }));
  return openLink(performer);
}

/** The release as the page shows it now with every box ticked that isn't in `without`. */
export async function answered(
  ctx: Ctx<PersonActor>,
  { id: performerId }: { id: string },
  without: readonly string[] = [],
): Promise<{ given: string[]; shown: string }> {
  const { answers } = await readRelease(ctx, { performerId });
  const given = answers.map(({ key }) => key).filter((key) => !without.includes(key));
  return { given, shown: (await readRelease(ctx, { performerId, given })).shown };
}

/** A scene of one performer who signed a release of a version that gave every use at once. */
export async function makeOldRelease() {
  const scene = await makeScene();
  const [performer] = scene.performers;
  const { userId } = (await openVerified(performer)).actor;
  await signOld(performer, userId);
  return { sceneId: scene.id, performerId: performer.id, userId };
}

/** Signs as with a version that gave every use at once, or with another one that gives some. Greenlights nothing. */
export async function signOld({ id: performerId }: { id: string }, userId: string, given?: Consents): Promise<void> {
  const by = { kind: "release", subjectKind: "scene_performer", subjectId: performerId, proof: "session" } as const;
  const words = { text: "I agree.", textVersion: "release-2026-11-27", signedName: "Ada Example", userId };
  const signedAt = clock.now();
  await inTransaction(async (tx) => {
    const releaseId = await attest(tx, { ...by, ...words, attestedAt: signedAt });
    await tx.scenePerformer.update({
      where: { id: performerId },
      data: { signedAt, releaseId, ...(given && { given }) },
    });
  });
}

/** Signs the release as `answered`, with the verified name of a performer who has one. */
export async function sign(
  ctx: Ctx<PersonActor>,
  performer: { id: string },
  without: readonly string[] = [],
): Promise<{ signed: boolean }> {
  const answers = await answered(ctx, performer, without);
  const identity = await db.identity.findUnique({ where: { userId: ctx.actor.userId } });
  return signRelease(ctx, {
    performerId: performer.id,
    signedName: identity?.legalName ?? "Ada Example",
    ...answers,
  });
}
