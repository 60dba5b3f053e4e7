import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { asStranger, personCtx } from "@/app/(hosted)/browser";
import { findVisitor as findPerformer, mayDecide } from "@/app/(hosted)/consent/[token]/visitor";
import { findVisitor as findCreator, SUBSCRIPTION, subscriptionOf } from "@/app/(hosted)/onboard/[token]/visitor";
import type { HostedArea } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/core/context";
import { refreshVendorCheck } from "@/lib/domain/creators/decisions";
import { missingParts, type OwnCheck, readIdentityStage, type UsualTimes } from "@/lib/domain/identity";
import { atMostText, reviewTimeText } from "@/lib/domain/identity/labels";
import { log } from "@/lib/platform/log";
import type { Photographer } from "./photo-route";

/** Where the ID steps are. */
export type StepsArea = Extract<HostedArea, "/onboard" | "/consent">;

/** The browser that opened a link, as the ID steps need it. */
export type Guest = {
  /** The platform that asked. */
  partnerName: string;
  /** The draft that this browser's proven visit may change. Null before the proof, and in every other stage. */
  draft: { userId: string; visit: ProvenVisit; check: OwnCheck } | null;
  /** The sent check for which a custodian asked this visit's person for better photos. */
  asked?: Guest["draft"];
  /** The area's own steps after the ID steps, in the bar at the top. `open`: can be opened ahead of time. */
  stepsAfter?: readonly { label: string; href: string; open: boolean }[];
};

/** Who opened a link; null for an unknown link. */
export const findGuest = (area: StepsArea, token: string): Promise<Guest | null> =>
  area === "/consent" ? findPerformerGuest(token) : findCreatorGuest(token);

async function findCreatorGuest(token: string): Promise<Guest | null> {
  const visitor = await findCreator(token);
  if (!visitor) return null;
  const { onboarding, proven } = visitor;
  const draft = proven?.stage.at === "draft" ? { ...proven, check: proven.stage.check } : null;
  const asked = proven && isAsked(proven.stage) ? { ...proven, check: proven.stage.check } : null;
  // Where creators pay, the subscription is the last step and open at any time.
  const stepsAfter = proven?.payment ? [{ label: SUBSCRIPTION, href: subscriptionOf(token), open: true }] : [];
  return { partnerName: onboarding.partner.name, draft, asked, stepsAfter };
}

const findPerformerGuest = cache(async (token: string): Promise<Guest | null> => {
  const visitor = await findPerformer(token);
  if (!visitor) return null;
  const { partnerName, proven } = visitor;
  // A closed scene needs no ID.
  if (!proven || !mayDecide(visitor)) return { partnerName, draft: null };
  const stage = await readIdentityStage(proven.userId, proven.visit);
  return {
    partnerName,
    draft: stage.at === "draft" ? { ...proven, check: stage.check } : null,
    asked: isAsked(stage) ? { ...proven, check: stage.check } : null,
  };
});

/** Whether the person was asked for better photos. */
export const isAsked = <Stage extends { at: string; check?: OwnCheck }>(
  stage: Stage,
): stage is Extract<Stage, { at: "submitted" }> & { check: OwnCheck } =>
  stage.at === "submitted" && !!stage.check?.photosAskedAt;

/** What the routes of an area's photos need to know. */
export const guestRoutes = (area: StepsArea) => ({
  find: async (token: string): Promise<Photographer | null> => {
    const guest = await findGuest(area, token);
    const { userId, visit } = guest?.draft ?? guest?.asked ?? {};
    return guest && { actor: userId && visit ? { kind: "person", userId, visit } : null };
  },
  page: (token: string) => `${area}/${token}/photos`,
  start: (token: string) => `${area}/${token}`,
});

/** A guest's open draft. */
export type OpenDraft = {
  area: StepsArea;
  token: string;
  /** The area's start, under which the steps are. */
  start: string;
  guest: Guest;
  check: OwnCheck;
  ctx: Ctx<PersonActor>;
};

/** The draft of a guest who may change it. Shows the 404 page for an unknown link, and redirects everyone else to the start. */
export const openDraft = (area: StepsArea, token: string): Promise<OpenDraft> => openCheck(area, token, "draft");

/** The sent check of a guest who was asked for better photos. Shows the 404 page for an unknown link, and redirects everyone else. */
export const openAsked = (area: StepsArea, token: string): Promise<OpenDraft> => openCheck(area, token, "asked");

async function openCheck(area: StepsArea, token: string, which: "draft" | "asked"): Promise<OpenDraft> {
  const guest = (await findGuest(area, token)) ?? notFound();
  const start = `${area}/${token}`;
  const found = guest[which];
  if (!found) redirect(start);
  const { check, ...person } = found;
  return { area, token, start, guest, check, ctx: await personCtx(person) };
}

/** The titles of the steps' pages. */
export const TITLES = {
  details: "Your details",
  document: "Your document",
  photos: "Photos",
  review: "Review and send",
} as const;

export type StepName = keyof typeof TITLES;

/** The steps of a check, for a custodian's review or for the verification service, which reads the document and takes the photos. */
export const stepsOf = ({ driver }: Pick<OwnCheck, "driver">): readonly { name: StepName; label: string }[] =>
  driver === "stripe_identity"
    ? [
        { name: "details", label: TITLES.details },
        { name: "review", label: "Verify your ID" },
      ]
    : (Object.keys(TITLES) as StepName[]).map((name) => ({ name, label: TITLES[name] }));

/** The first step with something missing, or the last one. */
export function nextStep(check: OwnCheck): StepName {
  const names = stepsOf(check).map(({ name }) => name);
  return missingParts(check).find((part) => names.includes(part)) ?? "review";
}

/** The steps of the bar at the top, with the area's own. The person can go back to earlier ones. */
export function stepper(
  { start, guest, check }: Pick<OpenDraft, "start" | "guest" | "check">,
  current: StepName,
  usual: UsualTimes = { stepsMs: null, reviewMs: null },
) {
  const steps = stepsOf(check);
  const shown = steps.map(({ name, label }) => ({ label, href: `${start}/${name}`, open: false }));
  const all = [...shown, ...(guest.stepsAfter ?? [])];
  const place = steps.findIndex(({ name }) => name === current) + 1;
  return { steps: all, current: place, note: whatFollows(check, steps[place]?.label, usual) };
}

/** What happens after a step, and how long it usually takes. Nothing is promised: the times are of others. */
function whatFollows(
  { driver }: Pick<OwnCheck, "driver">,
  next: string | undefined,
  { stepsMs, reviewMs }: UsualTimes,
) {
  if (next) return `Next: ${next}.${stepsMs ? ` All steps usually take ${atMostText(stepsMs)}.` : ""}`;
  if (driver === "stripe_identity") return "Next: Stripe checks your document and face, in a few minutes.";
  return `Next: a custodian of records looks at your ID. ${reviewTimeText(reviewMs)}`.trim();
}

/**
 * Ask the verification service about a check that it has, because its message may still be on its way. True when the stage must be
 * read again. `name` tells the ledger which pages asked.
 */
export async function askVendor(name: string, stage: { at: string; check?: OwnCheck }): Promise<boolean> {
  const { at, check } = stage;
  if (!check?.vendorSessionId || (at !== "draft" && at !== "submitted")) return false;
  try {
    await asStranger(name, (ctx) => refreshVendorCheck(ctx, check.id));
    return true;
  } catch (error) {
    log.warn({ err: error, check: check.id }, "the verification service did not answer");
    return false;
  }
}
