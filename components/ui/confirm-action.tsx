"use client";

import { type ReactNode, useEffect, useId, useRef, useState, useTransition } from "react";
import { Button } from "./button";
import { Callout } from "./callout";
import { Dialog } from "./dialog";
import type { ActionResult } from "./form";
import { toast } from "./toast";

export type ConfirmActionProps = {
  trigger: ReactNode;
  title: string;
  /** What will happen in this case, with its numbers. May hold inputs; they reach the action. */
  children: ReactNode;
  confirmLabel: string;
  tone?: "harm" | "neutral";
  action: (formData: FormData) => Promise<ActionResult>;
  onDone?: () => void;
  /** Said in a toast when it is done. */
  success?: string;
};

/** Asks before it acts, and says what the act will do. Stays open and explains when the action fails. */
export function ConfirmAction({
  trigger,
  title,
  children,
  confirmLabel,
  tone = "harm",
  action,
  onDone,
  success,
}: ConfirmActionProps) {
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [pending, startTransition] = useTransition();
  const [error, setError] = useErrorSaid();

  function change(next: boolean) {
    setOpen(next);
    setError(undefined);
  }

  function confirm(formData: FormData) {
    startTransition(async () => {
      const result = await action(formData).catch((thrown: unknown) => {
        // An action that leads away has succeeded.
        if (success && leadsAway(thrown)) toast("success", success);
        throw thrown;
      });
      if (result.error) {
        setError(result.error);
        return;
      }
      change(false);
      onDone?.();
      if (success) toast("success", success);
    });
  }

  return (
    <Dialog
      size="sm"
      title={title}
      trigger={trigger}
      open={open}
      onOpenChange={change}
      dismissible={!pending}
      footer={
        <>
          <Button onClick={() => change(false)} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={tone === "harm" ? "danger" : "primary"} loading={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog inside another form's tree must not submit that form too.
          event.stopPropagation();
          confirm(new FormData(event.currentTarget));
        }}
      >
        {error ? (
          <Callout tone="harm" live>
            {error}
          </Callout>
        ) : null}
        <div className="flex flex-col gap-3">{children}</div>
      </form>
    </Dialog>
  );
}

/** Whether this is what Next throws for a redirect. */
const leadsAway = (thrown: unknown): boolean =>
  thrown instanceof Error && String(Reflect.get(thrown, "digest")).startsWith("NEXT_REDIRECT");

/**
 * The error that a dialog shows. Where the dialog goes before it is read, as an action draws the page anew without what was
 * acted on, it is said in a toast.
 */
function useErrorSaid(): [error: string | undefined, say: (error: string | undefined) => void] {
  const [error, setError] = useState<string>();
  const last = useRef<{ error?: string | undefined }>({});
  useEffect(() => {
    const { current } = last;
    return () => {
      if (current.error) toast("error", current.error);
    };
  }, []);
  return [
    error,
    (next) => {
      last.current.error = next;
      setError(next);
    },
  ];
}
