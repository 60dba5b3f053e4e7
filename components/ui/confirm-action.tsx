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
  /** What will happen. Inputs in here reach the action. */
  children: ReactNode;
  confirmLabel: string;
  /** The button that closes the dialog. */
  dismissLabel?: string;
  tone?: "harm" | "neutral";
  /** The focus starts at the button that confirms, so that Enter does. */
  enterConfirms?: boolean;
  action: (formData: FormData) => Promise<ActionResult>;
  onDone?: () => void;
  /** The toast after success. */
  success?: string;
};

/** Asks for confirmation before an action. If the action fails, the dialog stays open and shows the error. */
export function ConfirmAction({
  trigger,
  title,
  children,
  confirmLabel,
  dismissLabel = "Cancel",
  tone = "harm",
  enterConfirms = false,
  action,
  onDone,
  success,
}: ConfirmActionProps) {
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [pending, startTransition] = useTransition();
  const [error, setError] = useDialogError();

  function change(next: boolean) {
    setOpen(next);
    setError(undefined);
  }

  function confirm(formData: FormData) {
    startTransition(async () => {
      const result = await action(formData).catch((thrown: unknown) => {
        // A redirect means success.
        if (success && isRedirect(thrown)) toast("success", success);
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
            {dismissLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={tone === "harm" ? "danger" : "primary"}
            loading={pending}
            data-autofocus={enterConfirms || undefined}
          >
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
export const isRedirect = (thrown: unknown): boolean =>
  thrown instanceof Error && String(Reflect.get(thrown, "digest")).startsWith("NEXT_REDIRECT");

/** The error that a dialog shows. If the dialog unmounts before it is read, as after a re-render of the page, a toast shows it. */
function useDialogError(): [error: string | undefined, say: (error: string | undefined) => void] {
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
