"use client";

import { useActState } from "@/components/acts/act-form";
import { Field, Textarea } from "@/components/ui/field";

/** Hashes that the claimant computed elsewhere. */
export function FileHash({ kept }: { kept: string }) {
  const { errors, values } = useActState();
  const [typed, error] = [values?.sha256s ?? kept, errors?.sha256s];
  return (
    <details className="rounded-lg border border-line bg-surface p-4" open={Boolean(typed || error)}>
      <summary className="cursor-pointer font-medium text-sm">I have a file’s fingerprint</summary>
      <Field
        name="sha256s"
        label="Fingerprints (SHA-256)"
        hint="64 digits and letters, one fingerprint per line."
        optional
        error={error}
        className="mt-4"
      >
        <Textarea rows={2} className="font-mono text-sm" autoComplete="off" defaultValue={typed} />
      </Field>
      <p className="mt-2 text-muted text-sm">
        A command computes one: <code>shasum -a 256 FILE</code> on a Mac, <code>sha256sum FILE</code> on Linux,{" "}
        <code>Get-FileHash FILE</code> in PowerShell on Windows.
      </p>
    </details>
  );
}
