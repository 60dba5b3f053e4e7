"use client";

import { createContext, type ReactNode, useContext, useLayoutEffect, useOptimistic } from "react";

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
