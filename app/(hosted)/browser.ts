import { cookies, headers } from "next/headers";
import { browserOf, isSecure } from "@/app/current-actor";
import { networkMay, tooMany } from "@/lib/api/rate-limits";
import type { HostedArea, VisitCookie } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProvenVisit, SystemActor } from "@/lib/domain/core/context";
import { MINUTE_MS } from "@/lib/platform/duration";
import { withRequestContext } from "@/lib/platform/request-context";

/** The context of a person who acts in a proven visit. */
export const personCtx = async ({
  userId,
  visit,
}: {
  userId: string;
  visit: ProvenVisit;
}): Promise<Ctx<PersonActor>> => ({
  actor: { kind: "person", userId, visit },
  ...browserOf(await headers()),
});

/** Runs a verb as the system, for a visitor who has proven nothing. `name` tells the ledger which pages. */
export async function asStranger<T>(name: string, verb: (ctx: Ctx<SystemActor>) => Promise<T>): Promise<T> {
  const ctx = { actor: { kind: "system" as const, name }, ...browserOf(await headers()) };
  return withRequestContext({ requestId: ctx.requestId }, () => verb(ctx));
}

/** Whether this network may do `name` again: `limit` times in 15 minutes, for all links together. */
export const networkMayAgain = async (name: string, limit: number): Promise<boolean> =>
  networkMay({ name, limit, windowMs: 15 * MINUTE_MS }, await headers());

/** The message for a network that may not, about codes, links and drafts. */
export const TOO_MANY = tooMany("requests");

type Cookie = { name: string; value: string; path: string } & ({ expires: Date } | { maxAge: number });

/** Keep something in this browser, for some pages only. */
export async function keepCookie(cookie: Cookie): Promise<void> {
  (await cookies()).set({ ...cookie, httpOnly: true, sameSite: "lax", secure: isSecure() });
}

/** Keep a visit in this browser, for its area's pages only. */
export const keepVisit = ({ token, ...cookie }: VisitCookie): Promise<void> => keepCookie({ ...cookie, value: token });

/** The page to which outside services send people back. */
export const returnPage = (area: HostedArea): string => `${area}/return`;

const returnCookie = (area: HostedArea) => ({ name: `${area.slice(1)}_return`, path: returnPage(area) });

/** Keep a link's token for the return page, because outside services never get it. */
export const rememberReturn = (area: HostedArea, token: string): Promise<void> =>
  keepCookie({ ...returnCookie(area), value: token, maxAge: 24 * 60 * 60 });

/** The token that `rememberReturn` kept, on the area's return page. */
export const rememberedToken = async (area: HostedArea): Promise<string | undefined> =>
  (await cookies()).get(returnCookie(area).name)?.value;
