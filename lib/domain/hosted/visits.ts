import { z } from "zod";
import type { ProvenVisit } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken, sha256Hex } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** How long a browser may come back to a link's pages without proving the mailbox again. */
export const VISIT_MS = 7 * DAY_MS;

/** Whose link a visitor opened. */
export type Subject = { kind: "solo_account" | "performer"; id: string };

export const accountSubject = (id: string): Subject => ({ kind: "solo_account", id });
export const performerSubject = (id: string): Subject => ({ kind: "performer", id });

/** Where the pages of a subject's link are. */
export type HostedArea = "/onboard" | "/consent";

export const HOSTED_AREAS = {
  solo_account: "/onboard",
  performer: "/consent",
} as const satisfies Record<Subject["kind"], HostedArea>;

/** The cookie that gives one browser access to a link's pages. The browser sends it only to their area. */
export type VisitCookie = { name: string; token: string; expires: Date; path: HostedArea };

/** The cookie's name, different for each subject, because one browser may have several onboardings or scenes. */
export const visitCookieName = (subjectId: string): string => `visit_${sha256Hex(subjectId).slice(0, 16)}`;

const cookieOf = ({ kind, id }: Subject, token: string, expires: Date): VisitCookie => ({
  name: visitCookieName(id),
  token,
  expires,
  path: HOSTED_AREAS[kind],
});

/** This browser's live visit to the subject's pages; null for any other cookie. */
export async function findVisit(subject: Subject, token: string | undefined, tx: Pick<Tx, "hostedVisit"> = db) {
  if (!token) return null;
  const visit = await tx.hostedVisit.findUnique({ where: { tokenHash: hashToken(token) } });
  if (visit?.subjectKind !== subject.kind || visit.subjectId !== subject.id) return null;
  return visit.expiresAt > clock.now() ? visit : null;
}

export type Visit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

/** A visit that has proven the mailbox; null otherwise. Old rows without `provenBy` count as proven by a code. */
export const provenVisit = ({ id, mailboxProvenAt, provenBy }: Visit): ProvenVisit | null =>
  mailboxProvenAt && { id, provenBy: provenBy ?? "code" };

/** Start a visit for a browser that has proven nothing yet. The cookie has the token; the database only its hash. */
export async function startVisit(tx: Tx, subject: Subject): Promise<{ id: string; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  const id = newId();
  await tx.hostedVisit.create({
    data: {
      id,
      subjectKind: subject.kind,
      subjectId: subject.id,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: expires,
    },
  });
  return { id, cookie: cookieOf(subject, token, expires) };
}

/** Mark a visit as having proven the mailbox. It gets a new token, in case someone planted the old one in the browser. */
export async function proveVisit(
  tx: Tx,
  { id, subject, provenBy }: { id: string; subject: Subject; provenBy: ProvenVisit["provenBy"] },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  await tx.hostedVisit.update({
    where: { id },
    data: {
      mailboxProvenAt: now,
      provenBy,
      expiresAt: expires,
      tokenHash: hashToken(token),
      codeHash: null,
      codeExpiresAt: null,
    },
  });
  return { visit: { id, provenBy }, cookie: cookieOf(subject, token, expires) };
}

/** Mark this browser's visit to the subject's pages as having proven the mailbox. Starts one if it has none. */
export async function proveBrowser(
  tx: Tx,
  {
    subject,
    visitToken,
    provenBy,
  }: { subject: Subject; visitToken: string | undefined; provenBy: ProvenVisit["provenBy"] },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  const { id } = (await findVisit(subject, visitToken, tx)) ?? (await startVisit(tx, subject));
  return proveVisit(tx, { id, subject, provenBy });
}

/** Delete visits that expired more than a day ago. The day is needed to count the codes sent per day. */
export async function forgetVisits(): Promise<number> {
  const { count } = await db.hostedVisit.deleteMany({
    where: { expiresAt: { lt: new Date(clock.now().getTime() - DAY_MS) } },
  });
  return count;
}

export const forgetVisitsTask = defineTask("forget_hosted_visits", z.unknown(), async () => {
  await forgetVisits();
});

/** Every night. */
export const forgetVisitsSchedule: Schedule = { task: forgetVisitsTask, cron: "50 3 * * *" };
