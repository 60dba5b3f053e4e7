import { SERVICE_NAME } from "@/lib/platform/brand";
import type { DocumentType } from "./id-facts/schemas";

export { DOCUMENT_TYPES, type DocumentType } from "@/lib/domain/identity/id-facts/schemas";

export const documentLabels: Record<DocumentType, string> = {
  passport: "Passport",
  driving_licence: "Driver’s license",
  id_card: "ID card",
  residence_permit: "Residence permit",
};

export const PHOTO_KINDS = ["document_front", "document_back", "person"] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

export const photoLabels: Record<PhotoKind, string> = {
  document_front: "Front of the document",
  document_back: "Back of the document",
  person: "You",
};

/** A photo's title for its owner. Passports have no front and back. */
export function photoTitle(kind: PhotoKind, documentType: DocumentType | null): string {
  return documentType === "passport" && kind === "document_front"
    ? "Passport page with your picture"
    : photoLabels[kind];
}

/** Photos within a sentence to their owner: "the front of the document and a photo of you". */
export const photosInSentence = (kinds: readonly PhotoKind[], documentType: DocumentType | null): string =>
  new Intl.ListFormat("en").format(
    kinds.map((kind) => (kind === "person" ? "a photo of you" : `the ${lowered(photoTitle(kind, documentType))}`)),
  );

const lowered = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/** The photos a check needs: one page of a passport, both sides of other documents, and the person. */
export const photosNeeded = (type: DocumentType | null): readonly PhotoKind[] =>
  type === "passport" ? ["document_front", "person"] : ["document_front", "document_back", "person"];

/** The newest photo of each kind. The person replaced the earlier ones after the check was sent. */
export const newestPhotos = <Photo extends { id: string; kind: PhotoKind }>(photos: readonly Photo[]): Photo[] =>
  photos.filter(({ id, kind }) => !photos.some((other) => other.kind === kind && other.id > id));

export const isPhotoKind = (text: string): text is PhotoKind => PHOTO_KINDS.some((kind) => kind === text);

/** What a person declares when sending an ID check, as 28 U.S.C. § 1746 requires. A change of any word is a new version. */
export const DECLARATION = {
  version: "declaration-2026-11-21",
  statement: `I declare under penalty of perjury under the laws of the United States of America that what I have entered here is true and correct, that I am at least 18 years old, and that the identity document and the photos I send to ${SERVICE_NAME} are genuine and show me.`,
  summary: "In short: this is really you, it is really your ID, and you are 18 or older.",
} as const;

/** The declaration byte for byte as it is attested. */
export const DECLARATION_TEXT = `${DECLARATION.statement}\n\n${DECLARATION.summary}`;

// All assigned codes of ISO 3166-1 alpha-2, and XK, which Kosovo's documents use.
const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

const names = new Intl.DisplayNames("en", { type: "region" });
const codes = new Set(CODES);

/** Whether a text is the code of a country that issues documents. */
export const isCountry = (code: string): boolean => codes.has(code);

/** A country's English name; for an unknown code, the code. */
export const countryName = (code: string): string => (codes.has(code) ? (names.of(code) ?? code) : code);

/** Every country, sorted by English name, for a select. */
export const countries: readonly { value: string; label: string }[] = CODES.map((code) => ({
  value: code,
  label: countryName(code),
})).sort((a, b) => a.label.localeCompare(b.label, "en"));

// The three letters of ICAO 9303 for each of `CODES`, in their order.
const THREE =
  "AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM RKS YEM MYT ZAF ZMB ZWE".split(
    " ",
  );
// Codes that only machine-readable zones have: Germany's, those of British nationals, and what Kosovo had before.
const byThree = new Map([
  ...THREE.map((three, index) => [three, CODES[index] ?? null] as const),
  ...([
    ["D", "DE"],
    ["GBD", "GB"],
    ["GBN", "GB"],
    ["GBO", "GB"],
    ["GBP", "GB"],
    ["GBS", "GB"],
    ["XKX", "XK"],
    ["UNK", "XK"],
  ] as const),
]);

/** The country of an issuer's code in a machine-readable zone; null for organizations and unknown codes. */
export const countryOfIcao = (code: string): string | null => byThree.get(code) ?? null;

const STATES =
  "AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming".split(
    "|",
  );

/** The states and territories of the United States that issue driver’s licenses, for a select. */
export const states: readonly { value: string; label: string }[] = STATES.map((state) => ({
  value: state.slice(0, 2),
  label: state.slice(3),
}));

export const isState = (code: string): boolean => states.some(({ value }) => value === code);

/** Whether a document is issued by a state and not by its country. */
export const isOfState = ({
  documentType,
  documentCountry,
}: {
  documentType: string | null;
  documentCountry: string | null;
}) => documentType === "driving_licence" && documentCountry === "US";

/** Who issued a document: its country, and its state if it has one. */
export function issuerName({
  documentCountry,
  documentState,
}: {
  documentCountry: string | null;
  documentState: string | null;
}) {
  const state = states.find(({ value }) => value === documentState);
  return [...(documentCountry ? [countryName(documentCountry)] : []), ...(state ? [state.label] : [])].join(", ");
}
