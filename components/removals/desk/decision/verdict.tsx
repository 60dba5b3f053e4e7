import { type ComponentProps, type ReactNode, useState } from "react";
import { Numbered, Preview } from "@/components/desk/panel";
import { Field, Textarea } from "@/components/ui/field";
import { Time } from "@/components/ui/time";
import type { RequestItem } from "@/lib/domain/removals/custody";
import {
  CONFIRM_REASONS,
  confirmWordings,
  REJECT_REASONS,
  rejectWordings,
} from "@/lib/domain/removals/deciding/labels";
import { needsTwo, REASON_MAX } from "@/lib/domain/removals/labels";
import { type PartProps, Posted } from "./posted";

// A record's two decisions. Each has a reason, the custodian's own words, and what the claimant will read.

export const Confirm = ({ item, isHeld, ...part }: PartProps) =>
  item ? (
    <Verdict
      {...part}
      action={part.actions.confirm}
      title="Confirm removal"
      label="Confirm and take down"
      tone="danger"
      legend="Why"
      reasons={CONFIRM_REASONS}
      wordings={confirmWordings}
      outcome="Confirmed"
      after={["We email that it is decided, without these words."]}
    >
      <Consequences item={item} isHeld={isHeld} />
    </Verdict>
  ) : null;

export function Reject({ item, ...part }: PartProps) {
  if (!item) return null;
  const { request } = part;
  const proposes = needsTwo(request.legalBasis) && !item.proposedById;
  const label = proposes ? "Propose rejection" : "Reject";
  const appeal = request.appealedAt === null ? ["They can appeal once."] : [];
  return (
    <Verdict
      {...part}
      action={part.actions.reject}
      title={label}
      label={label}
      legend={item.proposedReason === null ? "Why" : "Why, if not for the proposed reason"}
      reasons={REJECT_REASONS}
      wordings={rejectWordings}
      proposed={item.proposedReason}
      outcome="Rejected"
      after={["We don’t ask platforms to take it down.", ...appeal]}
    >
      <p className="text-muted text-xs">
        {proposes
          ? "Rejections about intimate images need two custodians. Nothing changes until another one agrees."
          : "The record stays as it is. We don’t notify its platform."}
      </p>
    </Verdict>
  );
}

const NOTE_MAX = REASON_MAX - 100;

type VerdictProps<Reason extends string> = Omit<ComponentProps<typeof Posted>, "children"> & {
  legend: string;
  reasons: readonly Reason[];
  wordings: Readonly<Record<Reason, { label: string; text: string }>>;
  /** The reason that another custodian proposed. It stays if this one gives none. */
  proposed?: string | null;
  /** What the claimant reads first, and last. */
  outcome: string;
  after: string[];
  /** What follows from it. */
  children: ReactNode;
};

/** A reason by its number, words that the claimant reads, and what their page will say. */
export function Verdict<Reason extends string>(props: VerdictProps<Reason>) {
  const { legend, reasons, wordings, proposed = null, outcome, after, children, ...posted } = props;
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState("");
  const own = note.trim();
  const text = reason ? wordings[reason].text : own ? null : proposed;
  return (
    <Posted {...posted}>
      {(state) => (
        <>
          <Numbered
            name="reason"
            legend={legend}
            options={reasons.map((value) => ({ value, label: wordings[value].label }))}
            value={reason}
            onChoose={setReason}
          />
          <Field
            name="note"
            label="Your words"
            hint="The claimant reads them. The platform doesn’t."
            optional
            error={state.errors?.note}
          >
            <Textarea
              rows={2}
              maxLength={NOTE_MAX}
              defaultValue={state.values?.note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          {text || own ? (
            <Preview
              name="Preview for the claimant"
              says="The claimant’s page says:"
              letter={{ subject: outcome, before: text ? [text] : [], note: own || null, after }}
            />
          ) : null}
          {children}
        </>
      )}
    </Posted>
  );
}

function Consequences({ item, isHeld }: { item: RequestItem; isHeld: boolean }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-xs">
      {item.kind === "production" ? (
        <li>Its certificates are revoked for good. Each linked platform must take it down by its deadline.</li>
      ) : (
        <li>
          We notify {item.partnerName ?? "its platform"} now. It must take this down by{" "}
          <Time at={item.takeDownBy} as="datetime" />.
        </li>
      )}
      {item.kind === "content" ? (
        <li>
          {isHeld
            ? "The record is marked as removed. Its legal hold keeps it from being erased."
            : "The record is marked as removed, or erased if its seven years are over."}
        </li>
      ) : null}
      {item.kind === "production" ? null : (
        <li>Copies of the same file, on every platform, are added to this request.</li>
      )}
      <li>This can’t be undone.</li>
    </ul>
  );
}
