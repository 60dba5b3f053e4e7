import type { ReactNode } from "react";
import { ActForm, InputField } from "@/components/acts/act-form";
import { Heading, Statement } from "@/components/acts/parts";
import { AttestButton } from "@/components/scenes/attest/forms";
import { CancelLink, copyNote, UploadFacts } from "@/components/scenes/attest/parts";
import { Callout } from "@/components/ui/callout";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/labels";
import { type SessionOfLink, statementOf } from "@/lib/domain/scenes/upload-sessions";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { attestAction } from "./actions";
import { returnUrl } from "./visitor";

type AttestStepProps = {
  token: string;
  session: SessionOfLink;
  /** The statement changed between reading and attesting. */
  hasChanged: boolean;
  /** The day that the creator typed before, as `YYYY-MM-DD`. */
  typedDay?: string;
  /** Who else performs, and what that costs; nothing for a creator alone. */
  children?: ReactNode;
};

/** What is about to be published, the statement, and the button that attests to it: for a creator alone or with others. */
export function AttestStep({ token, session, hasChanged, typedDay = "", children = null }: AttestStepProps) {
  const { text, shown } = statementOf(session);
  const { partnerName, contentType: kind, shootDate } = session;
  const isAlone = children === null;
  return (
    <ActForm action={attestAction.bind(null, token)}>
      {/* Enter presses a form's first button, which must not be another one. */}
      <button type="submit" hidden />
      {hasChanged ? (
        <Callout tone="waiting" live title="The statement has changed">
          You haven’t attested yet. Read the new statement first.
        </Callout>
      ) : null}
      <Heading title={`Attest to your ${kind}`}>
        {partnerName} may publish it once you attest to the statement below
        {isAlone ? "." : ", and everyone in it consents."} {SERVICE_NAME} keeps your attestation on record.
      </Heading>
      <UploadFacts upload={session} />
      {children}
      {shootDate ? null : (
        <InputField
          name="shootDate"
          label="Day of production"
          hint={kind === "video" ? "The day it was shot." : "The day the pictures were taken."}
          type="date"
          required
          min={FIRST_SHOOT_DAY}
          max={clock.now().toISOString().slice(0, "YYYY-MM-DD".length)}
          kept={typedDay}
          className="sm:w-48"
        />
      )}
      <Statement heading="Your statement">{text}</Statement>
      <input type="hidden" name="shown" value={shown} />
      <div className="flex flex-col gap-3">
        <AttestButton kind={kind} />
        <p className="text-muted text-sm">
          We record the time, your network address and your browser.{" "}
          {isAlone ? `${partnerName} gets them with the statement. ` : null}
          {copyNote(partnerName)}
        </p>
        <CancelLink href={returnUrl(session, "cancelled")} partnerName={partnerName} />
      </div>
    </ActForm>
  );
}
