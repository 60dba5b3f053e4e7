import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { currentSession } from "@/app/session";
import { findProof, removalSubject, type Visit, visitCookieName } from "@/lib/domain/acts";
import { type ClaimantView, findClaimant, findClaimantView } from "@/lib/domain/removals";
import { START } from "../addresses";
import { noSuchPage } from "../draft";

/** The browser that opened the link to a claimant's page. Until `hasProof`, it sees and changes nothing of the request. */
export type Visitor = { visit: Visit | null; visitToken: string | undefined; hasProof: boolean };

/** The visitor behind a link. Shows the 404 page for an unknown link. Read once per request. */
export const getVisitor = cache(async (token: string): Promise<Visitor> => {
  const claimant = (await findClaimant(token)) ?? noSuchPage();
  const visitToken = (await cookies()).get(visitCookieName(claimant.id))?.value;
  const { visit, proof } = await findProof(removalSubject(claimant.id), visitToken);
  const user = (await currentSession())?.user;
  const isSignedIn = user !== undefined && (user.id === claimant.userId || user.email === claimant.email);
  return { visit, visitToken, hasProof: proof !== null || isSignedIn };
});

const findRequest = cache(findClaimantView);

/** The request behind a link, for a browser with a proof. Others are redirected to the page that asks for it. */
export async function getRequest(token: string): Promise<ClaimantView> {
  await requireProof(token);
  return (await findRequest(token)) ?? noSuchPage();
}

/** Redirects a browser without a proof to the page that asks for it. */
export async function requireProof(token: string): Promise<void> {
  if (!(await getVisitor(token)).hasProof) redirect(requestPage(token));
}

/** The claimant's page. */
export const requestPage = (token: string): string => `${START}/${token}`;
