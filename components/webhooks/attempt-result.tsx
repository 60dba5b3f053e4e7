import { StatusBadge } from "@/components/ui/badge";

type AttemptResultProps = { responseStatus: number | null; succeeded: boolean };

/** What came of an attempt, in a pill: the status that was answered, or that there was no answer. */
export function AttemptResult({ responseStatus, succeeded }: AttemptResultProps) {
  return <StatusBadge tone={succeeded ? "done" : "harm"}>{responseStatus ?? "No answer"}</StatusBadge>;
}
