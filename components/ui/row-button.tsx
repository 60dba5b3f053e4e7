import type { ReactNode } from "react";
import { Button } from "./button";

type RowButtonProps = {
  verb: string;
  /** What it is about, for screen readers: a list has several of these. */
  about: string;
  icon?: ReactNode;
  /** The word that opens it from the URL. See OpenByAddress. */
  does?: string;
};

/** A row's button that opens a confirmation. */
export const RowButton = ({ verb, about, icon, does }: RowButtonProps) => (
  <Button size="sm" icon={icon} aria-label={`${verb} ${about}`} data-do={does}>
    {verb}
  </Button>
);
