import Head from "next/head";
import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/link";
import type { ExampleLanguage } from "@/lib/api/reference/examples";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { GroupParts, type ReferenceGroup } from "./group-parts";
import { BreakableName, Contents, type ContentsGroup, Neighbors } from "./section";
import { LANGUAGE_CHOICES, LanguageSwitch } from "./tables";

type DocsFrameProps = {
  contents: readonly ContentsGroup[];
  /** The slug in the navigation: empty for the home, null for a page that isn't in it. */
  current: string | null;
  title: string;
  /** The chosen language, for pages with examples. */
  language?: ExampleLanguage | undefined;
  children: ReactNode;
};

/** A page of the documentation: the navigation, and the switch of the examples' language. */
export const DocsFrame = ({ contents, current, title, language, children }: DocsFrameProps) => (
  <div className="group/docs mx-auto flex w-full max-w-[88rem] flex-1 flex-col gap-4 px-4 py-6 md:px-8 lg:flex-row lg:gap-10 lg:py-0">
    <Head>
      <title>{`${title} · ${SERVICE_NAME}`}</title>
      <link rel="alternate" type="application/atom+xml" title="API changelog" href="/docs/changelog.atom" />
    </Head>
    <Contents groups={contents} {...(current !== null && { current })} />
    <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col gap-10 lg:py-8 print:p-0">
      {language ? (
        <div className="sticky top-0 z-10 -mx-4 -mb-6 border-line border-b bg-paper px-4 py-2 md:mx-0 md:px-0 print:hidden">
          <LanguageSwitch legend="Examples in" name="language" choices={LANGUAGE_CHOICES} chosen={language} />
        </div>
      ) : null}
      {children}
    </main>
  </div>
);

type DocsArticleProps = {
  contents: readonly ContentsGroup[];
  slug: string;
  title: string;
  /** Null for an unknown page. */
  group: ReferenceGroup | null;
  language: ExampleLanguage;
};

/** One page of the documentation with its neighbors, or that there is none. */
export function DocsArticle({ contents, slug, title, group, language }: DocsArticleProps) {
  if (!group) {
    return (
      <DocsFrame contents={contents} current={null} title="Page not found">
        <div className="flex flex-col gap-3">
          <h1 className="font-semibold text-xl">This page is not in the documentation</h1>
          <p className="max-w-prose text-muted">
            The address may be mistyped, or the page may have moved. Search for it, or open the{" "}
            <TextLink href="/docs">documentation</TextLink>.
          </p>
        </div>
      </DocsFrame>
    );
  }
  const at = contents.findIndex((page) => page.slug === slug);
  // An error's page lies below the list of errors.
  const current = at === -1 ? "errors" : slug;
  return (
    <DocsFrame contents={contents} current={current} title={title} language={hasExamples(group) ? language : undefined}>
      <h1 className="font-semibold text-xl">{at === -1 ? <BreakableName name={title} /> : title}</h1>
      <div className="flex flex-col gap-12">
        <GroupParts group={group} />
      </div>
      {at === -1 ? null : <Neighbors before={contents[at - 1]} after={contents[at + 1]} />}
    </DocsFrame>
  );
}

const hasExamples = (group: ReferenceGroup): boolean =>
  group.kind === "article"
    ? group.article.parts.some(({ code = [] }) => code.some((one) => "examples" in one))
    : ["attestation", "certificates", "calls"].includes(group.kind);
