import { ButtonLink } from "@/components/ui/button";
import { TopNav } from "./top-nav";
import { Wordmark } from "./wordmark";

const entries = [{ href: "/docs", label: "API reference" }];

/** The public pages' bar. */
export function SiteHeader() {
  return (
    <header className="border-line border-b">
      <div className="mx-auto flex min-h-16 w-full max-w-6xl items-center gap-4 px-4 md:px-8">
        <Wordmark href="/" />
        <div className="ml-auto">
          <TopNav label="Site" entries={entries} />
        </div>
        <ButtonLink href="/portal" size="sm" className="max-md:hidden">
          Partner portal
        </ButtonLink>
      </div>
    </header>
  );
}
