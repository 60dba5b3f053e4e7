"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

type LocalCheckProps = {
  /** What is verified, such as "proof". */
  what: string;
  /** Verifies it and draws the verdict. */
  check: () => Promise<ReactNode>;
  /** The fields. */
  children: ReactNode;
};

/**
 * Verifies in the browser what somebody entered. It must never leave it: the fields have no form around them, which a browser could
 * send before or without our script.
 */
export function LocalCheck({ what, check, children }: LocalCheckProps) {
  const [verdict, setVerdict] = useState<ReactNode>(null);
  const [pending, setPending] = useState(false);

  async function verify() {
    setPending(true);
    setVerdict(null);
    // Browsers have it on https and localhost only.
    setVerdict(globalThis.crypto.subtle ? await check() : <Insecure what={what} />);
    setPending(false);
  }

  return (
    <div className="noscript:hidden flex flex-col gap-6">
      {children}
      <Button variant="primary" size="lg" loading={pending} onClick={verify} className="self-start">
        Verify {what}
      </Button>
      <div role="status" className="flex flex-col gap-6 empty:hidden">
        {verdict}
      </div>
    </div>
  );
}

const Insecure = ({ what }: Pick<LocalCheckProps, "what">) => (
  <Callout tone="waiting" title="Your browser can’t verify on this connection">
    Open this page with https. This says nothing about the {what}.
  </Callout>
);
