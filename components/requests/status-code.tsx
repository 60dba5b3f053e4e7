import { Badge } from "@/components/ui/badge";

/** An HTTP status with its machine code. Red is kept for our own failures: to be refused is a caller's daily life. */
export function StatusCode({ status, code }: { status: number; code?: string | null }) {
  const tone = status >= 500 ? "harm" : status >= 400 ? "neutral" : "done";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>
        <span className="tabular-nums">{status}</span>
      </Badge>
      {code ? <span className="font-mono text-xs text-muted">{code}</span> : null}
    </span>
  );
}
