import { cn } from "@/components/ui/cn";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { Mark } from "./mark";

/** The name of the house. With `href` it leads there, as a plain link: the hosted pages carry no router links. */
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
