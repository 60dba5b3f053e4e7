import type { ReactNode } from "react";

/** What this screen asks, and in a sentence why. */
export function Heading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-balance font-semibold text-lg">{title}</h1>
      {children ? <div className="text-pretty text-muted">{children}</div> : null}
    </div>
  );
}
