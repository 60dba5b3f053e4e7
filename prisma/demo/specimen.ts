import sharp from "sharp";
import { strokeText, strokeWidth } from "./stroke-font";

/** Who a drawn document is of. Nobody: the names and faces are made up. */
export type Specimen = {
  legalName: string;
  birthDate: string;
  documentNumber: string;
  documentExpiry: string;
  /** Colours of the drawn face. */
  skin: string;
  hair: string;
  shirt: string;
};

const WIDTH = 1280;
const HEIGHT = 860;
const INK = "#28363a";
const FAINT = "#71807f";

/** The front of a made-up ID card, lying on a table. Marked so that nobody takes it for a real one. */
export function drawDocumentFront(person: Specimen): Promise<Buffer> {
  const field = (label: string, value: string, y: number) =>
    strokeText(label, { x: 520, y, height: 16, colour: FAINT }) +
    strokeText(value, { x: 520, y: y + 30, height: 30, colour: INK });
  return photograph(`
    ${card("#dfe9e4", "#b7d0cb")}
    ${strokeText("IDENTITY CARD", { x: 130, y: 140, height: 36, colour: INK })}
    <svg x="130" y="230" width="320" height="400" viewBox="0 0 320 400">
      <rect width="320" height="400" rx="14" fill="#eef2ef"/>${face(person)}
    </svg>
    ${field("NAME", person.legalName, 230)}
    ${field("DATE OF BIRTH", person.birthDate, 330)}
    ${field("CARD NUMBER", person.documentNumber, 430)}
    ${field("VALID UNTIL", person.documentExpiry, 530)}
    ${mark()}`);
}

/** The back of the same card. */
export function drawDocumentBack(person: Specimen): Promise<Buffer> {
  const [given = "", ...family] = person.legalName.split(" ");
  const lines = [
    `ID<${person.documentNumber}`.padEnd(26, "<"),
    `${person.birthDate.replaceAll("-", "").slice(2)}<${person.documentExpiry.replaceAll("-", "").slice(2)}`.padEnd(
      26,
      "<",
    ),
    `${family.join("<")}<<${given}`.slice(0, 26).padEnd(26, "<"),
  ];
  return photograph(`
    ${card("#e4ebe7", "#c4d6d0")}
    <rect x="90" y="160" width="1100" height="80" fill="#3b4547"/>
    ${lines.map((line, n) => strokeText(line, { x: 130, y: 520 + n * 64, height: 34, colour: INK })).join("")}
    ${mark()}`);
}

/** A made-up person who looks into the camera. */
export function drawPerson(person: Specimen): Promise<Buffer> {
  return photograph(`
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#cfd6d2"/>
    <rect x="760" width="520" height="${HEIGHT}" fill="#c2cbc7"/>
    <svg x="330" y="60" width="640" height="800" viewBox="0 0 320 400">${face(person)}</svg>
    ${mark()}`);
}

const card = (from: string, to: string) => `
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#8b7b69"/>
  <linearGradient id="card" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
  </linearGradient>
  <rect x="98" y="98" width="1100" height="690" rx="44" fill="#00000040"/>
  <rect x="90" y="88" width="1100" height="690" rx="44" fill="url(#card)"/>`;

const face = ({ skin, hair, shirt }: Specimen) => `
  <path d="M40 400c0-80 50-110 120-110s120 30 120 110z" fill="${shirt}"/>
  <path d="M92 200c-16-110 10-150 68-150s84 40 68 150l-8 70h-120z" fill="${hair}"/>
  <path d="M136 240h48v70c-10 16-38 16-48 0z" fill="${skin}"/>
  <ellipse cx="160" cy="180" rx="56" ry="76" fill="${skin}"/>
  <path d="M104 160c10-50 40-62 62-60 30 2 46 26 50 58-30-6-60-12-74-34-8 20-22 30-38 36z" fill="${hair}"/>
  <g fill="#2b2a29"><circle cx="138" cy="178" r="5"/><circle cx="182" cy="178" r="5"/></g>
  <path d="M142 222q18 12 36 0" fill="none" stroke="#8c4b43" stroke-width="5" stroke-linecap="round"/>
  <path d="M160 184v18l-6 4" fill="none" stroke="#00000033" stroke-width="4" stroke-linecap="round"/>`;

function mark(): string {
  const height = 120;
  const x = (WIDTH - strokeWidth("SPECIMEN", height)) / 2;
  const text = strokeText("SPECIMEN", { x, y: HEIGHT / 2 - height / 2, height, colour: "#b3261e", weight: 0.12 });
  return `<g opacity="0.45" transform="rotate(-18 ${WIDTH / 2} ${HEIGHT / 2})">${text}</g>`;
}

function photograph(content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer();
}
