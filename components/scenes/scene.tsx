import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader, KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, moneyText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { SceneEvent, SceneFees, SceneView } from "@/lib/domain/scenes";
import { REFUSAL_WORDS } from "./performer-status";

/** What the status means for the partner, and what to do next. */
export function NextStep({ scene }: { scene: SceneView }) {
  const { status, block, performers, expiresAt, isOpen } = scene;
  const missing = performers.filter((performer) => performer.status === "pending_consent").length;
  if (status === "greenlit") {
    return (
      <Callout tone="done" title="You may publish">
        All performers consented. Their signed releases are on record.
      </Callout>
    );
  }
  if (status === "cancelled") {
    return <Callout title="Canceled: don’t publish">To record this scene after all, create a new one.</Callout>;
  }
  if (status === "blocked") {
    return (
      <Callout tone="harm" title="Blocked for good: don’t publish">
        {block === "refused"
          ? "A performer refused. The other performers can’t change that."
          : `${counted(missing, "performer")} didn’t consent within 14 days. To ask again, create a new scene. Its fees apply again.`}
      </Callout>
    );
  }
  if (!isOpen) return <Callout title="The 14 days are over: don’t publish">We’re about to block this scene.</Callout>;
  return (
    <Callout
      title={
        <>
          Don’t publish yet: {counted(missing, "performer")} must consent. Closes <Time at={expiresAt} />.
        </>
      }
    >
      Performers get one reminder, on day 7. Without all consents by <Time at={expiresAt} as="datetime" />, the scene is
      blocked.
    </Callout>
  );
}

/** What the partner sent about a scene, and its ids. */
export function SceneFacts({ scene }: { scene: SceneView }) {
  const { id, uploader, uploadSessionId, shootDate, createdAt, expiresAt, callbackUrl } = scene;
  return (
    <KeyValue
      narrow
      items={[
        { label: "Scene id", value: <CopyId value={id} label="scene id" /> },
        ...(uploadSessionId
          ? [{ label: "Session id", value: <CopyId value={uploadSessionId} label="upload session id" /> }]
          : []),
        {
          label: "Uploader",
          value: <TextLink href={`/portal/creators/${uploader.accountId}`}>{uploader.externalUserId}</TextLink>,
        },
        {
          label: "Shot",
          value: shootDate ? <Time at={shootDate} as="date" /> : <span className="text-muted">None sent</span>,
        },
        { label: "Created", value: <Time at={createdAt} as="datetime" /> },
        {
          label: scene.status === "pending_signatures" ? "Closes" : "Time to sign",
          value:
            scene.status === "pending_signatures" ? (
              <Time at={expiresAt} as="datetime" />
            ) : (
              <>
                until <Time at={expiresAt} as="datetime" />
              </>
            ),
        },
        { label: "Callback URL", value: <span className="break-all">{callbackUrl}</span> },
      ]}
    />
  );
}

const BILLED = {
  uploader_card: "Charged to the uploader’s saved card",
  platform_invoice: "On your monthly platform invoice",
};
const NOT_CHARGED = "Not charged yet. The uploader can pay in their account. Consent continues meanwhile.";

/** What the scene costs, and who pays. */
export function SceneFeeCard({ fees }: { fees: SceneFees }) {
  const { sceneFeeCents, onboardingFeeCents, totalCents, charged, paymentChargeId, billedTo } = fees;
  return (
    <Card as="section" aria-labelledby="fees">
      <CardHeader id="fees" title="Fees" />
      <CardBody>
        <KeyValue
          items={[
            { label: "Scene", value: <Money cents={sceneFeeCents} /> },
            { label: "Onboarding", value: <Money cents={onboardingFeeCents} /> },
            { label: "Total", value: <Money cents={totalCents} /> },
            {
              label: "Billing",
              value: billedTo === "platform_invoice" || charged ? BILLED[billedTo] : NOT_CHARGED,
            },
            ...(paymentChargeId
              ? [{ label: "Charge id", value: <CopyId value={paymentChargeId} label="charge id" /> }]
              : []),
          ]}
        />
      </CardBody>
    </Card>
  );
}

const Money = ({ cents }: { cents: number }) => <span className="tabular-nums">{moneyText(cents)}</span>;

/** The uploader's statement, word for word as the partner sent it. */
export function UploaderStatement({ attestation: { text, clickedAt } }: Pick<SceneView, "attestation">) {
  return (
    <Card as="section" aria-labelledby="statement">
      <CardHeader
        id="statement"
        title="Uploader’s statement"
        description={
          <>
            As you sent it, confirmed <Time at={clickedAt} as="datetime" />.
          </>
        }
      />
      <CardBody>
        <blockquote className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap border-line border-l-2 pl-4 text-sm">
          {text}
        </blockquote>
      </CardBody>
    </Card>
  );
}

type SceneTimelineProps = { entries: readonly SceneEvent[]; eventsHref: string | null };

/** A scene's history, limited to what the partner may know. */
export function SceneTimeline({ entries, eventsHref }: SceneTimelineProps) {
  return (
    <Card as="section" aria-labelledby="timeline">
      <CardHeader
        id="timeline"
        title="Timeline"
        description="Newest first."
        actions={eventsHref ? <TextLink href={eventsHref}>Events sent</TextLink> : null}
      />
      <CardBody>
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li
              key={`${entry.what} ${"email" in entry ? entry.email : ""} ${entry.at.getTime()}`}
              className="flex flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0"
            >
              <span className="wrap-anywhere">
                <Saying entry={entry} />
              </span>
              <span className="text-muted text-xs">
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Saying({ entry }: { entry: SceneEvent }) {
  const verb = <span className="font-medium">{DID[entry.what]}</span>;
  switch (entry.what) {
    case "created":
    case "cancelled":
      return (
        <>
          {verb}
          {entry.by ? ` by ${entry.by}` : null}
        </>
      );
    case "consented":
      return (
        <>
          {entry.email} {verb}
        </>
      );
    case "refused":
      return (
        <>
          {entry.email} {verb}: {REFUSAL_WORDS[entry.reason]}
        </>
      );
    case "invited_again":
      return (
        <>
          {verb} to {entry.email} by {entry.by}
        </>
      );
    case "expired":
      return <>{verb}: signatures missing after 14 days</>;
    default:
      return verb;
  }
}

const DID: Record<SceneEvent["what"], string> = {
  created: "Created",
  cancelled: "Canceled",
  greenlit: "Greenlit",
  expired: "Blocked",
  invited_again: "Invitation sent again",
  consented: "consented",
  refused: "refused",
};
