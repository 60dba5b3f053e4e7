import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { asStranger, keepVisit, personCtx } from "@/app/(hosted)/browser";
import { outcomeOf } from "@/app/forms";
import { networkMay } from "@/lib/api/rate-limits";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/context";
import { findVisit, performerSubject, provenVisit, visitCookieName } from "@/lib/domain/hosted";
import {
  type ConsentPage,
  findPerformerByToken,
  type PerformerOfLink,
  type PerformerStage,
  performerStage,
  provePerformer,
  recordPageView,
} from "@/lib/domain/scenes";
import { MINUTE_MS } from "@/lib/platform/duration";
import { AppError } from "@/lib/platform/errors";

/** The visits that one network may prove, for all performers together. */
const PROVEN = { name: "consent visits", limit: 60, windowMs: 15 * MINUTE_MS };

type Person = { userId: string; visit: ProvenVisit };

/** The browser that opened a performer's link. `proven` is null until it has proven the mailbox. */
export type Visitor = {
  token: string;
  performer: PerformerOfLink;
  partnerName: string;
  title: string;
  /** The scene is a verification job's. */
  isJob: boolean;
  stage: PerformerStage;
  visitToken: string | undefined;
  proven: Person | null;
};

export type ProvenVisitor = Visitor & { proven: Person };

/** The visitor behind a link; null for an unknown link. Read once per request. */
export const findVisitor = cache(async (token: string): Promise<Visitor | null> => {
  const performer = await findPerformerByToken(token);
  if (!performer) return null;
  const { id, userId, scene } = performer;
  const visitToken = (await cookies()).get(visitCookieName(id))?.value;
  const visit = await findVisit(performerSubject(id), visitToken);
  const proof = visit && provenVisit(visit);
  return {
    token,
    performer,
    partnerName: scene.partner.name,
    title: scene.title,
    isJob: scene.isJob,
    stage: performerStage(performer),
    visitToken,
    proven: proof && userId ? { userId, visit: proof } : null,
  };
});

/** The visitor behind a link. Shows the 404 page for an unknown link. */
export async function getVisitor(token: string): Promise<Visitor> {
  return (await findVisitor(token)) ?? notFound();
}

/** The start of a performer's pages, and their status. */
export const startOf = (token: string): string => `/consent/${token}`;
export const releaseOf = (token: string): string => `${startOf(token)}/release`;
export const signingOf = (token: string): string => `${startOf(token)}/sign`;
export const refusalOf = (token: string): string => `${startOf(token)}/refuse`;

/** Whether the visitor's scene still waits for its performers. */
export const mayDecide = ({ stage }: Visitor): boolean => stage.at === "asked" || stage.at === "signed";

/** Whether a visitor may still refuse. A performer who signed may, until their consent counts. */
export const mayRefuse = ({ stage }: Visitor): boolean =>
  stage.at === "asked" || (stage.at === "signed" && !stage.consented);

/**
 * The person behind a button that was pressed. Behind their own mailed link, the press is the proof. Null once the scene is
 * closed. At the network's limit, redirects to the start, which says so.
 */
export async function proveByPress({ token, performer, visitToken, proven }: Visitor): Promise<Person | null> {
  if (proven) return proven;
  if (!(await networkMay(PROVEN, await headers()))) redirect(`${startOf(token)}?busy`);
  try {
    const { userId, visit, cookie } = await asStranger("consent", (ctx) =>
      provePerformer(ctx, { performerId: performer.id, visitToken }),
    );
    await keepVisit(cookie);
    return { userId, visit };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A visitor who has proven the mailbox and still has to sign. Redirects everyone else to the start. */
export async function requireAsked(token: string): Promise<{ visitor: ProvenVisitor; ctx: Ctx<PersonActor> }> {
  const visitor = await getVisitor(token);
  if (!visitor.proven || visitor.stage.at !== "asked") redirect(startOf(token));
  return { visitor: { ...visitor, proven: visitor.proven }, ctx: await personCtx(visitor.proven) };
}

/** Record that a proven visitor viewed a page, as evidence. Nothing for a browser that has proven nothing. */
export async function recordView({ performer, proven }: Visitor, page: ConsentPage): Promise<void> {
  if (!proven) return;
  await outcomeOf(await personCtx(proven), (ctx) => recordPageView(ctx, { performerId: performer.id, page }));
}
