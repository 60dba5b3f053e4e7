"use client";

import { type ReactNode, useRef } from "react";
import { LocalCheck } from "@/components/core/local-check";
import { Callout } from "@/components/ui/callout";
import { Field, Textarea } from "@/components/ui/field";
import { readCertificate } from "./read-certificate";
import { VerdictInWords } from "./verdict";

const KEY_SET = "/.well-known/jwks.json";

/** Verifies a pasted certificate. The only request is for the public keys. */
export function Verifier() {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <LocalCheck what="certificate" check={() => check(field.current?.value ?? "")}>
      <Field name="certificate" label="Certificate" hint="It starts with eyJ and has two dots.">
        <Textarea
          ref={field}
          name=""
          rows={7}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          className="max-h-80 break-all font-mono text-xs"
        />
      </Field>
    </LocalCheck>
  );
}

async function check(pasted: string): Promise<ReactNode> {
  const keySet = await fetch(KEY_SET)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  if (keySet) return <VerdictInWords verdict={await readCertificate(pasted, keySet, Date.now())} />;
  return (
    <Callout tone="waiting" title="We couldn’t load the public keys">
      Check your connection, then try again. This says nothing about the certificate.
    </Callout>
  );
}
