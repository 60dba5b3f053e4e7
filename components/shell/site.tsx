import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ButtonLink } from "@/components/ui/link";
import { ThemeToggle } from "@/components/ui/theme/theme-toggle";
import { SERVICE_NAME } from "@/lib/platform/brand";

/** The service's logo and name. With `href` it is a plain link, because hosted pages load no router. */
export function Wordmark({ href, className }: { href?: string; className?: string }) {
  const look = cn(
    "inline-flex items-center gap-2 rounded-sm font-semibold text-base text-ink tracking-tight",
    className,
  );
  const content = (
    <>
      <Mark className="size-6 text-accent-text" />
      {SERVICE_NAME}
    </>
  );
  if (!href) return <span className={look}>{content}</span>;
  return (
    <a href={href} className={look}>
      {content}
    </a>
  );
}

/** The V, drawn with a broad nib: one heavy stroke down, one light stroke up. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M4 5h8l6.4 17.2L16 28h-2.6z" fill="currentColor" />
      <path d="M24.6 5H28l-9.2 21.2-1.5-4z" fill="currentColor" opacity=".72" />
    </svg>
  );
}

/** The header of public pages. */
export function SiteHeader() {
  return (
    <header className="border-line border-b">
      <div className="mx-auto flex min-h-16 w-full max-w-6xl items-center gap-4 px-4 md:px-8">
        <Wordmark href="/" />
        <nav aria-label="Site" className="ml-auto flex items-center">
          <a
            href="/removal"
            className="flex h-10 items-center rounded-md px-2 md:px-3 text-muted text-sm hover:bg-sunken hover:text-ink"
          >
            Ask for a removal
          </a>
          <a
            href="/docs"
            className="flex h-10 items-center rounded-md px-2 md:px-3 text-muted text-sm hover:bg-sunken hover:text-ink"
          >
            Documentation
          </a>
        </nav>
        <ButtonLink href="/portal" size="sm" className="max-md:hidden">
          Partner portal
        </ButtonLink>
      </div>
    </header>
  );
}

/** What the operator configured for the footer: where to write, and which of their own texts there are. */
export type SiteLinks = { contact: string; terms: boolean; privacy: boolean };

/** The footer of public pages. */
export function SiteFooter({ links }: { links: SiteLinks | undefined }) {
  const entries = [
    { href: "/removal", label: "Ask for a removal" },
    { href: "/verify", label: "Verify a certificate" },
    ...(links?.terms ? [{ href: "/terms", label: "Terms" }] : []),
    ...(links?.privacy ? [{ href: "/privacy", label: "Privacy" }] : []),
    ...(links ? [{ href: links.contact, label: "Contact" }] : []),
  ];
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-8 text-muted text-sm md:px-8">
        <p>{SERVICE_NAME}. Custodian of records under 18 U.S.C. § 2257 and 28 CFR Part 75.</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          {entries.map(({ href, label }) => (
            <a key={href} href={href} className="rounded-sm underline underline-offset-4 hover:text-ink">
              {label}
            </a>
          ))}
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}

/** What an unknown address shows, between the header and the footer. */
export function NoPageHere() {
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-16 md:px-8">
      <div className="flex max-w-prose flex-col gap-2">
        <h1 className="font-semibold text-lg">There is no page here</h1>
        <p className="text-muted">
          The address may be mistyped, or a newer link may have replaced this one. If it came by email, use the link in
          our latest email.
        </p>
      </div>
      {/* A plain link: this page is part of every page's first load. */}
      <a href="/" className="self-start rounded-sm text-accent-text underline underline-offset-4">
        Go to the start page
      </a>
    </main>
  );
}

export type HostedShellProps = {
  children: ReactNode;
  /** The platform that the person is here for. */
  partnerName?: string;
  /** A Stepper. */
  step?: ReactNode;
};

/** The layout of pages that people open by a link: one decision per screen, phone first, no menu. */
export function HostedShell({ children, partnerName, step }: HostedShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex min-h-14 w-full max-w-xl items-center justify-between gap-4 px-4">
          <Wordmark />
          {partnerName ? (
            <p className="min-w-0 truncate text-muted text-sm" title={partnerName}>
              for {partnerName}
            </p>
          ) : null}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-6 px-4 py-6 md:py-12">
        {step}
        <div>{children}</div>
      </main>
      <footer className="mx-auto w-full max-w-xl px-4 py-8 text-muted text-sm">
        {SERVICE_NAME} is the custodian of records for {partnerName ?? "the platform that sent you"}.
      </footer>
    </div>
  );
}
