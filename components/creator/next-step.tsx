import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form-state";
import { moneyText } from "@/components/ui/money";
import { Time } from "@/components/ui/time";
import type { Standing } from "@/lib/domain/creator";
import { ActionForm } from "./action-form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type NextStepCardProps = { standing: Standing; subscribe: Action; manage: Action; showId: Action | null };

/** The one thing to do now, or that there is none. */
export function NextStepCard({ standing, subscribe, manage, showId }: NextStepCardProps) {
  const { next, id, billing } = standing;
  switch (next?.step) {
    case "verify":
      return (
        <Step
          title={next.again ? "Show your ID once more" : next.begun ? "Finish showing your ID" : "Show your ID"}
          action={
            showId ? (
              <ActionForm
                action={showId}
                variant="primary"
                size="lg"
                label={next.begun ? "Go on where you stopped" : "Show my ID"}
              />
            ) : null
          }
        >
          {next.again
            ? "We could not accept what you sent. The next page says why, and lets you send it again."
            : `It takes about three minutes, with a camera. ${next.platform} learns that you are verified, and nothing of what your ID says.`}
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
            ? "Your subscription has ended. Pay again, and you can upload as before: your ID is still on record."
            : "It pays for keeping your records, for every platform that you say yes to. Nothing is charged before you confirm on the next page."}
        </Step>
      );
    case "pay":
      return (
        <Step
          title="Your last payment did not go through"
          action={<ActionForm action={manage} variant="primary" size="lg" label="Change the card, or pay" />}
        >
          {next.until ? (
            <>
              Your subscription still counts until <Time at={next.until} as="date" />. After that it ends.
            </>
          ) : (
            "Your subscription still counts for some days. After that it ends."
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
              See what it means, and answer
            </ButtonLink>
          }
        >
          Nothing is shared before you say yes.
        </Step>
      );
    default:
      return <Step title={restTitle(standing)}>{restWords(id)}</Step>;
  }
}

function restTitle({ id, platforms }: Standing): string {
  if (id.state === "submitted") return "We are looking at your ID";
  if (id.state === "refused") return "You cannot go on today";
  return platforms.linked > 0 ? "Nothing is left to do" : "No platform is linked to you";
}

function restWords(id: Standing["id"]): ReactNode {
  switch (id.state) {
    case "submitted":
      return "A custodian of records checks it by hand, most often within a working day. We write to you when it is done.";
    case "refused":
      return (
        <>
          The date of birth that you gave is of somebody younger than 18. If it was a slip, you can begin again{" "}
          <Time at={id.until} />.
        </>
      );
    case "verified":
      return "Your ID is verified, and everything that is asked of you is done.";
    default:
      return "When one asks for you, it stands here, and we write to you.";
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
