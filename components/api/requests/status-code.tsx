import { Badge } from "@/components/ui/badge";

/** An HTTP status with its machine code. Only our own failures are red, because rejected calls are normal. */
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
