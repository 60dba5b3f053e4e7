import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** A card. Use CardHeader for its heading. */
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

/** A card's heading, description and actions. */
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

type SectionCardProps = Omit<CardHeaderProps, "id"> & {
  /** Of the heading, which names the section. */
  id: string;
  /** The classes of the body. */
  body?: string;
  /** Without any, the card is only its heading. */
  children: ReactNode;
};

/** A card that is a section of its page. */
export const SectionCard = ({ body, className, children, ...header }: SectionCardProps) => (
  <Card as="section" aria-labelledby={header.id} className={className}>
    <CardHeader {...header} />
    {children ? <CardBody className={body}>{children}</CardBody> : null}
  </Card>
);

type Fact = { label: string; value: ReactNode };

type KeyValueProps = {
  /** Those that a record doesn't have are left out. */
  items: readonly (Fact | null | undefined | false | "")[];
  columns?: 1 | 2;
  /** For narrow columns with short labels. */
  narrow?: boolean;
  /** For narrower columns, with little room between the lines: what is compared at a glance. */
  dense?: boolean;
};

/** Labels and values of one record. */
export function KeyValue({ items, columns = 1, narrow, dense }: KeyValueProps) {
  return (
    <dl className={cn("grid gap-x-8 text-sm", columns === 2 && "lg:grid-cols-2 print:grid-cols-2")}>
      {items.filter(isFact).map((item) => (
        <div
          key={item.label}
          className={cn(
            "grid gap-x-4 gap-y-1 border-line border-b",
            dense ? "py-1" : "py-3",
            dense
              ? "sm:grid-cols-[5rem_minmax(0,1fr)]"
              : narrow
                ? "sm:grid-cols-[6.5rem_minmax(0,1fr)]"
                : "sm:grid-cols-[10rem_minmax(0,1fr)]",
            columns === 1 && "last:border-b-0",
          )}
        >
          <dt className="text-muted">{item.label}</dt>
          <dd className="wrap-anywhere min-w-0 [&_time]:whitespace-normal">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

type FactsCardProps = Omit<SectionCardProps, "children"> & Pick<KeyValueProps, "items" | "narrow">;

/** Labels and values of one record, in a card. */
export const FactsCard = ({ items, narrow, ...header }: FactsCardProps) => (
  <SectionCard {...header}>
    <KeyValue items={items} narrow={narrow} />
  </SectionCard>
);

const isFact = (item: KeyValueProps["items"][number]): item is Fact => Boolean(item);
