import type { ScopeFigures } from "@/lib/domain/examinations";

const LINES: readonly [keyof ScopeFigures, string, string?][] = [
  ["productions", "production"],
  ["scenes", "scene"],
  ["depictions", "depiction"],
  ["people", "performer"],
  ["ids", "verified ID"],
  ["copies", "stored copy", "stored copies"],
  ["releases", "signed release"],
];

/** What an examination opens, in numbers. */
export const OpensFigures = ({ opens }: { opens: ScopeFigures }) => (
  <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
    {LINES.map(([name, one, many = `${one}s`]) => (
      <div key={name} className="flex flex-col-reverse">
        <dt className="text-muted text-sm">{opens[name] === 1 ? one : many}</dt>
        <dd className="font-semibold text-lg tabular-nums">{opens[name]}</dd>
      </div>
    ))}
  </dl>
);
