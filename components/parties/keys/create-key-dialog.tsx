"use client";

import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import type { CreateKeyDialogProps } from "./create-key-form";

const loadForm = () => import("./create-key-form");
const CreateKeyForm = lazy(() => loadForm().then((loaded) => ({ default: loaded.CreateKeyForm })));

/** Creates a key and shows its secret once. Only a labeled button closes it then. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  // A new form each time, so no earlier secret stays in memory.
  const [round, setRound] = useState(0);
  const close = () => {
    setOpen(false);
    setRound(round + 1);
  };
  return (
    <>
      <Button
        variant="primary"
        data-do="create"
        icon={<Plus aria-hidden />}
        onPointerEnter={loadForm}
        onFocus={loadForm}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
        disabled={Boolean(props.full)}
        title={props.full}
      >
        Create a key
      </Button>
      {opened ? (
        <Suspense>
          <CreateKeyForm key={round} open={open} close={close} {...props} />
        </Suspense>
      ) : null}
    </>
  );
}
