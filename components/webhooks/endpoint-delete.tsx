"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";

type EndpointDeleteProps = {
  url: string;
  /** How many deliveries wait, as text. */
  waiting: string;
  remove: () => Promise<ActionResult>;
};

/** Deletes an endpoint, after saying how many deliveries will never be sent. */
export function EndpointDelete({ url, waiting, remove }: EndpointDeleteProps) {
  const router = useRouter();
  return (
    <ConfirmAction
      trigger={<Button variant="danger">Delete the endpoint</Button>}
      title="Delete this endpoint?"
      confirmLabel="Delete for good"
      action={remove}
      onDone={() => router.push("/portal/webhooks")}
      success="The endpoint is deleted"
    >
      <p className="break-all font-mono text-xs">{url}</p>
      <p className="font-medium">{unsentText(waiting)}</p>
      <p>
        No event is sent to it any more, and its signing secret is erased. What was sent stays in the list of
        deliveries. This cannot be undone.
      </p>
    </ConfirmAction>
  );
}

function unsentText(waiting: string): string {
  if (waiting === "0") return "No delivery waits for it.";
  if (waiting === "1") return "1 delivery that waits will not be sent.";
  return `${waiting} deliveries that wait will not be sent.`;
}
