import { takedownsHref } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { LinkedProduction } from "@/lib/domain/productions";
import { isLost } from "@/lib/domain/productions/labels";
import { DAY_MS } from "@/lib/platform/duration";

const SOON_MS = 60 * DAY_MS;

type NextStepProps = { production: LinkedProduction; now: Date };

/** What the status means for the partner, and who is waited for; but first that somebody asks for its removal. */
export const NextStep = (props: NextStepProps) => (
  <>
    {props.production.isRemovalAsked && props.production.status !== "takedown_pending" ? (
      <RemovalAsked production={props.production} />
    ) : null}
    <ByStatus {...props} />
  </>
);

/** A request that hasn't changed the production's status. */
const RemovalAsked = ({ production: { id, takenDownAt } }: Pick<NextStepProps, "production">) => (
  <Callout
    tone="waiting"
    title={takenDownAt ? "You took it down" : "Removal requested"}
    actions={
      <ButtonLink size="sm" href={takedownsHref({ q: id })}>
        Show takedown
      </ButtonLink>
    }
  >
    Our custodian hasn’t decided yet. The takedown has your deadline.
  </Callout>
);

function ByStatus({ production, now }: NextStepProps) {
  switch (production.status) {
    case "pending_documentation":
      return <Pending production={production} />;
    case "documented":
      return <Documented production={production} now={now} />;
    case "takedown_pending":
      return <TakedownPending production={production} />;
    case "takedown_complete":
      return <Callout title="Taken down: don’t publish">Every linked platform took this production down.</Callout>;
    case "revoked":
      return (
        <Callout tone="harm" title="Revoked: don’t publish">
          Our custodian revoked the certificate. This production can’t get another one.
        </Callout>
      );
  }
}

function TakedownPending({ production: { id, takenDownAt, isRemovalGranted } }: { production: LinkedProduction }) {
  if (takenDownAt) {
    return (
      <Callout title="You took it down">
        Recorded <Time at={takenDownAt} />.{" "}
        {isRemovalGranted
          ? "Now the other linked platforms must take it down."
          : "Don’t publish it again until our custodian decides on the request."}
      </Callout>
    );
  }
  return (
    <Callout
      tone={isRemovalGranted ? "harm" : "waiting"}
      title="Take this production down"
      actions={
        <ButtonLink size="sm" href={takedownsHref({ q: id })}>
          Show takedown
        </ButtonLink>
      }
    >
      {isRemovalGranted
        ? "Our custodian granted a person’s request for its removal. "
        : "A depicted person asked for its removal. Our custodian hasn’t decided yet. "}
      The takedown has the deadline.
    </Callout>
  );
}

function Pending({ production }: { production: LinkedProduction }) {
  const { sealing, checklist, producer, performers, missingCount } = production;
  if (sealing) {
    return (
      <Callout tone="accent" title="The records are being sealed">
        Started <Time at={sealing.requestedAt} />. The certificate appears here in a minute or two.
      </Callout>
    );
  }
  if (checklist.isComplete) {
    return (
      <Callout title={`Waiting for ${producer.name} to seal the records`}>
        Nothing is missing. You get the certificate once the producer has sealed them.
      </Callout>
    );
  }
  const reviewed = performers.filter(({ state }) => state === "in_review").length;
  const lost = performers.filter(({ state }) => isLost(state)).length;
  const waiting = missingCount - reviewed - lost;
  if (waiting <= 0 && reviewed > 0 && lost === 0) {
    return (
      <Callout title={`${counted(reviewed, "ID")} in review`}>
        Don’t publish yet. The checklist shows what else is missing before the producer can seal the records.
      </Callout>
    );
  }
  return (
    <Callout title={waiting > 0 ? `Waiting for ${counted(waiting, "performer")}` : `Waiting for ${producer.name}`}>
      Don’t publish yet. The checklist shows what is missing before the producer can seal the records.
    </Callout>
  );
}

function Documented({ production, now }: { production: LinkedProduction; now: Date }) {
  const { certificates, hasUnsealedChanges, producer } = production;
  const current = certificates.find(({ status }) => status === "CURRENT");
  const correcting = hasUnsealedChanges ? (
    <p>The producer is changing the records. Until they seal again, the certificate covers what was sealed before.</p>
  ) : null;
  if (!current) return <Callout title="Documented without a certificate">{correcting}</Callout>;
  const { expiresAt } = current;
  if (expiresAt <= now) {
    return (
      <Callout tone="waiting" title={`The certificate has ended: ${producer.name} must renew it`}>
        <p>
          It ended <Time at={expiresAt} />. Verifying it fails until the producer renews it and you store the new one.
        </p>
        {correcting}
      </Callout>
    );
  }
  if (expiresAt.getTime() < now.getTime() + SOON_MS) {
    return (
      <Callout
        tone="waiting"
        title={
          <>
            The certificate ends <Time at={expiresAt} />
          </>
        }
      >
        <p>We remind the producer to renew it. We then send you the new one.</p>
        {correcting}
      </Callout>
    );
  }
  return (
    <Callout tone="done" title="You may publish">
      <p>
        The records are sealed, and the certificate proves it until <Time at={expiresAt} as="date" />.
      </p>
      {correcting}
    </Callout>
  );
}
