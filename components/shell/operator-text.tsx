import Head from "next/head";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { NoPage } from "./no-page";

type Block = { kind: "title" | "heading" | "text"; text: string } | { kind: "list"; items: string[] };

/** The parts of a plain text: paragraphs between blank lines, `# ` for a title, `## ` for a heading, `- ` for items. */
export function blocksOf(text: string): Block[] {
  return text.split(/\r?\n[^\S\n]*\r?\n\s*/).flatMap((part) => {
    const lines = part.split(/\r?\n/).map((line) => line.trim());
    const blocks: Block[] = [];
    for (const line of lines.filter(Boolean)) {
      const last = blocks.at(-1);
      const [, mark, rest = ""] = /^(##?|-)\s+(.*)$/.exec(line) ?? [];
      if (mark === "-") {
        if (last?.kind === "list") last.items.push(rest);
        else blocks.push({ kind: "list", items: [rest] });
      } else if (mark) {
        blocks.push({ kind: mark === "#" ? "title" : "heading", text: rest });
      } else if (last?.kind === "text") {
        last.text += ` ${line}`;
      } else if (last?.kind === "list") {
        // A long item continues on the next line.
        last.items[last.items.length - 1] += ` ${line}`;
      } else {
        blocks.push({ kind: "text", text: line });
      }
    }
    return blocks;
  });
}

/** A text of the operator's, or that there is none. `title` is the page's, unless the text has one. */
export function OperatorText({ title, text }: { title: string; text: string | null }) {
  if (text === null) return <NoPage />;
  const blocks = blocksOf(text);
  const [first] = blocks;
  const named = first?.kind === "title" ? first.text : title;
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 py-16 md:px-8">
      <Head>
        <title>{`${named} · ${SERVICE_NAME}`}</title>
      </Head>
      <article className="wrap-anywhere flex max-w-prose flex-col gap-4">
        <h1 className="font-semibold text-lg">{named}</h1>
        {(first?.kind === "title" ? blocks.slice(1) : blocks).map((block, n) =>
          block.kind === "list" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed
            <ul key={n} className="flex list-disc flex-col gap-2 pl-5">
              {block.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ) : block.kind === "text" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed
            <p key={n}>{block.text}</p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed
            <h2 key={n} className="pt-4 font-medium">
              {block.text}
            </h2>
          ),
        )}
      </article>
    </main>
  );
}
