import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** A sheet on the page. Give a section its heading through CardHeader. */
export function Card({
  as: Element = "div",
  className,
  ...props
}: Omit<ComponentProps<"section">, "ref"> & { as?: "section" | "div" | "article" }) {
  return <Element {...props} className={cn("rounded-lg border border-line bg-surface", className)} />;
}

export type CardHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  id?: string;
  className?: string;
};

/** The card's heading, a sentence about it, and what can be done with all of it. */
export function CardHeader({ title, description, actions, id, className }: CardHeaderProps) {
  return (
    <div className={cn("flex flex-wrap items-start justify-between gap-4 p-4 md:px-6 md:pt-6", className)}>
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {description ? <div className="mt-1 max-w-prose text-muted text-sm">{description}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div {...props} className={cn("p-4 not-first:pt-0 md:p-6 md:not-first:pt-0", className)} />;
}
