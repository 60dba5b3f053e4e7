import type { Block } from "@/components/api/reference/article";
import type { ReferenceGroup } from "@/components/api/reference/group-parts";
import type { DocsPage } from "./docs-page";

/** One result: its title, its page, its address, and the other words that find it. */
export type Found = [title: string, page: string, address: string, words: string];

/** What a search finds: pages and their parts. */
export function searchIndex(pages: readonly DocsPage[]): Found[] {
  return pages.flatMap(({ slug, title, chapter, summary = "", parts, group }) => {
    const address = `/docs/${slug}`;
    const words = wordsOf(group);
    return [
      [title, chapter, address, plain(summary)] satisfies Found,
      // The parts of an error's page are the same everywhere.
      ...(slug.startsWith("errors/") ? [] : parts).map(
        ({ id, label }): Found => [label, title, `${address}#${id}`, words.get(id) ?? ""],
      ),
    ];
  });
}

function wordsOf(group: ReferenceGroup): ReadonlyMap<string, string> {
  switch (group.kind) {
    case "article":
      return new Map(group.article.parts.map(({ id, blocks }) => [id, plain(blocks.map(textOf).join(" "))]));
    case "calls":
      return new Map(
        group.calls.map(({ id, method, path, body, query }) => [
          id,
          [id, method, path, ...[...body, ...query].map(({ name }) => name)].join(" "),
        ]),
      );
    case "types":
      return new Map(group.events.map(({ id, fields }) => [id, fields.map(({ name }) => name).join(" ")]));
    default:
      return new Map();
  }
}

function textOf(block: Block): string {
  if (typeof block === "string") return block;
  if ("list" in block) return block.list.join(" ");
  if ("table" in block) return block.table.rows.flat().join(" ");
  return "warning" in block ? block.warning : "";
}

const plain = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");
