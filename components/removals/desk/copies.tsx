"use client";

import { Eye, EyeOff } from "lucide-react";
import { useEffect, useRef, useState, useTransition } from "react";
import { PurposeField } from "@/components/custody/evidence-form";
import { Picture, useViewer, type Viewer, ViewerTools } from "@/components/desk/viewer";
import { Media, type OpenedCopy } from "@/components/records/content/stored-copy";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { counted } from "@/components/ui/format";
import { KeyHint, useHotkey } from "@/components/ui/hotkeys";

/** A stored copy, closed until the custodian says why. */
export type Copy = {
  depictionId: string;
  label: string;
  mimeType: string;
  show: (purpose: string) => Promise<OpenedCopy>;
};

const addressOf = ({ depictionId }: Copy, view: number): string => `/custodian/records/${depictionId}/copy?${view}`;

type ShownProps = { copy: Pick<Copy, "label" | "mimeType">; address: string; viewer: Viewer };

/** An opened copy under its label, which tells what was found from what it resembles. */
export const Shown = ({ copy: { label, mimeType }, address, viewer }: ShownProps) =>
  mimeType.startsWith("image/") ? (
    <Picture
      label={label}
      address={address}
      viewer={viewer}
      broken="We couldn’t load this copy. Hide it, and show it again."
      className="h-[clamp(14rem,36dvh,40rem)]"
    />
  ) : (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="wrap-anywhere font-medium">{label}</figcaption>
      <Media address={address} mimeType={mimeType} title={label} />
    </figure>
  );

type CopiesProps = {
  copies: readonly Copy[];
  /** What stands in place of a picture that we don't have. */
  absent: { label: string; why: string } | null;
  /** How many records that look alike have copies that aren't among these. */
  more: number;
};

/** Copies of records, after what they resemble. Opened with `o` for a stated purpose, with one zoom for all. */
export function Copies({ copies, absent, more }: CopiesProps) {
  const purpose = useRef<HTMLSelectElement>(null);
  const [opened, setOpened] = useState<readonly OpenedCopy[]>([]);
  const [pending, startTransition] = useTransition();
  const viewer = useViewer();
  const ends = Math.min(...opened.flatMap(({ forMs }) => forMs ?? []));
  useEffect(() => {
    if (!Number.isFinite(ends)) return;
    const timer = setTimeout(() => setOpened([]), ends);
    return () => clearTimeout(timer);
  }, [ends]);
  const isOpen = Number.isFinite(ends);
  const error = opened.find((one) => one.error !== undefined)?.error;
  function toggle() {
    if (pending) return;
    if (isOpen) return setOpened([]);
    startTransition(async () => {
      const why = purpose.current?.value ?? "";
      const all: OpenedCopy[] = [];
      // One after another: each sets a cookie of its own.
      for (const { show } of copies) all.push(await show(why));
      setOpened(all);
    });
  }
  useHotkey("o", toggle);
  return (
    <section
      aria-label="Stored copy"
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      {error ? (
        <Callout tone="harm" live>
          {error}
        </Callout>
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-3 text-sm">
        {isOpen ? (
          <ViewerTools label="Copies" viewer={viewer} />
        ) : (
          <PurposeField ref={purpose} defaultValue="person_request" className="w-72 max-w-full" />
        )}
        <Button
          icon={isOpen ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          loading={pending}
          aria-keyshortcuts="o"
          onClick={toggle}
        >
          {isOpen ? "Hide" : copies.length > 1 ? "Show copies" : "Show copy"} <KeyHint name="o" />
        </Button>
      </div>
      {isOpen ? (
        // What they are compared with comes first. It has a row of its own if another one would be half empty.
        <div
          className={cn(
            "grid gap-3",
            (copies.length > 1 || absent) && "sm:grid-cols-2 sm:[&>:first-child:nth-last-child(odd)]:col-span-2",
          )}
        >
          {absent ? (
            <figure className="flex min-w-0 flex-col gap-1">
              <figcaption className="font-medium">{absent.label}</figcaption>
              <p className="flex-1 rounded-md bg-sunken p-6 text-muted">{absent.why}</p>
            </figure>
          ) : null}
          {copies.map((copy, at) => {
            const view = opened[at]?.view;
            return view === undefined ? null : (
              <Shown key={copy.depictionId} copy={copy} address={addressOf(copy, view)} viewer={viewer} />
            );
          })}
        </div>
      ) : null}
      {isOpen && more > 0 ? (
        <p className="text-muted text-sm">
          {counted(more, "more record looks", "more records look")} alike. Open {more === 1 ? "it" : "each"} for its
          copy.
        </p>
      ) : null}
    </section>
  );
}
