import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { Photographer } from "@/app/(hosted)/identity-steps/photo-route";
import { browserOf } from "@/app/current-actor";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { openHandoff, type PhoneStep, phoneCookieName } from "@/lib/domain/identity";

/** What the link opens in this browser. Read once per request. */
export const findPhone = cache(async (token: string): Promise<"unused" | PhoneStep | null> => {
  const secret = (await cookies()).get(phoneCookieName(token))?.value;
  return openHandoff(token, secret);
});

/** The page where the phone takes the photos. */
export const phonePage = (token: string): string => `/handoff/${token}`;

export type Phone = { step: PhoneStep; ctx: Ctx<PersonActor> };

/** The phone that used a link. Shows the 404 page for everybody else. */
export async function getPhone(token: string): Promise<Phone> {
  const step = await findPhone(token);
  if (!step || step === "unused") notFound();
  return { step, ctx: { actor: step.actor, ...browserOf(await headers()) } };
}

/** The same, for the routes of photos. The phone reads back only the photos that it took. */
export async function photographerOf(token: string): Promise<Photographer | null> {
  const step = await findPhone(token);
  if (!step || step === "unused") return null;
  const own = new Set(step.photos.flatMap(({ kind, isOwn }) => (isOwn ? [kind] : [])));
  return { actor: step.finished ? null : step.actor, mayView: (kind) => own.has(kind) };
}
