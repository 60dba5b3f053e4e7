import { LateCopies } from "@/components/records/content/copies";
import { OpenTakedowns, type OpenTakedownsProps } from "@/components/removals/takedowns/open-takedowns";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Reachability } from "@/lib/domain/events";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { keyStart } from "@/lib/domain/parties/keys/states";
import type { JobRow } from "@/lib/domain/productions/verification-jobs";
import type { Closing, SceneRow } from "@/lib/domain/scenes";
import { DAY_MS } from "@/lib/platform/duration";
import { ClosingJobs, ClosingScenes } from "./cards";

type WaitingProps = {
  keys: readonly EndingKey[];
  outages: readonly Outage[];
  lateCopies: { late: number; isMore: boolean };
  scenes: Closing<SceneRow>;
  jobs: Closing<JobRow>;
  takedowns: OpenTakedownsProps;
  mayManage: boolean;
};

/** What needs the partner’s attention: takedowns, failing endpoints, keys, scenes and jobs that end soon, missing copies. */
export function Waiting({ keys, outages, lateCopies, scenes, jobs, takedowns, mayManage }: WaitingProps) {
  const closing = scenes.next.length + jobs.next.length;
  if (keys.length + outages.length + closing + lateCopies.late + takedowns.open === 0) return null;
  return (
    <PageSection id="waiting" title="Needs your attention" className="gap-4">
      <ul className="flex flex-col gap-3">
        {takedowns.open > 0 ? (
          <li>
            <OpenTakedowns {...takedowns} />
          </li>
        ) : null}
        {outages.map((outage) => (
          <li key={outage.id}>
            <Callout
              tone="waiting"
              title={<span className="wrap-anywhere">Webhooks to {outage.name} fail</span>}
              actions={
                <ButtonLink href={`/portal/webhooks/${outage.id}/deliveries`} size="sm">
                  See why
                </ButtonLink>
              }
            >
              Every attempt has failed since <Time at={outage.since} />. We keep events for 90 days. You can replay
              failed ones once the endpoint answers.
            </Callout>
          </li>
        ))}
        {keys.map((key) => (
          <li key={key.id}>
            <Callout
              tone={key.last ? "harm" : "waiting"}
              title={
                <>
                  The key “{key.name}” stops working <Time at={key.at} />
                </>
              }
              actions={
                mayManage ? (
                  <ButtonLink href={key.planned ? "/portal/keys" : `/portal/keys/${key.id}/rotate`} size="sm">
                    {key.planned ? "View keys" : "Rotate"}
                  </ButtonLink>
                ) : undefined
              }
            >
              {key.planned ? "Its revocation is scheduled. " : "It expires. "}
              {key.last
                ? "No other live key works longer, so calls will then fail."
                : `Make sure no program still sends the key that starts with ${keyStart(key)}.`}
            </Callout>
          </li>
        ))}
        {scenes.next.length > 0 ? (
          <li>
            <ClosingScenes {...scenes} />
          </li>
        ) : null}
        {jobs.next.length > 0 ? (
          <li>
            <ClosingJobs {...jobs} />
          </li>
        ) : null}
        {lateCopies.late > 0 ? (
          <li>
            <LateCopies {...lateCopies} />
          </li>
        ) : null}
      </ul>
    </PageSection>
  );
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
