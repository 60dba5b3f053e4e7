import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

/** The code that proves to an onboarding page that its reader has this mailbox. */
export const onboardingCodeMail = defineMail(
  "onboarding_code",
  z.object({ code: z.string(), partnerName: z.string(), expiresInMinutes: z.number().int() }),
  ({ code, partnerName, expiresInMinutes }) => ({
    subject: `${code} is your code`,
    preview: `Type it on the page that asked for it. It works for ${expiresInMinutes} minutes.`,
    heading: "Your code",
    body: (
      <>
        <p>
          Type this code on the {SERVICE_NAME} page that you opened for {partnerName}:
        </p>
        <p>
          <strong>
            <code>{code}</code>
          </strong>
        </p>
        <p>
          It works once, for {expiresInMinutes} minutes. Keep it to yourself: nobody from {partnerName} or{" "}
          {SERVICE_NAME} will ever ask you for it. Whoever has it can act as you.
        </p>
      </>
    ),
    why: `You get this because somebody opened the ${SERVICE_NAME} page for your account at ${partnerName} and asked for a code.`,
    stop: "If that was not you, do nothing. Nobody gets anywhere without the code.",
  }),
);
