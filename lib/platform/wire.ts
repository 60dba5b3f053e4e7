import { z } from "zod";
import { findUnstorableText } from "./unstorable-text";

const URL_MAX = 2048;
// SMTP's limits (RFC 5321, 4.5.3.1): 64 before the @, and 256 in total with the angle brackets.
const EMAIL_MAX = 254;

/** An id issued by the service. Its form isn't checked, because an unknown id is a 404 in any form. */
export const opaqueId = z
  .string()
  .min(1)
  .meta({ description: "An opaque identifier issued by the service.", examples: ["03f9c2k7v1m4x8q0z5t6b3n1a"] });

/**
 * An email address as we store and compare it: trimmed, in lower case, with the domain in ASCII (`ada@münchen.example` becomes
 * `ada@xn--mnchen-3ya.example`). So two spellings are one mailbox. Part of an address is only trimmed and lower-cased, for searches
 * by prefix.
 */
export function storedAddress(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf("@") + 1;
  // Beyond ASCII, two letters can share a lower case: both K and the Kelvin sign become k.
  if (at > 0 && NOT_ASCII.test(text.slice(0, at))) return text;
  return at > 0 ? text.slice(0, at).toLowerCase() + asciiDomain(text.slice(at)) : text.toLowerCase();
}

/** A text as the start of an address, if it looks like one. */
export function addressStart(typed: string): string | null {
  const address = storedAddress(typed);
  return address.includes("@") ? address : null;
}

const NOT_ASCII = /[^\0-\x7f]/;
const DOMAIN = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/iu;

// As the URL standard writes a host (UTS #46). Browsers do the same in email fields.
function asciiDomain(domain: string): string {
  const isConverted = NOT_ASCII.test(domain) && domain.length <= EMAIL_MAX && DOMAIN.test(domain);
  const url = isConverted ? URL.parse(`http://${domain}`) : null;
  return url?.hostname ?? domain.toLowerCase();
}

/**
 * An email address, normalized by `storedAddress`; dots and plus-tags stay. Accepts what a browser's email field accepts, at a public
 * domain. Only ASCII before the @, because other addresses need SMTPUTF8 (RFC 6531) at every mail server on the way, and we can't
 * verify a creator whom mail doesn't reach.
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

/** An absolute http or https URL, kept exactly as sent. Limited in bytes, because a database index is. */
export const httpUrl = z
  .string()
  .max(URL_MAX)
  .refine((text) => new TextEncoder().encode(text).length <= URL_MAX, {
    error: `must be at most ${URL_MAX} bytes long`,
  })
  // Stricter than the URL parser, which accepts a missing "//", a third slash, line breaks and spaces.
  .regex(/^https?:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu, { error: "must be an absolute http or https URL" })
  .refine((text) => URL.canParse(text), { error: "must be an absolute http or https URL" })
  .meta({ format: "uri", examples: ["https://platform.example.com/callback"] });

/** A SHA-256 hash in a request, in any case, as lower case. Without a flag, which the published document can't have. */
export const sha256In = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/, { error: "must be 64 hexadecimal characters" })
  .transform((hex) => hex.toLowerCase());

/** A date-time in a request, as a `Date`: ISO 8601 with seconds and any offset (RFC 3339). Date-only values are rejected. */
export const dateTimeIn = z
  .string()
  .toUpperCase()
  .check(z.iso.datetime({ offset: true }))
  // PostgreSQL has no year 0, and an offset can lead there from year 1, or beyond year 9999.
  .refine((text) => isStorable(new Date(text)), { error: "must be a date-time between the years 1 and 9999" })
  .meta({ examples: ["2026-09-05T12:00:00.000Z"] })
  .transform((text) => new Date(text));

/** A date-time in a response: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const dateTimeOut = z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-09-05T12:00:00.000Z"] });

function isStorable(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Text from outside on one line, so that it can't look like another line of ours. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** Whether a text shows anything: not only blanks and characters that are drawn as nothing. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(UNDRAWN, ""));

// Some letters (the Hangul fillers) and a symbol (the Braille pattern without dots) show nothing.
const UNDRAWN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What somebody typed to search a list, in its URL. Text that can't be read is ignored. */
export const searchText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !findUnstorableText(text))
    .optional()
    .catch(undefined);

/** A free-text reason of 3 to 500 characters. `hint` is the message for a shorter one. */
export const reasonText = (hint: string) =>
  z
    .string()
    .trim()
    .min(3, hint)
    .max(500, "Use at most 500 characters.")
    .refine((text) => !findUnstorableText(text), "The reason has characters we can’t store.");
