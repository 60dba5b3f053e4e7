import Link from "next/link";
import { cn } from "./cn";

export type TabNavProps = {
  label: string;
  /** The `href` of the page you are on. */
  current: string;
  items: readonly { href: string; label: string; count?: number | string }[];
};

/** Tabs that are pages: plain links, so each can be sent to a colleague. */
export function TabNav({ label, current, items }: TabNavProps) {
  return (
    <nav aria-label={label} className="flex gap-4 overflow-x-auto border-line border-b">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.href === current ? "page" : undefined}
          className={cn(
            "-mb-px flex items-center gap-2 whitespace-nowrap border-transparent border-b-2 py-3 font-medium text-muted text-sm hover:text-ink focus-visible:-outline-offset-2",
            item.href === current && "border-accent text-ink",
          )}
        >
          {item.label}
          {item.count === undefined ? null : (
            <span className="rounded-full bg-sunken px-2 text-ink text-xs tabular-nums">{item.count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
