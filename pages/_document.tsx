import Document, { type DocumentContext, type DocumentInitialProps, Head, Html, Main, NextScript } from "next/document";
import { fontVariables } from "@/app/fonts";
import { COPY_SCRIPT, nonceIn, PageScript } from "@/components/ui/theme/page-script";
import { parseTheme, THEME_COOKIE, type Theme } from "@/components/ui/theme/preferences";
import { highlightPage } from "@/lib/api/reference/highlight";
import { SERVICE_NAME, SERVICE_TAGLINE } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

type Props = DocumentInitialProps & {
  nonce: string | undefined;
  theme: Theme | undefined;
  picture: string | undefined;
  /** For the documentation: whether a reader seems to be signed in, whose ids the examples can show. Undefined for other pages. */
  ownIds: boolean | undefined;
};

const SIGNED_IN = /(?:^|; )(?:__Host-)?svc_session=/;
const PINNED = new RegExp(`(?:^|; )${THEME_COOKIE}=([^;]+)`);

/** Like `app/layout.tsx`: metadata, the theme and one inline script, which also copies code. */
export default class PlainDocument extends Document<Props> {
  static override async getInitialProps(context: DocumentContext): Promise<Props> {
    const { headers } = context.req ?? {};
    const drawn = await Document.getInitialProps(context);
    return {
      ...drawn,
      html: await highlightPage(drawn.html),
      ownIds: context.pathname.startsWith("/docs") ? SIGNED_IN.test(headers?.cookie ?? "") : undefined,
      nonce: nonceIn(headers?.["content-security-policy"]?.toString()),
      // Pages rendered at build time have no request, and a build doesn't know the origin.
      picture: context.req && `${env().baseUrl}/social.png`,
      theme: parseTheme(PINNED.exec(headers?.cookie ?? "")?.[1]),
    };
  }

  override render() {
    const { nonce, theme, picture, ownIds } = this.props;
    return (
      <Html lang="en" data-theme={theme} className={`${fontVariables} font-sans`}>
        <Head nonce={nonce}>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f6f1" />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121415" />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={SERVICE_NAME} />
          {picture ? <meta property="og:image" content={picture} /> : null}
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={`${SERVICE_NAME}: ${SERVICE_TAGLINE}`} />
          <meta name="twitter:card" content="summary_large_image" />
          <link rel="icon" href="/favicon.ico" sizes="48x48" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/site.webmanifest" />
        </Head>
        <body>
          <PageScript nonce={nonce} more={COPY_SCRIPT} />
          <Main />
          <NextScript nonce={nonce} />
          {ownIds === undefined ? null : (
            <script nonce={nonce} src="/docs/docs.js" type="module" data-own-ids={ownIds ? "" : undefined} />
          )}
        </body>
      </Html>
    );
  }
}
