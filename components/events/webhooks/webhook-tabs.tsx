import { TabNav } from "@/components/ui/page-header";

const SECTION = "/portal/webhooks";

const PAGES = {
  endpoints: { href: SECTION, label: "Endpoints" },
  deliveries: { href: `${SECTION}/deliveries`, label: "Deliveries" },
  debugger: { href: `${SECTION}/debugger`, label: "Signature debugger" },
};

export function WebhookTabs({ current }: { current: keyof typeof PAGES }) {
  return (
    <div className="pb-6">
      <TabNav label="Webhooks" current={PAGES[current].href} items={Object.values(PAGES)} />
    </div>
  );
}

const ENDPOINT_PAGES = {
  overview: { path: "", label: "Overview" },
  deliveries: { path: "/deliveries", label: "Deliveries" },
  test: { path: "/test", label: "Test" },
};

export type EndpointTabsProps = { endpointId: string; current: keyof typeof ENDPOINT_PAGES };

export function EndpointTabs({ endpointId, current }: EndpointTabsProps) {
  const hrefOf = (path: string) => `${SECTION}/${endpointId}${path}`;
  return (
    <div className="pb-6">
      <TabNav
        label="Endpoint"
        current={hrefOf(ENDPOINT_PAGES[current].path)}
        items={Object.values(ENDPOINT_PAGES).map(({ path, label }) => ({ href: hrefOf(path), label }))}
      />
    </div>
  );
}
