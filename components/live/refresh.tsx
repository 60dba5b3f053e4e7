"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
  useTransition,
} from "react";
import { Live } from "./live";
import type { LiveRoute, PortalAnswers } from "./portal-fetch";

const UnderWay = createContext<string | null>(null);
let show: ((url: string) => void) | undefined;

/** Next calls this in the transition of each navigation, by a link, a script or the back button. */
export const navigationStarted = (url: string): void => show?.(url);

/** Tells the page which navigation is under way. */
export function Navigation({ children }: { children: ReactNode }) {
  // Lasts as long as the transition that set it: until that page shows.
  const [url, setUrl] = useOptimistic<string | null>(null);
  useLayoutEffect(() => {
    show = setUrl;
    return () => {
      show = undefined;
    };
  }, [setUrl]);
  return <UnderWay value={url}>{children}</UnderWay>;
}

/** The URL that the router is about to show; null while it navigates nowhere. */
export const useNavigation = (): string | null => useContext(UnderWay);

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

/**
 * Has the server render the page again, once for each value of `when`. It waits while the router navigates: a refresh would
 * hold up the page that a person asked for, and refreshes that follow each other would keep it away.
 */
export function Refresh({ when }: { when: string | number }) {
  const router = useRouter();
  const navigation = useNavigation();
  const [pending, startTransition] = useTransition();
  const asked = useRef<string | number>(undefined);
  useEffect(() => {
    if (pending || navigation !== null || asked.current === when) return;
    asked.current = when;
    startTransition(() => router.refresh());
  }, [router, navigation, pending, when]);
  return null;
}

/** Has the server render the page again when its data changed. */
export const RefreshOnChange = ({ rendered, now }: { rendered: string; now: string }) =>
  now === rendered ? null : <Refresh when={now} />;

const EVERY_MS = 2_000;

/** Has the server render the page again every two seconds, until a later rendering omits this. Without scripts, the browser reloads it. */
export function KeepRefreshing() {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setRound((before) => before + 1);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {round > 0 ? <Refresh when={round} /> : null}
      <noscript>
        <meta httpEquiv="refresh" content={String(EVERY_MS / 1_000)} />
      </noscript>
    </>
  );
}
