"use client";

import { Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { type FormState, useFormAction } from "@/components/ui/form";

type DeliveryResendProps = {
  resend: (state: FormState, formData: FormData) => Promise<FormState>;
  /** Why it cannot be sent now. */
  refused?: string;
};

/** Sends one delivery again, now, with a fresh signature. */
export function DeliveryResend({ resend, refused }: DeliveryResendProps) {
  const { state, action, onSubmit, pending } = useFormAction(resend, {});
  return (
    <form action={action} onSubmit={onSubmit} className="flex flex-wrap items-center gap-3 md:flex-row-reverse">
      <Button
        type="submit"
        variant="primary"
        icon={<Send aria-hidden />}
        loading={pending}
        disabled={refused !== undefined}
      >
        Resend
      </Button>
      <p role="status" className="text-sm empty:-ml-3">
        {refused ? (
          <span className="text-muted">{refused}</span>
        ) : pending ? null : state.ok ? (
          <span className="text-done">Queued again. The answer appears below.</span>
        ) : state.message ? (
          <span className="text-harm">{state.message}</span>
        ) : null}
      </p>
    </form>
  );
}
