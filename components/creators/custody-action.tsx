"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import type { ChangeKind } from "@/lib/domain/roster/schemas";

type CustodyActionProps = {
  kind: ChangeKind;
  /** The partner's id of the creator. */
  name: string;
  action: () => Promise<ActionResult>;
  /** What it does to this creator. */
  children: ReactNode;
};

const WORDS = {
  deactivate: { verb: "Deactivate", done: "Deactivated." },
  reactivate: { verb: "Reactivate", done: "Reactivated." },
};

/** Deactivates or takes back one creator, after saying what that does. */
export function CustodyAction({ kind, name, action, children }: CustodyActionProps) {
  const { verb, done } = WORDS[kind];
  return (
    <ConfirmAction
      trigger={<Button variant={kind === "reactivate" ? "primary" : undefined}>{verb}</Button>}
      title={`${verb} “${name.length > 60 ? `${name.slice(0, 60)}…` : name}”?`}
      confirmLabel={verb}
      tone={kind === "deactivate" ? "harm" : "neutral"}
      success={done}
      action={action}
    >
      {children}
    </ConfirmAction>
  );
}
