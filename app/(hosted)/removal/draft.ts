import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { keepCookie } from "@/app/(hosted)/browser";
import { currentSession } from "@/app/session";
import { type Draft, findRemovalDraft } from "@/lib/domain/removals";
import { DAY_MS } from "@/lib/platform/duration";
import { DRAFT_COOKIE, START } from "./addresses";

/** Opens a page that doesn't exist. Next draws `notFound()` with scripts, and claimants may have none. */
export const noSuchPage = (): never => redirect(`${START}/link/unknown`);

/** Keep a draft's token in this browser, for the pages of removal requests only. */
export const keepDraftToken = (value: string): Promise<void> =>
  keepCookie({ name: DRAFT_COOKIE, value, maxAge: value === "" ? 0 : DAY_MS / 1000, path: START });

export const forgetDraftToken = (): Promise<void> => keepDraftToken("");

/** The token of this browser's draft. */
export const draftToken = async (): Promise<string | undefined> =>
  (await cookies()).get(DRAFT_COOKIE)?.value || undefined;

/** This browser's draft; null without one. */
export const findDraft = cache(async (): Promise<Draft | null> => findRemovalDraft(await draftToken()));

export type OwnDraft = { token: string; draft: Draft };

/** This browser's draft. Without one, redirects to the start. A person's own draft shows only while they are signed in. */
export async function requireDraft(): Promise<OwnDraft> {
  const [token, draft] = [await draftToken(), await findDraft()];
  if (!token || !draft) redirect(START);
  const owner = draft.answers.account?.userId;
  if (owner !== undefined && (await currentSession())?.user.id !== owner) redirect(START);
  return { token, draft };
}
