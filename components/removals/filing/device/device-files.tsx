"use client";

import { Trash2 } from "lucide-react";
import { type ChangeEvent, use, useEffect, useRef, useState } from "react";
import { ClearErrors, useActState } from "@/components/acts/act-form";
import { Button } from "@/components/ui/button";
import { Field, FieldError, Input } from "@/components/ui/field";
import {
  anyFile,
  besidesInWords,
  countsOf,
  type DeviceCounts,
  FILES_MAX,
  hashesInWords,
  NO_FILE,
  NOTHING_NAMED,
  PDQ_MEANS,
  plainly,
  TURNS,
} from "@/lib/domain/removals/filing/labels";
import { hashFile } from "./hash-file";
import type { HashedFile } from "./messages";

/** A chosen file. Without `result`, it waits or is read, up to `part`. Its name is shown here, and never sent. */
type Chosen = { id: number; name: string; part: number; result?: HashedFile | "unreadable" };

type DeviceFilesProps = {
  /** What this device computed before. */
  kept: readonly HashedFile[];
  /** The form's button, which sends the hashes. */
  button: string;
  optional?: boolean;
};

/**
 * Files on the claimant's device, which their browser hashes. Only the hashes are in the form; the file field has no name. Without
 * scripts, it shows nothing and sends what was kept.
 */
export function DeviceFiles({ kept, button, optional = false }: DeviceFilesProps) {
  const { errors } = useActState();
  const clearErrors = use(ClearErrors);
  const [isReady, setReady] = useState(false);
  const [files, setFiles] = useState<Chosen[]>(() =>
    kept.map((result, n) => ({ id: n - kept.length, name: nameOf(result), part: 1, result })),
  );
  const [note, setNote] = useState<string>();
  /** Somebody pressed the form's button while files were read. */
  const [isHeld, setHeld] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const reading = useRef(new Map<number, AbortController>());
  useEffect(() => {
    setReady(typeof Worker !== "undefined");
    const started = reading.current;
    return () => {
      for (const controller of started.values()) controller.abort();
    };
  }, []);

  const hashed = files.flatMap(({ result }) => (result && result !== "unreadable" ? [result] : []));
  const waiting = files.filter(({ result }) => result === undefined).length;
  useEffect(() => {
    const form = field.current?.form;
    if (waiting === 0 || !form) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      setHeld(true);
    };
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  }, [waiting]);

  const isAnswered = hashed.length > 0 && (errors?.urls === NOTHING_NAMED || errors?.files === NO_FILE);
  useEffect(() => {
    if (isAnswered) clearErrors();
  }, [isAnswered, clearErrors]);

  const change = (id: number, to: Partial<Chosen>) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)));

  function remove(id: number) {
    reading.current.get(id)?.abort();
    setFiles((before) => before.filter((one) => one.id !== id));
    setNote(undefined);
    document.getElementById("device-files")?.focus();
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const room = FILES_MAX - files.length;
    const chosen = [...(target.files ?? [])];
    setHeld(false);
    setNote(chosen.length > room ? `You can choose ${FILES_MAX} files. The others weren’t added.` : undefined);
    for (const file of chosen.slice(0, room)) {
      const id = nextId();
      reading.current.set(id, new AbortController());
      setFiles((before) => [...before, { id, name: file.name, part: 0 }]);
      queue.current = queue.current.then(() => read(id, file));
    }
    target.value = "";
  }

  async function read(id: number, file: File): Promise<void> {
    const signal = reading.current.get(id)?.signal;
    if (!signal || signal.aborted) return;
    const result = await hashFile(file, { signal, onPart: (part) => change(id, { part }) }).catch(
      () => "unreadable" as const,
    );
    if (signal.aborted) return;
    setFiles((before) =>
      before.some(({ result: other }) => isSame(other, result))
        ? before.filter((one) => one.id !== id)
        : before.map((one) => (one.id === id ? { ...one, part: 1, result } : one)),
    );
  }

  return (
    <>
      <input ref={field} type="hidden" name="files" value={JSON.stringify(hashed)} />
      {isReady ? (
        <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
          <Field
            name="device-files"
            id="device-files"
            label="Pictures and videos that you have"
            hint={`Your browser computes fingerprints of them, called hashes. We get those once you press “${button}”. The files stay on your device.`}
            optional={optional}
            error={errors?.files}
          >
            <Input
              type="file"
              name=""
              accept="image/*,video/*"
              multiple
              onChange={choose}
              // Without the browser's "No file chosen": the files are listed below, and the field is empty again.
              className="w-fit max-w-full border-0 bg-transparent p-0 text-transparent file:mr-0 file:h-10 file:px-4"
            />
          </Field>
          {files.length > 0 ? (
            <ul aria-label="Your files" className="flex flex-col divide-y divide-line border-line border-t">
              {files.map((file) => (
                <ChosenFile key={file.id} file={file} onRemove={() => remove(file.id)} />
              ))}
            </ul>
          ) : null}
          <p role="status" className="text-muted text-sm empty:hidden">
            {note ?? statusOf({ waiting, isHeld, hashed })}
          </p>
          {waiting === 0 && hashed.length > 0 ? <WhatWeGet counts={countsOf({ files: hashed })} /> : null}
        </section>
      ) : (
        <p className="hidden text-muted text-sm noscript:block">
          If you turn on JavaScript, your browser can compute fingerprints of pictures and videos on your device. The
          files stay there.
        </p>
      )}
    </>
  );
}

// The file's own name was never sent.
const nameOf = ({ kind, sha256 }: HashedFile): string => `${anyFile(kind)} you chose before (${sha256.slice(0, 8)}…)`;

let ids = 0;
const nextId = (): number => (ids += 1);

const isSame = (one: Chosen["result"], other: Chosen["result"]): boolean =>
  one !== undefined &&
  one !== "unreadable" &&
  other !== undefined &&
  other !== "unreadable" &&
  one.sha256 === other.sha256;

type Status = { waiting: number; isHeld: boolean; hashed: readonly HashedFile[] };

function statusOf({ waiting, isHeld, hashed }: Status): string | null {
  if (waiting > 0 && isHeld) return "Your browser is still reading your files. Wait for them, or remove them.";
  if (waiting > 0) return waiting === 1 ? "Reading 1 file…" : `Reading ${waiting} files…`;
  if (hashed.length === 0) return null;
  return `Your files stay on your device. We get hashes of them. ${plainly(countsOf({ files: hashed }))}`;
}

const WhatWeGet = ({ counts }: { counts: DeviceCounts }) => (
  <details className="text-sm">
    <summary className="cursor-pointer">What we get, exactly</summary>
    <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
      <li>We get {hashesInWords(counts)}.</li>
      <li>We also get {besidesInWords(counts)}.</li>
      {counts.pictures > 0 ? <li>{PDQ_MEANS}</li> : null}
      <li>Nothing else of your files leaves this device.</li>
    </ul>
  </details>
);

// Browsers draw it green, which means done here.
const BAR =
  "h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent";

function ChosenFile({ file, onRemove }: { file: Chosen; onRemove: () => void }) {
  const { id, name, part, result } = file;
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="wrap-anywhere font-medium text-sm">{name}</span>
        {result === undefined ? (
          <progress className={BAR} max={1} value={part} aria-label={`Reading ${name}`} />
        ) : result === "unreadable" ? (
          <FieldError id={`device-file-${id}`}>
            Your browser couldn’t read this file. Choose it again, or remove it.
          </FieldError>
        ) : (
          <span className="text-muted text-sm">
            {foundIn(result)}
            {result.isPartial ? " Your browser could read only a part of this video." : null}
          </span>
        )}
      </div>
      <Button variant="ghost" size="sm" icon={<Trash2 aria-hidden />} onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

/** What was computed of a file, and what follows where that is little. */
function foundIn({ kind, hashes }: HashedFile): string {
  if (kind === "file")
    return "Your browser can’t show this file. It may be damaged, not a picture or video, or in a format your browser doesn’t know. We can find exact copies, not altered ones.";
  if (hashes.length === 0) return "There is too little to see. We can find exact copies of the file, not altered ones.";
  return `Ready: SHA-256 and ${hashes.length * (1 + TURNS)} PDQ hashes.`;
}
