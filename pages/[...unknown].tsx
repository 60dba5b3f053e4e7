import type { GetServerSideProps, PageConfig } from "next";
import { siteLinks } from "@/app/site-links";
import { NoPage } from "@/components/shell/no-page";

export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps: GetServerSideProps = async ({ res }) => {
  // `notFound` would show the page that loads scripts.
  res.statusCode = 404;
  return { props: { links: siteLinks() } };
};

/** Every unknown address, with the site's navigation and without scripts. */
export default NoPage;
