import { type Acting, KeyedChoice, useChosen } from "@/components/desk/panel";
import { KeyButton } from "@/components/ui/hotkeys";
import { hasVeiled } from "@/components/ui/veil";
import { STATEMENTS, statementTexts } from "@/lib/domain/identity/labels";
import type { DecisionProps } from "./forms";

type ApprovalProps = DecisionProps & { act: Acting; mayApprove: boolean };

/** The five statements, each checked by the custodian, and the approval. */
export function Approval({ mayApprove, name, role, signatures, confirmed, approve, act }: ApprovalProps) {
  const stated = useChosen(STATEMENTS);
  const send = () => {
    if (stated.chosen.length < STATEMENTS.length) return act.refuse("Check all five statements before you approve.");
    if (hasVeiled()) return act.refuse("Show every photo before you approve.");
    const form = new FormData();
    for (const statement of stated.chosen) form.append("statement", statement);
    act.send(approve, form, `${name} approved`);
  };
  return (
    <>
      {mayApprove ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium">To approve, state that</legend>
          {STATEMENTS.map((statement, at) => (
            <KeyedChoice
              key={statement}
              type="checkbox"
              name={`statement-${statement}`}
              keys={`${at + 1}`}
              label={statementTexts[statement]}
              description={confirmed.includes(statement) ? "The reading confirms it." : undefined}
              checked={stated.chosen.includes(statement)}
              onChoose={() => {
                act.clear();
                stated.toggle(statement);
              }}
            />
          ))}
          {confirmed.length > 0 ? (
            <KeyButton
              keys="m"
              size="sm"
              variant="ghost"
              className="self-start"
              onClick={() => {
                act.clear();
                stated.choose(confirmed);
              }}
            >
              Check what the reading confirms
            </KeyButton>
          ) : null}
        </fieldset>
      ) : null}
      {mayApprove && signatures.length > 0 ? (
        <p>They signed as {signatures.map((other) => `“${other}”`).join(", ")}. Those signatures will count.</p>
      ) : null}
      <KeyButton keys="a" variant="primary" size="lg" disabled={!mayApprove} loading={act.pending} onClick={send}>
        Approve
      </KeyButton>
      {mayApprove ? (
        <p className="text-muted text-xs">
          We keep the identity for at least seven years, notify the platform, and email the {role}. You can’t undo this.
        </p>
      ) : null}
    </>
  );
}
