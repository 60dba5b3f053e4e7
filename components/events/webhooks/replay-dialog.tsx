"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, useTransition } from "react";
import { portalFetch, useOwnQueries } from "@/components/live/portal-fetch";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { PortalReplay } from "@/lib/domain/events/delivery-schemas";

import { deliveriesText, retriedText } from "./texts";

export type ReplayFailedProps = {
  endpointId: string;
  isPaused: boolean;
  initial: { replay: PortalReplay | null };
  /** Starts a replay of deliveries that failed since a time. */
  start: (since: string) => Promise<ActionResult>;
};

const CHOICES = [
  { value: "1h", label: "The last hour" },
  { value: "24h", label: "The last day" },
  { value: "7d", label: "The last 7 days" },
  { value: "custom", label: "Custom time" },
];

type ReplayDialogProps = Pick<ReplayFailedProps, "endpointId" | "start"> & {
  open: boolean;
  close: () => void;
  onStarted: () => void;
};

/** Asks for a start time, counts the failed deliveries since then, and starts the replay on confirmation. Loaded on demand. */
export function ReplayDialog({ open, close, endpointId, start, onStarted }: ReplayDialogProps) {
  const [choice, setChoice] = useState("24h");
  const [from, setFrom] = useState("");
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  const since = choice !== "custom" ? choice : from ? `${from}:00.000Z` : null;
  const counted = useQuery(
    {
      queryKey: [since],
      queryFn: ({ signal }) => {
        const query = new URLSearchParams({ endpoint: endpointId, since: since ?? "" });
        return portalFetch("/api/portal/deliveries/failed", { query, signal });
      },
      enabled: open && since !== null,
      gcTime: 0,
    },
    useOwnQueries(),
  );
  const found = since === null ? undefined : counted.data;

  function leave() {
    setError(undefined);
    close();
  }

  function confirm(moment: string) {
    startTransition(async () => {
      const result = await start(moment);
      if (result.error) return setError(result.error);
      leave();
      onStarted();
    });
  }

  return (
    <Dialog
      size="sm"
      title="Replay failed deliveries"
      description="We send each delivery again under its own id, with all its retries. Receivers should skip events they already have."
      open={open}
      onOpenChange={(next) => !next && leave()}
      dismissible={!pending}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={!found || found.count === 0}
            onClick={() => found && confirm(found.since)}
          >
            {found && found.count > 0 ? `Send ${deliveriesText(found.count)} again` : "Send again"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error ? (
          <Callout tone="harm" live>
            {error}
          </Callout>
        ) : null}
        <Field name="since" label="Failed since">
          <Select options={CHOICES} value={choice} onChange={(event) => setChoice(event.target.value)} />
        </Field>
        {choice === "custom" ? (
          <Field name="from-time" label="Time (UTC)">
            <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
        ) : null}
        <p role="status" className="text-sm">
          {since === null ? (
            "Choose a time."
          ) : counted.error ? (
            counted.error.message
          ) : !found ? (
            "Counting…"
          ) : found.count === 0 ? (
            <>No deliveries have failed since then.</>
          ) : (
            <>
              <strong className="font-medium">{deliveriesText(found.count)}</strong> failed since{" "}
              <Time at={found.since} as="datetime" />. They’re queued again in the order they failed, among new events.
            </>
          )}
          {found && found.waiting > 0 ? <span className="mt-2 block text-muted">{retriedText(found)}</span> : null}
        </p>
      </div>
    </Dialog>
  );
}
