import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type RecordLinkProps = ComponentProps<typeof Link> & {
  /** In the color of the text around it. */
  plain?: boolean;
};

/** A link to a record, or to a search for a person. Opening it writes to the ledger, so it isn't prefetched. */
export const RecordLink = ({ plain = false, className, ...props }: RecordLinkProps) => (
  <Link
    {...props}
    prefetch={false}
    className={cn("rounded-sm underline underline-offset-4", plain ? null : "text-accent-text", className)}
  />
);
