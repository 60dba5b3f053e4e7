import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/site";

type RemovalShellProps = {
  children: ReactNode;
  /** A line above the content, such as where the claimant is. */
  step?: ReactNode;
};

// Others may see this page: on the screen, or with the Back button of a shared computer.
const ELSEWHERE = "https://www.weather.gov/";

/** The layout of pages for claimants: calm, one question per screen, and a way out. */
export function RemovalShell({ children, step }: RemovalShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex min-h-14 w-full max-w-xl items-center justify-between gap-4 px-4">
          <Wordmark href="/removal" />
          <a
            href={ELSEWHERE}
            rel="noreferrer"
            className="flex min-h-10 items-center rounded-sm text-muted text-sm underline underline-offset-4"
          >
            Leave this page
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-6 px-4 py-6 md:py-12">
        {step}
        {children}
      </main>
      <footer className="mx-auto w-full max-w-xl px-4 py-8 text-muted text-sm">
        Only our custodians read your name, your address and what you write here.
      </footer>
    </div>
  );
}
