import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";

/** The frame of the simulated processor: not the service's own, so that nobody takes it for a real payment. */
export function SimulatedShell({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-waiting border-b-4 bg-sunken">
        <div className="mx-auto flex min-h-14 w-full max-w-xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
          <p className="flex items-center gap-2 font-medium">
            <FlaskConical className="size-4 shrink-0" aria-hidden />
            Simulated payment: no money moves
          </p>
          <p className="min-w-0 truncate text-muted text-sm" title={email}>
            {email}
          </p>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-6 px-4 py-6 md:py-12">
        {children}
      </main>
      <footer className="mx-auto w-full max-w-xl px-4 py-8 text-muted text-sm">
        This page stands in for Stripe&rsquo;s, because no Stripe account is configured. Nothing that is done here
        reaches a bank, and no card number is ever asked for.
      </footer>
    </div>
  );
}
