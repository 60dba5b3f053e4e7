import type { ReactNode } from "react";
import { HostedShell } from "@/components/shell/site";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { PageHeader } from "@/components/ui/page-header";

/** The page's title, with a sentence of explanation. */
export function Heading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-balance font-semibold text-lg">{title}</h1>
      {children ? <div className="text-pretty text-muted">{children}</div> : null}
    </div>
  );
}

type StatusHeadingProps = { tone?: Tone; status: string; title: ReactNode; children: ReactNode };

/** The page's title under a status: something is decided, over or under way. */
export const StatusHeading = ({ tone, status, title, children }: StatusHeadingProps) => (
  <div className="flex flex-col items-start gap-3">
    <StatusBadge tone={tone}>{status}</StatusBadge>
    <Heading title={title}>{children}</Heading>
  </div>
);

/** One thing to know before the person continues. */
export function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="mt-1 shrink-0 text-accent-text [&_svg]:size-5">{icon}</span>
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}

const largeButton = (variant: "primary" | "secondary") =>
  cn(
    buttonStyles({ variant, size: "lg" }),
    "h-auto min-h-12 self-start whitespace-normal py-2 text-center max-sm:w-full",
  );

/** A link to another page of ours. A plain link, because these pages load no router. */
export const StepLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={largeButton("primary")}>
    {children}
  </a>
);

type AwayLinkProps = { href: string | null; partnerName: string; primary?: boolean };

/** The link back to the platform that sent the person. Nothing for a platform that gave no URL. */
export const AwayLink = ({ href, partnerName, primary = true }: AwayLinkProps) =>
  href ? (
    <a href={href} rel="noreferrer" className={largeButton(primary ? "primary" : "secondary")}>
      Continue to {partnerName}
    </a>
  ) : null;

/** A sentence with a link to the person's own account. */
export function AccountLine({ children }: { children: ReactNode }) {
  return (
    <p className="text-muted text-sm">
      {children} <InlineLink href="/creator">Open your account</InlineLink>
    </p>
  );
}

/** A link that is less important than the button above it. A plain link, because these pages load no router. */
export const QuietLink = ({ href, rel, children }: { href: string; rel?: "noreferrer"; children: ReactNode }) => (
  <a
    href={href}
    rel={rel}
    className="inline-block self-start rounded-sm py-2 text-accent-text underline underline-offset-4"
  >
    {children}
  </a>
);

/** A link within a sentence. */
export const InlineLink = ({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) => (
  <a href={href} className={cn("rounded-sm text-accent-text underline underline-offset-4", className)}>
    {children}
  </a>
);

/** The platform's title of a scene, in quotation marks. Its letters can't change the direction of ours. */
export const SceneTitle = ({ children }: { children: string }) => (
  <strong className="wrap-anywhere font-medium text-ink">
    “<bdi>{children}</bdi>”
  </strong>
);

/** The statement, character by character as we record it. */
export const Statement = ({ heading, children }: { heading: string; children: string }) => (
  <section className="flex flex-col gap-2">
    <h2 className="font-medium">{heading}</h2>
    <blockquote
      id="statement"
      className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-surface p-4 text-sm sm:p-6"
    >
      {children}
    </blockquote>
  </section>
);

/** What a custodian wrote about a rejected ID. Nothing without a note. */
export const CustodianNote = ({ note, className }: { note: string | null; className?: string }) =>
  note ? (
    <figure className="flex flex-col gap-2">
      <figcaption className={cn("font-medium", className)}>Note from the custodian</figcaption>
      <blockquote className="whitespace-pre-line border-line-strong border-l-4 pl-4 text-muted">{note}</blockquote>
    </figure>
  ) : null;

/** The person is back from an outside service, in a browser without their link. */
export const Returned = () => (
  <HostedShell>
    <PageHeader
      title="Thank you"
      description="You can close this page. To see your status, open the link in our email again."
    />
  </HostedShell>
);
