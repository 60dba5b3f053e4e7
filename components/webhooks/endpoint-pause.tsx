import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { waitingText } from "./texts";

type EndpointPauseProps = {
  status: "enabled" | "paused";
  /** How many deliveries wait, as text. */
  waiting: string;
  /** The server’s own: it is bound on the server. */
  setStatus: (status: "enabled" | "paused") => Promise<ActionResult>;
};

/** Stops sending to an endpoint for a while, or lets it go on, after saying what becomes of what waits. */
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
        success="Sending to the endpoint goes on"
      >
        <p>
          {waiting === "0"
            ? "Nothing waits. New events are sent from now on."
            : `${waitingText(waiting)}. What waits keeps its schedule and is sent when it is due.`}
        </p>
        <p>Events that happened during the pause were not queued for it. You can read them in the event feed.</p>
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
      success="Nothing is sent to the endpoint now"
    >
      <p>
        {waiting === "0"
          ? "Nothing waits to be sent to it now."
          : `${waitingText(waiting)} to be sent to it. What waits keeps its schedule and is sent when it is due, once you resume.`}
      </p>
      <p>
        Events that happen during the pause are not sent to it, also not afterwards. They stay in the event feed, where
        you can read them.
      </p>
    </ConfirmAction>
  );
}
