import type { GetServerSideProps, PageConfig } from "next";
import { operatorText } from "@/app/site-links";
import { OperatorText } from "@/components/shell/operator-text";

export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps: GetServerSideProps<{ text: string | null }> = async ({ res }) => ({
  props: operatorText("terms", res),
});

/** The operator's terms, from the file that they configured. 404 without one. */
export default function TermsPage({ text }: { text: string | null }) {
  return <OperatorText title="Terms of service" text={text} />;
}
