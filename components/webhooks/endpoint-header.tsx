import type { ReactNode } from "react";
import { CopyId } from "@/components/ui/copy";
import { PageHeader } from "@/components/ui/page-header";
import type { ListedEndpoint } from "@/lib/domain/webhooks/endpoints";
import { EndpointStatus } from "./endpoint-status";
import { EndpointTabs, type EndpointTabsProps } from "./webhook-tabs";

type EndpointHeaderProps = {
  endpoint: Pick<ListedEndpoint, "id" | "url" | "description" | "status" | "failingSince">;
  current: EndpointTabsProps["current"];
  actions?: ReactNode;
};

/** Which endpoint a page is about, how it stands, and its other pages. */
export function EndpointHeader({ endpoint, current, actions }: EndpointHeaderProps) {
  const { id, url, description } = endpoint;
  return (
    <>
      <PageHeader
        title={description ?? new URL(url).host}
        description={<CopyId value={url} label="URL" />}
        meta={<EndpointStatus {...endpoint} />}
        actions={actions}
        back={{ href: "/portal/webhooks", label: "Endpoints" }}
      />
      <EndpointTabs endpointId={id} current={current} />
    </>
  );
}
