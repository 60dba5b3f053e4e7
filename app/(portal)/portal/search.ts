"use server";

import { z } from "zod";
import { requirePortalUser } from "@/app/session";
import type { SearchHit } from "@/components/shell/search-hit";
import { listRequests } from "@/lib/api/request-log/list-requests";
import { findAccounts } from "@/lib/domain/accounts";
import { findKeys } from "@/lib/domain/keys";
import { may } from "@/lib/domain/people";
import { isId } from "@/lib/platform/ids";

// PostgreSQL has no place for control characters of this kind, and nothing that is looked for contains one.
const Query = z
  .string()
  .trim()
  .min(2)
  .max(450)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

/**
 * What the portal's search finds of the partner: a creator by email, external id or account id, a request by its id, a key
 * by the beginning of its name or the ends of its text. Requests only for those who may read the log.
 */
export async function searchPortal(query: string): Promise<SearchHit[]> {
  const ctx = await requirePortalUser();
  const parsed = Query.safeParse(query);
  if (!parsed.success) return [];
  const text = parsed.data;
  const reads = may(ctx.actor.role, "manage_integration") && isId(text.toLowerCase());
  const [accounts, keys, log] = await Promise.all([
    findAccounts(ctx, text),
    findKeys(ctx, text),
    reads ? listRequests(ctx, { request: text.toLowerCase(), limit: 1 }) : null,
  ]);
  return [
    ...accounts.map(({ id, externalUserId, email }) => ({
      id: `creator ${id}`,
      label: email,
      hint: externalUserId,
      group: "Creators",
      href: `/portal/creators?find=${id}`,
    })),
    ...(log?.requests ?? []).map(({ id, method, path, status }) => ({
      id: `request ${id}`,
      label: `${method} ${path}`,
      hint: String(status),
      group: "Requests",
      href: `/portal/requests?request=${id}&open=${id}`,
    })),
    ...keys.map(({ id, name, mode, prefix, tail }) => ({
      id: `key ${id}`,
      label: name,
      hint: `svc_${mode}_${prefix}…${tail}`,
      group: "API keys",
      href: "/portal/keys",
    })),
  ];
}
