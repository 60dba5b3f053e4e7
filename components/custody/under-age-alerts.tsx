"use client";

import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { UnderAgeAlert } from "@/lib/domain/custody/alerts";
import { RecordLink } from "./record-link";

type Close = (alertId: string, form: FormData) => Promise<ActionResult>;

type UnderAgeAlertsProps = {
  alerts: readonly UnderAgeAlert[];
  /** How many are reserved for another custodian. */
  reserved: number;
  close: Close;
};

/** People under 18, now or on the day of a shoot, with the scenes that name them and the sessions they attested to. */
export function UnderAgeAlerts({ alerts, reserved, close }: UnderAgeAlertsProps) {
  const colleagues =
    reserved > 0 ? (
      <Callout tone="harm" title={`${counted(reserved, "alert")} about age reserved for a colleague`}>
        You have a conflict of interest. Ask another custodian to look at this page.
      </Callout>
    ) : null;
  const people = new Set(alerts.map(({ userId }) => userId));
  if (alerts.length === 0) return colleagues && <div className="mb-6">{colleagues}</div>;
  return (
    <PageSection
      id="under-age"
      title={
        <>
          {alerts.some(({ session }) => session)
            ? counted(people.size, "person", "people")
            : counted(people.size, "performer")}{" "}
          under 18
          {alerts.some(({ why }) => why === "unreadable" || why === "day_moved_back") ? " or of unknown age" : null}
        </>
      }
      className="mb-6"
    >
      {alerts.map((alert) => (
        <Alert key={alert.id} alert={alert} close={close} />
      ))}
      {colleagues}
    </PageSection>
  );
}

function Alert({
  alert: { id, userId, email, at, why, checkId, productionId, scenes, sceneCount, session },
  close,
}: {
  alert: UnderAgeAlert;
  close: Close;
}) {
  return (
    <Callout
      tone="harm"
      title={<span className="break-all">{email}</span>}
      actions={
        <ConfirmAction
          trigger={<Button size="sm">Close alert</Button>}
          title={`Close the alert about ${email}?`}
          confirmLabel="Close alert"
          tone="neutral"
          success="The alert is closed."
          action={close.bind(null, id)}
        >
          <p>It comes back if we find an age below 18 again. Partners never see it.</p>
          <Field name="reason" label="Reason" hint="What you found out, or did. Kept in the ledger.">
            <Textarea rows={3} maxLength={500} required minLength={3} />
          </Field>
        </ConfirmAction>
      }
    >
      <p>
        <Why why={why} checkId={checkId} productionId={productionId} session={session} /> <Time at={at} />. Don’t tell
        the partner.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {scenes.map(({ id, title, platform }) => (
          <li key={id} className="wrap-anywhere">
            <RecordLink href={`/custodian/scenes/${id}`}>{title}</RecordLink>, {platform}
          </li>
        ))}
        {sceneCount > scenes.length ? (
          <li>
            <RecordLink href={`/custodian/scenes?person=${userId}`}>All {sceneCount} scenes</RecordLink>
          </li>
        ) : null}
        {session ? (
          <li className="wrap-anywhere">
            <RecordLink href={`/custodian/accounts/${session.accountId}`}>{session.title}</RecordLink>,{" "}
            {session.platform}
          </li>
        ) : null}
      </ul>
    </Callout>
  );
}

type WhyProps = Pick<UnderAgeAlert, "why" | "checkId" | "productionId" | "session">;

function Why({ why, checkId, productionId, session }: WhyProps) {
  const act = session ? "Attested to an upload" : "Signed a scene";
  const day = session ? "of production" : "of the shoot";
  const id = (label: string) => <RecordLink href={`/custodian/identities/${checkId}`}>{label}</RecordLink>;
  switch (why) {
    case "entered":
      return <>Entered an age below 18,</>;
    case "rejected":
      return <>{id("ID rejected")} because they are under 18,</>;
    case "at_shoot":
      return (
        <>
          {act}, but their {id("verified ID")} doesn’t show that they were 18 on the day {day},
        </>
      );
    case "in_production":
      return (
        <>
          In a <RecordLink href={`/custodian/productions/${productionId}`}>production</RecordLink> that its producer
          sealed, but their {id("verified ID")} doesn’t show that they were 18 on its first day,
        </>
      );
    case "day_moved_back":
      return (
        <>
          In a <RecordLink href={`/custodian/productions/${productionId}`}>production</RecordLink> with an earlier first
          day than its producer sealed before. We haven’t compared the day with their {id("verified ID")} yet,
        </>
      );
    case "unreadable":
      return (
        <>
          {act}, but we can’t read their {id("verified ID")}, so their age is unknown,
        </>
      );
  }
}
