import { Choice } from "@/components/desk/panel";
import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { useHotkey } from "@/components/ui/hotkeys";
import { Time } from "@/components/ui/time";
import type { RequestItem } from "@/lib/domain/removals/custody";
import {
  CONFIRM_REASONS,
  confirmWordings,
  REJECT_REASONS,
  rejectWordings,
} from "@/lib/domain/removals/deciding/labels";
import { needsTwo } from "@/lib/domain/removals/labels";
import type { DecideProps, DecisionProps, Mode, PartProps } from "./posted";
import { Verdict } from "./verdict";

// One decision about all records that look alike. Each follows its own rules, so some may be left.

type Rules = Pick<DecisionProps, "request" | "reader"> & { alike: readonly RequestItem[] };

/** Which of the records this custodian may confirm, reject and propose to reject. */
function rulesOf({ request, reader, alike }: Rules) {
  const two = needsTwo(request.legalBasis);
  const took = (item: RequestItem) => item.rejectedByIds.includes(reader);
  const isSecond = (item: RequestItem) => two && item.proposedById !== null && item.proposedById !== reader;
  const rejectable = alike.filter((item) => item.proposedById !== reader && (!took(item) || isSecond(item)));
  const [rejects, proposes] = [
    rejectable.filter((item) => !two || isSecond(item)),
    rejectable.filter((item) => two && !isSecond(item)),
  ];
  return { confirms: alike.filter((item) => !took(item)), rejectable, rejects, proposes };
}

/** What a rejection of all of them does: the first custodian proposes. */
const rejectLabel = ({ rejects, proposes }: ReturnType<typeof rulesOf>): string =>
  proposes.length === 0
    ? `Reject all ${rejects.length}`
    : rejects.length === 0
      ? `Propose rejection of all ${proposes.length}`
      : `Reject ${rejects.length}, propose ${proposes.length}`;

type OfClusterProps = Pick<DecideProps, "request" | "reader" | "isClosed" | "actions" | "open"> & {
  alike: readonly RequestItem[];
  hrefOf: (act: Mode) => string;
};

/** What to decide about all records that look alike. */
export function OfCluster({ alike, request, reader, isClosed, actions, open, hrefOf }: OfClusterProps) {
  const count = alike.length;
  const isSuggested = alike[0]?.status === "suggested";
  const rules = rulesOf({ request, reader, alike });
  const isOpen = !isSuggested && request.status === "open" && !isClosed;
  const mayConfirm = isOpen && rules.confirms.length > 0;
  const mayReject = isOpen && rules.rejectable.length > 0;
  useHotkey("c", () => mayConfirm && open("confirm")());
  useHotkey("x", () => mayReject && open("reject")());
  if (request.status === "withdrawn") return null;
  if (isSuggested) {
    return (
      <>
        <p>
          {count} records look alike, and the claimant may mean them. If so, attach them to the request, then decide.
        </p>
        {isClosed ? null : (
          <div className="flex flex-wrap gap-2">
            <ActionForm action={actions.attachAll} label={`Attach all ${count}`} variant="primary" shortcut="t" />
            <ActionForm action={actions.dismissAll} label={`Dismiss all ${count}`} shortcut="d" />
          </div>
        )}
      </>
    );
  }
  const others = alike.filter(({ proposedById }) => proposedById !== null && proposedById !== reader);
  const own = alike.filter(({ proposedById }) => proposedById === reader).length;
  const left = count - Math.max(rules.confirms.length, rules.rejectable.length);
  return (
    <>
      <p>{count} records look alike. Each is decided with the same reason.</p>
      {others.length > 0 ? (
        <Callout tone="waiting" title={`${counted(others.length, "rejection")} proposed by a colleague`}>
          {reasonsOf(others).map((reason) => (
            <p key={reason}>“{reason}”</p>
          ))}
        </Callout>
      ) : null}
      {own > 0 ? (
        <Callout title={`You proposed to reject ${own} of them`}>Another custodian must agree.</Callout>
      ) : null}
      {left > 0 && isOpen ? (
        <Callout title={`${counted(left, "record needs", "records need")} another custodian`}>
          You took part in rejecting {left === 1 ? "it" : "them"} before the appeal, so we leave{" "}
          {left === 1 ? "it" : "them"} as {left === 1 ? "it is" : "they are"}.
        </Callout>
      ) : null}
      {mayConfirm || mayReject ? (
        <div className="grid gap-2">
          <Choice
            label={`Confirm ${counted(rules.confirms.length, "removal")}`}
            name="c"
            variant="primary"
            disabled={!mayConfirm}
            href={hrefOf("confirm")}
            onClick={open("confirm")}
          />
          <Choice
            label={rejectLabel(rules)}
            name="x"
            disabled={!mayReject}
            href={hrefOf("reject")}
            onClick={open("reject")}
          />
        </div>
      ) : null}
    </>
  );
}

const reasonsOf = (items: readonly RequestItem[]): string[] => [
  ...new Set(items.flatMap(({ proposedReason }) => proposedReason ?? [])),
];

export function ConfirmAll({ alike, ...part }: PartProps) {
  const { confirms } = rulesOf({ ...part, alike });
  const platforms = [...new Set(confirms.flatMap(({ partnerName }) => partnerName ?? []))];
  const first = confirms.toSorted((a, b) => a.takeDownBy.getTime() - b.takeDownBy.getTime())[0];
  if (!first) return null;
  return (
    <Verdict
      {...part}
      action={part.actions.confirmAll}
      title={`Confirm ${counted(confirms.length, "removal")}`}
      label="Confirm and take down"
      tone="danger"
      legend="Why, for all of them"
      reasons={CONFIRM_REASONS}
      wordings={confirmWordings}
      outcome="Confirmed"
      after={["We email that it is decided, without these words."]}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-xs">
        <li>
          We notify {platforms.join(", ") || "their platforms"} now. The first must come down by{" "}
          <Time at={first.takeDownBy} as="datetime" />.
        </li>
        <li>Each record is marked as removed, or erased if its seven years are over. A legal hold keeps it.</li>
        <li>Copies of the same files, on every platform, are added to this request.</li>
        <li>A record that changes meanwhile is left, and we say so.</li>
        <li>This can’t be undone.</li>
      </ul>
    </Verdict>
  );
}

export function RejectAll({ alike, ...part }: PartProps) {
  const { request } = part;
  const rules = rulesOf({ ...part, alike });
  if (rules.rejectable.length === 0) return null;
  const reasons = reasonsOf(rules.rejects);
  // Without own words, each record keeps the reason that was proposed for it.
  const isProposed = rules.proposes.length === 0 && reasons.length > 0;
  const appeal = request.appealedAt === null ? ["They can appeal once."] : [];
  return (
    <Verdict
      {...part}
      action={part.actions.rejectAll}
      title={rejectLabel(rules)}
      label={rejectLabel(rules)}
      legend={isProposed ? "Why, if not for the proposed reasons" : "Why, for all of them"}
      reasons={REJECT_REASONS}
      wordings={rejectWordings}
      proposed={isProposed ? reasons.join("\n\n") : null}
      outcome="Rejected"
      after={["We don’t ask platforms to take them down.", ...appeal]}
    >
      <p className="text-muted text-xs">
        {rules.proposes.length > 0
          ? "Rejections about intimate images need two custodians. What you propose changes nothing until another one agrees."
          : "The records stay as they are. We don’t notify their platforms."}
      </p>
    </Verdict>
  );
}
