import type { ReactNode } from "react";
import type { z } from "zod";

/** What one mail says. The layout adds the rest: sender, styles, the address under the button, the footer. */
export type MailContent = {
  subject: string;
  /** The grey line beside the subject in a list of mails. */
  preview: string;
  /** The one heading of the mail. */
  heading: string;
  /** Plain `<p>`, `<ul>`, `<ol>`, `<strong>`, `<blockquote>`, `<code>`: the layout styles them. */
  body: ReactNode;
  /** The one button. Its address is repeated below it in plain text. */
  action?: { label: string; url: string };
  /** Why this person gets this mail. */
  why: string;
  /** How to stop such mails, or why there is nothing to stop. */
  stop: string;
};

export type MailTemplate<Props> = {
  readonly name: string;
  readonly propsSchema: z.ZodType<Props>;
  /** Parses the props, then composes. Throws `ZodError` for props that the template does not take. */
  readonly compose: (props: unknown) => MailContent;
};

/**
 * Declares a mail in the folder of the subject that sends it. `name` is unique and stays the same for as long as such
 * mails may wait in the queue; props travel as JSON, so dates are ISO strings.
 */
export function defineMail<Props>(
  name: string,
  propsSchema: z.ZodType<Props>,
  compose: (props: Props) => MailContent,
): MailTemplate<Props> {
  return { name, propsSchema, compose: (props) => compose(propsSchema.parse(props)) };
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount of US cents in a mail, such as $19.99. */
export const moneyText = (cents: number): string => dollars.format(cents / 100);
