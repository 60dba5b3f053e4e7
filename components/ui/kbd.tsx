import type { ReactNode } from "react";
import { cn } from "./cn";

/** A key to press. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-muted text-xs",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
