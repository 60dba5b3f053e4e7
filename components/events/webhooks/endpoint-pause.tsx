import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { waitingText } from "./texts";

type EndpointPauseProps = {
  status: "enabled" | "paused";
  /** The number of pending deliveries, as text. */
  waiting: string;
  /** A server action. This component binds it on the server. */
  setStatus: (status: "enabled" | "paused") => Promise<ActionResult>;
};

/** Pauses or resumes an endpoint. The dialog says what happens to pending deliveries. */
export function EndpointPause({ status, waiting, setStatus }: EndpointPauseProps) {
  if (status === "paused") {
    return (
      <ConfirmAction
        key="resume"
        trigger={
          <Button variant="primary" icon={<Play aria-hidden />}>
            Resume
          </Button>
        }
        title="Resume this endpoint?"
        confirmLabel="Resume sending"
        tone="neutral"
        action={setStatus.bind(null, "enabled")}
        success="Endpoint resumed"
      >
        <p>
          {waiting === "0"
            ? "No pending deliveries. We’ll send new events from now on."
            : `${waitingText(waiting)}. We’ll send each one when it’s due.`}
        </p>
        <p>Events during the pause weren’t queued for this endpoint. They’re in the event feed.</p>
      </ConfirmAction>
    );
  }
  return (
    <ConfirmAction
      key="pause"
      trigger={<Button icon={<Pause aria-hidden />}>Pause</Button>}
      title="Pause this endpoint?"
      confirmLabel="Pause sending"
      tone="neutral"
      action={setStatus.bind(null, "paused")}
      success="Endpoint paused"
    >
      <p>
        {waiting === "0"
          ? "It has no pending deliveries."
          : `${waitingText(waiting)}. We’ll send what is due after you resume.`}
      </p>
      <p>Events during the pause are never sent to this endpoint. They’re in the event feed.</p>
    </ConfirmAction>
  );
}
