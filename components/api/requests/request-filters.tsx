import { countFilters } from "@/components/lists/address-filters";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar, FilterRange, FilterSelect, FilterText } from "@/components/lists/filters";
import { keyStart } from "@/lib/domain/parties/keys/labels";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { REQUESTS_PATH, type RequestAddress } from "./request-address";

export type KeyOption = Pick<PortalKey, "id" | "name" | "mode" | "prefix">;

const STATUSES = [
  { value: "2xx", label: "2xx succeeded" },
  { value: "4xx", label: "4xx rejected" },
  { value: "5xx", label: "5xx failed" },
  ...[400, 401, 403, 404, 409, 422, 429].map((status) => ({ value: String(status), label: String(status) })),
];
const METHODS = ["GET", "POST", "DELETE"].map((method) => ({ value: method, label: method }));

/** The request log's filters, kept in the URL so that people can share a view. */
export function RequestFilters({ address, keys }: { address: RequestAddress; keys: KeyOption[] }) {
  const { status, method, key, range, request } = address;
  return (
    <FilterBar
      path={REQUESTS_PATH}
      active={[status, method, key, range, request].filter(Boolean).length}
      clearHref={countFilters(address) > 0 && REQUESTS_PATH}
      search={<SearchInput name="path" listed={address.path} label="Path begins with" placeholder="/api/v1/…" mono />}
    >
      <FilterText param="request" listed={request} label="Request id" mono className="col-span-2 md:w-80" />
      <FilterSelect param="status" listed={status} label="Status" options={STATUSES} />
      <FilterSelect param="method" listed={method} label="Method" options={METHODS} />
      <FilterSelect
        param="key"
        listed={key}
        label="Key"
        options={keys.map((key) => ({ value: key.id, label: `${key.name} (${keyStart(key)}…)` }))}
      />
      <FilterRange {...address} />
    </FilterBar>
  );
}
