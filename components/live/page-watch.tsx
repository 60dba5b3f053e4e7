"use client";

import { Live } from "./live";
import type { LiveRoute, PortalAnswers } from "./portal-fetch";
import { RefreshOnChange } from "./refresh";

/** The data routes that return only a mark, which changes with what a page shows. */
type MarkRoute = { [Route in LiveRoute]: PortalAnswers[Route] extends { mark: string } ? Route : never }[LiveRoute];

type PageWatchProps = {
  route: MarkRoute;
  /** The record, as the route's query. */
  of?: Readonly<Record<string, string>>;
  /** The mark when the page was rendered. */
  mark: string;
  everyMs: number;
};

/** Refreshes a page when what it shows has changed. */
export const PageWatch = ({ route, of = {}, mark, everyMs }: PageWatchProps) => (
  <Live
    route={route}
    view={`${new URLSearchParams(of)} ${mark}`}
    query={() => new URLSearchParams(of)}
    initial={{ mark }}
    everyMs={everyMs}
  >
    {({ data }) => <RefreshOnChange rendered={mark} now={data.mark} />}
  </Live>
);
