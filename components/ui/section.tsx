import type { ReactNode } from "react";
import { Card, CardBody, CardHeader, type CardHeaderProps } from "./card";
import { cn } from "./cn";

type SectionProps = {
  id: string;
  title: ReactNode;
  /** Beside the heading. */
  actions: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page with actions beside its heading. Without any, see PageSection. */
export const Section = ({ id, title, actions, className, children }: SectionProps) => (
  <section aria-labelledby={id} className={cn("flex flex-col gap-3", className)}>
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h2 id={id} className="font-semibold text-base">
        {title}
      </h2>
      {actions}
    </div>
    {children}
  </section>
);

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
