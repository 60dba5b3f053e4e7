import type { ReactNode } from "react";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { Wordmark } from "./wordmark";

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
