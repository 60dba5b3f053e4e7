import { BookOpen } from "lucide-react";
import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import type { ReactNode } from "react";
import { siteLinks } from "@/app/site-links";
import { ASKS, SECURITY, STEPS } from "@/components/shell/landing-texts";
import type { SiteLinks } from "@/components/shell/site";
import { moneyText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { EXTENSION_FEE_CENTS, ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { type Env, env } from "@/lib/platform/env";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { links: SiteLinks; address: string; prices: Env["publicPrices"] };

/** Rendered for each request, for the visitor's theme and a nonce in its content policy. */
export const getServerSideProps: GetServerSideProps<Props> = async () => {
  const { supportAddress, publicPrices } = env();
  return { props: { links: siteLinks(), address: supportAddress, prices: { ...publicPrices } } };
};

/** What the service does, for the person at a platform who answers for it. It needs nothing but this page to be forwarded. */
export default function LandingPage({ links, address, prices }: Props) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-20 px-4 py-12 md:gap-24 md:px-8 md:py-20"
    >
      <Head>
        <title>{`${SERVICE_NAME}: compliance records, kept for you`}</title>
      </Head>
      <section className="grid items-center gap-10 lg:grid-cols-[5fr_7fr]">
        <div className="flex flex-col items-start gap-6">
          <h1 className="font-semibold text-xl">The record behind what you publish</h1>
          <p className="max-w-prose text-muted">
            {SERVICE_NAME} is the custodian of records for platforms that host adult content. We verify who appears,
            keep the proof for seven years, and answer for it under 18 U.S.C. § 2257. You integrate one REST API.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href="/portal" variant="primary" size="lg">
              Open the partner portal
            </ButtonLink>
            <ButtonLink href="/docs" size="lg" icon={<BookOpen aria-hidden />}>
              Read the API
            </ButtonLink>
          </div>
        </div>
        <figure className="flex min-w-0 flex-col gap-3">
          <picture>
            <source srcSet="/product-dark.avif" media="(prefers-color-scheme: dark)" />
            <img
              src="/product-light.avif"
              width={PICTURE.width}
              height={PICTURE.height}
              alt="A scene in the partner portal. Two of its three performers have consented, one is still asked, and the page says not to publish yet."
              className="h-auto w-full rounded-lg border border-line"
            />
          </picture>
          <figcaption className="text-muted text-xs">
            A scene in the partner portal. You see who consented and when, and no ID.
          </figcaption>
        </figure>
      </section>

      <Part id="how" title="How it works">
        <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map((step, index) => (
            <li key={step.title} className="flex flex-col gap-2 border-accent border-t-2 pt-4">
              <span className="text-muted text-sm tabular-nums">{index + 1}</span>
              <h3 className="font-medium">{step.title}</h3>
              <p className="text-muted text-sm">{step.text}</p>
            </li>
          ))}
        </ol>
      </Part>

      <Part id="law" title="What the law asks, and how we meet it">
        <ul className="border-line border-t">
          {ASKS.map(({ asks, where, met }) => (
            <li key={asks} className="grid gap-x-8 gap-y-2 border-line border-b py-4 md:grid-cols-2">
              <div className="flex flex-col gap-1">
                <h3 className="font-medium">{asks}</h3>
                <p className="text-muted text-xs">{where}</p>
              </div>
              <p className="text-muted text-sm md:pt-0.5">{met}</p>
            </li>
          ))}
        </ul>
        <p className="max-w-prose text-muted text-sm">
          A producer may contract with a custodian who is not an employee, and stays liable (28 CFR 75.2(h)). This page
          summarizes the law. It is not legal advice.
        </p>
      </Part>

      <Part id="security" title="Security">
        <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {SECURITY.map(({ icon: Icon, title, text, href, link }) => (
            <li key={title} className="flex flex-col gap-2">
              <Icon className="size-6 text-accent-text" aria-hidden />
              <h3 className="font-medium">{title}</h3>
              <p className="text-muted text-sm">{text}</p>
              <p className="text-sm">
                <TextLink href={href}>{link}</TextLink>
              </p>
            </li>
          ))}
        </ul>
      </Part>

      <Prices prices={prices} />

      <section aria-label="For other visitors" className="grid gap-4 md:gap-8 lg:grid-cols-3">
        <Aside id="contact" title="Talk to us">
          <p className="text-muted text-sm">
            Ask for a contract, a security review or a test account.{" "}
            <a
              href={links.contact}
              className="wrap-anywhere rounded-sm text-accent-text underline decoration-1 underline-offset-4"
            >
              Write to {address}
            </a>
          </p>
        </Aside>
        <Aside id="sent" title="Did a platform send you here?">
          <p className="text-muted text-sm">
            You don’t need an account. Open the link in the email we sent you, or continue from the platform. It always
            has a working link.
          </p>
        </Aside>
        <Aside id="shown" title="Are you shown where you shouldn’t be?">
          <p className="text-muted text-sm">
            Tell us, without an account. Platforms never get your name, and intimate images have a deadline of 48 hours.
          </p>
          <ButtonLink href="/removal" className="self-start">
            Ask for a removal
          </ButtonLink>
        </Aside>
      </section>
    </main>
  );
}

/** The size of the two pictures in `public`. */
const PICTURE = { width: 640, height: 432 };

type PartProps = { id: string; title: string; children: ReactNode };

const Part = ({ id, title, children }: PartProps) => (
  <section aria-labelledby={id} className="flex flex-col gap-8">
    <h2 id={id} className="font-semibold text-lg">
      {title}
    </h2>
    {children}
  </section>
);

/** What the operator charges. Nothing until they set a price. */
function Prices({ prices: { creatorSubscriptionCents, platformFeeCents } }: Pick<Props, "prices">) {
  if (creatorSubscriptionCents === null && platformFeeCents === null) return null;
  const rows = [
    platformFeeCents === null
      ? null
      : {
          what: "You pay for your creators",
          price: moneyText(platformFeeCents),
          per: "a month for each active creator",
        },
    creatorSubscriptionCents === null
      ? null
      : {
          what: "Your creators pay for themselves",
          price: moneyText(creatorSubscriptionCents),
          per: "a month, on all their platforms",
        },
    {
      what: "Scenes with other performers",
      price: moneyText(SCENE_FEE_CENTS),
      per: `a scene, and ${moneyText(ONBOARDING_FEE_CENTS)} for each performer without an active account`,
    },
    { what: "Extend a scene", price: moneyText(EXTENSION_FEE_CENTS), per: "for each further platform" },
  ];
  return (
    <Part id="prices" title="Prices">
      <dl className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {rows.map((row) =>
          row ? (
            <div key={row.what} className="flex flex-col gap-1">
              <dt className="text-muted text-sm">{row.what}</dt>
              <dd>
                <span className="font-semibold text-lg tabular-nums">{row.price}</span>
                <span className="block text-muted text-sm">{row.per}</span>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      <p className="text-muted text-sm">In US dollars. You choose who pays for creators when we set up your account.</p>
    </Part>
  );
}

/** A note for one kind of visitor. */
const Aside = ({ id, title, children }: PartProps) => (
  <section aria-labelledby={id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-6">
    <h2 id={id} className="font-medium">
      {title}
    </h2>
    {children}
  </section>
);
