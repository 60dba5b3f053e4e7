"use client";

import { Plus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useFormAction } from "@/components/ui/use-form-action";
import { type CreateKey, KeyFields } from "./key-form";
import { KeySecret } from "./key-secret";

type CreateKeyDialogProps = {
  create: CreateKey;
  baseUrl: string;
  /** Why there can be no more keys now. */
  full?: string;
  onCreated: () => void;
};

/** Makes a key and shows its secret once. It closes only by a button that says what closing means. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const [open, setOpen] = useState(false);
  // A new form each time, so that no secret of a former one is left in memory.
  const [round, setRound] = useState(0);
  const close = () => {
    setOpen(false);
    setRound(round + 1);
  };
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden />}
        onClick={() => setOpen(true)}
        disabled={Boolean(props.full)}
        title={props.full}
      >
        Create a key
      </Button>
      <CreateKeyForm key={round} open={open} close={close} {...props} />
    </>
  );
}

function CreateKeyForm({
  open,
  close,
  create,
  baseUrl,
  onCreated,
}: CreateKeyDialogProps & { open: boolean; close: () => void }) {
  const formId = useId();
  const { state, onSubmit, pending } = useFormAction(create, {});
  const secret = state.created?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key that was made
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
        <form id={formId} onSubmit={onSubmit} noValidate>
          <KeyFields state={state} />
        </form>
      )}
    </Dialog>
  );
}
