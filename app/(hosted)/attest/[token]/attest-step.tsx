import type { ReactNode } from "react";
import { AttestForm } from "@/components/scenes/attest/attest-form";
import { type SessionOfLink, statementOf } from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { attestAction } from "./actions";
import { returnUrl, uploadOf } from "./visitor";

type AttestStepProps = {
  token: string;
  session: SessionOfLink;
  hasChanged: boolean;
  typedDay?: string;
  /** Who else performs, and what that costs; nothing for a creator alone. */
  children?: ReactNode;
};

/** The statement and the click, for a creator alone or with others. */
export function AttestStep({ token, session, hasChanged, typedDay = "", children = null }: AttestStepProps) {
  const { text, shown } = statementOf(session);
  return (
    <AttestForm
      hasChanged={hasChanged}
      typedDay={typedDay}
      action={attestAction.bind(null, token)}
      upload={uploadOf(session)}
      statement={text}
      shown={shown}
      today={clock.now().toISOString().slice(0, "YYYY-MM-DD".length)}
      cancelUrl={returnUrl(session, "cancelled")}
    >
      {children}
    </AttestForm>
  );
}
