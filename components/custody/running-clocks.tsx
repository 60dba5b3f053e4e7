import { REQUESTS_PATH, requestsHref } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { counted, cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { RunningClocks as Running } from "@/lib/domain/removals";

type RunningClocksProps = Running & {
  /** Where counting stops. */
  most: number;
};

/** The open removal requests with the first clock, and the platforms that are past a deadline. */
export function RunningClocks({ requests, partners, suggested, most }: RunningClocksProps) {
  const { open, breached, firstAt } = requests;
  if (!firstAt && partners.length === 0 && suggested === 0) return null;
  return (
    <section aria-label="Removal requests" className="mb-6 flex flex-col gap-3">
      {firstAt ? (
        <Callout
          tone={breached > 0 ? "harm" : "waiting"}
          title={
            <>
              {open === 1 ? "1 removal request: " : `${cutCountText(open, most)} removal requests, the first: `}
              <Time at={firstAt} as="left" />
            </>
          }
          actions={
            breached > 0 ? (
              <ShowBreached />
            ) : (
              <ButtonLink size="sm" href={REQUESTS_PATH}>
                Show requests
              </ButtonLink>
            )
          }
        />
      ) : null}
      {partners.length > 0 ? (
        <Callout tone="harm" title="Platforms past a takedown deadline" actions={<ShowBreached />}>
          <ul className="flex flex-col gap-1">
            {partners.map(({ id, name, breached: late, since }) => (
              <li key={id} className="wrap-anywhere">
                {name}: {counted(late, "takedown")}, <Time at={since} as="left" />
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {suggested > 0 ? (
        <Callout
          tone="waiting"
          title="Similar images after a decision"
          actions={
            <ButtonLink size="sm" href={requestsHref({ view: "suggested" })}>
              Show suggestions
            </ButtonLink>
          }
        >
          {suggested === 1 ? "1 decided request has" : `${cutCountText(suggested, most)} decided requests have`} new
          suggestions.
        </Callout>
      ) : null}
    </section>
  );
}

const ShowBreached = () => (
  <ButtonLink size="sm" href={requestsHref({ view: "breached" })}>
    Show breached
  </ButtonLink>
);
