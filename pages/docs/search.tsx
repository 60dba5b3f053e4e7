import type { GetServerSideProps, PageConfig } from "next";
import { shownContents } from "@/app/docs/shown-page";
import { DocsFrame } from "@/components/api/reference/frame";
import { AllPages } from "@/components/api/reference/home";
import type { ContentsGroup } from "@/components/api/reference/section";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { contents: ContentsGroup[] };

export const getServerSideProps: GetServerSideProps<Props> = async () => ({ props: { contents: shownContents() } });

/** Where a search leads without scripts: all pages, for the browser's own search. */
export default function DocsSearchPage({ contents }: Props) {
  return (
    <DocsFrame contents={contents} current={null} title="All pages">
      <h1 className="font-semibold text-xl">All pages</h1>
      <AllPages contents={contents} />
    </DocsFrame>
  );
}
