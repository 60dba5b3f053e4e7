import Head from "next/head";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { NoPageHere } from "./site";

/** What a page without scripts shows for an unknown address. */
export const NoPage = () => (
  <>
    <Head>
      <title>{`Page not found · ${SERVICE_NAME}`}</title>
      <meta key="robots" name="robots" content="noindex" />
    </Head>
    <NoPageHere />
  </>
);
