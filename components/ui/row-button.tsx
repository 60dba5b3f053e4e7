import type { ReactNode } from "react";
import { Button } from "./button";

type RowButtonProps = {
  verb: string;
  /** What it is about, for screen readers: a list has several of these. */
  about: string;
  icon?: ReactNode;
};

/** A row's button that opens a confirmation. */
export const RowButton = ({ verb, about, icon }: RowButtonProps) => (
  <Button size="sm" icon={icon} aria-label={`${verb} ${about}`}>
    {verb}
  </Button>
);
