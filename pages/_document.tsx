import Document, { type DocumentContext, type DocumentInitialProps, Head, Html, Main, NextScript } from "next/document";
import { fontVariables } from "@/app/fonts";
import { COPY_SCRIPT, nonceIn, PageScript } from "@/components/early/page-script";
import { parseTheme, THEME_COOKIE, type Theme } from "@/components/theme/theme";
import { SERVICE_TAGLINE } from "@/lib/platform/brand";

type Props = DocumentInitialProps & { nonce: string | undefined; theme: Theme | undefined };

const PINNED = new RegExp(`(?:^|; )${THEME_COOKIE}=([^;]+)`);

/** What `app/layout.tsx` is for the others: the theme, and the one inline script, which copies code here as well. */
export default class PlainDocument extends Document<Props> {
  static override async getInitialProps(context: DocumentContext): Promise<Props> {
    const { headers } = context.req ?? {};
    return {
      ...(await Document.getInitialProps(context)),
      nonce: nonceIn(headers?.["content-security-policy"]?.toString()),
      theme: parseTheme(PINNED.exec(headers?.cookie ?? "")?.[1]),
    };
  }

  override render() {
    const { nonce, theme } = this.props;
    return (
      <Html lang="en" data-theme={theme} className={`${fontVariables} font-sans`}>
        <Head nonce={nonce}>
          <meta name="description" content={SERVICE_TAGLINE} />
          <meta name="robots" content="noindex, nofollow" />
          <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f6f1" />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121415" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any" />
        </Head>
        <body>
          <PageScript nonce={nonce} more={COPY_SCRIPT} />
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}
