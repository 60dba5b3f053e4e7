import type { ReactNode } from "react";
import { buttonStyles } from "@/components/ui/button";

import { cn } from "@/components/ui/cn";

/** What this screen asks, and in a sentence why. */
export function Heading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-balance font-semibold text-lg">{title}</h1>
      {children ? <div className="text-pretty text-muted">{children}</div> : null}
    </div>
  );
}

/** One of the things to know before going on. */
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

type OnLinkProps = { href: string; primary?: boolean; children: ReactNode };

/** On to another page of ours. A plain link: the pages that people reach by one carry no router. */
export function OnLink({ href, primary = true, children }: OnLinkProps) {
  return (
    <a
      href={href}
      className={cn(
        buttonStyles({ variant: primary ? "primary" : "secondary", size: "lg" }),
        "h-auto min-h-12 self-start whitespace-normal py-2 text-center max-sm:w-full",
      )}
    >
      {children}
    </a>
  );
}

type AwayLinkProps = { href: string; partnerName: string; primary?: boolean };

/** Back to the platform that sent the person. A plain link: where it leads is the platform's. */
export function AwayLink({ href, partnerName, primary = true }: AwayLinkProps) {
  return (
    <a
      href={href}
      rel="noreferrer"
      className={cn(
        buttonStyles({ variant: primary ? "primary" : "secondary", size: "lg" }),
        "h-auto min-h-12 self-start whitespace-normal py-2 text-center max-sm:w-full",
      )}
    >
      Continue to {partnerName}
    </a>
  );
}

/** Where people find everything that concerns them, whichever platform they came by. */
export function RoomLine({ children }: { children: ReactNode }) {
  return (
    <p className="text-muted text-sm">
      {children}{" "}
      <a href="/creator" className="rounded-sm text-accent-text underline underline-offset-4">
        Go to your room
      </a>
    </p>
  );
}
