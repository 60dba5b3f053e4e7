import { notFound, redirect } from "next/navigation";
import { personCtx } from "@/app/(hosted)/browser";
import type { FormState } from "@/components/ui/form";
import type { HostedArea } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/core/context";
import type { OwnCheck } from "@/lib/domain/identity";

/**
 * The pages of a link that include the ID steps. An area such as `/consent/[token]` hosts them with a few lines each:
 *
 * ```
 * // host.ts
 * export const consentHost: StepsHost = { area: "/consent", findGuest };
 * export const openDraft = (token: string) => requireDraft(consentHost, token);
 *
 * // step-actions.ts, "use server"
 * export const keepDetailsAction = action(openDraft, FORM, (draft, _, __, form) => keepDetails(draft, form));
 * export const keepDocumentAction = action(openDraft, FORM, (draft, _, __, form) => keepDocument(draft, form));
 * export const takePhotoOutAction = action(openDraft, PRESS, (draft, _, form) => takePhotoOut(draft, form));
 * export const sendAction = action(openDraft, FORM, (draft, _, __, form) => sendCheck(draft, form));
 *
 * // details/page.tsx, and likewise document, photos and review
 * export const metadata = titles.details;
 * export default async function Page({ params }: StepProps) {
 *   return DetailsStep({ draft: await openDraft((await params).token), action: keepDetailsAction });
 * }
 *
 * // photos/[kind]/route.ts
 * export const { GET, POST } = photoRoutes(consentHost);
 * ```
 *
 * The area's start, `/consent/<token>`, gets everyone whose draft is not open, and `nextStep` names the step where a draft continues.
 */
export type StepsHost = {
  area: HostedArea;
  /** Who opened a link; null for an unknown link. Called several times a request, so wrap it in React's `cache`. */
  findGuest: (token: string) => Promise<Guest | null>;
};

/** The browser that opened a link, as the ID steps need it. */
export type Guest = {
  /** The platform that asked. */
  partnerName: string;
  /** The draft that this browser's proven visit may change. Null before the proof, and in every other stage. */
  draft: { userId: string; visit: ProvenVisit; check: OwnCheck } | null;
  /** The area's own steps, in the bar at the top before and after the ID steps. */
  stepsBefore?: readonly HostStep[];
  stepsAfter?: readonly HostStep[];
};

/** `open`: can be opened ahead of time. */
export type HostStep = { label: string; href: string; open: boolean };

/** A guest's open draft. */
export type OpenDraft = {
  host: StepsHost;
  token: string;
  /** The area's start, under which the steps are. */
  start: string;
  guest: Guest;
  check: OwnCheck;
  ctx: Ctx<PersonActor>;
};

/** The draft of a guest who may change it. Shows the 404 page for an unknown link, and redirects everyone else to the start. */
export async function requireDraft(host: StepsHost, token: string): Promise<OpenDraft> {
  const guest = (await host.findGuest(token)) ?? notFound();
  const start = startIn(host, token);
  if (!guest.draft) redirect(start);
  const { check, ...person } = guest.draft;
  return { host, token, start, guest, check, ctx: await personCtx(person) };
}

export const startIn = ({ area }: StepsHost, token: string): string => `${area}/${token}`;

export type StepProps = { params: Promise<{ token: string }> };

/** A step's form, before it has the page's token. */
export type StepAction = (token: string, state: FormState, form: FormData) => Promise<FormState>;
