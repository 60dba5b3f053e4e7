import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonVariant, buttonStyles } from "./button";
import { cn } from "./cn";

/** A link in text. `external` opens a new tab without a referrer. */
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
  if (external || leavesRouter(href) || props.download !== undefined) {
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

type ButtonLinkProps = ComponentProps<"a"> & ButtonVariant & { href: string; icon?: ReactNode; external?: boolean };

/** A link that looks like a button. It navigates; it never acts. */
export function ButtonLink({ variant, size, icon, href, external, className, children, ...props }: ButtonLinkProps) {
  const look = cn(buttonStyles({ variant, size }), className);
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  if (external || leavesRouter(href) || props.download !== undefined) {
    const away = external ? { target: "_blank", rel: "noopener noreferrer" } : {};
    return (
      <a {...away} {...props} href={href} className={look}>
        {content}
      </a>
    );
  }
  return (
    <Link {...props} href={href} className={look}>
      {content}
    </Link>
  );
}

// Public pages are served without React, so the router cannot render them.
const PLAIN_PAGE = /^\/((docs|removal|terms|privacy)(?=$|[?#])|docs\/|$)/;

/** Whether a link leads out of the router: to a file, the API, another host, or a page without React. */
export const leavesRouter = (href: string): boolean =>
  !href.startsWith("/") || href.startsWith("/api/") || PLAIN_PAGE.test(href);

/** The first link of each page skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-accent px-4 py-2 font-medium text-accent-ink text-sm focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2"
    >
      Skip to content
    </a>
  );
}
