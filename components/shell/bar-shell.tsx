import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { PopDetails } from "@/components/ui/pop-details";
import { type Account, AccountPanel } from "./account";
import { TopNav, type TopNavEntry } from "./nav-links";
import { Wordmark } from "./site";

type BarShellProps = {
  children: ReactNode;
  home: string;
  title: string;
  entries: readonly TopNavEntry[];
  account: Account;
  signOut?: ReactNode;
  width: string;
};

/** A layout with a top bar, for areas with few pages. */
export function BarShell({ children, home, title, entries, account, signOut, width }: BarShellProps) {
  return (
    <div className="min-h-dvh">
      <header className="border-line border-b bg-surface">
        <div className={cn("mx-auto flex min-h-14 flex-wrap items-center gap-x-6 px-4 max-md:pt-2 md:px-8", width)}>
          <Wordmark href={home} />
          <span className="text-muted text-sm max-md:hidden">{title}</span>
          <div className="min-w-0 flex-1 max-md:order-last max-md:-mx-3 max-md:basis-full max-md:pb-2 print:hidden">
            <TopNav label={title} entries={entries} />
          </div>
          <PopDetails
            className="max-md:ml-auto print:hidden"
            summaryClassName="flex h-10 max-w-48 items-center gap-2 rounded-md px-3 text-sm hover:bg-sunken"
            summary={
              <>
                <span className="min-w-0 truncate" title={account.name || account.email}>
                  {account.name || account.email}
                </span>
                <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
              </>
            }
          >
            <div className="absolute right-0 z-40 mt-1 w-64 rounded-md border border-line bg-surface p-4 shadow-raised">
              <AccountPanel account={account} signOut={signOut} />
            </div>
          </PopDetails>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={cn("mx-auto w-full px-4 py-6 md:px-8 md:py-10", width)}>
        {children}
      </main>
    </div>
  );
}

const creatorPages = [
  { href: "/creator", label: "Overview", exact: true },
  { href: "/creator/scenes", label: "Scenes" },
  { href: "/creator/platforms", label: "Platforms" },
  { href: "/creator/works", label: "Works" },
  { href: "/creator/attestations", label: "Attestations" },
  { href: "/creator/identity", label: "Identity" },
  { href: "/creator/statement", label: "Statement" },
];

type CreatorShellProps = { children: ReactNode; account: Account; signOut: ReactNode };

/** The layout of a creator's pages. */
export function CreatorShell({ children, account, signOut }: CreatorShellProps) {
  return (
    <BarShell
      home="/creator"
      title="Your account"
      entries={creatorPages}
      account={account}
      signOut={signOut}
      width="max-w-6xl"
    >
      <div className="max-w-4xl text-sm">{children}</div>
    </BarShell>
  );
}
