import { create } from "qrcode";
import { cn } from "./cn";

/** A QR code, drawn on the server. Dark on white in both themes, because many cameras read nothing else. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = create(text, { errorCorrectionLevel: "M" }).modules;
  const squares = Array.from(data, (isDark, at) => (isDark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ""));
  return (
    // The quiet zone around a code is four squares wide.
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className={cn("rounded-md", className)}
    >
      <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
