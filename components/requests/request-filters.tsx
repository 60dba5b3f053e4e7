"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterRange } from "@/components/ui/filter-range";
import { FilterSelect } from "@/components/ui/filter-select";
import { FilterText } from "@/components/ui/filter-text";
import { keyStart } from "@/lib/domain/keys/labels";
import type { PortalKey } from "@/lib/domain/keys/schemas";
import type { RequestAddress } from "./request-address";

export type KeyOption = Pick<PortalKey, "id" | "name" | "mode" | "prefix">;

const STATUSES = [
  { value: "2xx", label: "2xx succeeded" },
  { value: "4xx", label: "4xx refused" },
  { value: "5xx", label: "5xx failed" },
  ...[400, 401, 403, 404, 409, 422, 429].map((status) => ({ value: String(status), label: String(status) })),
];
const METHODS = ["GET", "POST", "DELETE"].map((method) => ({ value: method, label: method }));

/** The filters of the request log. They live in the address, so that a view can be sent to a colleague. */
export function RequestFilters({ address, keys }: { address: RequestAddress; keys: KeyOption[] }) {
  const { cursor: _cursor, ...filters } = address;
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <FilterBar clearHref="/portal/requests" active={active}>
      <FilterText
        param="path"
        listed={address.path}
        label="Path begins with"
        placeholder="/api/v1/…"
        mono
        search
        className="md:w-auto md:flex-1"
      />
      <FilterText param="request" listed={address.request} label="Request id" mono className="col-span-2 md:w-80" />
      <span className="hidden basis-full md:block" aria-hidden />
      <FilterSelect param="status" label="Status" options={STATUSES} />
      <FilterSelect param="method" label="Method" options={METHODS} />
      <FilterSelect
        param="key"
        label="Key"
        options={keys.map((key) => ({ value: key.id, label: `${key.name} (${keyStart(key)}…)` }))}
      />
      <FilterRange {...address} />
    </FilterBar>
  );
}
