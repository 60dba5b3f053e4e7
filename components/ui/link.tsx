import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonVariant, buttonStyles } from "./button";
import { cn } from "./cn";

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

type ButtonLinkProps = ComponentProps<"a"> & ButtonVariant & { href: string; icon?: ReactNode; external?: boolean };

/** A link that looks like a button: for going somewhere, never for doing something. */
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

// The reference and the start page are served without React, so the router has nothing to draw them with.
const PLAIN_PAGE = /^\/(docs(?=$|[/#?])|$)/;

/** Whether a link leads to what is no page of the router: a file, the API, another host, or a plain page of ours. */
export const leavesRouter = (href: string): boolean =>
  !href.startsWith("/") || href.startsWith("/api/") || PLAIN_PAGE.test(href);
