import { Badge } from "@/components/ui/badge";

/** An HTTP status with its machine code. Red is kept for our own failures; a refused call is the caller's to mend. */
export function StatusCode({ status, code }: { status: number; code?: string | null }) {
  const tone = status >= 500 ? "harm" : status >= 400 ? "waiting" : "done";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>
        <span className="tabular-nums">{status}</span>
      </Badge>
      {code ? <span className="font-mono text-xs text-muted">{code}</span> : null}
    </span>
  );
}
