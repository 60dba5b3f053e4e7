import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import type { FormState } from "@/components/ui/form";
import { counted, cutCountText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Missed } from "@/lib/domain/events/missed-span";

type EndpointMissedProps = {
  missed: Missed;
  /** Above this, there is no exact count. */
  most: number;
  /** A server action, which this component binds on the server. */
  answer: (answer: "send" | "waive", state: FormState, form: FormData) => Promise<FormState>;
};

/** Offers the events that an endpoint missed while it was paused. Works without scripts. */
export function EndpointMissed({ missed: { count, since, until }, most, answer }: EndpointMissedProps) {
  const events = count > most ? `${cutCountText(count, most)} events` : counted(count, "event");
  return (
    <Callout
      tone="waiting"
      title={`This endpoint missed ${events}`}
      actions={
        <>
          <ActionForm
            action={answer.bind(null, "send")}
            label={`Send ${events}`}
            pendingLabel="Sending…"
            variant="primary"
            size="sm"
          />
          <ActionForm action={answer.bind(null, "waive")} label="Don’t send" variant="ghost" size="sm" />
        </>
      }
    >
      It was paused from <Time at={since} as="datetime" /> to <Time at={until} as="datetime" />. They’re sent oldest
      first, among new events.
    </Callout>
  );
}
