import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

/**
 * The code that a page asks for behind the link in one of our mails. Others may see an inbox, and a platform chose the address of
 * some, so it says nothing about what the page is for. The same for everyone.
 */
export const linkCodeMail = defineMail(
  "link_code",
  z.object({ code: z.string(), expiresInMinutes: z.number().int() }),
  ({ code, expiresInMinutes }) => ({
    subject: `${code} is your code`,
    preview: `Enter it on the page that asked for it. It works for ${expiresInMinutes} minutes.`,
    heading: "Your code",
    body: (
      <>
        <p>Enter this code on the {SERVICE_NAME} page you opened from our email:</p>
        <p>
          <strong>
            <code>{code}</code>
          </strong>
        </p>
        <p>
          It works once, for {expiresInMinutes} minutes, and only in the browser that asked for it. Don’t share it:
          anyone who has it can act as you. {SERVICE_NAME} never asks for it anywhere else.
        </p>
      </>
    ),
    why: `You get this because someone opened a link from an email of ours to you, and requested a code.`,
    stop: "If that wasn’t you, ignore this email. The page shows nothing without the code.",
  }),
);
