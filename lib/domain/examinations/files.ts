import { Readable } from "node:stream";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { LOOK_MS } from "@/lib/domain/custody/looks";
import { type PhotoKind, readPhoto } from "@/lib/domain/identity";
import { mayOpenCopy, type ReadCopy, streamExaminedCopy } from "@/lib/domain/records/content";
import { readReleaseCopy } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { firstIdAt, isId } from "@/lib/platform/ids";
import { getOpen } from "./access";
import { SEES } from "./labels";
import { recordLook, whileOpen } from "./looks";
import { isInScope, isRecordIn, scopeOfExamination } from "./scope";

/**
 * A photo of the verified ID of somebody in scope. Each look is kept and told to the person. Throws `NotFound`, also for photos that the
 * profile doesn't see.
 */
export async function viewExaminedPhoto(
  ctx: Ctx<ExaminerActor>,
  { checkId, kind }: { checkId: string; kind: PhotoKind },
): Promise<{ jpeg: Buffer }> {
  const { userId } = await whileOpen(ctx, async (tx, examination) => {
    const identity =
      SEES[examination.profile].photos.includes(kind) && isId(checkId)
        ? await tx.identity.findUnique({ where: { checkId }, select: { userId: true, legalName: true } })
        : null;
    // Asked in any case, so that what doesn't exist takes as long as what is outside the scope.
    const isIn = await isInScope(tx, scopeOfExamination(examination.id), identity?.userId ?? checkId);
    if (!identity || !isIn) throw new NotFound();
    const photo = await tx.identityPhoto.findFirst({ where: { checkId, kind }, orderBy: { id: "desc" } });
    if (!photo) throw new NotFound();
    await recordLook(tx, ctx, examination, {
      kind: "photo",
      action: "identity_photo.viewed",
      subject: { kind: "identity_check", id: checkId },
      title: PHOTO_TITLES[kind],
      sha256: photo.sha256,
    });
    return identity;
  });
  return { jpeg: (await readPhoto({ checkId, userId, kind })).jpeg };
}

const PHOTO_TITLES: Readonly<Record<PhotoKind, string>> = {
  document_front: "ID, front",
  document_back: "ID, back",
  person: "ID, portrait",
};

/**
 * The stored copy of a depiction in scope, or a byte range of it. It stops within a second once the examination isn't open, the
 * depiction isn't in its scope any more, or its record is removed. One look in ten minutes is kept: a player asks for many ranges. Throws
 * `NotFound`, `Unavailable`.
 */
export async function readExaminedCopy(
  ctx: Ctx<ExaminerActor>,
  { depictionId, range }: { depictionId: string; range: string | null },
): Promise<ReadCopy> {
  const mayRead = async (tx: Pick<Tx, "examination" | "depiction" | "$queryRaw"> = db): Promise<boolean> => {
    const { id, profile } = await getOpen(tx, ctx);
    return (
      SEES[profile].copies &&
      isId(depictionId) &&
      (await isRecordIn(tx, scopeOfExamination(id), { kind: "depiction", id: depictionId })) &&
      (await mayOpenCopy(tx, { depictionId, as: "examiner" }))
    );
  };
  await whileOpen(ctx, async (tx, examination) => {
    const found = (await mayRead(tx)) ? await tx.depiction.findUnique({ where: { id: depictionId } }) : null;
    if (!found?.keptKey || !found.keptSha256) throw new NotFound();
    const subject = { kind: "depiction", id: depictionId } as const;
    // By id, because that is what the examination's looks are indexed by.
    const since = firstIdAt(new Date(clock.now().getTime() - LOOK_MS));
    const same = { examinationId: examination.id, id: { gt: since }, kind: "copy", subjectId: depictionId } as const;
    if (await tx.examinationLook.findFirst({ where: same, select: { id: true } })) return;
    await recordLook(tx, ctx, examination, {
      ...{ kind: "copy", action: "depiction.viewed", subject, title: found.title, sha256: found.keptSha256 },
      of: subject,
    });
  });
  const copy = await streamExaminedCopy({ depictionId, range });
  return { ...copy, body: copy.body && Readable.from(whileMay(copy.body, () => mayRead())) };
}

const ASKED_AGAIN_MS = 500;

/** The bytes of a stream, as long as they may be read. Asks before the first, and twice a second. */
export async function* whileMay(body: Readable, mayRead: () => Promise<boolean>): AsyncGenerator<Buffer> {
  let asked = 0;
  for await (const part of body) {
    const now = performance.now();
    if (asked === 0 || now - asked > ASKED_AGAIN_MS) {
      if (!(await mayRead())) throw new NotFound();
      asked = now;
    }
    yield part as Buffer;
  }
}

/** The signed copy of a release in scope. Throws `NotFound`, `Unavailable`. */
export async function openExaminedRelease(
  ctx: Ctx<ExaminerActor>,
  performerId: string,
): Promise<{ fileName: string; pdf: Buffer }> {
  await whileOpen(ctx, async (tx, examination) => {
    const found =
      SEES[examination.profile].signedCopies && isId(performerId)
        ? await tx.scenePerformer.findUnique({
            where: { id: performerId },
            include: { copy: true, scene: { select: { title: true } } },
          })
        : null;
    const { sceneId, userId, copy, scene } = found ?? {};
    const of = { kind: "scene", id: sceneId ?? performerId } as const;
    // Asked in any case, as above.
    const isIn = await isRecordIn(tx, scopeOfExamination(examination.id), { ...of, userId: userId ?? performerId });
    if (!copy || !scene || !isIn) throw new NotFound();
    await recordLook(tx, ctx, examination, {
      ...{ kind: "release", action: "scene_performer.viewed", subject: { kind: "scene_performer", id: performerId } },
      ...{ title: `Release for ${scene.title}`, sha256: copy.sha256, of },
    });
  });
  return readReleaseCopy(performerId);
}
