import { ButtonLink } from "@/components/ui/link";
import { ThemeToggle } from "@/components/ui/theme/theme-toggle";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { Wordmark } from "./wordmark";

/** The header of public pages. */
export function SiteHeader() {
  return (
    <header className="border-line border-b">
      <div className="mx-auto flex min-h-16 w-full max-w-6xl items-center gap-4 px-4 md:px-8">
        <Wordmark href="/" />
        <nav aria-label="Site" className="ml-auto flex items-center">
          <a
            href="/removal"
            className="flex h-10 items-center rounded-md px-2 md:px-3 text-muted text-sm hover:bg-sunken hover:text-ink"
          >
            Ask for a removal
          </a>
          <a
            href="/docs"
            className="flex h-10 items-center rounded-md px-2 md:px-3 text-muted text-sm hover:bg-sunken hover:text-ink"
          >
            API reference
          </a>
        </nav>
        <ButtonLink href="/portal" size="sm" className="max-md:hidden">
          Partner portal
        </ButtonLink>
      </div>
    </header>
  );
}

/** The footer of public pages. */
export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-8 text-muted text-sm md:px-8">
        <p>{SERVICE_NAME}. Custodian of records under 18 U.S.C. § 2257 and 28 CFR Part 75.</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <a href="/removal" className="rounded-sm underline underline-offset-4 hover:text-ink">
            Ask for a removal
          </a>
          <a href="/verify" className="rounded-sm underline underline-offset-4 hover:text-ink">
            Verify a certificate
          </a>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}
