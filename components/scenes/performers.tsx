import { Send } from "lucide-react";
import { Section } from "@/components/portal/section";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { type Column, DataList } from "@/components/ui/data-list";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { ScenePerformerView } from "@/lib/domain/scenes";
import { PerformerStatus } from "./performer-status";

type PerformersProps = {
  performers: readonly ScenePerformerView[];
  /** Whether the scene still waits for them. */
  isOpen: boolean;
  /** When the page was rendered. */
  now: Date;
  /** Sends a performer's invitation again; null for a role that only reads. */
  resend: ((performerId: string) => Promise<ActionResult>) | null;
};

/** Everyone who must consent, with their status and their invitation. */
export function Performers({ performers, isOpen, now, resend }: PerformersProps) {
  return (
    <Section id="performers" title="Performers">
      <DataList
        caption="Performers, in the order you sent them"
        rows={performers}
        rowKey={({ id }) => id}
        columns={[
          EMAIL,
          { id: "status", header: "Status", cell: (row) => <Decision performer={row} isOpen={isOpen} /> },
          {
            id: "invited",
            header: "Invited",
            cell: (row) => (
              <Invitation performer={row} isOpen={isOpen} now={now} resend={resend?.bind(null, row.id) ?? null} />
            ),
          },
        ]}
      />
    </Section>
  );
}

const EMAIL: Column<ScenePerformerView> = {
  id: "email",
  header: "Email",
  primary: true,
  cell: ({ email }) => <span className="break-all md:inline-block md:min-w-52">{email}</span>,
};

type DecisionProps = { performer: ScenePerformerView; isOpen: boolean };

const Decision = ({ performer: { status, reason, decidedAt }, isOpen }: DecisionProps) => (
  <span className="flex flex-col items-start gap-1">
    <PerformerStatus status={status} reason={reason} isOpen={isOpen} />
    {decidedAt ? <Time at={decidedAt} className="text-muted text-xs" /> : null}
  </span>
);

type InvitationProps = {
  performer: Pick<ScenePerformerView, "email" | "invitedAt" | "bounced" | "nextInvitationAt">;
  isOpen: boolean;
  /** When the page was rendered. */
  now: Date;
  /** Null for a role that only reads. */
  resend: (() => Promise<ActionResult>) | null;
};

/** When a performer was invited, and the button that invites them again. */
// The button is below the time, because another column wouldn't fit beside the scene's facts.
export const Invitation = ({ performer, isOpen, now, resend }: InvitationProps) => (
  <div className="flex flex-col items-start gap-2">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {performer.invitedAt ? (
        <Time at={performer.invitedAt} />
      ) : (
        <span className="text-muted">{isOpen ? "Sending" : "Not sent"}</span>
      )}
      {performer.bounced ? <StatusBadge tone="waiting">Bounced</StatusBadge> : null}
    </span>
    {resend ? <Resend performer={performer} now={now} action={resend} /> : null}
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
      trigger={
        <Button size="sm" icon={<Send aria-hidden />} aria-label={`Resend to ${email}`}>
          Resend
        </Button>
      }
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
