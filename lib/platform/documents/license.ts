import type { DocumentText } from "./mrz.ts";

// AAMVA's numbers of issuers, one after another. Those without a letter code issue no licenses of a state or province.
const NUMBERED = {
  604426: "PE AS QC YT MP PR AB NU NT",
  636000:
    "VA NY MA MD NC SC CT LA MT NM FL DE ON NS CA TX NL NB IA GU CO AR KS OH VT PA AZ - BC OR MO WI MI AL ND IL NJ IN MN NH UT ME SD DC SK WA KY HI MB NV ID MS RI TN NE GA - - OK AK WY WV VI",
};
const ISSUERS = new Map<string, string | null>(
  Object.entries(NUMBERED).flatMap(([first, codes]) =>
    codes.split(" ").map((code, index) => [`${Number(first) + index}`, code === "-" ? null : code] as const),
  ),
);

/** The barcode of a US or Canadian license or ID card (AAMVA DL/ID Card Design Standard); null for any other barcode. */
export function readLicense(barcode: string): DocumentText | null {
  const start = /^@[\s\S]{0,8}?(?:ANSI |AAMVA)\d{6}/.exec(barcode);
  if (!start) return null;
  const fieldOf = (id: string): string | null => {
    const value = new RegExp(`(?:^|[\\n\\r\\x1e]|DL|ID|EN)${id}([^\\n\\r\\x1e]*)`).exec(barcode)?.[1]?.trim();
    return value && !/^(NONE|UNAVL|UNK)$/i.test(value) ? value : null;
  };
  const country = fieldOf("DCG");
  const [given, middle] = [fieldOf("DAC") ?? fieldOf("DCT"), fieldOf("DAD")];
  const parts = [given, middle, fieldOf("DCS") ?? fieldOf("DAB")].flatMap((part) => part?.replaceAll(",", " ") ?? []);
  return {
    source: "pdf417",
    name: parts.join(" ").replace(/\s+/g, " ") || null,
    isNameCut: ["DDE", "DDF", "DDG"].some((id) => fieldOf(id) === "T"),
    birthDate: dateOf(fieldOf("DBB"), country),
    expiryDate: dateOf(fieldOf("DBA"), country),
    number: fieldOf("DAQ"),
    code: /(?:ANSI |AAMVA)\d{10,12}(DL|ID|EN)/.exec(barcode)?.[1] ?? null,
    issuer: country,
    // An address may be in another state.
    state: ISSUERS.get(/(?:ANSI |AAMVA)(\d{6})/.exec(barcode)?.[1] ?? "") ?? fieldOf("DAJ")?.toUpperCase() ?? null,
  };
}

/** Month first in the US, year first in Canada. */
function dateOf(text: string | null, country: string | null): string | null {
  const parts = /^(\d{2})(\d{2})(\d{4})$/.exec(text ?? "");
  const year = Number(text?.slice(0, 4));
  const isYearFirst = country === "CAN" || (country !== "USA" && year > 1900 && year < 2200);
  const date =
    text && isYearFirst
      ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
      : parts && `${parts[3]}-${parts[1]}-${parts[2]}`;
  return date && !Number.isNaN(Date.parse(date)) ? date : null;
}
