"use client";

import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useActState } from "@/components/acts/act-form";
import { Field, Input, Textarea } from "@/components/ui/field";

// A browser hashes a file in its memory.
const LARGEST_BYTES = 1024 ** 3;

/** The hashes of files, which this browser can compute. The file never leaves the device: its field has no name. */
export function FileHash({ kept }: { kept: string }) {
  const { errors, values } = useActState();
  const [typed, error] = [values?.sha256s ?? kept, errors?.sha256s];
  const hashes = useRef<HTMLTextAreaElement>(null);
  const [canHash, setCanHash] = useState(false);
  const [status, setStatus] = useState("");
  useEffect(() => setCanHash(globalThis.crypto?.subtle !== undefined), []);

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file || !hashes.current) return;
    if (file.size > LARGEST_BYTES) return setStatus("This file is too large for your browser.");
    setStatus("Computing…");
    try {
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
      hashes.current.value = [...hashes.current.value.split("\n").filter(Boolean), hex].join("\n");
      setStatus("Added the fingerprint. The file stayed on your device.");
    } catch {
      setStatus("Your browser could not read this file.");
    }
    target.value = "";
  }

  return (
    <details
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
      open={Boolean(typed || error)}
    >
      <summary className="cursor-pointer font-medium text-sm">I have the file on this device</summary>
      <div className="mt-4 flex flex-col gap-4">
        {canHash ? (
          <Field
            name="file"
            label="Choose the file"
            hint="Your browser computes its fingerprint. The file is not sent to us."
          >
            <Input type="file" name="" onChange={add} />
          </Field>
        ) : null}
        <p role="status" className="text-muted text-sm">
          {status}
        </p>
        <Field
          name="sha256s"
          label="Fingerprints (SHA-256)"
          hint="64 digits and letters, one fingerprint per line."
          optional
          error={error}
        >
          <Textarea ref={hashes} rows={2} className="font-mono text-sm" autoComplete="off" defaultValue={typed} />
        </Field>
      </div>
    </details>
  );
}
