import { notFound, redirect } from "next/navigation";
import { asStranger, personCtx } from "@/app/(hosted)/browser";
import type { HostedArea } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/core/context";
import { refreshVendorCheck } from "@/lib/domain/creators/decisions";
import { missingParts, type OwnCheck } from "@/lib/domain/identity";
import { log } from "@/lib/platform/log";

/** The pages of a link that include the ID steps, such as `/consent/[token]`. `hosts.ts` declares them. */
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
type HostStep = { label: string; href: string; open: boolean };

/** A guest's open draft. */
export type OpenDraft = {
  area: HostedArea;
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
  return { area: host.area, token, start, guest, check, ctx: await personCtx(person) };
}

export const startIn = ({ area }: Pick<StepsHost, "area">, token: string): string => `${area}/${token}`;

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

/** The steps of the bar at the top, with the host's own. The person can go back to earlier ones. */
export function stepper({ start, guest, check }: Pick<OpenDraft, "start" | "guest" | "check">, current: StepName) {
  const steps = stepsOf(check);
  const { stepsBefore = [], stepsAfter = [] } = guest;
  const shown = steps.map(({ name, label }) => ({ label, href: `${start}/${name}`, open: false }));
  return {
    steps: [...stepsBefore, ...shown, ...stepsAfter],
    current: stepsBefore.length + steps.findIndex(({ name }) => name === current) + 1,
  };
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
