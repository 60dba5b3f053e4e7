import type { ReactNode } from "react";
import { WebhookNote } from "@/components/events/webhook-note";
import { sessionHref } from "@/components/shell/addresses";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { counted, moneyText, shortTitle } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { ONBOARDING_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import type { SceneFees, SceneView } from "@/lib/domain/scenes";
import { SCENE_STATUS_WORDS } from "./scene-status";

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
      Performers who haven’t finished get one reminder, after 7 days. If anyone hasn’t consented when the scene closes,
      it is blocked.
    </Callout>
  );
}

/** What the partner sent about a scene, and its ids. */
export function SceneFacts({ scene }: { scene: SceneView }) {
  const { id, status, uploader, uploadSessionId, shootDate, needs, createdAt, callbackUrl } = scene;
  return (
    <FactsCard
      id="facts"
      title="Scene"
      narrow
      items={[
        // A greenlit scene's id is shown as the permission to pass on.
        status !== "greenlit" && { label: "Scene id", value: <CopyId value={id} label="scene id" /> },
        uploadSessionId && {
          label: "Session",
          value: <TextLink href={sessionHref({ id: uploadSessionId })}>Upload session</TextLink>,
        },
        {
          label: "Uploader",
          value: <TextLink href={`/portal/creators/${uploader.accountId}`}>{uploader.externalUserId}</TextLink>,
        },
        {
          label: "Shot",
          value: shootDate ? <Time at={shootDate} as="date" /> : <span className="text-muted">Not sent</span>,
        },
        needs && { label: "Consents needed", value: <span className="wrap-anywhere">{needs}</span> },
        { label: "Created", value: <Time at={createdAt} as="datetime" /> },
        endOf(scene),
        callbackUrl && { label: "Callback URL", value: <span className="break-all">{callbackUrl}</span> },
      ]}
    />
  );
}

/** When performers can no longer decide, or when that ended. */
function endOf({ status, isOpen, expiresAt, endedAt }: SceneView) {
  const label = status === "pending_signatures" ? (isOpen ? "Closes" : "Closed") : SCENE_STATUS_WORDS[status];
  return { label, value: <Time at={endedAt ?? expiresAt} as="datetime" /> };
}

/** The uploader's statement, word for word as the partner sent it or as our page showed it. */
export function UploaderStatement({
  attestation,
  uploadSessionId,
}: Pick<SceneView, "attestation" | "uploadSessionId">) {
  const { text, clickedAt } = attestation;
  return (
    <SectionCard
      id="statement"
      title="Uploader’s statement"
      description={
        <>
          {uploadSessionId ? "As our page showed it" : "As you sent it"}, confirmed{" "}
          <Time at={clickedAt} as="datetime" />.
        </>
      }
    >
      <blockquote className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap border-line border-l-2 pl-4 text-sm">
        {text}
      </blockquote>
    </SectionCard>
  );
}

type Fees = Pick<SceneFees, "sceneFeeCents" | "onboardingFeeCents" | "totalCents" | "charged" | "paymentChargeId"> & {
  billedTo: string;
};
type FeesCardProps = {
  of: "Scene" | "Job";
  fees: Fees;
  /** Said of a card's charge, and until there is one. */
  charged: string;
  notCharged: ReactNode;
};

/** What a scene or a verification job costs, and who pays. */
export function FeesCard({ of, fees, charged, notCharged }: FeesCardProps) {
  const { sceneFeeCents, onboardingFeeCents, totalCents, paymentChargeId, billedTo } = fees;
  const byCard = fees.charged ? charged : notCharged;
  return (
    <FactsCard
      id="fees"
      title="Fees"
      items={[
        { label: of, value: <Money cents={sceneFeeCents} /> },
        { label: "Onboarding", value: <OnboardingFees cents={onboardingFeeCents} /> },
        { label: "Total", value: <Money cents={totalCents} /> },
        { label: "Billing", value: billedTo === "platform_invoice" ? "On your monthly platform invoice" : byCard },
        paymentChargeId && { label: "Charge id", value: <CopyId value={paymentChargeId} label="charge id" /> },
      ]}
    />
  );
}

export const SceneFeeCard = ({ fees }: { fees: SceneFees }) => (
  <FeesCard
    of="Scene"
    fees={fees}
    charged="Charged to the uploader’s saved card"
    notCharged="Not charged yet. The uploader can pay in their account. Consent continues meanwhile."
  />
);

/** The fee of each new performer, and how many there are. */
function OnboardingFees({ cents }: { cents: number }) {
  const performers = cents / ONBOARDING_FEE_CENTS;
  if (performers <= 1 || !Number.isInteger(performers)) return <Money cents={cents} />;
  return (
    <span className="tabular-nums">
      {performers} × {moneyText(ONBOARDING_FEE_CENTS)}
    </span>
  );
}

const Money = ({ cents }: { cents: number }) => <span className="tabular-nums">{moneyText(cents)}</span>;

type CancelSceneProps = { scene: SceneView; action: () => Promise<ActionResult> };

/** Cancels a scene that waits for signatures, after explaining what that does. */
export function CancelScene({ scene, action }: CancelSceneProps) {
  return (
    <ConfirmAction
      trigger={<Button>Cancel scene</Button>}
      title={`Cancel “${shortTitle(scene.title)}”?`}
      confirmLabel="Cancel scene"
      dismissLabel="Keep scene"
      success="Scene canceled."
      action={action}
    >
      <CancelConsequences scene={scene} />
    </ConfirmAction>
  );
}

export function CancelConsequences({ scene: { performers, fees } }: Pick<CancelSceneProps, "scene">) {
  const consented = performers.filter(({ status }) => status === "consented").length;
  const pending = performers.filter(({ status }) => status === "pending_consent").length;
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>It can never be greenlit. Don’t publish it.</li>
        {pending > 0 ? <li>{counted(pending, "performer")} can no longer sign or refuse.</li> : null}
        {consented > 0 ? (
          <li>
            {counted(consented, "performer")} consented. Their signed releases stay on record, and they keep their
            copies.
          </li>
        ) : null}
        {fees ? <li>{feeText(fees)}</li> : null}
        <WebhookNote type="collab_scene.cancelled" />
      </ul>
      <p className="font-medium">This can’t be undone.</p>
    </>
  );
}

function feeText({ totalCents, charged, billedTo }: NonNullable<SceneView["fees"]>): string {
  const total = moneyText(totalCents);
  if (billedTo === "platform_invoice") return `The fees of ${total} stay on your platform invoice.`;
  return charged
    ? `The fees of ${total} aren’t refunded to the uploader.`
    : `The uploader still owes the fees of ${total}.`;
}
