import type { GetServerSidePropsContext } from "next";
import type { ReferenceGroup } from "@/components/api/reference/group-parts";
import type { ContentsGroup } from "@/components/api/reference/section";
import { LANGUAGE_COOKIE } from "@/components/api/reference/tables";
import { EXAMPLE_LANGUAGES, type ExampleLanguage } from "@/lib/api/reference/examples";
import type { DocsPage } from "./docs-page";
import { docsPages } from "./reference";

/** What a page of the documentation draws. `group` is null for an unknown page. */
export type ShownPage = {
  contents: ContentsGroup[];
  slug: string;
  title: string;
  group: ReferenceGroup | null;
  language: ExampleLanguage;
};

export const shownContents = (): ContentsGroup[] => docsPages().map(({ group: _, ...listed }) => listed);

/** The language that the reader chose last, from the cookie that the pages' script sets. */
export function shownLanguage(cookies: Partial<Record<string, string>>): ExampleLanguage {
  return EXAMPLE_LANGUAGES.find((language) => language === cookies[LANGUAGE_COOKIE]) ?? "curl";
}

/** The props of a page. Answers 404 without one: `notFound` would show the site's page, which doesn't link back here. */
export function shownPage(page: DocsPage | undefined, { req, res }: Pick<GetServerSidePropsContext, "req" | "res">) {
  if (!page) res.statusCode = 404;
  const props: ShownPage = {
    contents: shownContents(),
    slug: page?.slug ?? "",
    title: page?.title ?? "",
    group: page?.group ?? null,
    language: shownLanguage(req.cookies),
  };
  // Props are JSON, which has no undefined.
  return { props: JSON.parse(JSON.stringify(props)) as ShownPage };
}
