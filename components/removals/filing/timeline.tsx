import { Check, Circle, CircleDot } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";
import type { ClaimantView } from "@/lib/domain/removals";

type Step = {
  state: "done" | "now" | "next";
  what: string;
  /** When it happened. */
  at?: Date;
  /** Until when it happens. */
  by?: Date;
};

type Request = Pick<
  ClaimantView,
  | "status"
  | "requestedAt"
  | "deadlineAt"
  | "decidedAt"
  | "withdrawnAt"
  | "appealedAt"
  | "takedownBy"
  | "isAsked"
  | "mayAppeal"
> & { things: readonly Pick<ClaimantView["things"][number], "outcome">[]; platforms: readonly unknown[] };

const COPIES = "We look for copies and similar pictures for a year, and email you when we decide on one.";

/** What happened to a request, what happens now, and what follows until when. */
export function timelineOf(request: Request): Step[] {
  const { status, requestedAt, deadlineAt, decidedAt, withdrawnAt, appealedAt, isAsked, mayAppeal } = request;
  // Each platform's own clock is on the page, and may count from later.
  const takedown = request.platforms.length > 0 ? {} : { by: request.takedownBy };
  const received: Step[] = [
    { state: "done", what: "We received your request", at: requestedAt },
    ...(appealedAt ? [{ state: "done" as const, what: "You appealed", at: appealedAt }] : []),
  ];
  if (status === "withdrawn") {
    return [...received, { state: "done", what: "You withdrew it", ...(withdrawnAt && { at: withdrawnAt }) }];
  }
  if (status === "open") {
    return [
      ...received,
      ...(isAsked ? [{ state: "now" as const, what: "You answer the custodian’s question" }] : []),
      {
        state: isAsked ? "next" : "now",
        what: appealedAt ? "Another custodian reviews it and decides" : "A custodian reviews it and decides",
        by: deadlineAt,
      },
      { state: "next", what: "Platforms take down what is confirmed", ...takedown },
      { state: "next", what: COPIES },
    ];
  }
  const has = (...outcomes: string[]) => request.things.some(({ outcome }) => outcomes.includes(outcome));
  const isConfirmed = has("confirmed", "partly");
  return [
    ...received,
    { state: "done", what: "A custodian decided", ...(decidedAt && { at: decidedAt }) },
    ...(isConfirmed
      ? [{ state: "now" as const, what: "Platforms must take down what was confirmed", ...takedown }]
      : []),
    ...(mayAppeal ? [{ state: "now" as const, what: "You can appeal once what was rejected" }] : []),
    // Nothing more is looked for where all that was found was rejected.
    ...(isConfirmed || !has("rejected") ? [{ state: "next" as const, what: COPIES }] : []),
  ];
}

const MARKS = {
  done: { Icon: Check, look: "text-done", words: "Done: " },
  now: { Icon: CircleDot, look: "text-accent-text", words: "Now: " },
  next: { Icon: Circle, look: "text-muted", words: "Next: " },
};

/** The steps of a request in order, with the one that matters now. */
export const Timeline = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="flex flex-col gap-3">
    {steps.map(({ state, what, at, by }, place) => {
      const { Icon, look, words } = MARKS[state];
      const before = steps[place - 1]?.by;
      return (
        <li key={what} className="flex gap-3">
          <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", look)} />
          <p className={cn("min-w-0", state === "now" ? "font-medium" : "text-muted")}>
            <span className="sr-only">{words}</span>
            {what}
            {at || by ? (
              <span className="block font-normal text-muted text-sm">
                {at ? (
                  <Time at={at} as="datetime" />
                ) : by ? (
                  <By at={by} isSame={before?.getTime() === by.getTime()} />
                ) : null}
              </span>
            ) : null}
          </p>
        </li>
      );
    })}
  </ol>
);

/** A deadline. `isSame`: as that of the step before, because the law counts both from the request. */
const By = ({ at, isSame }: { at: Date; isSame: boolean }) =>
  isSame ? (
    "By the same time"
  ) : (
    <>
      By <Time at={at} as="datetime" />
    </>
  );
