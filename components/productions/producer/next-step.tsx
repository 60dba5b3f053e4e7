import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ProductionView } from "@/lib/domain/productions";
import { renewableFrom } from "@/lib/domain/productions/certificates/states";
import { isLost, mustAct } from "@/lib/domain/productions/labels";
import { productionHref } from "./production-address";

/** What a producer does next in a production, or waits for. */
export type Stage =
  | "missing"
  | "ready"
  | "sealing"
  | "failed"
  | "held"
  | "documented"
  | "imported"
  | "changed"
  | "changed_missing"
  | "ending"
  | "ended"
  | "takedown_pending"
  | "takedown_complete"
  | "revoked";

/** A production's most urgent stage. */
export function stageOf(production: ProductionView, now: Date): Stage {
  const { status, checklist, sealing, failure, package: sealed, hasUnsealedChanges } = production;
  if (status !== "pending_documentation" && status !== "documented") return status;
  if (sealing) return "sealing";
  if (failure?.isHeld) return "held";
  if (failure && checklist.isComplete) return "failed";
  if (status === "pending_documentation") return checklist.isComplete ? "ready" : "missing";
  if (!sealed) return "imported";
  if (hasUnsealedChanges) return checklist.isComplete ? "changed" : "changed_missing";
  const current = currentOf(production);
  if (!current || !isRenewable(current, now)) return "documented";
  return current.expiresAt <= now ? "ended" : "ending";
}

/** Whether the producer can seal the records now. */
export const isSealable = (stage: Stage, { checklist }: Pick<ProductionView, "checklist">): boolean =>
  checklist.isComplete && ["ready", "failed", "changed", "imported"].includes(stage);

/** Whether the records can still be sealed, now or after a change. */
export const isOpen = ({ status }: Pick<ProductionView, "status">): boolean =>
  status === "pending_documentation" || status === "documented";

/** Whether the producer can change what a seal covers. */
export const isEditable = ({ status, sealing }: Pick<ProductionView, "status" | "sealing">): boolean =>
  sealing === null && isOpen({ status });

/** A production's current certificate. */
export const currentOf = ({ certificates }: Pick<ProductionView, "certificates">) =>
  certificates.find(({ status }) => status === "CURRENT");

/** The certificate that the producer can renew now. One of an earlier system has no sealed records, so it is replaced by a seal. */
export function renewableOf(production: Pick<ProductionView, "status" | "certificates">, now: Date) {
  const current = currentOf(production);
  if (production.status !== "documented" || !current || current.origin === "imported") return null;
  return isRenewable(current, now) ? current : null;
}

/** Whether a current certificate of sealed records can be renewed now. */
export const isRenewable = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => now >= renewableFrom(expiresAt);

type NextStepProps = { production: ProductionView; stage: Stage };

/** Where a production is, and the one thing its producer does next. */
export function NextStep({ production, stage }: NextStepProps) {
  const { tone, title, text, action } = wordsOf(production)[stage]();
  return (
    <>
      {production.isRemovalAsked && production.status !== "takedown_pending" ? (
        <Callout tone="waiting" title="Removal requested">
          A custodian hasn’t decided yet. You can keep working on this production.
        </Callout>
      ) : null}
      <Callout
        tone={tone}
        title={title}
        actions={
          action ? (
            <ButtonLink variant="primary" href={productionHref(production, action.to)}>
              {action.label}
            </ButtonLink>
          ) : undefined
        }
      >
        {text}
      </Callout>
    </>
  );
}

type Words = {
  tone?: "done" | "waiting" | "harm";
  title: ReactNode;
  text: ReactNode;
  action?: { to: "seal" | "renew"; label: string };
};

const SEAL = { to: "seal", label: "Review and seal" } as const;
const REISSUE = { to: "seal", label: "Review and reissue" } as const;
const RENEW = { to: "renew", label: "Renew certificate" } as const;

const wordsOf = (production: ProductionView): Record<Stage, () => Words> => ({
  missing: () => ({
    title: "Not ready to seal",
    text: missingText(production),
  }),
  ready: () => ({
    tone: "waiting",
    title: "Ready to seal",
    text: "Everything is here. Seal the records to get the certificate that platforms ask for.",
    action: SEAL,
  }),
  sealing: () => ({
    title: "Sealing the records",
    text: "This usually takes less than a minute. You can’t change anything until it is done.",
    action: { to: "seal", label: "See progress" },
  }),
  failed: () => ({
    tone: "harm",
    title: "We couldn’t seal the records",
    text: <span className="wrap-anywhere">{production.failure?.text}</span>,
    action: { to: "seal", label: "Review and seal again" },
  }),
  held: () => ({
    tone: "harm",
    title: "We couldn’t seal the records",
    text: production.failure?.text,
  }),
  documented: () => ({
    tone: "done",
    title: "Documented",
    text: <>The records are sealed. Your certificate ends {endOf(production)}.</>,
  }),
  imported: () => ({
    title: "Certificate imported",
    text: `Your certificate is from before we sealed records here. ${production.checklist.isComplete ? "Seal" : "Complete the checklist below, then seal"} the records to get one that anyone can check.`,
    ...(production.checklist.isComplete && { action: SEAL }),
  }),
  changed: () => ({
    tone: "waiting",
    title: "Your corrections aren’t sealed yet",
    text: "The certificate still covers the earlier records. Seal the corrected ones to reissue it. Linked platforms get the new certificate.",
    action: REISSUE,
  }),
  changed_missing: () => ({
    title: "Your corrections aren’t ready to seal",
    text: <>The certificate still covers the earlier records. {missingText(production)}</>,
  }),
  ending: () => ({
    tone: "waiting",
    title: <>Your certificate ends {endOf(production)}</>,
    text: "Renew it for a year. The sealed records stay the same.",
    action: RENEW,
  }),
  ended: () => ({
    tone: "harm",
    title: <>Your certificate ended {endOf(production)}</>,
    text: "Platforms can no longer rely on it. Renew it for a year. The sealed records stay the same.",
    action: RENEW,
  }),
  takedown_pending: () =>
    production.isRemovalGranted
      ? {
          tone: "harm",
          title: "Removal granted",
          text: "Our custodians granted a person’s request for removal. Each linked platform must take the production down. It gets no other certificate.",
        }
      : {
          tone: "waiting",
          title: "Removal requested",
          text: "A person in this production asked for its removal. Linked platforms must take it down, and our custodians decide about the request. You can’t change anything meanwhile.",
        },
  takedown_complete: () => ({
    title: "Taken down",
    text: "Every linked platform took this production down. Our custodians keep the sealed records.",
  }),
  revoked: () => ({
    tone: "harm",
    title: "Certificate revoked",
    text: "A custodian revoked it for good. This production can’t get another certificate.",
  }),
});

function endOf(production: ProductionView): ReactNode {
  const current = currentOf(production);
  return current ? <Time at={current.expiresAt} as="date" /> : "soon";
}

/** What a producer with an incomplete checklist waits for. */
function missingText({ checklist: { items, waitingFor } }: ProductionView): string {
  const missing = items.filter(({ done }) => !done).map(({ name }) => name);
  const isOnlyWaiting = missing.every((name) => name === "records") && waitingFor.length > 0;
  if (!isOnlyWaiting) return "Complete the checklist below, then seal the records.";
  const lost = waitingFor.find(({ state }) => isLost(state));
  if (lost) return `${lost.email} can no longer sign. Remove their scene under Performers.`;
  const acting = waitingFor.filter(({ state }) => mustAct(state));
  const [first, ...others] = acting;
  if (!first) return `${counted(waitingFor.length, "ID")} in review. You can seal once every ID is verified.`;
  const who = others.length === 0 ? first.email : `${acting.length} performers`;
  return `Only the records of ${who} are missing. You can seal once they are here.`;
}
