import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { listHref } from "@/components/lists/list-address";
import { firstCall } from "@/components/parties/keys/key-secret";
import { VerifiedCount } from "@/components/productions/verification-jobs/production-jobs";
import { consentText } from "@/components/scenes/performers";
import { JOBS_PATH, jobHref, SCENES_PATH, sceneHref } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { counted, cutCountText, moneyText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Section, TitledCard } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { type SoloStatus, STATUS_WORDS } from "@/lib/domain/accounts/states";
import type { NextInvoice } from "@/lib/domain/billing";
import { chargedForText, monthText } from "@/lib/domain/billing/labels";
import type { JobRow } from "@/lib/domain/productions/verification-jobs";
import type { Closing as ClosingRows, SceneRow } from "@/lib/domain/scenes";
import { dayText } from "@/lib/platform/date-text";

/** The scenes that close within three days without all consents, with their clocks. */
export const ClosingScenes = (
  scenes: ClosingRows<Pick<SceneRow, "id" | "title" | "expiresAt" | "performerCount" | "consentedCount">>,
) => (
  <Closing
    {...scenes}
    called="scene"
    hrefOf={sceneHref}
    state={consentText}
    all={{ label: "Show scenes", href: listHref(SCENES_PATH, { closes: "3" }) }}
    otherwise="If anyone hasn’t consented by then, a scene is blocked."
  />
);

/** The verification jobs that close within three days before everyone is verified, with their clocks. */
export const ClosingJobs = (
  jobs: ClosingRows<Pick<JobRow, "id" | "title" | "expiresAt" | "performerCount" | "verifiedCount">>,
) => (
  <Closing
    {...jobs}
    called="verification job"
    hrefOf={jobHref}
    state={(job) => <VerifiedCount {...job} />}
    all={{ label: "Show jobs", href: listHref(JOBS_PATH, { status: "pending" }) }}
    otherwise="If a performer isn’t verified by then, a job is blocked."
  />
);

type ClosingProps<Row> = {
  /** The next ones to close, and how many there are. */
  next: readonly Row[];
  count: number;
  isMore: boolean;
  called: string;
  hrefOf: (row: Row) => string;
  state: (row: Row) => ReactNode;
  /** The list of all. */
  all: { label: string; href: string };
  /** What happens if performers don't act. */
  otherwise: string;
};

function Closing<Row extends { id: string; title: string; expiresAt: Date }>(props: ClosingProps<Row>) {
  const { next, count, isMore, called, hrefOf, state, all, otherwise } = props;
  const [first] = next;
  if (!first) return null;
  return (
    <Callout
      tone="waiting"
      title={
        <>
          {count === 1 && !isMore
            ? `1 ${called} closes `
            : `${counted(count, called)}${isMore ? " or more" : ""} close soon, the first `}
          <Time at={first.expiresAt} />
        </>
      }
      actions={
        count > next.length ? (
          <ButtonLink size="sm" href={all.href}>
            {all.label}
          </ButtonLink>
        ) : undefined
      }
    >
      <p>{otherwise} An owner or admin can resend invitations once a day.</p>
      <ul className="mt-2 flex flex-col gap-1">
        {next.map((row) => (
          <li key={row.id} className="wrap-anywhere">
            <TextLink href={hrefOf(row)}>{row.title}</TextLink>: {state(row)}
            {count > 1 ? (
              <>
                , closes <Time at={row.expiresAt} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

// A partner must not learn why a creator isn't active yet: the contract has one status for all the reasons.
const STATUSES: readonly { status: SoloStatus; hint: string }[] = [
  { status: "active", hint: "May upload" },
  { status: "pending_id_verification", hint: "May not upload yet" },
  { status: "subscribed_pending_id", hint: "May upload once the ID is verified" },
  { status: "suspended", hint: "May not upload" },
];

/** How many creators have each status. Each figure links to its list. */
export function CreatorCounts({ counts, most }: { counts: Record<SoloStatus, number>; most: number }) {
  return (
    <Section
      id="creators"
      title="Creators"
      actions={
        <ButtonLink href="/portal/creators" size="sm">
          All creators
        </ButtonLink>
      }
      className="gap-4"
    >
      <StatRow>
        {STATUSES.map(({ status, hint }) => (
          <Stat
            key={status}
            label={STATUS_WORDS[status]}
            value={cutCountText(counts[status], most)}
            hint={hint}
            href={`/portal/creators?status=${status}`}
          />
        ))}
      </StatRow>
    </Section>
  );
}

type GettingStartedProps = {
  hasKey: boolean;
  hasCalled: boolean;
  hasCreator: boolean;
  mayManage: boolean;
  baseUrl: string;
};

/** The steps to the first creator, until there is one and a live key. */
export function GettingStarted({ hasKey, hasCalled, hasCreator, mayManage, baseUrl }: GettingStartedProps) {
  if (hasKey && hasCreator) return null;
  return (
    <TitledCard title="Getting started" description="Three steps to a verified creator.">
      <ol className="flex flex-col gap-6">
        <Step done={hasKey} title="Create a live key">
          {mayManage ? (
            <p>
              On the <TextLink href="/portal/keys">API keys</TextLink> page. Your test key doesn’t work: there is no
              sandbox.
            </p>
          ) : (
            <p>An owner, admin or developer on your team can do this.</p>
          )}
        </Step>
        <Step done={hasCalled} title="Make a first call">
          <p>This one checks an address and changes nothing.</p>
          <CodeBlock label="curl" code={firstCall(baseUrl)} />
        </Step>
        <Step done={hasCreator} title="Provision a creator">
          <p>
            With POST /api/v1/solo-accounts. We email them, they show an ID on our page, and the API returns{" "}
            <code className="font-mono text-xs">active</code>. See the <TextLink href="/docs">reference</TextLink> for
            each field.
          </p>
        </Step>
      </ol>
    </TitledCard>
  );
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3">
      <Icon className={done ? "mt-0.5 size-4 shrink-0 text-done" : "mt-0.5 size-4 shrink-0 text-muted"} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="font-medium">
          {title}
          {done ? <span className="text-muted"> (done)</span> : null}
        </h3>
        <div className="flex flex-col gap-2 text-muted">{children}</div>
      </div>
    </li>
  );
}

export function NextInvoiceFigure({ next, lapsed }: { next: NextInvoice; lapsed: boolean }) {
  return (
    <Section
      id="billing"
      title="Billing"
      actions={
        <ButtonLink href="/portal/billing" size="sm">
          Invoices and card
        </ButtonLink>
      }
      className="gap-4"
    >
      <StatRow>
        <Stat
          label={`Next invoice, ${dayText(next.month)}`}
          value={moneyText(next.totalCents)}
          hint={`For ${chargedForText(next)}, if nothing changes`}
          href="/portal/billing"
        />
        <Stat
          label={monthText(next.month)}
          value={moneyText(next.ahead.cents)}
          hint={`The month ahead, for ${counted(next.ahead.creators, "creator")}`}
        />
        {next.before.creators > 0 ? (
          <Stat
            label="Earlier days"
            value={moneyText(next.before.cents)}
            hint={`Not charged yet, for ${counted(next.before.creators, "creator")}`}
          />
        ) : null}
        {next.scenes > 0 ? (
          <Stat
            label="Scenes"
            value={moneyText(next.fees.reduce((sum, { cents }) => sum + cents, 0))}
            hint={`Fees not charged yet, for ${counted(next.scenes, "scene")}`}
          />
        ) : null}
        {lapsed ? (
          <Stat
            label="Platform fee"
            value="Not paid"
            tone="harm"
            hint="Creators you pay for can’t upload"
            href="/portal/billing"
          />
        ) : null}
      </StatRow>
    </Section>
  );
}
