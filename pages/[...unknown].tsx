import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import { siteLinks } from "@/app/site-links";
import { NoPageHere } from "@/components/shell/site";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps: GetServerSideProps = async ({ res }) => {
  // `notFound` would show the page that loads scripts.
  res.statusCode = 404;
  return { props: { links: siteLinks() } };
};

/** Every unknown address, with the site's navigation and without scripts. */
export default function UnknownPage() {
  return (
    <>
      <Head>
        <title>{`Page not found · ${SERVICE_NAME}`}</title>
        <meta key="robots" name="robots" content="noindex" />
      </Head>
      <NoPageHere />
    </>
  );
}
