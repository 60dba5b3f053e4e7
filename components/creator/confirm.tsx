import type { ReactNode } from "react";
import { buttonStyles } from "@/components/ui/button-style";
import { cn } from "@/components/ui/cn";

type ConfirmProps = {
  /** What opens it, as a question that is still to be answered. */
  label: string;
  /** What will happen, and the button that does it. */
  children: ReactNode;
  /** Two of these stand on a page, or more: what this one is about, for who cannot see where it stands. */
  about?: string;
  open?: boolean;
};

/** Says what will happen before it can be done. A native disclosure, so that it works before any script has loaded. */
export function Confirm({ label, about, children, open }: ConfirmProps) {
  return (
    <details open={open} className="group w-full">
      <summary
        className={cn(
          buttonStyles({ variant: "secondary", size: "sm" }),
          "list-none group-open:bg-sunken [&::-webkit-details-marker]:hidden",
        )}
      >
        {label}
        {about ? <span className="sr-only"> {about}</span> : null}
      </summary>
      <div className="mt-3 flex flex-col gap-3 rounded-md border border-line border-l-4 border-l-line-strong bg-paper p-4">
        {children}
      </div>
    </details>
  );
}
