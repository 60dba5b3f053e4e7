import type { ReactNode } from "react";
import { cn } from "./cn";

export type KeyValueProps = {
  items: readonly { label: string; value: ReactNode }[];
  columns?: 1 | 2;
  /** In a narrow place the labels, if they are short, leave the room to the values. */
  narrow?: boolean;
};

/** The facts of one record. */
export function KeyValue({ items, columns = 1, narrow }: KeyValueProps) {
  return (
    <dl className={cn("grid gap-x-8 text-sm", columns === 2 && "lg:grid-cols-2")}>
      {items.map((item) => (
        <div
          key={item.label}
          className={cn(
            "grid gap-x-4 gap-y-1 border-line border-b py-3",
            narrow ? "sm:grid-cols-[6.5rem_minmax(0,1fr)]" : "sm:grid-cols-[10rem_minmax(0,1fr)]",
            columns === 1 && "last:border-b-0",
          )}
        >
          <dt className="text-muted">{item.label}</dt>
          <dd className="wrap-anywhere min-w-0">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
