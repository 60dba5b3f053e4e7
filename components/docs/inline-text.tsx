import type { ReactNode } from "react";

/** Text in which `…` marks what is code. Blank lines part paragraphs. */
export function InlineText({ text }: { text: string }): ReactNode {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith("`") && part.length > 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className="break-words font-mono text-ink">
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
}

export function Paragraphs({ text }: { text: string }): ReactNode {
  return text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph}>
      <InlineText text={paragraph} />
    </p>
  ));
}
