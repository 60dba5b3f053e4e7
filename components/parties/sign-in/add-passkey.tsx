"use client";

import { Fingerprint } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { PasskeyCancelled, registerPasskey } from "./passkey-ceremony";

/** Creates a passkey, named after the device unless the person types a name. Says so if the browser has no passkeys. */
export function AddPasskey({ deviceName }: { deviceName: string }) {
  const router = useRouter();
  const [able, setAble] = useState<boolean>();
  const name = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [said, setSaid] = useState<{ tone: "harm" | "done"; text: string }>();

  useEffect(() => {
    setAble(typeof window.PublicKeyCredential === "function");
  }, []);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const called = name.current?.value.trim() || deviceName;
    setPending(true);
    setSaid(undefined);
    try {
      await registerPasskey(called);
      setSaid({ tone: "done", text: `You can now sign in with “${called}”.` });
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) {
        setSaid({ tone: "harm", text: error instanceof Error ? error.message : "That didn’t work. Try again." });
      }
    }
    // Also after a failure: the page then asks a person whose session isn't fresh any longer to sign in again.
    router.refresh();
    setPending(false);
  }

  if (able === false) return <p className="text-muted">This browser doesn’t support passkeys.</p>;
  return (
    <form onSubmit={add} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field name="passkey" label="Name of the new passkey" className="w-full max-w-64">
          <Input ref={name} defaultValue={deviceName} maxLength={60} autoComplete="off" />
        </Field>
        <Button type="submit" variant="primary" icon={<Fingerprint aria-hidden />} loading={pending} disabled={!able}>
          Add a passkey
        </Button>
      </div>
      <p role="status" className={said?.tone === "harm" ? "text-harm text-sm" : "text-done text-sm"}>
        {said?.text}
      </p>
    </form>
  );
}
