import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/site";
import { cn } from "@/components/ui/cn";

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

type StepsProps = { at: number; total: number; isMost?: boolean };

/** Which step of a request this is, of how many. `isMost`: later answers can make them fewer. */
export const Steps = ({ at, total, isMost = false }: StepsProps) => (
  <div className="flex flex-col gap-3">
    <p className="text-muted text-sm">
      Step {at} of {isMost ? "up to " : ""}
      {total}
    </p>
    <div className="flex gap-1" aria-hidden>
      {Array.from({ length: total }, (_, index) => index + 1).map((step) => (
        <span key={step} className={cn("h-1 flex-1 rounded-full", step <= at ? "bg-accent" : "bg-line")} />
      ))}
    </div>
  </div>
);
