import { z } from "zod";
import type { ProvenVisit } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken, sha256Hex } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** How long a browser may come back to a link's pages without proving the mailbox again. */
export const VISIT_MS = 7 * DAY_MS;

/** What a visitor opened a link of. */
export type Subject = { kind: "solo_account" | "performer" | "removal_request" | "examination"; id: string };

export const accountSubject = (id: string): Subject => ({ kind: "solo_account", id });
export const performerSubject = (id: string): Subject => ({ kind: "performer", id });
export const removalSubject = (id: string): Subject => ({ kind: "removal_request", id });
export const examinationSubject = (id: string): Subject => ({ kind: "examination", id });

/** Where the pages of a subject's link are. */
export type HostedArea = "/onboard" | "/consent" | "/removal" | "/examine";

export const HOSTED_AREAS = {
  solo_account: "/onboard",
  performer: "/consent",
  removal_request: "/removal",
  examination: "/examine",
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

/**
 * A visit that has proven the mailbox; null otherwise. A performer's link alone proves nothing: it is never replaced, so whoever
 * finds it later could decide, too.
 */
export function provenVisit({ id, subjectKind, provenBy }: Visit): ProvenVisit | null {
  if (!provenBy || (subjectKind === "performer" && provenBy === "mail_link")) return null;
  return { id, provenBy };
}

/** This browser's visit to a subject's pages, and its proof. A page that shows or does anything of the subject needs `proof`. */
export async function findProof(
  subject: Subject,
  token: string | undefined,
): Promise<{ visit: Visit | null; proof: ProvenVisit | null }> {
  const visit = await findVisit(subject, token);
  return { visit, proof: visit && provenVisit(visit) };
}

/**
 * Start a visit, for a browser that has proven nothing yet unless `provenBy` says so. The cookie has the token; the database only
 * its hash.
 */
export async function startVisit(
  tx: Tx,
  subject: Subject,
  { token = randomToken(), provenBy }: { token?: string | undefined; provenBy?: ProvenVisit["provenBy"] } = {},
): Promise<{ id: string; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const id = newId();
  await tx.hostedVisit.create({
    data: {
      id,
      subjectKind: subject.kind,
      subjectId: subject.id,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: expires,
      ...(provenBy && { mailboxProvenAt: now, provenBy }),
    },
  });
  return { id, cookie: cookieOf(subject, token, expires) };
}

/**
 * The visit of a press behind a mailed link whose first press is the proof. `press` is a secret of the page that was pressed: a
 * double click or a retry sends it again and gets the visit of the first one. Null for a later press from another page.
 */
export async function visitOfPress(
  tx: Tx,
  { subject, press, isFirst }: { subject: Subject; press: string | undefined; isFirst: boolean },
): Promise<VisitCookie | null> {
  if (isFirst) return (await startVisit(tx, subject, { token: press, provenBy: "mail_link" })).cookie;
  const visit = await findVisit(subject, press, tx);
  return press !== undefined && visit && provenVisit(visit) ? cookieOf(subject, press, visit.expiresAt) : null;
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

/** Keeps that a visit viewed a page of its subject. False if it did before, or the visit is to another. */
export async function recordViewed(
  tx: Tx,
  { visitId, subject, page }: { visitId: string; subject: Subject; page: string },
): Promise<boolean> {
  const viewed = await tx.$executeRaw`
    UPDATE hosted_visits SET pages_viewed = array_append(pages_viewed, ${page})
    WHERE id = ${visitId} AND subject_kind = ${subject.kind} AND subject_id = ${subject.id} AND NOT ${page} = ANY (pages_viewed)`;
  return viewed > 0;
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
