import type { ReactNode } from "react";
import { ThemeToggle } from "@/components/theme/theme-toggle";

export type Account = { name?: string | null; email: string };

/** Who is signed in, the theme, and the way out. */
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
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ThemeToggle />
        {signOut}
      </div>
    </div>
  );
}
