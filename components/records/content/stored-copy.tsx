"use client";

import { Eye, EyeOff } from "lucide-react";
import { useEffect, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { Veil } from "@/components/ui/veil";

/** How long the copy may be shown, and a number for this view; or why it may not be shown. */
export type OpenedCopy =
  | { forMs: number; view: number; error?: undefined }
  | { error: string; forMs?: undefined; view?: undefined };

type Copy = { address: string; mimeType: string; title: string };

/** The stored copy, shown on request and hidden when the right to see it ends. */
export function StoredCopy({ show, ...copy }: Copy & { show: () => Promise<OpenedCopy> }) {
  const [opened, setOpened] = useState<OpenedCopy>();
  const [pending, startTransition] = useTransition();
  useEffect(() => {
    if (opened?.forMs === undefined) return;
    const timer = setTimeout(() => setOpened(undefined), opened.forMs);
    return () => clearTimeout(timer);
  }, [opened]);
  const isOpen = opened?.forMs !== undefined;

  return (
    <div className="flex flex-col items-start gap-3">
      {opened?.error ? (
        <Callout tone="harm" live>
          {opened.error}
        </Callout>
      ) : null}
      {isOpen ? (
        // A new URL for each view, so that the browser doesn't show the previous one from its cache.
        <Media key={opened.view} {...copy} address={`${copy.address}?${opened.view}`} />
      ) : (
        <p className="text-muted text-sm">Viewing is logged in this record’s history.</p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {/* One button for both, so that it keeps the focus. */}
        <Button
          icon={isOpen ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          loading={pending}
          onClick={() => (isOpen ? setOpened(undefined) : startTransition(async () => setOpened(await show())))}
        >
          {isOpen ? "Hide copy" : "Show copy"}
        </Button>
        {isOpen ? <span className="text-muted text-xs">Open for ten minutes. This view is logged.</span> : null}
      </div>
    </div>
  );
}

/** The copy itself, as its type is shown. */
export function Media({ address, mimeType, title }: Copy) {
  const [broken, setBroken] = useState(false);
  const failed = () => setBroken(true);
  if (broken) {
    return (
      <Callout tone="harm" live title="Couldn’t show the copy">
        Your browser can’t display it, or storage is unavailable. Hide it and try again.
      </Callout>
    );
  }
  const isFilm = mimeType.startsWith("video/");
  return (
    <Veil label="the stored copy" className={cn("max-w-full overflow-hidden rounded-md", isFilm && "w-full")}>
      {isFilm ? (
        // biome-ignore lint/a11y/useMediaCaption: it is shown as it was uploaded
        <video
          src={address}
          controls
          preload="metadata"
          aria-label={`Stored copy: ${title}`}
          onError={failed}
          className="max-h-96 w-full bg-sunken"
        />
      ) : (
        // biome-ignore lint/performance/noImgElement: a record is never cached, resized or proxied
        <img
          src={address}
          alt={`Stored copy: ${title}`}
          onError={failed}
          className="max-h-96 min-h-24 min-w-24 max-w-full bg-sunken object-contain"
        />
      )}
    </Veil>
  );
}
