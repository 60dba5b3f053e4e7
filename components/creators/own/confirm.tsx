import type { ReactNode } from "react";
import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type ConfirmProps = {
  /** The text of the button that opens it. */
  label: string;
  /** What will happen, and the button that does it. */
  children: ReactNode;
  /** What it is about, for screen readers: a page can have several of these. */
  about?: string;
  open?: boolean;
};

/** Shows what will happen before the creator can do it. A native disclosure, so that it works before scripts load. */
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
