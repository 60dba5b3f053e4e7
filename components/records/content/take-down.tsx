"use client";

import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { WebhookNote } from "@/components/events/webhook-note";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { dateText, shortTitle } from "@/components/ui/format";
import type { DepictionDetail } from "@/lib/domain/records/content";

type TakeDownRecord = { retention: DepictionDetail["retention"]; copy: Pick<DepictionDetail["copy"], "status"> };

type TakeDownProps = { title: string; record: TakeDownRecord; action: (form: FormData) => Promise<ActionResult> };

/** Takes a depiction down, after explaining what that does. */
export function TakeDown({ title, record, action }: TakeDownProps) {
  // The button disappears once the depiction is taken down, so the focus moves to the page.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <ConfirmAction
      trigger={<Button icon={<Trash2 aria-hidden />}>Take down</Button>}
      title={`Take down “${shortTitle(title)}”?`}
      confirmLabel="Take down"
      success="Taken down."
      action={action}
    >
      <TakeDownConsequences record={record} />
      <Field name="reason" label="Reason" hint="Kept with the record. Up to 500 characters.">
        <Textarea rows={2} required minLength={3} maxLength={500} />
      </Field>
    </ConfirmAction>
  );
}

export function TakeDownConsequences({ record: { retention, copy } }: { record: TakeDownRecord }) {
  const hasCopy = copy.status === "stored";
  const what = hasCopy ? "The record and its copy" : "The record";
  const until = dateText(retention.until.getTime());
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {retention.mustBeKept ? (
          <li>
            {what} {hasCopy ? "are" : "is"} marked as removed, with your name and the reason, and kept
            {retention.isOver ? "." : ` until ${until}. The law requires seven years.`}
          </li>
        ) : (
          <li>
            The seven years ended on {until}: {what.toLowerCase()} {hasCopy ? "are" : "is"} erased immediately.
          </li>
        )}
        {hasCopy && retention.mustBeKept ? (
          <li>Your team can no longer open the copy. Custodians can, for a stated purpose.</li>
        ) : null}
        {copy.status === "pending" || copy.status === "late" ? (
          <li>The declared copy can no longer be uploaded.</li>
        ) : null}
        <WebhookNote type="content_log.deleted" />
        <li>Your platform doesn’t change. Take the content down there too.</li>
      </ul>
      <p className="font-medium">This can’t be undone.</p>
    </>
  );
}
