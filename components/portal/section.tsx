import type { ReactNode } from "react";
import { Card, CardBody, CardHeader, type CardHeaderProps, KeyValue, SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";

type SectionProps = {
  id: string;
  title: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page under its own heading. */
export function Section({ id, title, actions, className, children }: SectionProps) {
  const heading = (
    <h2 id={id} className="font-semibold text-base">
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-3", className)}>
      {actions === undefined ? (
        heading
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          {heading}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

type TitledCardProps = Omit<CardHeaderProps, "id" | "className"> & {
  /** The classes of the body. */
  body?: string;
  children: ReactNode;
};

/** A card under a heading, on a page where it is no landmark. See SectionCard. */
export const TitledCard = ({ body, children, ...header }: TitledCardProps) => (
  <Card as="section">
    <CardHeader {...header} />
    <CardBody className={body}>{children}</CardBody>
  </Card>
);

type Fact = { label: string; value: ReactNode };
type FactsProps = {
  /** Those that a record doesn't have are left out. */
  items: readonly (Fact | null | undefined | false | "")[];
  narrow?: boolean;
};

/** Labels and values of one record. */
export const Facts = ({ items, narrow }: FactsProps) => (
  <KeyValue narrow={narrow} items={items.filter((item) => Boolean(item)) as Fact[]} />
);

/** Labels and values of one record, in a card. */
export const FactsCard = ({
  items,
  narrow,
  ...header
}: Omit<CardHeaderProps, "id" | "className"> & FactsProps & { id: string }) => (
  <SectionCard {...header}>
    <Facts items={items} narrow={narrow} />
  </SectionCard>
);
