import { cutCountText } from "@/components/ui/format";
import { TabNav } from "@/components/ui/page-header";

type StatusTabsProps<Status extends string> = {
  label: string;
  /** In the order of the tabs. */
  statuses: readonly Status[];
  words: Readonly<Record<Status, string>>;
  counts: Readonly<Record<Status, number>>;
  /** Where counting stops. */
  most: number;
  current: Status | undefined;
  hrefOf: (status: Status | undefined) => string;
};

/** A list by status, with the number of rows in each. */
export function StatusTabs<Status extends string>(props: StatusTabsProps<Status>) {
  const { label, statuses, words, counts, most, current, hrefOf } = props;
  const total = statuses.reduce((sum, status) => sum + counts[status], 0);
  return (
    <TabNav
      label={label}
      current={hrefOf(current)}
      items={[
        { href: hrefOf(undefined), label: "All", count: cutCountText(total, most) },
        ...statuses.map((status) => ({
          href: hrefOf(status),
          label: words[status],
          count: cutCountText(counts[status], most),
        })),
      ]}
    />
  );
}
