import type { ReactNode } from "react";
import type { z } from "zod";

/** The content of one mail. The layout adds the sender, the styles, the link under the button and the footer. */
export type MailContent = {
  subject: string;
  /** The gray preview beside the subject in an inbox. */
  preview: string;
  /** The mail's only heading. */
  heading: string;
  /** Plain `<p>`, `<ul>`, `<ol>`, `<strong>`, `<blockquote>`, `<code>`: the layout styles them. */
  body: ReactNode;
  /** The only button. The layout repeats its link below it as text. */
  action?: { label: string; url: string };
  /** Why this person receives this mail. */
  why: string;
  /** How to unsubscribe, or why that isn't possible. */
  stop: string;
};

export type MailTemplate<Props> = {
  readonly name: string;
  readonly propsSchema: z.ZodType<Props>;
  /** Parses the props, then builds the mail. Throws `ZodError` for invalid props. */
  readonly compose: (props: unknown) => MailContent;
};

/**
 * Declares a mail in its subject's folder. Queued mails refer to it by its unique `name`. Props are JSON, so dates are
 * ISO strings.
 */
export function defineMail<Props>(
  name: string,
  propsSchema: z.ZodType<Props>,
  compose: (props: Props) => MailContent,
): MailTemplate<Props> {
  return { name, propsSchema, compose: (props) => compose(propsSchema.parse(props)) };
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** US cents as dollars, such as $19.99. */
export const moneyText = (cents: number): string => dollars.format(cents / 100);
