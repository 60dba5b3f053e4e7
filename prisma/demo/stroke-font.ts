/**
 * Capital letters, digits and a few signs as strokes on a grid of 4 by 6, because a bare machine has no fonts to draw text
 * with. Each stroke is a run of points "xy"; a space starts the next.
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

const WIDTH = 4;
const GAP = 2;

/** SVG of a line of text whose capital height is `height`; what the alphabet lacks becomes a blank. */
export function strokeText(
  text: string,
  { x, y, height, colour, weight = 0.14 }: { x: number; y: number; height: number; colour: string; weight?: number },
): string {
  const unit = height / 6;
  const paths = [...text.toUpperCase()].flatMap((letter, index) =>
    (STROKES[letter] ?? "").split(" ").map((stroke) => {
      const points = (stroke.match(/\d\d/g) ?? []).map((point) => {
        const px = x + (index * (WIDTH + GAP) + Number(point[0])) * unit;
        return `${px.toFixed(1)},${(y + Number(point[1]) * unit).toFixed(1)}`;
      });
      return points.length > 1 ? `<polyline points="${points.join(" ")}"/>` : "";
    }),
  );
  const style = `fill="none" stroke="${colour}" stroke-width="${(height * weight).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g ${style}>${paths.join("")}</g>`;
}

/** How wide `strokeText` draws a text. */
export const strokeWidth = (text: string, height: number): number => ((text.length * (WIDTH + GAP) - GAP) * height) / 6;
