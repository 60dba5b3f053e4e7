import type { ReactNode } from "react";

/** Read aloud, not shown. */
export function VisuallyHidden({ as: Element = "span", children }: { as?: "span" | "h2" | "p"; children: ReactNode }) {
  return <Element className="sr-only">{children}</Element>;
}
