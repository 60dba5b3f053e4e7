"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field, Textarea } from "@/components/ui/field";
import { readCertificate, type Verdict } from "./read-certificate";
import { VerdictInWords } from "./verdict";

const KEY_SET = "/.well-known/jwks.json";

type Shown = Verdict | "no_keys" | "insecure";

/**
 * Verifies a pasted certificate in the browser. The text must never leave it: the field has no form around it, which a browser
 * could send before or without our script, and the only request is for the public keys.
 */
export function Verifier() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState<Shown>();
  const [pending, setPending] = useState(false);

  async function verify() {
    setPending(true);
    setShown(undefined);
    setShown(await check(field.current?.value ?? ""));
    setPending(false);
  }

  return (
    <div className="noscript:hidden flex flex-col gap-6">
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
      <Button variant="primary" size="lg" loading={pending} onClick={verify} className="self-start">
        Verify certificate
      </Button>
      <div role="status" className="flex flex-col gap-6 empty:hidden">
        {shown === "no_keys" ? (
          <Callout tone="waiting" title="We couldn’t load the public keys">
            Check your connection, then try again. This says nothing about the certificate.
          </Callout>
        ) : shown === "insecure" ? (
          <Callout tone="waiting" title="Your browser can’t verify on this connection">
            Open this page with https. This says nothing about the certificate.
          </Callout>
        ) : shown ? (
          <VerdictInWords verdict={shown} />
        ) : null}
      </div>
    </div>
  );
}

async function check(pasted: string): Promise<Shown> {
  // Browsers have it on https and localhost only.
  if (!globalThis.crypto.subtle) return "insecure";
  const keySet = await fetch(KEY_SET)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  return keySet ? readCertificate(pasted, keySet, Date.now()) : "no_keys";
}
