import type { GetServerSideProps, PageConfig } from "next";
import { errorPages } from "@/app/docs/reference";
import { type ShownPage, shownPage } from "@/app/docs/shown-page";
import { DocsArticle } from "@/components/api/reference/frame";

export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps: GetServerSideProps<ShownPage> = async ({ params, req, res }) =>
  shownPage(
    errorPages().find(({ title }) => title === params?.code),
    { req, res },
  );

/** The page of an error code. */
export default DocsArticle;
