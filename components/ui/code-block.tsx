import { cn } from "./cn";
import { CopyButton } from "./copy";

export type CodeBlockProps = {
  code: string;
  /** Its title: "curl", "Response body". */
  label?: string;
  /** Pages without React color it, see `lib/api/reference/highlight`. */
  language?: string;
  wrap?: boolean;
  maxHeight?: "sm" | "md" | "lg" | "none";
  className?: string;
};

// Padding plus whole lines of 1rem, so that no line is cut.
const heights = {
  sm: "max-h-48 scroll-shade",
  md: "max-h-96 scroll-shade",
  lg: "max-h-[36rem] scroll-shade",
  none: "",
};

/** Code or data with a copy button. */
export function CodeBlock({ code, label, language, wrap, maxHeight = "none", className }: CodeBlockProps) {
  return (
    <figure className={cn("min-w-0 overflow-hidden rounded-md border border-line bg-sunken", className)}>
      <figcaption className="flex min-h-10 items-center justify-between gap-3 border-line border-b py-1 pr-1 pl-4 text-muted text-xs">
        <span>{label}</span>
        <CopyButton value={code} variant="ghost" label="Copy" />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "overflow-auto p-4 font-mono text-xs focus-visible:-outline-offset-2",
          wrap && "wrap-anywhere whitespace-pre-wrap",
          heights[maxHeight],
        )}
      >
        <code data-language={language}>{code}</code>
      </pre>
    </figure>
  );
}
