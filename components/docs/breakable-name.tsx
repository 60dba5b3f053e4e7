import { Fragment } from "react";

/** A name from the wire in letters of code, broken after its dots and underscores where a line is too short for it. */
export function BreakableName({ name }: { name: string }) {
  const parts = name.split(/(?<=[._])/);
  return (
    <code className="font-mono text-[0.9em]">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
