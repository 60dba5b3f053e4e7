"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";

type EndpointDeleteProps = {
  url: string;
  /** The number of pending deliveries, as text. */
  waiting: string;
  remove: () => Promise<ActionResult>;
};

/** Deletes an endpoint. The dialog says how many deliveries won't be sent. */
export function EndpointDelete({ url, waiting, remove }: EndpointDeleteProps) {
  const router = useRouter();
  return (
    <ConfirmAction
      trigger={<Button variant="danger">Delete endpoint</Button>}
      title="Delete this endpoint?"
      confirmLabel="Delete for good"
      action={remove}
      onDone={() => router.push("/portal/webhooks")}
      success="Endpoint deleted"
    >
      <p className="break-all font-mono text-xs">{url}</p>
      <p className="font-medium">{unsentText(waiting)}</p>
      <p>
        We’ll stop sending events to it and erase its signing secret. Past deliveries stay in the list. You can’t undo
        this.
      </p>
    </ConfirmAction>
  );
}

function unsentText(waiting: string): string {
  if (waiting === "0") return "It has no pending deliveries.";
  if (waiting === "1") return "1 pending delivery won’t be sent.";
  return `${waiting} pending deliveries won’t be sent.`;
}
