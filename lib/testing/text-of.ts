import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** What people read of a component, without its markup and with single spaces. */
export const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
