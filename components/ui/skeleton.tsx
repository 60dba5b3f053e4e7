import { cn } from "./cn";

/** A grey shape where content will be. Give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 animate-pulse rounded-sm bg-sunken", className)} />;
}

const widths = ["w-32", "w-24", "w-40", "w-20", "w-28"];
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The shape of a list: a table's rows, cards on a phone. */
export function SkeletonRows({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div role="status" className="overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading</span>
      {numbers(rows).map((row) => (
        <div
          key={row}
          className="flex flex-col gap-3 border-line border-b p-4 last:border-b-0 md:h-14 md:flex-row md:items-center md:justify-between md:py-0"
        >
          {numbers(columns).map((column) => (
            <Skeleton key={column} className={widths[(row + column) % widths.length]} />
          ))}
        </div>
      ))}
    </div>
  );
}
