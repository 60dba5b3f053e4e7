import type { ReactNode } from "react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Platform } from "@/lib/domain/removals";

type State = "down" | "late" | "running";

const STATES: Readonly<Record<State, { tone: Tone; label: string }>> = {
  down: { tone: "done", label: "Down" },
  late: { tone: "harm", label: "Late" },
  running: { tone: "waiting", label: "Open" },
};

const stateOf = ({ deadlineAt, closedAt }: Platform, now: Date): State =>
  closedAt || !deadlineAt ? "down" : deadlineAt < now ? "late" : "running";

/** Each platform that must take down what was confirmed, without its name, and other copies, with the time left or when it came down. */
export const Platforms = ({ platforms, now }: { platforms: readonly Platform[]; now: Date }) => {
  const named = platforms.filter(({ kind }) => kind === "named").length;
  return (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
      {platforms.map((platform, place) => {
        const { tone, label } = STATES[stateOf(platform, now)];
        const name = platform.kind === "copies" ? "Other copies" : named === 1 ? "A platform" : `Platform ${place + 1}`;
        return (
          <li key={name} className="flex flex-col gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <span className="font-medium">{name}</span>
              <StatusBadge tone={tone}>{label}</StatusBadge>
            </div>
            <Clock platform={platform} now={now} />
          </li>
        );
      })}
    </ol>
  );
};

/** What the platform says, and what we saw ourselves. */
function Clock({ platform, now }: { platform: Platform; now: Date }) {
  const { kind, deadlineAt, closedAt, look } = platform;
  const isMany = kind === "copies";
  if (!deadlineAt) return <Line>{isMany ? "They were" : "It was"} down before a custodian decided.</Line>;
  if (!closedAt) {
    return (
      <>
        <p className="font-medium">
          <Time at={deadlineAt} as="left" />
        </p>
        <Line>
          {isMany ? "They" : "It"} {deadlineAt < now ? "had to come down by" : "must come down by"}{" "}
          <Time at={deadlineAt} as="datetime" />.
        </Line>
        {look ? <Looked look={look} /> : null}
      </>
    );
  }
  const isSeen = look?.finding === "gone" || look?.finding === "elsewhere";
  const [seen, told] = isMany
    ? ["They came down on", "We were told that they came down on"]
    : ["It came down on", "The platform says it came down on"];
  return (
    <>
      <p>
        {isSeen ? seen : told} <Time at={closedAt} as="datetime" />.
      </p>
      {look ? <Looked look={look} /> : <Line>We haven’t checked it ourselves.</Line>}
    </>
  );
}

const FOUND: Readonly<Record<NonNullable<Platform["look"]>["finding"], string>> = {
  gone: "it was gone",
  elsewhere: "its address led to another page",
  answers: "its address still showed a page",
  unclear: "we couldn’t tell",
};

const Looked = ({ look: { at, finding } }: { look: NonNullable<Platform["look"]> }) => (
  <Line>
    We looked on <Time at={at} as="datetime" />, and {FOUND[finding]}.
  </Line>
);

const Line = ({ children }: { children: ReactNode }) => <p className="text-muted text-sm">{children}</p>;
