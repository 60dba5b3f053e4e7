import type { GetServerSideProps, PageConfig } from "next";
import { operatorText } from "@/app/site-links";
import { OperatorText } from "@/components/shell/operator-text";

export const config: PageConfig = { unstable_runtimeJS: false };

export const getServerSideProps: GetServerSideProps<{ text: string | null }> = async ({ res }) => ({
  props: operatorText("privacy", res),
});

/** The operator's privacy, from the file that they configured. 404 without one. */
export default function PrivacyPage({ text }: { text: string | null }) {
  return <OperatorText title="Privacy notice" text={text} />;
}
