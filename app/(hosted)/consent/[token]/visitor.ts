import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { personCtx } from "@/app/(hosted)/browser";
import type { browserOf } from "@/app/current-actor";
import { outcomeOf } from "@/app/forms";
import { currentSession } from "@/app/session";
import { findProof, performerSubject, type Visit, visitCookieName } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/core/context";
import {
  findPerformerByToken,
  mayWithdraw,
  type PerformerOfLink,
  type PerformerStage,
  performerStage,
  readRelease,
  recordPageView,
  withdrawalStatement,
} from "@/lib/domain/scenes";
import type { ConsentPage } from "@/lib/domain/scenes/labels";
import { NotFound } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";

type Person = { userId: string; visit: ProvenVisit };

/** The browser that opened a performer's link. Until `hasProof`, no page shows or does anything of the performer's. */
export type Visitor = {
  token: string;
  performer: PerformerOfLink;
  partnerName: string;
  title: string;
  /** The scene is a verification job's. */
  isJob: boolean;
  stage: PerformerStage;
  visit: Visit | null;
  visitToken: string | undefined;
  hasProof: boolean;
  /** Who proved the mailbox. Null without a proof, and for somebody new after the scene was decided. */
  proven: Person | null;
};

export type ProvenVisitor = Visitor & { proven: Person };

/** The visitor behind a link; null for an unknown link. Read once per request. */
export const findVisitor = cache(async (token: string): Promise<Visitor | null> => {
  const performer = await findPerformerByToken(token);
  if (!performer) return null;
  const { id, userId, scene } = performer;
  const visitToken = (await cookies()).get(visitCookieName(id))?.value;
  const { visit, proof } = await findProof(performerSubject(id), visitToken);
  return {
    token,
    performer,
    partnerName: scene.partner.name,
    title: scene.title,
    isJob: scene.isJob,
    stage: performerStage(performer),
    visit,
    visitToken,
    hasProof: proof !== null,
    proven: proof && userId ? { userId, visit: proof } : null,
  };
});

/** The visitor behind a link. Shows the 404 page for an unknown link. */
export async function getVisitor(token: string): Promise<Visitor> {
  return (await findVisitor(token)) ?? notFound();
}

/** Who downloads a file of the performer's, in a browser that proved their mailbox. Throws `NotFound` for everybody else. */
export async function getDownloader(token: string, browser: ReturnType<typeof browserOf>) {
  const visitor = await findVisitor(token);
  if (!visitor?.performer.userId) throw new NotFound();
  const { performer, proven } = visitor;
  if (!proven) {
    logRefusal("download", { subject: performer.id, ip: browser.ip, status: 404 });
    throw new NotFound();
  }
  return { ctx: { actor: { kind: "person" as const, ...proven }, ...browser }, performerId: performer.id };
}

/** The start of a performer's pages, and their status. */
export const startOf = (token: string): string => `/consent/${token}`;
export const releaseOf = (token: string): string => `${startOf(token)}/release`;
export const signingOf = (token: string): string => `${startOf(token)}/sign`;
export const refusalOf = (token: string): string => `${startOf(token)}/refuse`;

/** What a visitor wants to do once they have proven the mailbox. */
export type Wish = "decide" | "refuse" | "photos";
export const wishOf = (sent: unknown): Wish => (sent === "refuse" || sent === "photos" ? sent : "decide");

/** The page that asks for the proof. */
export const proofOf = (token: string, wish: Wish): string =>
  wish === "decide" ? startOf(token) : `${startOf(token)}?to=${wish}`;

/** Where a visitor with a proof continues. */
export function wishedPage({ token, stage }: Visitor, wish: Wish): string {
  // Its step leads back to the start if no photo is asked for.
  if (wish === "photos") return `${startOf(token)}/photos`;
  if (stage.at !== "asked") return startOf(token);
  return wish === "refuse" ? `${refusalOf(token)}?reason=not_me` : releaseOf(token);
}

/** Whether somebody is signed in here whose mailbox the link belongs to. */
export async function isOwnSession({ performer: { userId, email } }: Visitor): Promise<boolean> {
  const user = (await currentSession())?.user;
  return user !== undefined && (userId === null ? user.email === email : user.id === userId);
}

/** A visitor who may still refuse. Redirects one without a proof to the page that asks for it, and everyone else to the start. */
export async function requireRefusing(token: string): Promise<ProvenVisitor> {
  const visitor = await getVisitor(token);
  if (!visitor.hasProof) redirect(proofOf(token, "refuse"));
  if (!visitor.proven || !mayRefuse(visitor)) redirect(startOf(token));
  return { ...visitor, proven: visitor.proven };
}

export const withdrawalOf = (token: string): string => `${startOf(token)}/withdraw`;

type Withdrawing = { visitor: ProvenVisitor; statement: Awaited<ReturnType<typeof withdrawalStatement>> };

/** A visitor who may withdraw distribution, with the statement that does it. Redirects everyone else to the start. */
export async function requireWithdrawing(token: string): Promise<Withdrawing> {
  const visitor = await getVisitor(token);
  const { proven, performer } = visitor;
  if (!proven || !mayWithdraw(performer)) redirect(startOf(token));
  const statement = await outcomeOf(await personCtx(proven), (ctx) => withdrawalStatement(ctx, performer.id));
  if (!statement.ok) redirect(startOf(token));
  return { visitor: { ...visitor, proven }, statement: statement.value };
}

/** Whether the visitor's scene still waits for its performers. */
export const mayDecide = ({ stage }: Visitor): boolean => stage.at === "asked" || stage.at === "signed";

/** Whether a visitor may still refuse. A performer who signed may, until their consent counts. */
const mayRefuse = ({ stage }: Visitor): boolean => stage.at === "asked" || (stage.at === "signed" && !stage.consented);

type Asked = { visitor: ProvenVisitor; ctx: Ctx<PersonActor> };

/** A visitor who has proven the mailbox and still has to sign. Redirects everyone else to the start. */
export async function requireAsked(token: string): Promise<Asked> {
  const visitor = await getVisitor(token);
  if (!visitor.proven || visitor.stage.at !== "asked") redirect(startOf(token));
  return { visitor: { ...visitor, proven: visitor.proven }, ctx: await personCtx(visitor.proven) };
}

/** The release that a visitor is asked to sign, as these boxes answer it; null if it is no longer theirs. */
export async function findRelease({ visitor, ctx }: Asked, given: readonly string[] = []) {
  const release = await outcomeOf(ctx, (by) => readRelease(by, { performerId: visitor.performer.id, given }));
  return release.ok ? release.value : null;
}

/** The boxes that a page's address says are ticked. They change nothing until the release is signed. */
export const ticked = (sent: string | string[] | undefined): string[] => [sent ?? []].flat();

/** The release with these boxes ticked, for somebody who has to change their answers. */
export const answersAt = (token: string, given: readonly string[], why?: "changed" | "missing"): string => {
  const query = new URLSearchParams(given.map((key) => ["give", key]));
  if (why) query.set(why, "");
  return `${releaseOf(token)}?${query}`;
};

/** Record that a proven visitor viewed a page, as evidence. Nothing for a browser that has proven nothing. */
export async function recordView({ performer, proven }: Visitor, page: ConsentPage): Promise<void> {
  if (!proven) return;
  await outcomeOf(await personCtx(proven), (ctx) => recordPageView(ctx, { performerId: performer.id, page }));
}
