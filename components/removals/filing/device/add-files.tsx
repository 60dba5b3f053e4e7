"use client";

import { useEffect, useState } from "react";
import { ActForm } from "@/components/acts/act-form";
import type { FormState } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/form";
import { DeviceFiles } from "./device-files";

const BUTTON = "Add files";

type AddFilesProps = { action: (state: FormState, form: FormData) => Promise<FormState> };

/** Adds files on the device to a request, by their hashes. Nothing without scripts, which compute them. */
export function AddFiles({ action }: AddFilesProps) {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(typeof Worker !== "undefined"), []);
  if (!isReady) return null;
  return (
    <details className="py-3">
      <summary className="cursor-pointer rounded-sm py-1 font-medium text-sm">
        A picture or video on this device
      </summary>
      <ActForm action={action} className="flex flex-col gap-4 pt-4 pb-1">
        <DeviceFiles kept={[]} button={BUTTON} />
        <SubmitButton variant="secondary" className="self-start max-sm:w-full">
          {BUTTON}
        </SubmitButton>
      </ActForm>
    </details>
  );
}
