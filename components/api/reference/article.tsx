import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { Examples as CallExamples } from "@/lib/api/reference/examples";
import { InlineText, Prose, Section, Sentences } from "./section";
import { type Attempt, Examples, FactsTable, PRINTED } from "./tables";

/** A paragraph, a list, a table, a picture of a page, or a warning. Texts have code in backticks and `[links](/docs)`. */
export type Block =
  | string
  | { list: readonly string[]; ordered?: true }
  | { table: Parameters<typeof FactsTable>[0] }
  | { picture: Picture }
  | { warning: string };

/** A screenshot in the system's light and dark theme. */
export type Picture = { light: string; dark: string; size: readonly [number, number]; alt: string; caption: string };

/** Code beside the words: a call in each language, or a text. */
export type Code =
  | { href: string; examples: CallExamples; labels?: Partial<CallExamples>; attempt?: Attempt | undefined }
  | { label: string; language: string; code: string };

export type ArticlePart = { id: string; title: string; blocks: readonly Block[]; code?: readonly Code[] };

/** A page of words and code, as data: the navigation and the search read it too. */
export type Article = { lead: string; parts: readonly ArticlePart[] };

/** A guide, an error's page, or the changelog. */
export const ArticleParts = ({ article: { lead, parts } }: { article: Article }) => (
  <>
    <p className="-mt-6 max-w-2xl text-muted">
      <InlineText text={lead} />
    </p>
    {parts.map(({ id, title, blocks, code = [] }) => (
      <Section key={id} id={id} title={title}>
        <Columns code={code.length > 0 ? code.map((one) => <Beside key={keyOf(one)} code={one} />) : null}>
          {blocks.length > 0 ? blocks.map((block) => <Words key={JSON.stringify(block)} block={block} />) : null}
        </Columns>
      </Section>
    ))}
  </>
);

const keyOf = (code: Code): string => ("href" in code ? code.href : `${code.label} ${code.code}`);

/** Words on the left and code on the right, one below the other on a narrow window, or only one of them. */
export const Columns = ({ children, code }: { children?: ReactNode; code: ReactNode }) =>
  code && children ? (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:gap-10">
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 self-start xl:sticky xl:top-16 print:static">{code}</div>
    </div>
  ) : (
    <div className={cn("flex min-w-0 flex-col gap-4", code && "max-w-2xl")}>{code ?? children}</div>
  );

function Beside({ code }: { code: Code }) {
  if ("examples" in code) return <Examples {...code} />;
  return <CodeBlock label={code.label} language={code.language} code={code.code} className={PRINTED} />;
}

function Words({ block }: { block: Block }) {
  if (typeof block === "string") return <Prose text={block} />;
  if ("list" in block) return <Sentences items={block.list} ordered={block.ordered === true} />;
  if ("table" in block) return <FactsTable {...block.table} />;
  if ("picture" in block) return <Screenshot {...block.picture} />;
  return (
    <Callout tone="waiting">
      <Prose text={block.warning} />
    </Callout>
  );
}

/** A picture of one of our pages. A phone's is narrower. */
export const Screenshot = ({ light, dark, size: [width, height], alt, caption }: Picture) => (
  <figure className={width < height ? "max-w-60" : "max-w-3xl"}>
    <picture>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" />
      <img
        src={light}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line"
      />
    </picture>
    <figcaption className="pt-2 text-muted text-sm">{caption}</figcaption>
  </figure>
);

// `npm test -- e2e/pictures` retakes the phone's into test-results/docs. Copy them from there when those pages change.
const PHONE = [390, 844] as const;

/** Pages of ours that several pages of the documentation show. */
export const PICTURES = {
  onboarding: {
    light: "/docs/onboarding.webp",
    dark: "/docs/onboarding-dark.webp",
    size: PHONE,
    alt: "A phone with the first page of onboarding: who asks, what they need, and a button to start.",
    caption: "What your creator sees, on their phone.",
  },
  consent: {
    light: "/docs/consent.webp",
    dark: "/docs/consent-dark.webp",
    size: PHONE,
    alt: "A phone with a release to sign: the scene, the platform, and what the performer agrees to.",
    caption: "What a performer signs.",
  },
  scene: {
    light: "/product-light.avif",
    dark: "/product-dark.avif",
    size: [720, 486],
    alt: "A scene in the partner portal. Two of its three performers have consented, and the page says not to publish yet.",
    caption: "What your team sees, in the portal.",
  },
} as const satisfies Readonly<Record<string, Picture>>;
