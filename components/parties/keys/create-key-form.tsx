"use client";

import { useEffect, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useFormAction } from "@/components/ui/form";
import { type CreateKey, KeyFields } from "./key-form";
import { KeySecret } from "./key-secret";

export type CreateKeyDialogProps = {
  create: CreateKey;
  baseUrl: string;
  /** Why no more keys can be created now. */
  full?: string;
  onCreated: () => void;
};

/** The dialog, loaded on demand: the new key's fields, then its secret. */
export function CreateKeyForm({
  open,
  close,
  create,
  baseUrl,
  onCreated,
}: CreateKeyDialogProps & { open: boolean; close: () => void }) {
  const formId = useId();
  const { state, action, onSubmit, pending } = useFormAction(create, {});
  const secret = state.created?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each created key
  useEffect(() => {
    if (secret) onCreated();
  }, [secret]);

  return (
    <Dialog
      title={secret ? "Your new key" : "Create a live key"}
      description={secret ? undefined : "Live calls write real records and send real mail."}
      open={open}
      onOpenChange={(next) => !next && close()}
      dismissible={!secret && !pending}
      footer={
        secret ? (
          <Button variant="primary" onClick={close}>
            I have stored the key
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={pending}>
              Cancel
            </Button>
            <Button type="submit" form={formId} variant="primary" loading={pending}>
              Create key
            </Button>
          </>
        )
      }
    >
      {secret ? (
        <KeySecret secret={secret} baseUrl={baseUrl} />
      ) : (
        <form id={formId} action={action} onSubmit={onSubmit} noValidate>
          <KeyFields state={state} />
        </form>
      )}
    </Dialog>
  );
}
