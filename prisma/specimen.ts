import sharp from "sharp";

/** The fictional person on a drawn document. */
export type Specimen = {
  legalName: string;
  birthDate: string;
  documentNumber: string;
  documentExpiry: string;
  /** Colors of the drawn face. */
  skin: string;
  hair: string;
  shirt: string;
};

const WIDTH = 1280;
const HEIGHT = 860;
const INK = "#28363a";
const FAINT = "#71807f";

/** The front of a fictional ID card on a table, marked as a specimen. */
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

/** A fictional person looking into the camera. */
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

/**
 * Capital letters, digits and a few signs as strokes on a grid of 4 by 6, because a bare machine has no fonts. Each stroke
 * is a run of points "xy"; a space starts the next.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: "062046 1434",
  B: "00063645443303 3342413000",
  C: "4130100105163645",
  D: "00063645413000",
  E: "40000646 0333",
  F: "400006 0333",
  G: "41301001051636454323",
  H: "0006 4046 0343",
  I: "1030 2026 1636",
  J: "40453616061505",
  K: "0006 40030346",
  L: "000646",
  M: "0600234046",
  N: "06004640",
  O: "103041453616050110",
  P: "06003041423303",
  Q: "103041453616050110 2446",
  R: "06003041423303 2346",
  S: "413010010213334445361605",
  T: "0040 2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046 4006",
  Y: "002340 2326",
  Z: "00400646",
  "0": "103041453616050110 0541",
  "1": "112026 1636",
  "2": "01103041420646",
  "3": "01103041423313 334445361605",
  "4": "30044440 3436",
  "5": "400003334445361605",
  "6": "4130100105163645443303",
  "7": "004026",
  "8": "103041423313020110 3344453616050413",
  "9": "051636454130100102133343",
  "-": "1333",
  "<": "400346",
  ".": "2526",
};

const LETTER_WIDTH = 4;
const LETTER_GAP = 2;

/** A line of text as SVG, with capitals of this height. Unknown characters become blanks. */
function strokeText(
  text: string,
  { x, y, height, colour, weight = 0.14 }: { x: number; y: number; height: number; colour: string; weight?: number },
): string {
  const unit = height / 6;
  const paths = [...text.toUpperCase()].flatMap((letter, index) =>
    (STROKES[letter] ?? "").split(" ").map((stroke) => {
      const points = (stroke.match(/\d\d/g) ?? []).map((point) => {
        const px = x + (index * (LETTER_WIDTH + LETTER_GAP) + Number(point[0])) * unit;
        return `${px.toFixed(1)},${(y + Number(point[1]) * unit).toFixed(1)}`;
      });
      return points.length > 1 ? `<polyline points="${points.join(" ")}"/>` : "";
    }),
  );
  const style = `fill="none" stroke="${colour}" stroke-width="${(height * weight).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g ${style}>${paths.join("")}</g>`;
}

/** The width of a text drawn by `strokeText`. */
const strokeWidth = (text: string, height: number): number =>
  ((text.length * (LETTER_WIDTH + LETTER_GAP) - LETTER_GAP) * height) / 6;
