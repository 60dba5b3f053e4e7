"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { ProgressBar } from "@/components/ui/progress";

type UploadOffer = { ok: true; value: { importId: string; path: string } } | { ok: false; error: string };

type ImportUploadProps = {
  offer: (about: { fileName: string; bytes: number }) => Promise<UploadOffer>;
  start: (importId: string, fileName: string, dryRun: boolean) => Promise<ActionResult>;
};

/** Uploads a file in a stream and starts its check. */
export function ImportUpload({ offer, start }: ImportUploadProps) {
  const router = useRouter();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  // A plain form can't stream a file, so the button stays disabled until the script has loaded.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  async function upload(file: File): Promise<string | undefined> {
    const offered = await offer({ fileName: file.name, bytes: file.size });
    if (!offered.ok) return offered.error;
    const { importId, path } = offered.value;
    const problem = await sendFile(path, file, setSent);
    if (problem) return problem;
    const started = await start(importId, file.name, true);
    if (started.error) return started.error;
    router.push(`/portal/content/import/${importId}`);
    return undefined;
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (!(file instanceof File) || file.size === 0) {
      setError("Choose a file with records.");
      return;
    }
    setError(undefined);
    setSent(0);
    const problem = await upload(file).catch(() => "Couldn’t reach the service. Try again.");
    setError(problem);
    if (problem) setSent(null);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
      {error ? (
        <Callout tone="harm" title="The file wasn’t accepted" live className="w-full">
          {error}
        </Callout>
      ) : null}
      <Field name="file" label="File" hint="CSV or JSON lines, up to 500 MB." className="w-full">
        <input
          type="file"
          accept=".csv,.jsonl,.ndjson"
          className="w-full rounded-md border border-line-strong bg-surface text-sm file:mr-4 file:cursor-pointer file:border-0 file:bg-sunken file:px-4 file:py-3 file:font-medium file:text-ink"
        />
      </Field>
      {sent === null ? null : (
        <div className="w-full">
          <ProgressBar label="Uploading" done={sent} of={1} />
        </div>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={<Upload aria-hidden className="size-4" />}
        loading={sent !== null}
        disabled={!ready}
      >
        Upload and check
      </Button>
    </form>
  );
}

/**
 * PUTs a file and reports the share uploaded so far. Resolves to an error message, or to undefined. Not
 * `fetch`, which reports no upload progress.
 */
function sendFile(path: string, file: File, tell: (share: number) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => tell(total > 0 ? loaded / total : 0);
    request.onerror = () => resolve("The upload was interrupted. Try again.");
    request.onload = () => resolve(request.status < 300 ? undefined : said(request.responseText));
    request.open("PUT", path);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(file);
  });
}

function said(body: string): string {
  try {
    const { error } = JSON.parse(body);
    if (typeof error === "string") return `${error}.`;
  } catch {
    // A proxy in between may answer with a page of its own.
  }
  return "The upload failed. Try again.";
}
