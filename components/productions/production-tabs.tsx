import { TabNav } from "@/components/ui/page-header";
import { JOBS_PATH, PRODUCERS_PATH, PRODUCTIONS_PATH } from "./production-address";

const TABS = [
  { href: PRODUCTIONS_PATH, label: "Productions" },
  { href: JOBS_PATH, label: "Verification jobs" },
  { href: PRODUCERS_PATH, label: "Producers" },
];

/** The lists under Productions. */
export const ProductionTabs = ({ current }: { current: (typeof TABS)[number]["href"] }) => (
  <TabNav label="Productions" current={current} items={TABS} />
);
