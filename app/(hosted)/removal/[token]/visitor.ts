import { cache } from "react";
import { type ClaimantView, findClaimantView } from "@/lib/domain/removals";
import { noSuchPage, START } from "../draft";

const findRequest = cache(findClaimantView);

/** The request behind a claimant's link. Shows the 404 page for an unknown link. */
export async function getRequest(token: string): Promise<ClaimantView> {
  return (await findRequest(token)) ?? noSuchPage();
}

/** The claimant's page. */
export const requestPage = (token: string): string => `${START}/${token}`;
