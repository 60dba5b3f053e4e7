"use client";

import { Send } from "lucide-react";
import { Live } from "@/components/live/live";
import { RefreshOnChange } from "@/components/live/refresh";
import { Button } from "@/components/ui/button";
import { type FormState, useFormAction } from "@/components/ui/form";
import type { PortalDelivery } from "@/lib/domain/events";

type DeliveryResendProps = {
  resend: (state: FormState, formData: FormData) => Promise<FormState>;
  /** Why it can't be resent now. */
  refused?: string;
};

/** Resends a delivery now, with a fresh signature. */
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

const LIVE_MS = 2_000;

/** Has the server render a delivery's page again when the delivery changes. */
export function DeliveryWatch({ delivery }: { delivery: PortalDelivery }) {
  const rendered = statusOf(delivery);
  return (
    <Live
      route="/api/portal/deliveries"
      view={`${delivery.id} ${rendered}`}
      query={() => new URLSearchParams({ delivery: delivery.id, limit: "1" })}
      initial={{ rows: [delivery], newer: null, older: null }}
      everyMs={LIVE_MS}
    >
      {({ data }) => <RefreshOnChange rendered={rendered} now={data.rows[0] ? statusOf(data.rows[0]) : rendered} />}
    </Live>
  );
}

const statusOf = ({ status, attempts, nextAttemptAt, endpoint }: PortalDelivery): string =>
  [status, attempts, nextAttemptAt, endpoint.status].join(" ");
