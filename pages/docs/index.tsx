import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import { referencePages } from "@/app/docs/reference";
import { Contents, type ContentsGroup, EntryList } from "@/components/api/reference/section";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { contents: ContentsGroup[]; baseUrl: string };

export const getServerSideProps: GetServerSideProps<Props> = async () => ({
  props: { contents: referencePages().map(({ group: _, ...listed }) => listed), baseUrl: env().baseUrl },
});

/** The contents of the reference. Old links, `/docs#part`, lead to the line of their part. */
export default function ReferencePage({ contents, baseUrl }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 py-8 md:px-8 lg:flex-row lg:gap-8 lg:py-0">
      <Head>
        <title>{`API reference · ${SERVICE_NAME}`}</title>
      </Head>
      <Contents groups={contents} />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col gap-6 lg:py-8 print:p-0">
        <h1 className="font-semibold text-xl">API reference</h1>
        <p className="max-w-3xl">
          A REST API over HTTPS, and signed webhooks. Start with the <TextLink href="/docs/guide">guide</TextLink>, or
          generate a client from the <TextLink href="/docs/openapi.json">OpenAPI 3.1 document</TextLink>.
        </p>
        <CodeBlock label="Base URL" code={`${baseUrl}/api/v1`} />
        <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
          {contents.map((group) => (
            <EntryList key={group.slug} group={group} />
          ))}
        </div>
      </main>
    </div>
  );
}
