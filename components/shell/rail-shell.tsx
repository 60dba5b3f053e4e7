import { Menu, X } from "lucide-react";
import type { ReactNode } from "react";
import { type Shortcut, ShortcutsHelp } from "@/components/ui/hotkeys";
import { Toasts } from "@/components/ui/toasts";
import { type Account, AccountPanel } from "./account";
import { Wordmark } from "./wordmark";

export type RailShellProps = {
  children: ReactNode;
  /** The area's first page. */
  home: string;
  account: Account;
  /** Above the navigation: whose records these are, and a search. */
  top: ReactNode;
  /** A RailNav. */
  nav: ReactNode;
  /** A SignOutForm. */
  signOut: ReactNode;
  shortcuts: readonly Shortcut[];
};

/** A layout with a rail on the left. On a phone the rail is a native popover, which needs no script. */
export function RailShell({ children, home, account, top, nav, signOut, shortcuts }: RailShellProps) {
  return (
    <>
      <div className="min-h-dvh text-sm md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <header className="md:contents">
          <div className="sticky top-0 z-30 flex h-14 items-center justify-between border-line border-b bg-paper px-4 md:hidden">
            <Wordmark href={home} />
            <button
              type="button"
              popoverTarget="rail"
              className="-mr-2 flex size-10 items-center justify-center rounded-md hover:bg-sunken"
            >
              <Menu className="size-5" aria-hidden />
              <span className="sr-only">Menu</span>
            </button>
          </div>
          <div
            id="rail"
            popover="auto"
            className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-72 flex-col overflow-y-auto border-0 border-line border-l bg-paper text-ink shadow-raised backdrop:bg-(--veil) open:flex md:sticky md:top-0 md:right-auto md:flex md:w-auto md:border-r md:border-l-0 md:shadow-none"
          >
            <div className="flex flex-1 flex-col gap-6 p-4">
              <div className="flex h-8 items-center justify-between px-3">
                <Wordmark href={home} className="max-md:hidden" />
                <span className="font-medium text-muted md:hidden">Menu</span>
                <button
                  type="button"
                  popoverTarget="rail"
                  popoverTargetAction="hide"
                  className="-mr-3 flex size-10 items-center justify-center rounded-md hover:bg-sunken md:hidden"
                >
                  <X className="size-5" aria-hidden />
                  <span className="sr-only">Close menu</span>
                </button>
              </div>
              <div className="flex flex-col gap-2">{top}</div>
              {nav}
            </div>
            <div className="border-line border-t px-4 py-4 md:px-7">
              <AccountPanel account={account} signOut={signOut} />
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto w-full min-w-0 max-w-6xl px-4 py-6 md:px-8 md:py-10">
          {children}
        </main>
      </div>
      <ShortcutsHelp shortcuts={shortcuts} />
      <Toasts />
    </>
  );
}

/** The name of a partner or producer at the top of a rail. */
export const RailName = ({ children }: { children: string }) => (
  <p className="truncate px-3 font-medium" title={children}>
    {children}
  </p>
);
