import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** A turning circle. With `label` it is announced; without, it is decoration beside text that already says so. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={cn("inline-flex", className)} role={label ? "status" : undefined}>
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
