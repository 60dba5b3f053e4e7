import { ActForm, InputField } from "@/components/acts/act-form";
import { SectionCard } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { ViewedExamination } from "@/lib/domain/examinations";
import type { Act } from "./desk";

type MailLinkProps = Pick<ViewedExamination, "mails"> & {
  mail: Act;
  /** Of the new mail, so that a form sent twice mails once. */
  id: string;
};

/** Mails the link to the examiner, and says to whom it went. The code never goes by mail. */
export const MailLink = ({ mails, mail, id }: MailLinkProps) => (
  <SectionCard
    id="mail"
    title="Mail the link"
    description="The mail has the link, not the code. Tell the code in person, on paper or by phone."
    className="mt-6 max-w-2xl print:hidden"
    body="flex flex-col gap-6"
  >
    <ActForm action={mail} className="flex flex-col gap-4">
      <input type="hidden" name="id" value={id} />
      <InputField name="address" label="Email address" type="email" autoComplete="off" maxLength={320} required />
      <SubmitButton className="self-start">Mail link</SubmitButton>
    </ActForm>
    {mails.length > 0 ? (
      <ul className="flex flex-col" aria-label="Mailed to">
        {mails.map(({ id: mailId, address, mailedAt, isCurrent }) => (
          <li
            key={mailId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-2 last:border-b-0"
          >
            <span className="wrap-anywhere min-w-0">
              {address}
              {isCurrent ? null : <span className="text-muted">, replaced since</span>}
            </span>
            <Time at={mailedAt} as="datetime" className="text-muted text-xs" />
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);
