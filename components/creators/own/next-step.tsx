import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Card } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { CreatorStatus } from "@/lib/domain/creators/overview";
import { inReviewText } from "@/lib/domain/identity/labels";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type NextStepCardProps = { status: CreatorStatus; subscribe: Action; manage: Action; showId: Action | null };

/** The one thing to do next, or a note that nothing is left. */
export function NextStepCard({ status, subscribe, manage, showId }: NextStepCardProps) {
  const { next, id, billing } = status;
  switch (next?.step) {
    case "sign":
      return (
        <Step
          title={signTitle(next)}
          action={
            <ButtonLink href="/creator/scenes" variant="primary" size="lg">
              {next.count === 1 ? "Open the scene" : "Open your scenes"}
            </ButtonLink>
          }
        >
          {next.scene.signedAt ? "Your signature counts once we verify your ID" : "Sign or refuse"} before{" "}
          <Time at={next.scene.expiresAt} as="datetime" />. Nothing is published without your signature.
        </Step>
      );
    case "verify":
      return (
        <Step
          title={verifyTitle(next)}
          action={
            showId ? (
              <ActionForm
                action={showId}
                variant="primary"
                size="lg"
                label={next.photos ? "Send the photo" : next.started ? "Continue ID check" : "Verify my ID"}
              />
            ) : null
          }
        >
          {next.photos
            ? "One photo isn’t good enough. The next page tells you which one and why. Everything else stays as it is."
            : next.again
              ? "We couldn’t accept what you sent. The next page tells you why and lets you try again."
              : `You need a camera and about three minutes. ${next.platform} sees that you are verified, but nothing from your ID.`}
        </Step>
      );
    case "subscribe":
      return (
        <Step
          title={next.again ? "Subscribe again" : "Subscribe"}
          action={
            <ActionForm
              action={subscribe}
              variant="primary"
              size="lg"
              label={`Subscribe for ${moneyText(billing.priceCents)} a month`}
              pendingLabel="One moment"
            />
          }
        >
          {next.again
            ? "Your subscription has ended. Subscribe again to upload. Your ID is still on record."
            : "One subscription covers your records on every platform you approve. You confirm the payment on the next page."}
        </Step>
      );
    case "pay":
      return (
        <Step
          title="Your last payment did not go through"
          action={<ActionForm action={manage} variant="primary" size="lg" label="Update card or pay" />}
        >
          {next.until ? (
            <>
              Your subscription stays active until <Time at={next.until} as="date" />. Then it ends.
            </>
          ) : (
            "Your subscription stays active for a few more days. Then it ends."
          )}
        </Step>
      );
    case "answer":
      return (
        <Step
          title={
            next.count === 1
              ? `${next.platform} asks to be linked to you`
              : `${next.count} platforms ask to be linked to you`
          }
          action={
            <ButtonLink href="/creator/platforms" variant="primary" size="lg">
              Review and answer
            </ButtonLink>
          }
        >
          We share nothing until you approve.
        </Step>
      );
    default:
      return <Step title={idleTitle(status)}>{idleText(id)}</Step>;
  }
}

function verifyTitle({ photos, again, started }: Extract<CreatorStatus["next"], { step: "verify" }>): string {
  if (photos) return "Send a better photo of your ID";
  if (again) return "Send your ID again";
  return started ? "Finish your ID check" : "Verify your ID";
}

function signTitle({ count, scene }: Extract<CreatorStatus["next"], { step: "sign" }>): string {
  if (count > 1) return `${count} scenes to sign`;
  return scene.signedAt ? "Show your ID to finish signing" : `${scene.platform} asks you to sign a scene`;
}

function idleTitle({ id, platforms }: CreatorStatus): string {
  if (id.state === "submitted") return "We are reviewing your ID";
  if (id.state === "refused") return "You can’t continue today";
  return platforms.linked > 0 ? "You’re all set" : "No linked platforms";
}

function idleText(id: CreatorStatus["id"]): ReactNode {
  switch (id.state) {
    case "submitted":
      return inReviewText(id);
    case "refused":
      return (
        <>
          The date of birth you entered makes you younger than 18. If that was a mistake, you can try again{" "}
          <Time at={id.until} />.
        </>
      );
    case "verified":
      return "Your ID is verified. There is nothing else to do.";
    default:
      return "When a platform asks to link you, we email you and show it here.";
  }
}

function Step({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="next" className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-col gap-1">
        <h2 id="next" className="text-balance font-semibold text-base">
          {title}
        </h2>
        <div className="max-w-prose text-muted">{children}</div>
      </div>
      {action ? <div>{action}</div> : null}
    </Card>
  );
}
