import { LateCopies } from "@/components/content/late-copies";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { keyStart } from "@/lib/domain/keys/labels";
import type { EndingKey } from "./ending-keys";
import type { Outage } from "./outages";

type WaitingProps = {
  keys: readonly EndingKey[];
  outages: readonly Outage[];
  lateCopies: { late: number; isMore: boolean };
  mayManage: boolean;
};

/** What waits for the partner: endpoints that nothing reaches, keys that stop working soon, copies that never came. */
export function Waiting({ keys, outages, lateCopies, mayManage }: WaitingProps) {
  if (keys.length + outages.length === 0 && lateCopies.late === 0) return null;
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-4">
      <h2 id="waiting" className="font-semibold text-base">
        Waiting for you
      </h2>
      <ul className="flex flex-col gap-3">
        {outages.map((outage) => (
          <li key={outage.id}>
            <Callout
              tone="waiting"
              title={<span className="wrap-anywhere">No webhook reaches {outage.name}</span>}
              actions={
                <ButtonLink href={`/portal/webhooks/${outage.id}/deliveries`} size="sm">
                  See why
                </ButtonLink>
              }
            >
              Every attempt has failed, the first <Time at={outage.since} />. Events are kept for 90 days: once it
              answers again, you can replay what failed.
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
                    {key.planned ? "Look at the keys" : "Rotate it"}
                  </ButtonLink>
                ) : undefined
              }
            >
              {key.planned ? "Its revocation is planned. " : "It expires. "}
              {key.last
                ? "No other live key works longer: calls will then be refused."
                : `Make sure no program still sends the key that starts with ${keyStart(key)}.`}
            </Callout>
          </li>
        ))}
        {lateCopies.late > 0 ? (
          <li>
            <LateCopies {...lateCopies} />
          </li>
        ) : null}
      </ul>
    </section>
  );
}
