import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** A name that even a phone has room for stays in one piece, hyphens and all. */
const isShort = (code: string): boolean => code.length <= 24 && !code.includes(" ");

/** Text in which `…` marks what is code. Blank lines part paragraphs. */
export function InlineText({ text }: { text: string }): ReactNode {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith("`") && part.length > 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className={cn("font-mono text-ink", isShort(part) ? "whitespace-nowrap" : "break-words")}>
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
