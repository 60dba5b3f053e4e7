import { TrendingDown, TrendingUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { changeText } from "@/components/readiness/readiness";
import { readinessPath } from "@/components/readiness/readiness-address";
import { CONTENT_PATH, CREATORS_PATH, TAKEDOWNS_PATH } from "@/components/shell/addresses";
import { type Tone, toneText } from "@/components/ui/badge";
import { cutCountText, moneyText, shortDayText, shortMonthText } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/progress";
import type { NextInvoice, ShownInvoice } from "@/lib/domain/billing";
import type { Weeks } from "@/lib/domain/core/weeks";
import type { Readiness } from "@/lib/domain/readiness";

type FiguresProps = {
  creators: Weeks & { active: number; most: number };
  records: Weeks;
  takedowns: Weeks & { open: number; most: number };
  readiness: Readiness;
  /** Where counting a week stops. */
  weekMost: number;
  /** For those who may see it, and the invoice before. */
  invoice: { next: NextInvoice; last: ShownInvoice | undefined } | null;
};

/** What the partner has, each figure beside the week before. Each leads to its list. */
export function Figures({ creators, records, takedowns, readiness, weekMost, invoice }: FiguresProps) {
  const weekText = (count: number) => cutCountText(count, weekMost);
  return (
    <FigureRow>
      <Figure
        label="Active creators"
        value={cutCountText(creators.active, creators.most)}
        href={`${CREATORS_PATH}?status=active`}
        trend={creators}
      >
        {weekText(creators.now)} new this week, {weekText(creators.before)} before
      </Figure>
      <Figure label="Records this week" value={weekText(records.now)} href={CONTENT_PATH} trend={records}>
        {weekText(records.before)} the week before
      </Figure>
      <Figure
        label="Open takedowns"
        value={cutCountText(takedowns.open, takedowns.most)}
        href={TAKEDOWNS_PATH}
        trend={takedowns}
      >
        {weekText(takedowns.now)} new this week, {weekText(takedowns.before)} before
      </Figure>
      {readiness.checkedAt && readiness.rules.length > 0 ? (
        <Figure
          label="Readiness gaps"
          value={readiness.gaps.toLocaleString("en")}
          tone={readiness.gaps > 0 ? "waiting" : "done"}
          href={readinessPath("portal")}
        >
          {changeText(readiness.change, readiness.since)}
        </Figure>
      ) : null}
      {invoice ? (
        <Figure
          label={`Next invoice, ${shortDayText(invoice.next.month.getTime())}`}
          value={moneyText(invoice.next.totalCents)}
          href="/portal/billing"
        >
          {invoice.last
            ? `${moneyText(invoice.last.totalCents)} for ${shortMonthText(invoice.last.month.getTime())}`
            : "Your first invoice"}
        </Figure>
      ) : null}
    </FigureRow>
  );
}

/** The same height while figures are counted. */
export const FiguresSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="h-17" />
  </div>
);

const FigureRow = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">{children}</dl>
);

type FigureProps = {
  label: string;
  value: string;
  href: string;
  tone?: Tone;
  trend?: Weeks;
  /** What it is compared with. */
  children: ReactNode;
};

function Figure({ label, value, href, tone = "neutral", trend, children }: FigureProps) {
  const Arrow = !trend || trend.now === trend.before ? null : trend.now > trend.before ? TrendingUp : TrendingDown;
  return (
    <div className="relative flex flex-col border-line border-l pl-4">
      <dt className="text-muted">
        <Link href={href} className="rounded-sm after:absolute after:inset-0 hover:underline hover:underline-offset-4">
          {label}
        </Link>
      </dt>
      <dd className={`font-semibold text-lg tabular-nums ${toneText[tone]}`}>{value}</dd>
      <dd className="text-muted text-xs">
        {Arrow ? <Arrow className="mr-1 inline size-3" aria-hidden /> : null}
        {children}
      </dd>
    </div>
  );
}
