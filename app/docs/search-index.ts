import { isValidElement, type ReactNode } from "react";
import { GroupParts, type ReferenceGroup } from "@/components/api/reference/group-parts";
import { Section } from "@/components/api/reference/section";
import type { DocsPage } from "./docs-page";
import { SYNONYMS } from "./search-synonyms";

/** One result: its title, its page, its address, other names for it, and the words on it. */
export type Found = [title: string, page: string, address: string, names: string, words: string];

/** What a search finds: pages and their parts. */
export function searchIndex(pages: readonly DocsPage[]): Found[] {
  return pages.flatMap(({ slug, title, chapter, summary = "", parts, group }) => {
    const address = `/docs/${slug}`;
    const { page: pageWords, parts: partWords } = wordsOf(group);
    // The parts of an error's page are the same everywhere, and its status is in its first sentence.
    const isError = slug.startsWith("errors/");
    const names = (at: string, more = "") => distinct(`${more} ${SYNONYMS[at] ?? ""}`);
    return [
      [title, chapter, address, names(address, isError ? pageWords : ""), distinct(`${summary} ${pageWords}`)],
      ...(isError ? [] : parts).map(({ id, label }): Found => {
        const own = `${address}#${id}`;
        return [label, title, own, names(own, id), distinct(partWords.get(id) ?? "")];
      }),
    ];
  });
}

/** The text of a page, before its parts and of each part, without its code blocks. */
function wordsOf(group: ReferenceGroup): { page: string; parts: ReadonlyMap<string, string> } {
  const parts = new Map<string, string>();
  let part = "";
  const add = (text: string | number) => {
    parts.set(part, `${parts.get(part) ?? ""} ${text}`);
  };

  function read(node: ReactNode): void {
    if (typeof node === "string" || typeof node === "number") add(node);
    if (Array.isArray(node)) {
      for (const child of node) read(child);
      return;
    }
    if (!isValidElement<Shown>(node)) return;
    const { type, props } = node;
    if (type === Section && props.level !== 3) part = props.id ?? part;
    for (const text of [props.text, props.items, props.rows].flat(3)) if (text) add(text);
    if (props.children !== undefined) read(props.children);
    // The documentation's own components, which have no hooks.
    else if (
      !SHOWN_AS_CODE.some((name) => name in props) &&
      typeof type === "function" &&
      !("text" in props || "items" in props || "rows" in props)
    ) {
      read((type as (given: object) => ReactNode)(props));
    }
  }

  read(GroupParts({ group }));
  return { page: parts.get("") ?? "", parts };
}

/** What the walk knows of the documentation's components: `Section`, `Prose`, `Sentences` and `FactsTable`. */
type Shown = {
  id?: string;
  level?: number;
  text?: string;
  items?: readonly string[];
  rows?: readonly (readonly string[])[];
  children?: ReactNode;
};
const SHOWN_AS_CODE = ["code", "examples", "programs", "picture"];

const COMMON = new Set(
  "a an and are as at be by can do for from has have how if in is it its not of on one or our so than that the their them then they this to us was we what when which who will with you your".split(
    " ",
  ),
);

/** Each word once: names with their parts, and no common words. */
function distinct(text: string): string {
  const words = text
    .replaceAll(/\]\([^)]*\)/g, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.’-]+/u)
    .flatMap((word) => [word, ...word.split(/[._-]/)])
    .map((word) => word.replaceAll(/^[.’-]+|[.’-]+$/g, ""));
  return [...new Set(words)].filter((word) => word && !COMMON.has(word)).join(" ");
}
