import { ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import type { EndingKey } from "./ending-keys";

/** What waits for the partner: keys that stop working soon. */
export function Waiting({ keys, mayManage }: { keys: readonly EndingKey[]; mayManage: boolean }) {
  if (keys.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-4">
      <h2 id="waiting" className="font-semibold text-base">
        Waiting for you
      </h2>
      <ul className="flex flex-col gap-3">
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
                : `Make sure that no program still sends …${key.tail}.`}
            </Callout>
          </li>
        ))}
      </ul>
    </section>
  );
}
