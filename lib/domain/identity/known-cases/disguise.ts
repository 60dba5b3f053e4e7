import { randomInt } from "node:crypto";
import type { ShownAttestation } from "@/lib/domain/acts";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { ACTIONS, type custodianHistory, type LedgerAction, type Words } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newIdAt } from "@/lib/platform/ids";
import type { IdentityCheck, IdentityPhoto } from "@/prisma/generated/client";
import { DECLARATION, DECLARATION_TEXT, type PhotoKind } from "../documents";
import type { LockedCheck } from "../lock-check";

// What a check has that a known case needs to look like one.

/** A number of a range that stays the same for a seed. */
const pick = (seed: string, from: number, to: number): number =>
  from + Math.floor((sha256(seed).readUInt32BE() / 2 ** 32) * (to - from));

/** When a planted copy was made and sent, and its photos taken: as by somebody who takes some minutes, within the last 40. */
export function inventTimes(kinds: readonly PhotoKind[]) {
  let at = 0;
  const after = (seconds: number, most: number) => {
    at += randomInt(seconds * 1000, most * 1000);
    return at;
  };
  after(70, 260);
  const photos = kinds.map((kind) => ({ kind, after: after(15, 80) }));
  const start = clock.now().getTime() - randomInt(40 * MINUTE_MS) - after(20, 90);
  return {
    createdAt: new Date(start),
    photos: photos.map(({ kind, after }) => ({ kind, createdAt: new Date(start + after) })),
    submittedAt: new Date(start + at),
  };
}

/** When the document in a photo was read. */
export const readAfter = (photoAt: Date, seed: string): Date =>
  new Date(photoAt.getTime() + pick(`${seed} read`, 2000, 9000));

/** Who a planted copy seems to be from. */
export async function knownCaseOrigin(tx: Tx, { actor }: Ctx<StaffActor>, { id, goldenId }: LockedCheck) {
  const golden = await tx.goldenCheck.findUniqueOrThrow({ where: { id: goldenId ?? "" }, select: { email: true } });
  const reviews = await tx.goldenReview.findMany({
    where: { checkId: id },
    select: { askedBy: true, reviewerId: true },
  });
  const shown = reviews.find(({ reviewerId }) => reviewerId === actor.userId) ?? reviews[0];
  return { email: golden.email, askedBy: shown?.askedBy ?? null };
}

const BROWSERS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
];

/** The declaration that a planted copy shows. Nobody made it, so no attestation is kept. */
export const declarationOf = ({ id, submittedAt, createdAt }: LockedCheck): ShownAttestation => ({
  ...{ id, text: DECLARATION_TEXT, textVersion: DECLARATION.version, sha256: sha256(DECLARATION_TEXT).toString("hex") },
  ...{ signedName: null, reason: null, email: "", proof: "code" },
  ip: `${pick(`${id} 1`, 78, 94)}.${pick(`${id} 2`, 0, 256)}.${pick(`${id} 3`, 0, 256)}.${pick(`${id} 4`, 1, 255)}`,
  userAgent: BROWSERS[pick(`${id} browser`, 0, BROWSERS.length)] ?? null,
  at: submittedAt ?? createdAt,
});

type Planted = Pick<IdentityCheck, "id" | "createdAt" | "submittedAt"> & {
  photos: readonly Pick<IdentityPhoto, "id" | "kind" | "createdAt">[];
  reading: { readAt: Date | null; status: string } | null;
};

type CheckHistoryRow = Pick<
  Awaited<ReturnType<typeof custodianHistory>>["rows"][number],
  "id" | "at" | "who" | "did" | "requestId" | "reason" | "more" | "detail"
>;

/**
 * The history that a planted copy shows before its custodian's looks, newest first. The ledger has none of it: it didn't happen. A real
 * one has the same lines, because the pages save each step, and load each photo where it is taken and again before sending.
 */
export function knownCaseHistory({ id, createdAt, submittedAt, photos, reading }: Planted): CheckHistoryRow[] {
  const taken = photos.toSorted((a, b) => a.id.localeCompare(b.id));
  const [first = createdAt, last = createdAt] = [taken[0]?.createdAt, taken.at(-1)?.createdAt];
  const sentAt = submittedAt ?? createdAt;
  const rows: CheckHistoryRow[] = [];
  type Step = { kind?: PhotoKind; reason?: string | null; who?: string; requestId?: string; status?: string };
  const add = (action: LedgerAction, start: Date, ms: number, step: Step = {}) => {
    const { kind, reason = null, who, requestId, status } = step;
    const seed = `${id} ${rows.length}`;
    const at = new Date(start.getTime() + ms);
    // A request gets its id before it is answered.
    const made = requestId ?? newIdAt(new Date(at.getTime() - pick(seed, 6, 60)), sha256(seed));
    const words: Words = ACTIONS[action];
    const did = words.custodian ?? action;
    const line = { id: seed, at, who: who ?? "the creator", did, reason, more: reason };
    rows.push({ ...line, requestId: made, detail: { ...(kind && { kind }), ...(status && { status }) } });
    return made;
  };
  const part = (name: string, from: number, to: number, whole: number) =>
    Math.round((pick(`${id} ${name}`, from, to) / 100) * whole);
  const entering = first.getTime() - createdAt.getTime();
  add("identity_check.started", createdAt, pick(`${id} start`, 4, 20));
  add("identity_check.details_saved", createdAt, part("details", 30, 50, entering));
  add("identity_check.document_saved", createdAt, part("document", 65, 85, entering));
  const sides = taken.filter(({ kind }) => kind !== "person");
  const viewed = { reason: "own_draft" };
  for (const { id: photoId, kind, createdAt: at } of taken) {
    const requestId = add("identity_photo.added", at, pick(photoId, 8, 40), { kind });
    add("identity_photo.viewed", at, pick(`${photoId} shown`, 400, 1500), { kind, ...viewed });
    if (!reading || kind === "person") continue;
    const readAt = (photoId === sides.at(-1)?.id && reading.readAt) || readAfter(at, photoId);
    // In a real one, a reading that isn't done has no line.
    const status = reading.status === "queued" ? "nothing" : reading.status;
    add("identity_check.document_read", readAt, pick(`${photoId} read`, 4, 30), {
      who: "the service",
      requestId,
      status,
    });
  }
  const reviewing = part("review", 15, 50, sentAt.getTime() - last.getTime());
  for (const { id: photoId, kind } of taken)
    add("identity_photo.viewed", last, reviewing + pick(`${photoId} again`, 20, 300), { kind, ...viewed });
  add("identity_check.submitted", sentAt, pick(`${id} sent`, 8, 60));
  return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
