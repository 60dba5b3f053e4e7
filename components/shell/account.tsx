import { ArrowLeftRight, Check, ChevronsUpDown, LogOut } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { PopDetails } from "@/components/ui/pop-details";
import { ThemeToggle } from "@/components/ui/theme/theme-toggle";

/** `areas`: where else the person can go. */
export type Account = {
  name?: string | null;
  email: string;
  areas?: readonly { href: string; label: string }[];
};

/** The signed-in person, links to their other areas, the theme switch and the sign-out button. */
export function AccountPanel({ account, signOut }: { account: Account; signOut?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div className="min-w-0">
        <p className="truncate font-medium" title={account.name || account.email}>
          {account.name || account.email}
        </p>
        {account.name ? (
          <p className="truncate text-muted text-xs" title={account.email}>
            {account.email}
          </p>
        ) : null}
      </div>
      <Link href="/account" className="-my-2 self-start py-2 text-muted hover:text-ink">
        Account settings
      </Link>
      {account.areas && account.areas.length > 0 ? (
        <nav aria-label="Your other pages">
          <p className="pb-1 text-muted text-xs">Switch to</p>
          <ul className="-mx-3 flex flex-col">
            {account.areas.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  className="flex h-10 items-center gap-3 rounded-md px-3 text-muted hover:bg-sunken hover:text-ink md:h-8"
                >
                  <ArrowLeftRight className="size-4 shrink-0" aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ThemeToggle />
        {signOut}
      </div>
    </div>
  );
}

/** The sign-out button. A form, so that it works without a script. */
export function SignOutForm({ action }: { action: () => Promise<void> }) {
  return (
    <form action={action}>
      <Button type="submit" variant="ghost" size="sm" icon={<LogOut aria-hidden />}>
        Sign out
      </Button>
    </form>
  );
}

type PartnerSwitcherProps = {
  partners: readonly { id: string; name: string; hint?: string }[];
  currentId: string;
  /** Receives the chosen id as `partnerId`. */
  switchTo: (formData: FormData) => Promise<void>;
};

/** Switches between partners, for members of several. A form, so that it works without a script. */
export function PartnerSwitcher({ partners, currentId, switchTo }: PartnerSwitcherProps) {
  const current = partners.find((partner) => partner.id === currentId);
  return (
    <PopDetails
      summaryClassName="flex h-10 items-center justify-between gap-2 rounded-md border border-line-strong/60 bg-surface px-3 font-medium text-sm hover:bg-sunken"
      summary={
        <>
          <span className="sr-only">Partner: </span>
          <span className="min-w-0 truncate" title={current?.name}>
            {current?.name}
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
        </>
      }
    >
      <form
        action={switchTo}
        className="absolute inset-x-0 z-40 mt-1 flex max-h-96 flex-col overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-raised"
      >
        {partners.map((partner) => (
          <button
            key={partner.id}
            type="submit"
            name="partnerId"
            value={partner.id}
            aria-current={partner.id === currentId || undefined}
            className="flex items-center justify-between gap-2 rounded-sm px-3 py-2 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="min-w-0">
              <span className="block truncate" title={partner.name}>
                {partner.name}
              </span>
              {partner.hint ? (
                <span className="block truncate text-muted text-xs" title={partner.hint}>
                  {partner.hint}
                </span>
              ) : null}
            </span>
            {partner.id === currentId ? <Check className="size-4 shrink-0 text-accent-text" aria-hidden /> : null}
          </button>
        ))}
      </form>
    </PopDetails>
  );
}
