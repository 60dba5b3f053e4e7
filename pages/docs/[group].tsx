import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import ReferenceNotFound from "@/app/docs/not-found";
import { referencePages } from "@/app/docs/reference";
import { GroupParts, type ReferenceGroup } from "@/components/api/reference/group-parts";
import { Contents, type ContentsGroup, Neighbors } from "@/components/api/reference/section";
import { LanguageSwitch } from "@/components/api/reference/tables";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const config: PageConfig = { unstable_runtimeJS: false };

const LANGUAGES = [
  { id: "curl", label: "curl" },
  { id: "node", label: "Node" },
  { id: "python", label: "Python" },
];

type Props = { contents: ContentsGroup[]; current: string; group: ReferenceGroup | null };

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, res }) => {
  const pages = referencePages();
  const contents = pages.map(({ group: _, ...listed }) => listed);
  const page = pages.find(({ slug }) => slug === params?.group);
  if (!page) {
    // `notFound` would show the site's page, which doesn't link back to the reference.
    res.statusCode = 404;
    return { props: { contents, current: "", group: null } };
  }
  return { props: JSON.parse(JSON.stringify({ contents, current: page.slug, group: page.group })) };
};

/** One page of the reference: the guide, one area of the API, webhooks, or event types. */
export default function ReferenceGroupPage({ contents, current, group }: Props) {
  const at = contents.findIndex(({ slug }) => slug === current);
  const title = contents[at]?.title;
  if (!group) {
    return (
      <>
        <Head>
          <title>{`Page not found · ${SERVICE_NAME}`}</title>
        </Head>
        <ReferenceNotFound />
      </>
    );
  }
  return (
    <div className="group/docs mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 py-8 md:px-8 lg:flex-row lg:gap-8 lg:py-0">
      <Head>
        <title>{`${title}: API reference · ${SERVICE_NAME}`}</title>
      </Head>
      <Contents groups={contents} current={current} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 lg:py-8 print:p-0">
        <h1 className="pb-4 font-semibold text-xl">{title}</h1>
        <div className="sticky top-0 z-10 -mx-4 border-line border-b bg-paper px-4 py-2 md:mx-0 md:px-0 print:hidden">
          <LanguageSwitch legend="Examples in" name="language" choices={LANGUAGES} />
        </div>
        <div className="flex flex-col gap-12 pt-8">
          <GroupParts group={group} />
          <Neighbors before={contents[at - 1]} after={contents[at + 1]} />
        </div>
      </main>
    </div>
  );
}
