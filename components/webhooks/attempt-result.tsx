import { StatusBadge } from "@/components/ui/badge";
import { visibleText } from "./attempt-text";

type AttemptResultProps = { responseStatus: number | null; error: string | null; succeeded: boolean };

/** What came of an attempt, in a pill: the status that was answered, or that there was no answer. */
export function AttemptResult({ responseStatus, error, succeeded }: AttemptResultProps) {
  return (
    <StatusBadge tone={succeeded ? "done" : "harm"}>
      <span title={error === null ? undefined : visibleText(error)}>{responseStatus ?? "No answer"}</span>
    </StatusBadge>
  );
}
