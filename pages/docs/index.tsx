import type { GetServerSideProps, PageConfig } from "next";
import { shownContents } from "@/app/docs/shown-page";
import { DocsFrame } from "@/components/api/reference/frame";
import { DocsHome } from "@/components/api/reference/home";
import type { ContentsGroup } from "@/components/api/reference/section";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { contents: ContentsGroup[] };

export const getServerSideProps: GetServerSideProps<Props> = async () => ({ props: { contents: shownContents() } });

/** The home of the documentation. Old links, `/docs#part`, lead to the line of their part. */
export default function DocsHomePage({ contents }: Props) {
  return (
    <DocsFrame contents={contents} current="" title="Documentation">
      <DocsHome contents={contents} />
    </DocsFrame>
  );
}
