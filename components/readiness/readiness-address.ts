import { productionHref } from "@/components/productions/producer/production-address";
import type { GapRow } from "@/lib/domain/readiness";
import type { RuleName, Subject } from "@/lib/domain/readiness/labels";

/** Whose pages. */
export type Area = "custodian" | "portal" | "producer";

export const readinessPath = (area: Area): string => `/${area}/readiness`;

const PAGES: Record<Exclude<Area, "producer">, Record<Subject, string>> = {
  custodian: { account: "accounts", depiction: "records", scene: "scenes", production: "productions" },
  portal: { account: "creators", depiction: "content", scene: "scenes", production: "productions" },
};

/** Where a producer closes a gap. */
const STEPS: Partial<Record<RuleName, Parameters<typeof productionHref>[1]>> = {
  performers_named: "performers",
  depictions_listed: "depictions",
  production_file: "depictions",
  production_date: "edit",
  certificate: "renew",
  sealed: "seal",
};

/** The page of a gap's record, or the one that closes it. */
export const gapHref = (
  area: Area,
  { about, subjectId, rule }: Pick<GapRow, "about" | "subjectId" | "rule">,
): string =>
  area === "producer" ? productionHref({ id: subjectId }, STEPS[rule]) : `/${area}/${PAGES[area][about]}/${subjectId}`;
