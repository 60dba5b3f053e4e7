import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import sharp, { type Sharp } from "sharp";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import type { DocumentText } from "@/lib/platform/documents/mrz";

// Documents that never were, of people who never were, and photos of them as phones take them.

/** A document, and what its machine-readable part says. */
export type Specimen = {
  name: string;
  kind: "TD1" | "TD3" | "PDF417";
  svg: string;
  width: number;
  height: number;
  says: { name: string; birth: string; number: string; expiry: string; country: string; state?: string };
};

/** How a photo is taken. */
export type Shot = {
  /** Quarter turns. */
  turn?: 0 | 90 | 180 | 270;
  /** Degrees besides. */
  skew?: number;
  /** How much of the picture the document takes, along the side where it takes most. */
  fill?: number;
  blur?: number;
  /** Brightness, 1 as it is. */
  light?: number;
  /** A reflection over the machine-readable part. */
  glare?: boolean;
  /** The part of the document's height that is out of the picture, at its lower edge. */
  cut?: number;
  width?: number;
};

/** Photos that capture takes, and that are read. */
export const GOOD_SHOTS: Readonly<Record<string, Shot>> = {
  straight: {},
  turned: { turn: 90, skew: 2 },
  "upside down": { turn: 180, skew: -3 },
  "on its other side": { turn: 270, skew: 4 },
  "farther away": { fill: 0.7, skew: -5 },
  "in a dim room": { light: 0.6, skew: 1 },
  "a little soft": { blur: 1.6, skew: -2 },
};

/** Photos that capture refuses. */
export const BAD_SHOTS: Readonly<Record<string, Shot>> = {
  dark: { light: 0.25 },
  glaring: { glare: true },
  cropped: { cut: 0.15 },
  "cropped at a side": { cut: 0.2, turn: 90 },
  blurred: { blur: 9 },
  "too far": { fill: 0.4 },
};

/** Whether everything that was read is what a specimen says. */
export const isRight = (read: DocumentText | null, { says }: Specimen): boolean =>
  read?.name === says.name &&
  read.birthDate === says.birth &&
  read.number === says.number &&
  read.expiryDate === says.expiry &&
  read.issuer === says.country &&
  read.state === (says.state ?? null);

/** A photo's pixels as the camera's page measures them. */
export async function pixelsOf(photo: Buffer) {
  const { data, info } = await sharp(photo)
    .resize(1280, 1280, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const PX = 16;
const fontOf = (path: string): Font => {
  const font = create(readFileSync(path));
  if (!("glyphsForString" in font)) throw new Error(`${path} has several fonts`);
  return font;
};
// OCR-B by Norbert Schwarz and Matthew Skala, who put it into the public domain.
let fonts: { ocrB: Font; sans: Font } | undefined;
const known = () => {
  fonts ??= {
    ocrB: fontOf("lib/platform/documents/ocr-b.otf"),
    sans: fontOf("node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf"),
  };
  return fonts;
};

type Text = { font?: "ocrB" | "sans"; size: number; x: number; y: number; pitch?: number; fill?: string };

/** A line of text as outlines, in millimeters, so that no system font is needed. */
function drawn(text: string, { font = "sans", size, x, y, pitch, fill = "#1d1d24" }: Text): string {
  const face = known()[font];
  const scale = (size / face.unitsPerEm) * PX;
  let at = x * PX;
  const { glyphs, positions } = face.layout(text);
  return glyphs
    .map((glyph, index) => {
      const path = `<path transform="translate(${at.toFixed(2)} ${y * PX}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}" fill="${fill}"/>`;
      at += pitch ? pitch * PX : (positions[index]?.xAdvance ?? 0) * scale;
      return path;
    })
    .join("");
}

const WEIGHTS = [7, 3, 1];
const worthOf = (sign: string) => (sign === "<" ? 0 : Number.parseInt(sign, 36));
const digitOf = (text: string) =>
  String([...text].reduce((sum, sign, index) => sum + worthOf(sign) * (WEIGHTS[index % 3] ?? 0), 0) % 10);
const filled = (text: string, length: number) => text.padEnd(length, "<").slice(0, length);
const short = (day: string) => day.slice(2).replaceAll("-", "");

type Person = { surname: string; given: string; birth: string; sex: "F" | "M"; number: string; expiry: string };

function passport(country: string, person: Person): string[] {
  const birth = short(person.birth);
  const expiry = short(person.expiry);
  const number = filled(person.number, 9);
  const own = filled("", 14);
  const numbers = `${number}${digitOf(number)}`;
  const days = [`${birth}${digitOf(birth)}`, `${expiry}${digitOf(expiry)}`] as const;
  const rest = `${own}${digitOf(own)}`;
  return [
    filled(`P<${filled(country, 3)}${person.surname}<<${person.given}`, 44),
    `${numbers}${filled(country, 3)}${days[0]}${person.sex}${days[1]}${rest}${digitOf(`${numbers}${days[0]}${days[1]}${rest}`)}`,
  ];
}

function card(country: string, person: Person): string[] {
  const birth = short(person.birth);
  const expiry = short(person.expiry);
  const number = filled(person.number, 9);
  const days = [`${birth}${digitOf(birth)}`, `${expiry}${digitOf(expiry)}`] as const;
  const first = `ID${filled(country, 3)}${number}${digitOf(number)}${filled("", 15)}`;
  const whole = digitOf(`${first.slice(5)}${days[0]}${days[1]}${filled("", 11)}`);
  return [
    first,
    `${days[0]}${person.sex}${days[1]}${filled(country, 3)}${filled("", 11)}${whole}`,
    filled(`${person.surname}<<${person.given}`, 30),
  ];
}

/** Waves as on bank notes, which get in the way of reading. */
function guilloche(width: number, height: number, hue: number): string {
  return Array.from({ length: 26 }, (_, row) => {
    const y = (row / 25) * height;
    const points = Array.from({ length: 61 }, (__, step) => {
      const x = (step / 60) * width;
      return `${x.toFixed(1)},${(y + Math.sin(step / 2.2 + row) * height * 0.02).toFixed(1)}`;
    });
    return `<polyline points="${points.join(" ")}" fill="none" stroke="hsl(${hue} 45% 72%)" stroke-width="2"/>`;
  }).join("");
}

function page(kind: "TD1" | "TD3", country: string, person: Person, hue: number): Specimen {
  const [across, down] = kind === "TD3" ? [125, 88] : [85.6, 54];
  const [width, height] = [across * PX, down * PX];
  const lines = kind === "TD3" ? passport(country, person) : card(country, person);
  const pitch = 2.54;
  const left = (across - pitch * (lines[0]?.length ?? 0)) / 2;
  const step = kind === "TD3" ? 6.4 : 5;
  const top = down - (lines.length - 1) * step - 6;
  const about = kind === "TD3" ? 13 : 7;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" rx="40" fill="hsl(${hue} 40% 92%)"/>${guilloche(width, height, hue)}
    ${drawn(`${kind === "TD3" ? "PASSPORT" : "IDENTITY CARD"}  ${country}  SPECIMEN`, { size: 4, x: 5, y: about - 4 })}
    <rect x="${5 * PX}" y="${about * PX}" width="${(top - about - 6) * 0.8 * PX}" height="${(top - about - 6) * PX}" fill="hsl(${hue} 15% 60%)"/>
    ${[person.surname, person.given, person.birth, person.number, person.expiry]
      .map((text, row) =>
        drawn(text.replaceAll("<", " "), { size: 3, x: across * 0.45, y: about + 4 + row * ((top - about - 6) / 6) }),
      )
      .join("")}
    ${lines.map((line, row) => drawn(line, { font: "ocrB", size: 3.6, x: left, y: top + row * step, pitch })).join("")}
  </svg>`;
  const says = {
    name: `${person.given} ${person.surname}`.replaceAll("<", " "),
    birth: person.birth,
    number: person.number,
    expiry: person.expiry,
    country,
  };
  return { name: `${country} ${kind}`, kind, svg, width, height, says };
}

const PEOPLE: readonly (Person & { country: string })[] = [
  {
    country: "D",
    surname: "MUSTERFRAU",
    given: "ADA<SPECIMEN",
    birth: "1990-01-31",
    sex: "F",
    number: "C01X00T47",
    expiry: "2034-05-01",
  },
  {
    country: "FRA",
    surname: "EXEMPLE",
    given: "LEA<SPECIMEN<MARIE",
    birth: "1987-12-05",
    sex: "F",
    number: "12AB34567",
    expiry: "2031-10-22",
  },
  {
    country: "ESP",
    surname: "EJEMPLO<FICTICIO",
    given: "PABLO",
    birth: "1979-07-18",
    sex: "M",
    number: "XDA853160",
    expiry: "2029-02-28",
  },
  {
    country: "POL",
    surname: "PRZYKLADOWA",
    given: "ZOFIA<SPECIMEN",
    birth: "2001-03-09",
    sex: "F",
    number: "ZS0000177",
    expiry: "2033-11-30",
  },
  {
    country: "SWE",
    surname: "EXEMPELSSON",
    given: "BO<OLOF<IVAR",
    birth: "1968-08-08",
    sex: "M",
    number: "59000002",
    expiry: "2030-06-15",
  },
];

/** Passports (TD3) and ID cards (TD1) of five countries. */
export const cards = (): Specimen[] =>
  PEOPLE.flatMap(({ country, ...person }, index) => [
    page("TD3", country, person, index * 70 + 20),
    page("TD1", country, person, index * 70 + 200),
  ]);

const US = [
  {
    state: "CA",
    issuer: "636014",
    number: "I1234562",
    surname: "SPECIMEN",
    given: "ADA",
    middle: "MARIE",
    birth: "1990-01-31",
    expiry: "2030-01-31",
  },
  {
    state: "NY",
    issuer: "636001",
    number: "123456789",
    surname: "EXAMPLE",
    given: "LOU",
    middle: "",
    birth: "1985-11-02",
    expiry: "2029-11-02",
  },
  {
    state: "TX",
    issuer: "636015",
    number: "00000123",
    surname: "SAMPLE",
    given: "PAT",
    middle: "LEE",
    birth: "1999-06-15",
    expiry: "2031-06-15",
  },
] as const;

/** The back of a US license, with its barcode (AAMVA, version 10). */
export async function licenses(): Promise<Specimen[]> {
  prepareZXingModule({
    overrides: {
      wasmBinary: new Uint8Array(readFileSync("node_modules/zxing-wasm/dist/writer/zxing_writer.wasm")).buffer,
    },
  });
  return Promise.all(
    US.map(async ({ state, issuer, number, surname, given, middle, birth, expiry }) => {
      const us = (day: string) => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
      const fields = `DLDAQ${number}\nDCS${surname}\nDDEN\nDAC${given}\nDDFN\nDAD${middle || "NONE"}\nDDGN\nDCAC\nDCBNONE\nDCDNONE\nDBD01312022\nDBB${us(birth)}\nDBA${us(expiry)}\nDBC2\nDAU067 IN\nDAYBRO\nDAG1 EXAMPLE STREET\nDAISPECIMEN\nDAJ${state}\nDAK900010000  \nDCF00/00/0000NNNAN/ANFD/YY\nDCGUSA\n\r`;
      const head = `@\n\x1e\rANSI ${issuer}100001DL0031${String(fields.length).padStart(4, "0")}`;
      const { svg, error } = await writeBarcode(head + fields, {
        format: "PDF417",
        options: "columns=16,ecLevel=5",
        scale: 4,
      });
      if (error) throw new Error(error);
      const code = await sharp(Buffer.from(svg)).png({ compressionLevel: 0 }).toBuffer();
      const [width, height] = [85.6 * PX, 54 * PX];
      const inner = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">
        <rect width="100%" height="100%" rx="40" fill="#eef1f5"/>${guilloche(width, height, 210)}
        ${drawn(`${state} DRIVER LICENSE  SPECIMEN`, { size: 3.5, x: 5, y: 8 })}
        <rect x="${4 * PX}" y="${27 * PX}" width="${77.6 * PX}" height="${20 * PX}" fill="#fff"/>
        <image x="${5 * PX}" y="${28 * PX}" width="${75.6 * PX}" height="${18 * PX}" preserveAspectRatio="none" href="data:image/png;base64,${code.toString("base64")}"/>
      </svg>`;
      const says = {
        name: [given, middle, surname].filter(Boolean).join(" "),
        birth,
        number,
        expiry,
        country: "USA",
        state,
      };
      return { name: `USA ${state} PDF417`, kind: "PDF417" as const, svg: inner, width, height, says };
    }),
  );
}

/** Where a document's lower edge is when it is turned. */
const CUT_AT = { 0: "south", 90: "west", 180: "north", 270: "east" } as const;

const pngOf = (picture: Sharp): Promise<Buffer> => picture.png({ compressionLevel: 0 }).toBuffer();

/** A photo of a document on a table, as a JPEG. */
export async function photograph(specimen: Specimen, shot: Shot = {}): Promise<Buffer> {
  const { turn = 0, skew = 0, fill = 0.85, blur = 0, light = 1, glare = false, cut = 0, width = 2400 } = shot;
  const height = Math.round(width * 0.75);
  const [across, down] = turn % 180 === 0 ? [specimen.width, specimen.height] : [specimen.height, specimen.width];
  const scale = fill * Math.min(width / across, height / down);
  const size = { width: Math.round(specimen.width * scale), height: Math.round(specimen.height * scale) };
  const seen = { left: 0, top: 0, width: size.width, height: Math.round(size.height * (1 - cut)) };
  /** Something of the document's size, where the document lies. */
  const laid = async (svg: string) => {
    const flat = await pngOf(sharp(Buffer.from(svg)).resize(size).extract(seen));
    const turned = await pngOf(sharp(flat).rotate(turn + skew, { background: "#0000" }));
    return pngOf(sharp(turned).resize({ width, height, fit: "inside", withoutEnlargement: true }));
  };
  const drawing = (svg: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`);
  const table = drawing(
    `<defs><linearGradient id="t" x2="1" y2="1"><stop stop-color="#6b5440"/><stop offset="1" stop-color="#3c2d20"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#t)"/>`,
  );
  const shade = drawing(
    `<defs><linearGradient id="s" x2="1" y2="0.4"><stop stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.28"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/>`,
  );
  const noise = sharp({
    create: { width, height, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 6 } },
  });
  // A lamp's reflection is as bright in the shade.
  const shine = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs><radialGradient id="g"><stop offset="0.35" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${size.width * 0.55}" cy="${size.height * 0.8}" rx="${size.width * 0.32}" ry="${size.height * 0.3}" fill="url(#g)"/></svg>`;
  const gravity = cut ? CUT_AT[turn] : "center";
  const scene = await pngOf(
    sharp(table)
      .composite([
        { input: await laid(specimen.svg), gravity },
        { input: shade },
        ...(glare ? [{ input: await laid(shine), gravity }] : []),
        { input: await pngOf(noise), blend: "soft-light" },
      ])
      .removeAlpha(),
  );
  let photo = sharp(scene);
  if (blur) photo = photo.blur(blur);
  if (light !== 1) photo = photo.linear(light, 0);
  return photo.jpeg({ quality: 85, chromaSubsampling: "4:4:4" }).toBuffer();
}
