"use client";

import { Fingerprint } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { oneCeremony } from "./one-ceremony";
import { PasskeyCancelled, signInWithPasskey } from "./passkey-ceremony";

/**
 * Signs in with a passkey, by button or from the email field's suggestions. Hidden if the browser has no passkeys.
 */
export function PasskeySignIn({ returnTo }: { returnTo: string | null }) {
  const [ready, setReady] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [ceremony] = useState(() =>
    oneCeremony(
      (how) => signInWithPasskey({ returnTo, ...how }),
      (next) => window.location.assign(next),
    ),
  );

  useEffect(() => {
    let here = true;
    async function waitInField() {
      const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } = await import("@simplewebauthn/browser");
      if (!here || !browserSupportsWebAuthn()) return;
      setReady(true);
      if ((await browserSupportsWebAuthnAutofill()) && here) ceremony.wait();
    }
    void waitInField();
    return () => {
      here = false;
      void ceremony.leave();
    };
  }, [ceremony]);

  async function start() {
    setPending(true);
    setError(undefined);
    try {
      await ceremony.press();
    } catch (failure) {
      setPending(false);
      if (!(failure instanceof PasskeyCancelled)) setError(failure instanceof Error ? failure.message : undefined);
    }
  }

  if (!ready) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-6">
      <Button icon={<Fingerprint aria-hidden />} onClick={start} loading={pending}>
        Sign in with a passkey
      </Button>
      <p role="status" className="text-harm text-sm empty:hidden">
        {error}
      </p>
    </div>
  );
}
