import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { CopyId } from "@/components/ui/copy";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { ListedEndpoint } from "@/lib/domain/events/endpoints";
import { EndpointTabs, type EndpointTabsProps } from "./webhook-tabs";

type EndpointHeaderProps = {
  endpoint: Pick<ListedEndpoint, "id" | "url" | "description" | "status" | "failingSince">;
  current: EndpointTabsProps["current"];
  actions?: ReactNode;
};

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

export function EndpointStatus({ status, failingSince }: Pick<ListedEndpoint, "status" | "failingSince">) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {status === "paused" ? <StatusBadge tone="waiting">Paused</StatusBadge> : null}
      {failingSince ? (
        <>
          <StatusBadge tone="harm">Failing since</StatusBadge>
          <Time at={failingSince} as="datetime" className="text-muted text-xs" />
        </>
      ) : null}
      {status === "enabled" && !failingSince ? <StatusBadge tone="done">Enabled</StatusBadge> : null}
    </span>
  );
}
