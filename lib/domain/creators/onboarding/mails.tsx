import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

/** The code that proves to an onboarding page that its visitor owns the mailbox. */
export const onboardingCodeMail = defineMail(
  "onboarding_code",
  z.object({ code: z.string(), partnerName: z.string(), expiresInMinutes: z.number().int() }),
  ({ code, partnerName, expiresInMinutes }) => ({
    subject: `${code} is your code`,
    preview: `Enter it on the page that asked for it. It works for ${expiresInMinutes} minutes.`,
    heading: "Your code",
    body: (
      <>
        <p>
          Enter this code on the {SERVICE_NAME} page you opened for {partnerName}:
        </p>
        <p>
          <strong>
            <code>{code}</code>
          </strong>
        </p>
        <p>
          It works once, for {expiresInMinutes} minutes. Don’t share it: anyone who has it can act as you. {partnerName}{" "}
          and {SERVICE_NAME} never ask for it.
        </p>
      </>
    ),
    why: `You get this because someone requested a code on the ${SERVICE_NAME} page for your ${partnerName} account.`,
    stop: "If that wasn’t you, ignore this email. The page is useless without the code.",
  }),
);
