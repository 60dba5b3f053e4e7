import { ChevronRight, CircleAlert, CircleCheck, Hourglass } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { listHref } from "@/components/lists/list-address";
import { consentText } from "@/components/scenes/performers";
import {
  CONTENT_PATH,
  JOBS_PATH,
  jobHref,
  PRODUCTIONS_PATH,
  SCENES_PATH,
  sceneHref,
  TAKEDOWNS_PATH,
  takedownHref,
  takedownsHref,
} from "@/components/shell/addresses";
import { toneText } from "@/components/ui/badge";
import { counted, cutCountText } from "@/components/ui/format";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { RowScope } from "@/components/ui/tooltip";
import type { Reachability } from "@/lib/domain/events";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { keyStart } from "@/lib/domain/parties/keys/states";
import type { JobRow } from "@/lib/domain/productions/verification-jobs";
import type { OpenTakedowns } from "@/lib/domain/removals";
import type { Closing, SceneRow } from "@/lib/domain/scenes";
import { DAY_MS } from "@/lib/platform/duration";

/** One thing that waits for the partner. */
export type Waiting = {
  tone: "harm" | "waiting";
  text: string;
  detail?: string;
  /** Its list or its page. */
  href: string;
  /** Its deadline, or, if `since`, when it began. */
  at?: Date | string | null;
  since?: boolean;
};

const SHOWN = 5;
const ICONS = { harm: CircleAlert, waiting: Hourglass };

type AttentionProps = {
  items: readonly Waiting[];
  /** More of them, without a deadline. `isOnly`: it says if there are none. */
  more: (isOnly: boolean) => ReactNode;
};

/** What needs the partner’s attention, by deadline. */
export const Attention = ({ items, more }: AttentionProps) => (
  <PageSection id="waiting" title="Needs attention">
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Rows items={items.slice(0, SHOWN)} />
      {items.length > SHOWN ? (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-4 py-3 text-muted md:py-2 hover:bg-sunken focus-visible:-outline-offset-2">
            {items.length - SHOWN} more
          </summary>
          <Rows items={items.slice(SHOWN)} className="border-line border-t" />
        </details>
      ) : null}
      {more(items.length === 0)}
    </div>
  </PageSection>
);

/** More rows, or, without any in the list, a line that says so. */
export const MoreAttention = ({ items, isOnly }: { items: readonly Waiting[]; isOnly: boolean }) =>
  items.length > 0 ? (
    <Rows items={items} className={isOnly ? "" : "border-line border-t"} />
  ) : isOnly ? (
    <p className="flex items-center gap-3 px-4 py-3 text-muted">
      <CircleCheck className="size-4 shrink-0 text-done" aria-hidden />
      Nothing needs your attention
    </p>
  ) : null;

function Rows({ items, className }: { items: readonly Waiting[]; className?: string }) {
  return (
    <RowScope>
      <ul className={`divide-y divide-line ${className ?? ""}`}>
        {items.map(({ tone, text, detail, href, at, since }) => {
          const Icon = ICONS[tone];
          return (
            <li key={href + text} className="relative flex items-start gap-3 px-4 py-3 md:py-2 hover:bg-sunken">
              <Icon className={`mt-0.5 size-4 shrink-0 ${toneText[tone]}`} aria-hidden />
              <div className="min-w-0 flex-1 md:flex md:items-baseline md:gap-3">
                <Link
                  href={href}
                  className="wrap-anywhere font-medium after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-4 focus-visible:-outline-offset-2 md:shrink-0"
                >
                  {text}
                </Link>
                {detail ? <p className="min-w-0 text-muted md:truncate">{detail}</p> : null}
              </div>
              {at ? (
                <span className={`above-row-link ${tone === "harm" ? "text-harm" : "text-muted"}`}>
                  <Time at={at} as={since ? "relative" : "left"} />
                </span>
              ) : null}
              <ChevronRight className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
            </li>
          );
        })}
      </ul>
    </RowScope>
  );
}

type Found = {
  keys: readonly EndingKey[];
  outages: readonly Outage[];
  lateCopies: { late: number; isMore: boolean };
  scenes: Closing<Pick<SceneRow, "id" | "title" | "expiresAt" | "performerCount" | "consentedCount">>;
  jobs: Closing<Pick<JobRow, "id" | "title" | "expiresAt" | "performerCount" | "verifiedCount">>;
  /** `most`: where counting stops, as in the next two. */
  takedowns: OpenTakedowns & { most: number };
  /** Productions that were revoked lately. */
  revoked: { count: number; most: number };
  /** Since when the platform fee isn't paid. */
  feeLapsedAt: Date | null;
  mayManage: boolean;
};

/** All that waits for the partner, by deadline; what has none comes last. */
export function waitingOf({ keys, outages, lateCopies, scenes, jobs, takedowns, revoked, ...rest }: Found): Waiting[] {
  const { feeLapsedAt, mayManage } = rest;
  const found: Waiting[] = [
    ...outages.map(({ id, name, since }) => ({
      tone: "harm" as const,
      text: `Webhooks to ${name} fail`,
      detail: "You can replay failed events for 90 days.",
      href: `/portal/webhooks/${id}/deliveries`,
      at: since,
      since: true,
    })),
    ...keys.map((key) => ({
      tone: key.last ? ("harm" as const) : ("waiting" as const),
      text: `Key “${key.name}” ${key.planned ? "will be revoked" : "expires"}`,
      detail: key.last ? "No other live key works longer. Calls will fail." : `It starts with ${keyStart(key)}.`,
      href: mayManage && !key.planned ? `/portal/keys/${key.id}/rotate` : "/portal/keys",
      at: key.at,
    })),
    ...closing(scenes, {
      called: "scene",
      hrefOf: sceneHref,
      state: consentText,
      all: listHref(SCENES_PATH, { closes: "3" }),
    }),
    ...closing(jobs, {
      called: "verification job",
      hrefOf: jobHref,
      state: ({ verifiedCount, performerCount }) => `${verifiedCount} of ${performerCount} verified`,
      all: listHref(JOBS_PATH, { status: "pending" }),
    }),
  ];
  const { open, breached, first, most } = takedowns;
  if (first) {
    found.push({
      tone: breached > 0 ? "harm" : "waiting",
      text: `${cutCountText(open, most)} open ${open === 1 ? "takedown" : "takedowns"}`,
      detail:
        breached > 0 && open > 1
          ? `${cutCountText(breached, most)} past the deadline. Take the content down, then mark it.`
          : "Take the content down, then mark it as taken down.",
      href: open === 1 ? takedownHref(first) : breached > 0 ? takedownsHref({ view: "breached" }) : TAKEDOWNS_PATH,
      at: first.deadlineAt,
    });
  }
  if (feeLapsedAt) {
    found.push({
      tone: "harm",
      text: "Platform fee not paid",
      detail: "Creators you pay for can’t upload.",
      href: "/portal/billing",
      at: feeLapsedAt,
      since: true,
    });
  }
  if (revoked.count > 0) {
    found.push({
      tone: "harm",
      text: `${cutCountText(revoked.count, revoked.most)} ${revoked.count === 1 ? "production" : "productions"} revoked in the last 30 days`,
      detail: "Take down this content.",
      href: listHref(PRODUCTIONS_PATH, { status: "revoked" }),
    });
  }
  if (lateCopies.late > 0) {
    const copies = lateCopies.late === 1 ? "compliance copy" : "compliance copies";
    found.push({
      tone: "waiting",
      text: `${lateCopies.late.toLocaleString("en")}${lateCopies.isMore ? "+" : ""} ${copies} not confirmed`,
      detail: "Each record lists the calls to fix it.",
      href: listHref(CONTENT_PATH, { copy: "late" }),
    });
  }
  return found.toSorted((a, b) => timeOf(a) - timeOf(b));
}

const timeOf = ({ at }: Waiting): number => (at ? new Date(at).getTime() : Number.MAX_SAFE_INTEGER);

type Words<Row> = {
  called: string;
  hrefOf: (row: Row) => string;
  state: (row: Row) => string;
  /** The list of all. */
  all: string;
};

/** One row for all that close soon, with the clock of the first. */
function closing<Row extends { title: string; expiresAt: Date }>(
  { next: [first], count, isMore }: Closing<Row>,
  { called, hrefOf, state, all }: Words<Row>,
): Waiting[] {
  if (!first) return [];
  const isOne = count === 1 && !isMore;
  const title = `“${first.title}”`;
  return [
    {
      tone: "waiting",
      text: isOne ? `1 ${called} closes` : `${counted(count, called)}${isMore ? " or more" : ""} close soon`,
      detail: `${isOne ? "" : "First "}${title}, ${state(first)}`,
      href: isOne ? hrefOf(first) : all,
      at: first.expiresAt,
    },
  ];
}

type Certificates = {
  ending: number;
  ended: number;
  /** Where counting stops. */
  most: number;
};

/** The certificates that have ended or end soon. */
export function waitingCertificates({ ending, ended, most }: Certificates): Waiting[] {
  const certificates = (count: number) =>
    `${cutCountText(count, most)} ${count === 1 ? "certificate" : "certificates"}`;
  const has = (count: number, one: string, many: string) => (count === 1 ? one : many);
  return [
    ...(ended > 0
      ? [
          {
            tone: "harm" as const,
            text: `${certificates(ended)} ${has(ended, "has", "have")} ended`,
            detail: has(
              ended,
              "Verifiers refuse it until it is renewed.",
              "Verifiers refuse them until they are renewed.",
            ),
            href: listHref(PRODUCTIONS_PATH, { ends: "ended" }),
          },
        ]
      : []),
    ...(ending > 0
      ? [
          {
            tone: "waiting" as const,
            text: `${certificates(ending)} ${has(ending, "ends", "end")} within 60 days`,
            detail: has(ending, "Its producer must renew it.", "Their producers must renew them."),
            href: listHref(PRODUCTIONS_PATH, { ends: "60" }),
          },
        ]
      : []),
  ];
}

const DAYS_AHEAD = 7;

type EndingKey = Pick<PortalKey, "id" | "name" | "mode" | "prefix"> & {
  at: string;
  planned: boolean;
  last: boolean;
};

/**
 * The live keys that stop working within seven days of `now`, by scheduled revocation or expiry, soonest first.
 * `last`: no live key outlives it.
 */
export function endingKeys(live: readonly PortalKey[], now: Date): EndingKey[] {
  const soon = now.getTime() + DAYS_AHEAD * DAY_MS;
  const ends = live.map((key) => ({ key, at: endOf(key) }));
  return ends
    .flatMap(({ key: { id, name, mode, prefix, revokeAt }, at }) =>
      at !== null && at <= soon
        ? [
            {
              id,
              name,
              mode,
              prefix,
              at: new Date(at).toISOString(),
              planned: revokeAt !== null && Date.parse(revokeAt) === at,
              last: !ends.some((other) => other.key.id !== id && (other.at === null || other.at > at)),
            },
          ]
        : [],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function endOf({ revokeAt, expiresAt }: PortalKey): number | null {
  const ends = [revokeAt, expiresAt].flatMap((at) => (at ? [Date.parse(at)] : []));
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** An endpoint that has failed for a long time. `name` is its description or URL. */
type Outage = { id: string; name: string; since: string };

/** The endpoints that have failed for more than a day at `now`, in the order given. */
export function longOutages(endpoints: readonly Reachability[], now: Date): Outage[] {
  return endpoints.flatMap(({ id, url, description, failingSince }) =>
    failingSince && now.getTime() - failingSince.getTime() > DAY_MS
      ? [{ id, name: description ? `“${description}”` : url, since: failingSince.toISOString() }]
      : [],
  );
}
