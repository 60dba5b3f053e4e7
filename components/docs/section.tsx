import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export type SectionProps = {
  id: string;
  title: ReactNode;
  name?: string;
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

const headings = { 2: "text-lg font-semibold", 3: "text-base font-semibold" };

/** A part of the reference that can be linked to. `name` is what the link is called when the title is not plain text. */
export function Section({ id, title, name, level = 2, className, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-4", className)}>
      <Heading id={id} className={cn("group/heading scroll-mt-20", headings[level])}>
        {title}
        <a
          href={`#${id}`}
          className="ml-2 text-muted opacity-0 focus-visible:opacity-100 group-hover/heading:opacity-100 print:hidden"
        >
          <span aria-hidden>#</span>
          <span className="sr-only">Link to {name ?? title}</span>
        </a>
      </Heading>
      {children}
    </section>
  );
}
