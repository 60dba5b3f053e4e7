import { ThemeToggle } from "@/components/theme/theme-toggle";
import { SERVICE_NAME } from "@/lib/platform/brand";

/** The public pages' foot. */
export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-8 text-muted text-sm md:px-8">
        <p>{SERVICE_NAME}. Custodian of records under 18 U.S.C. § 2257 and 28 CFR Part 75.</p>
        <ThemeToggle />
      </div>
    </footer>
  );
}
