"use server";

import { z } from "zod";
import { action, read } from "@/app/action";
import { requireCustodian } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { requestHref } from "@/components/shell/addresses";
import type { SearchHit } from "@/components/shell/command-palette";
import { searchDesk } from "@/lib/domain/examinations";

// PostgreSQL can't store these control characters, so no search can match them.
const Query = z
  .string()
  .trim()
  .min(3)
  .max(320)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

const RECORDS: Readonly<Record<string, { group: string; href: (id: string) => string } | undefined>> = {
  person: { group: "People", href: (person) => listHref("/custodian/index", { person }) },
  depiction: { group: "Depictions", href: (id) => `/custodian/records/${id}` },
  scene: { group: "Scenes", href: (id) => `/custodian/scenes/${id}` },
  production: { group: "Productions", href: (id) => `/custodian/productions/${id}` },
};

const CHECK_STATUS_LABELS = { submitted: "Waiting", approved: "Approved", rejected: "Rejected" };

/** Searches what custodians have, without what is reserved for another. */
export const searchDeskAction = action(requireCustodian, [read.text], async (ctx, query): Promise<SearchHit[]> => {
  const parsed = Query.safeParse(query);
  if (!parsed.success) return [];
  const { records, checks, requests, examinations, packages } = await searchDesk(ctx, parsed.data);
  return [
    ...records.flatMap(({ kind, id, title, about }) => {
      const found = RECORDS[kind];
      return found
        ? [{ id: `${kind} ${id}`, label: title, hint: about, group: found.group, href: found.href(id) }]
        : [];
    }),
    ...checks.map(({ id, email, status }) => ({
      ...{ id: `check ${id}`, label: email, hint: CHECK_STATUS_LABELS[status], group: "Identity checks" },
      href: `/custodian/identities/${id}`,
    })),
    ...requests.map(({ id, email }) => ({
      ...{ id: `request ${id}`, label: email ?? id, hint: id, group: "Removal requests", href: requestHref({ id }) },
    })),
    ...examinations.map(({ id, agency, examiner }) => ({
      ...{ id: `examination ${id}`, label: agency, hint: examiner, group: "Examinations" },
      href: `/custodian/examinations/${id}`,
    })),
    ...packages.map(({ id, requester }) => ({
      ...{ id: `package ${id}`, label: requester, hint: id, group: "Packages", href: `/custodian/packages/${id}` },
    })),
  ];
});
