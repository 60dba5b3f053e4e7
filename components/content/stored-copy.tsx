"use client";

import { Eye, EyeOff } from "lucide-react";
import { useEffect, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

/** The copy may be seen for so long; `look` tells this look from others. Or why it may not be seen. */
export type OpenedCopy = { forMs: number; look: number; error?: undefined } | { error: string; forMs?: undefined };

type StoredCopyProps = {
  address: string;
  mimeType: string;
  title: string;
  show: () => Promise<OpenedCopy>;
};

/** The stored copy, once somebody asks for it; it leaves the screen when the right to see it ends. */
export function StoredCopy({ address, mimeType, title, show }: StoredCopyProps) {
  const [opened, setOpened] = useState<OpenedCopy>();
  const [broken, setBroken] = useState(false);
  const [pending, startTransition] = useTransition();
  useEffect(() => {
    if (opened?.forMs === undefined) return;
    const timer = setTimeout(() => setOpened(undefined), opened.forMs);
    return () => clearTimeout(timer);
  }, [opened]);

  if (opened?.forMs === undefined) {
    return (
      <div className="flex flex-col items-start gap-3">
        {opened?.error ? (
          <Callout tone="harm" live>
            {opened.error}
          </Callout>
        ) : null}
        <p className="text-muted text-sm">Showing it puts down in the record's history that you looked.</p>
        <Button
          icon={<Eye aria-hidden />}
          loading={pending}
          onClick={() =>
            startTransition(async () => {
              setBroken(false);
              setOpened(await show());
            })
          }
        >
          Show the copy
        </Button>
      </div>
    );
  }
  // It keeps two looks apart, so that the second is not drawn from what the first left on the page.
  const source = `${address}?${opened.look}`;
  const failed = () => setBroken(true);
  return (
    <div className="flex flex-col items-start gap-3">
      {broken ? (
        <Callout tone="harm" live title="The copy could not be shown">
          Your browser cannot play it, or the storage cannot be reached. Hide it and try again.
        </Callout>
      ) : mimeType.startsWith("video/") ? (
        // biome-ignore lint/a11y/useMediaCaption: it is shown as it was uploaded
        <video
          src={source}
          controls
          preload="metadata"
          aria-label={`Stored copy: ${title}`}
          onError={failed}
          className="max-h-96 w-full rounded-md bg-sunken"
        />
      ) : (
        // biome-ignore lint/performance/noImgElement: a record is never cached, resized or proxied
        <img
          src={source}
          alt={`Stored copy: ${title}`}
          onError={failed}
          className="max-h-96 min-h-24 min-w-24 max-w-full rounded-md bg-sunken object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" icon={<EyeOff aria-hidden />} onClick={() => setOpened(undefined)}>
          Hide it
        </Button>
        <span className="text-muted text-xs">Stays open for ten minutes. Your looking is on record.</span>
      </div>
    </div>
  );
}
