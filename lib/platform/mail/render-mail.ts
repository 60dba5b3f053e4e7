import { render, toPlainText } from "@react-email/render";
import { createElement } from "react";
import { env } from "@/lib/platform/env";
import type { MailTemplate } from "./define-mail";
import { MailLayout } from "./layout";

export type RenderedMail = { subject: string; html: string; text: string };

/** Composes a mail and renders both of its parts. Throws `ZodError` for props that the template does not take. */
export async function composeMail(template: MailTemplate<unknown>, props: unknown): Promise<RenderedMail> {
  const content = template.compose(props);
  const { custodianName, custodianAddress } = env();
  const html = await render(createElement(MailLayout, { content, sender: { custodianName, custodianAddress } }));
  return {
    subject: content.subject.replace(/\s+/g, " ").trim(),
    html,
    text: toPlainText(html, { selectors: [{ selector: "h1", options: { uppercase: false } }] }).trim(),
  };
}
