import type { GetServerSideProps, PageConfig } from "next";
import { docsPages } from "@/app/docs/reference";
import { type ShownPage, shownPage } from "@/app/docs/shown-page";
import { DocsArticle } from "@/components/api/reference/frame";

export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps: GetServerSideProps<ShownPage> = async ({ params, req, res }) =>
  shownPage(
    docsPages().find(({ slug }) => slug === params?.group),
    { req, res },
  );

/** One page of the documentation: a guide, one area of the API, event types, or the changelog. */
export default DocsArticle;
