import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { leavesRouter } from "./leaves-router";

/** A link in running text. `external` opens a new tab without telling it where you came from. */
export function TextLink({
  href,
  external,
  className,
  ...props
}: ComponentProps<"a"> & { href: string; external?: boolean }) {
  const look = cn(
    "rounded-sm text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2",
    className,
  );
  if (external || leavesRouter(href)) {
    return (
      <a
        {...(external ? { target: "_blank", rel: "noopener noreferrer" } : {})}
        {...props}
        href={href}
        className={look}
      />
    );
  }
  return <Link {...props} href={href} className={look} />;
}
