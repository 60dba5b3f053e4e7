"use client";

import { Trash2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { shortTitle } from "./short-title";

type TakeDownProps = { title: string; consequences: ReactNode; action: (form: FormData) => Promise<ActionResult> };

/** Takes a depiction down, after saying what that does to this one. */
export function TakeDown({ title, consequences, action }: TakeDownProps) {
  // What was taken down cannot be taken down again: the button goes, and the focus with it.
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
      confirmLabel="Take it down"
      success="Taken down."
      action={action}
    >
      {consequences}
      <Field name="reason" label="Why" hint="Stays in the record. At most 500 characters.">
        <Textarea rows={2} required minLength={3} maxLength={500} />
      </Field>
    </ConfirmAction>
  );
}
