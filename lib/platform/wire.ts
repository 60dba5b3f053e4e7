import { z } from "zod";

const URL_MAX = 2048;
// What SMTP carries (RFC 5321, 4.5.3.1): 64 before the @, and 256 for all of it with its angle brackets.
const EMAIL_MAX = 254;

/** An id issued by the service. Its form is checked by nobody: an unknown one is a 404, whatever it looks like. */
export const opaqueId = z
  .string()
  .min(1)
  .meta({ description: "An opaque identifier issued by the service.", examples: ["03f9c2k7v1m4x8q0z5t6b3n1a"] });

/**
 * An email address as it is stored and compared: trimmed, lower-cased, its domain in the ASCII form that DNS and every mail
 * server understand (`ada@münchen.example` is `ada@xn--mnchen-3ya.example`), so that two spellings are one mailbox. Text
 * that isn't a whole address is only trimmed and lower-cased, for searches by the start of an address.
 */
export function storedAddress(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf("@") + 1;
  // Beyond ASCII, two letters may have the same lower case: K is that of k, and of the sign for Kelvin.
  if (at > 0 && NOT_ASCII.test(text.slice(0, at))) return text;
  return at > 0 ? text.slice(0, at).toLowerCase() + asciiDomain(text.slice(at)) : text.toLowerCase();
}

const NOT_ASCII = /[^\0-\x7f]/;
const DOMAIN = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/iu;

// As the URL standard writes a host (UTS #46), which browsers do too in a field for an address.
function asciiDomain(domain: string): string {
  const isConverted = NOT_ASCII.test(domain) && domain.length <= EMAIL_MAX && DOMAIN.test(domain);
  const url = isConverted ? URL.parse(`http://${domain}`) : null;
  return url?.hostname ?? domain.toLowerCase();
}

/**
 * An email address, as `storedAddress` makes it; dots and plus-tags are kept. What a browser's email field takes, so that the
 * API, the forms and the mailer agree, at a domain that the internet can know. Before the @ only ASCII: mail to other
 * addresses needs SMTPUTF8 (RFC 6531) at every server on its way, and a creator whom no mail reaches cannot be verified.
 */
export const emailAddress = z
  .string()
  .overwrite(storedAddress)
  .max(EMAIL_MAX)
  .refine((text) => !NOT_ASCII.test(text.slice(0, text.lastIndexOf("@") + 1)), {
    error: "must have only ASCII characters before the @",
  })
  .check(z.email({ pattern: z.regexes.html5Email }))
  .refine((text) => /^.{1,64}@.+\../.test(text), { error: "must be an email address" })
  .meta({ examples: ["ada@example.com"] });

/** An absolute http or https address, kept exactly as sent. Its bound counts bytes, of which an index takes only so many. */
export const httpUrl = z
  .string()
  .max(URL_MAX)
  .refine((text) => new TextEncoder().encode(text).length <= URL_MAX, {
    error: `must be at most ${URL_MAX} bytes long`,
  })
  // Stricter than the URL parser, which forgives what others do not: a missing "//", a third slash, line breaks, blanks.
  .regex(/^https?:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu, { error: "must be an absolute http or https URL" })
  .refine((text) => URL.canParse(text), { error: "must be an absolute http or https URL" })
  .meta({ format: "uri", examples: ["https://platform.example.com/callback"] });

/**
 * A date-time in a request: ISO 8601 with seconds and any offset, `T` and `Z` in either case (RFC 3339), read as a `Date`. A
 * date without a time is refused.
 */
export const dateTimeIn = z
  .string()
  .toUpperCase()
  .check(z.iso.datetime({ offset: true }))
  // PostgreSQL knows no year 0, and an offset can lead there from year 1 and out of year 9999.
  .refine((text) => isStorable(new Date(text)), { error: "must be a date-time between the years 1 and 9999" })
  .meta({ examples: ["2026-09-05T12:00:00.000Z"] })
  .transform((text) => new Date(text));

/** A date-time in a response: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const dateTimeOut = z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-09-05T12:00:00.000Z"] });

function isStorable(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
