import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const nowhere = () => undefined;
const router = {
  bfcacheId: "",
  back: nowhere,
  forward: nowhere,
  refresh: nowhere,
  push: nowhere,
  replace: nowhere,
  prefetch: nowhere,
};

/** The HTML of a page's part, for parts that ask which page it is on. */
export const draw = (part: ReactNode, path = "/"): string =>
  renderToStaticMarkup(
    <AppRouterContext value={router}>
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams()}>{part}</SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  );

/** What people read of a component, without its markup and with single spaces. */
export const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
