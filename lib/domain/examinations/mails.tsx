import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { minuteText } from "@/lib/platform/date-text";
import { defineMail } from "@/lib/platform/mail/template";

/** Has the link of an examination. Never its code, nor who or what is examined. */
export const examinationLinkMail = defineMail(
  "examination_link",
  z.object({ url: z.url(), opensAt: z.iso.datetime(), closesAt: z.iso.datetime() }),
  ({ url, opensAt, closesAt }) => ({
    subject: "Your link to an examination of records",
    preview: "You also need the code that the custodian gives you.",
    heading: "Examine the records",
    body: (
      <>
        <p>The custodian of records at {SERVICE_NAME} opens records to you for an examination.</p>
        <p>
          <strong>You need a code.</strong> The custodian gives it to you in person, on paper or by phone, and never by
          email. The link alone opens nothing.
        </p>
        <p>
          <strong>When:</strong> from {minuteText(new Date(opensAt))} until {minuteText(new Date(closesAt))}. Then link
          and code stop working. The custodian can also end the examination earlier.
        </p>
        <p>We record every page you open.</p>
      </>
    ),
    action: { label: "Open the examination", url },
    why: "You get this because a custodian of records entered your address for an examination.",
    stop: "We send this only when a custodian asks us to.",
  }),
);
