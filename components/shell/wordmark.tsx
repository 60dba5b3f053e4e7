import { cn } from "@/components/ui/cn";
import { SERVICE_NAME } from "@/lib/platform/brand";

/** The service's logo and name. With `href` it is a plain link, because hosted pages load no router. */
export function Wordmark({ href, className }: { href?: string; className?: string }) {
  const look = cn(
    "inline-flex items-center gap-2 rounded-sm font-semibold text-base text-ink tracking-tight",
    className,
  );
  const content = (
    <>
      <Mark className="size-6 text-accent-text" />
      {SERVICE_NAME}
    </>
  );
  if (!href) return <span className={look}>{content}</span>;
  return (
    <a href={href} className={look}>
      {content}
    </a>
  );
}

/** The V, drawn with a broad nib: one heavy stroke down, one light stroke up. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M4 5h8l6.4 17.2L16 28h-2.6z" fill="currentColor" />
      <path d="M24.6 5H28l-9.2 21.2-1.5-4z" fill="currentColor" opacity=".72" />
    </svg>
  );
}
