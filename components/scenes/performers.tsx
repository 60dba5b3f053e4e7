import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { DataList } from "@/components/lists/data-list";
import { StatusBadge } from "@/components/ui/badge";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { PageSection } from "@/components/ui/page-header";
import { RowButton } from "@/components/ui/row-button";
import { Time } from "@/components/ui/time";
import type { ScenePerformerView } from "@/lib/domain/scenes";
import { quotedReason, type RefusalReason, type PerformerStatus as Status } from "@/lib/domain/scenes/labels";

type Invited = Pick<ScenePerformerView, "id" | "email" | "invitedAt" | "bounced" | "nextInvitationAt">;

export type InvitedProps<Performer> = {
  performers: readonly Performer[];
  /** Whether the scene or job still waits for them. */
  isOpen: boolean;
  /** When the page was rendered. */
  now: Date;
  /** Sends a performer's invitation again; null for a role that only reads. */
  resend: ((performerId: string) => Promise<ActionResult>) | null;
  statusOf: (performer: Performer) => ReactNode;
};

/** Performers with their status and their invitation. */
export const InvitedPerformers = <Performer extends Invited>(props: InvitedProps<Performer>) => (
  <PageSection id="performers" title="Performers">
    <DataList
      caption="Performers, in the order you sent them"
      rows={props.performers}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Email",
          primary: true,
          cell: ({ email }) => <span className="break-all md:inline-block md:min-w-52">{email}</span>,
        },
        { header: "Status", cell: props.statusOf },
        { header: "Invited", cell: (row) => <Invitation {...props} performer={row} /> },
      ]}
    />
  </PageSection>
);

/** Everyone who must consent, with their status and their invitation. */
export const Performers = (props: Omit<InvitedProps<ScenePerformerView>, "statusOf">) => (
  <InvitedPerformers {...props} statusOf={(row) => <Decision performer={row} isOpen={props.isOpen} />} />
);

type DecisionProps = { performer: ScenePerformerView; isOpen: boolean };

const Decision = ({ performer: { status, reason, decidedAt }, isOpen }: DecisionProps) => (
  <span className="flex flex-col items-start gap-1">
    <PerformerStatus status={status} reason={reason} isOpen={isOpen} />
    {decidedAt ? <Time at={decidedAt} className="text-muted text-xs" /> : null}
  </span>
);

type InvitationProps = Pick<InvitedProps<Invited>, "isOpen" | "now" | "resend"> & { performer: Invited };

// The button is below the time, because another column wouldn't fit beside the scene's facts.
const Invitation = ({ performer, isOpen, now, resend }: InvitationProps) => (
  <div className="flex flex-col items-start gap-2">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {performer.invitedAt ? (
        <Time at={performer.invitedAt} />
      ) : (
        <span className="text-muted">{isOpen ? "Sending" : "Not sent"}</span>
      )}
      {performer.bounced ? <StatusBadge tone="waiting">Bounced</StatusBadge> : null}
    </span>
    {resend ? <Resend performer={performer} now={now} action={resend.bind(null, performer.id)} /> : null}
  </div>
);

type ResendProps = Pick<InvitationProps, "performer" | "now"> & { action: () => Promise<ActionResult> };

function Resend({ performer: { email, nextInvitationAt }, now, action }: ResendProps) {
  if (!nextInvitationAt) return null;
  if (nextInvitationAt > now) {
    return (
      <span className="text-muted text-xs">
        Resend available <Time at={nextInvitationAt} />
      </span>
    );
  }
  return (
    <ConfirmAction
      trigger={<RowButton verb="Resend" about={`to ${email}`} icon={<Send aria-hidden />} />}
      title="Resend the invitation?"
      confirmLabel="Resend invitation"
      tone="neutral"
      action={action}
      success="Invitation resent."
    >
      <p className="wrap-anywhere">We email {email} the same link. You can do this once a day.</p>
    </ConfirmAction>
  );
}

const STATUS_WORDS: Record<Status, string> = {
  pending_consent: "Pending consent",
  consented: "Consented",
  refused: "Refused",
};

const TONES = { pending_consent: "neutral", consented: "done", refused: "harm" } as const;

type PerformerStatusProps = {
  status: Status;
  reason: RefusalReason | null;
  /** Whether the scene still waits for its performers. Afterwards, performers can't consent. */
  isOpen: boolean;
};

/** A performer's status, with the reason of a refusal. The API's value is in the tooltip. */
export function PerformerStatus({ status, reason, isOpen }: PerformerStatusProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2" title={status}>
      {status === "pending_consent" && !isOpen ? (
        <StatusBadge ended>No consent</StatusBadge>
      ) : (
        <StatusBadge tone={TONES[status]}>{STATUS_WORDS[status]}</StatusBadge>
      )}
      {reason ? <span className="text-muted">{quotedReason(reason)}</span> : null}
    </span>
  );
}

type Counts = { performerCount: number; consentedCount: number; refusedCount?: number };

export function consentText({ performerCount, consentedCount, refusedCount = 0 }: Counts): string {
  const consented = `${consentedCount} of ${performerCount} consented`;
  return refusedCount > 0 ? `${consented}, ${refusedCount} refused` : consented;
}
