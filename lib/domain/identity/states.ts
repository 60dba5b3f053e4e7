import { clock } from "@/lib/platform/clock";
import type { Prisma, Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { PhotoKind } from "./documents";
import { sealFacts } from "./id-facts";
import type { PhotoFault } from "./rejection-reasons";

/** The status each move starts from. Imported checks start decided, and a decision is final. */
const FROM = { submitted: "draft", approved: "submitted", rejected: "submitted" } as const;

type Columns = Omit<Prisma.IdentityCheckUncheckedUpdateManyInput, "id" | "userId" | "status" | "updatedAt">;

/**
 * Change a check's status, with other columns. The only place where the status changes.
 * Throws `Conflict` `check_moved_on` when the check has another status than this move starts from.
 */
export async function moveCheck(
  tx: Tx,
  { id, to, ...columns }: { id: string; to: keyof typeof FROM } & Columns,
): Promise<void> {
  const { count } = await tx.identityCheck.updateMany({
    where: { id, status: FROM[to] },
    data: { ...columns, ...(to !== "submitted" && DECIDED), status: to, updatedAt: clock.now() },
  });
  if (count === 0) throw movedOn();
}

const movedOn = () => new Conflict("check_moved_on", "This check has changed in the meantime. Reload the page.");

/**
 * Let a locked check wait for better photos, or again for a decision. It stays submitted, so that platforms and producers learn nothing.
 * Throws `Conflict` `check_moved_on`.
 */
export async function setPhotosAsked(
  tx: Tx,
  { id, asked, ...columns }: { id: string; asked: AskedPhotos | null } & Columns,
): Promise<void> {
  const { count } = await tx.identityCheck.updateMany({
    where: { id, status: "submitted", photosAskedAt: asked ? null : { not: null } },
    data: { ...columns, ...(asked ?? NOT_ASKED), updatedAt: clock.now() },
  });
  if (count === 0) throw movedOn();
}

type AskedPhotos = {
  photosAsked: PhotoKind[];
  photosAskedAt: Date;
  photosProblem: PhotoFault;
  photosNote: string | null;
};
const NOT_ASKED = { photosAsked: [], photosAskedAt: null, photosProblem: null, photosNote: null };
/** A decided check waits for nothing. What it waited for stays, so that a photo that was never sent stays unseen. */
const DECIDED = { opinionById: null };

/** Keeps whom an approved check identified, in place of an earlier identity. */
export async function setIdentity(
  tx: Tx,
  {
    userId,
    ...identity
  }: { userId: string; checkId: string; legalName: string; verifiedAt: Date; lastChangedAt: Date },
): Promise<void> {
  await tx.identity.upsert({ where: { userId }, create: { userId, ...identity }, update: identity });
}

/** An identity that was verified elsewhere, with a decided check. Returns the check's id. */
export async function insertImported(
  tx: Tx,
  {
    userId,
    legalName,
    birthDate,
    verifiedAt,
  }: { userId: string; legalName: string; birthDate: Date; verifiedAt: Date },
): Promise<string> {
  const now = clock.now();
  const id = newId();
  const facts = await sealFacts(tx, { id, userId }, { birthDate });
  const decided = { driver: "import", status: "approved", submittedAt: verifiedAt, decidedAt: verifiedAt } as const;
  await tx.identityCheck.create({ data: { id, userId, legalName, facts, ...decided, createdAt: now, updatedAt: now } });
  await tx.identity.create({ data: { userId, checkId: id, legalName, verifiedAt, lastChangedAt: now } });
  return id;
}
