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

/** What a photo shows, for those who aren't its owner. */
export const photoSubjects: Record<PhotoKind, string> = { ...photoLabels, person: "The person" };

/** A photo's title for its owner. Passports have no front and back. */
export function photoTitle(kind: PhotoKind, documentType: DocumentType | null): string {
  return documentType === "passport" && kind === "document_front"
    ? "Passport page with your picture"
    : photoLabels[kind];
}

/** Photos within a sentence to their owner: "the front of the document and a photo of you". `person`: what to call somebody else. */
export const photosInSentence = (
  kinds: readonly PhotoKind[],
  documentType: DocumentType | null,
  { person = "you" } = {},
): string =>
  new Intl.ListFormat("en").format(
    kinds.map((kind) =>
      kind === "person" ? `a photo of ${person}` : `the ${lowered(photoTitle(kind, documentType))}`,
    ),
  );

const lowered = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/** The photos a check needs: one page of a passport, both sides of other documents, and the person. */
export const photosNeeded = (type: DocumentType | null): readonly PhotoKind[] =>
  type === "passport" ? ["document_front", "person"] : ["document_front", "document_back", "person"];

/** The newest photo of each kind. The person replaced the earlier ones after the check was sent. */
export const newestPhotos = <Photo extends { id: string; kind: PhotoKind }>(photos: readonly Photo[]): Photo[] =>
  photos.filter(({ id, kind }) => !photos.some((other) => other.kind === kind && other.id > id));

type SentCheck<Photo> = { photos: readonly Photo[]; photosAskedAt: Date | null };

/** The newest photo of each kind that the person sent: a better one that they were asked for is theirs until they send it. */
export const sentPhotos = <Photo extends { id: string; kind: PhotoKind; createdAt: Date }>(check: SentCheck<Photo>) =>
  newestPhotos(check.photos.filter(({ createdAt }) => isSent(createdAt, check)));

/** Whether what was made at a time, such as a photo or a reading of it, is of what the person sent. */
export const isSent = (at: Date, { photosAskedAt }: { photosAskedAt: Date | null }): boolean =>
  photosAskedAt === null || at <= photosAskedAt;

export const isPhotoKind = (text: string): text is PhotoKind => PHOTO_KINDS.some((kind) => kind === text);

/** What a person declares when sending an ID check, as 28 U.S.C. § 1746 requires. A change of any word is a new version. */
export const DECLARATION = {
  version: "declaration-2026-11-21",
  statement: `I declare under penalty of perjury under the laws of the United States of America that what I have entered here is true and correct, that I am at least 18 years old, and that the identity document and the photos I send to ${SERVICE_NAME} are genuine and show me.`,
  summary: "In short: this is really you, it is really your ID, and you are 18 or older.",
} as const;

/** The declaration byte for byte as it is attested. */
export const DECLARATION_TEXT = `${DECLARATION.statement}\n\n${DECLARATION.summary}`;

// All assigned codes of ISO 3166-1: two letters, and the three of machine-readable zones (ICAO 9303). XK and RKS are Kosovo's.
const COUNTRIES =
  "AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM XK:RKS YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE"
    .split(" ")
    .map((pair) => ({ code: pair.slice(0, 2), icao: pair.slice(3) }));

const names = new Intl.DisplayNames("en", { type: "region" });
const codes = new Set(COUNTRIES.map(({ code }) => code));

/** Whether a text is the code of a country that issues documents. */
export const isCountry = (code: string): boolean => codes.has(code);

/** A country's English name; for an unknown code, the code. */
export const countryName = (code: string): string => (codes.has(code) ? (names.of(code) ?? code) : code);

/** Every country, sorted by English name, for a select. */
export const countries: readonly { value: string; label: string }[] = COUNTRIES.map(({ code }) => ({
  value: code,
  label: countryName(code),
})).sort((a, b) => a.label.localeCompare(b.label, "en"));

// Codes that only machine-readable zones have: Germany's, those of British nationals, and what Kosovo had before.
const byIcao = new Map([
  ...COUNTRIES.map(({ code, icao }) => [icao, code] as const),
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
export const countryOfIcao = (code: string): string | null => byIcao.get(code) ?? null;

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

/** A state's name, or the code of what isn't one. */
export const stateName = (code: string): string => states.find(({ value }) => value === code)?.label ?? code;

/** Who issued a document: its country, and its state if it has one. */
export function issuerName({
  documentCountry,
  documentState,
}: {
  documentCountry: string | null;
  documentState: string | null;
}) {
  return [documentCountry && countryName(documentCountry), documentState && stateName(documentState)]
    .filter(Boolean)
    .join(", ");
}
