import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

type Words = { code: string; expiresInMinutes: number; page: string; once: string; why: string; stop: string };

/** A mail with a code. `page`: which one asked for it. `once`: the end of the sentence that says how often it works. */
const codeWords = ({ code, expiresInMinutes, page, once, why, stop }: Words) => ({
  subject: `${code} is your code`,
  preview: `Enter it on the page that asked for it. It works for ${expiresInMinutes} minutes.`,
  heading: "Your code",
  body: (
    <>
      <p>
        Enter this code on the {SERVICE_NAME} page you opened {page}:
      </p>
      <p>
        <strong>
          <code>{code}</code>
        </strong>
      </p>
      <p>
        It works once, for {expiresInMinutes} minutes{once}
      </p>
    </>
  ),
  why,
  stop,
});

/**
 * The code that a page asks for behind the link in one of our mails. Others may see an inbox, and a platform chose the address of
 * some, so it says nothing about what the page is for. The same for everyone.
 */
export const linkCodeMail = defineMail(
  "link_code",
  z.object({ code: z.string(), expiresInMinutes: z.number().int() }),
  (props) =>
    codeWords({
      ...props,
      page: "from our email",
      once: `, and only in the browser that asked for it. Don’t share it: anyone who has it can act as you. ${SERVICE_NAME} never asks for it anywhere else.`,
      why: "You get this because someone opened a link from an email of ours to you, and requested a code.",
      stop: "If that wasn’t you, ignore this email. The page shows nothing without the code.",
    }),
);

/** The code that proves to an onboarding page that its visitor owns the mailbox. The platform has the page's link. */
export const onboardingCodeMail = defineMail(
  "onboarding_code",
  z.object({ code: z.string(), partnerName: z.string(), expiresInMinutes: z.number().int() }),
  ({ partnerName, ...props }) =>
    codeWords({
      ...props,
      page: `for ${partnerName}`,
      once: `. Don’t share it: anyone who has it can act as you. ${partnerName} and ${SERVICE_NAME} never ask for it.`,
      why: `You get this because someone requested a code on the ${SERVICE_NAME} page for your ${partnerName} account.`,
      stop: "If that wasn’t you, ignore this email. The page is useless without the code.",
    }),
);
